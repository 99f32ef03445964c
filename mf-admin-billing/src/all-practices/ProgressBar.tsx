import { color, forcedTrack, motion, styled } from 'shared-ui';
import type { ReactNode } from 'react';

const Track = styled('div')({
  height: 8,
  borderRadius: 4,
  backgroundColor: color.neutralTint,
  overflow: 'hidden',
  '& > div': {
    height: '100%',
    borderRadius: 4,
    backgroundColor: color.primary,
    transition: `width ${motion.calm}ms`,
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  },
  ...forcedTrack,
});

export interface ProgressBarProps {
  /** The name of the operation, for screen readers. */
  label: string;
  done: number;
  total: number;
  /** The progress as text. */
  text: string;
}

/** The progress of an operation with a known number of steps. */
export function ProgressBar({ label, done, total, text }: ProgressBarProps): ReactNode {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={text}
    >
      <div style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
    </Track>
  );
}
