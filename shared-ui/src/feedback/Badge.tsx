import Chip from '@mui/material/Chip';
import type { ReactNode } from 'react';
import { type Tone, ToneIcon, toneColor } from './tones';

export interface StatusBadgeProps {
  tone: Tone;
  /** The tone's icon by default. */
  icon?: ReactNode;
  /** The label. */
  children: string;
}

/**
 * A status with icon and label.
 *
 * @example
 * <StatusBadge tone="attention">Closed today</StatusBadge>
 */
export function StatusBadge({ tone, icon, children }: StatusBadgeProps): ReactNode {
  return (
    <Chip
      color={toneColor[tone]}
      icon={<span>{icon ?? <ToneIcon tone={tone} size={12} />}</span>}
      label={children}
      {...(tone === 'neutral' && { sx: { fontWeight: 600 } })}
    />
  );
}
