import { color, motion, styled } from 'shared-ui';
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
});

export interface ProgressBarProps {
  /** What is under way, for screen readers. */
  label: string;
  done: number;
  total: number;
  /** The progress as text. */
  text: string;
}

/** How much of a number of things is done. */
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
