import MuiChip from '@mui/material/Chip';
import type { ReactNode } from 'react';
import { RemovableChip } from './RemovableChip';
import { type Tone, ToneIcon, toneColor } from './tones';

export interface StatusBadgeProps {
  tone: Tone;
  /** The tone's icon by default. */
  icon?: ReactNode;
  /** The label. */
  children: string;
}

/** A status with icon and label. */
export function StatusBadge({ tone, icon, children }: StatusBadgeProps): ReactNode {
  return (
    <MuiChip
      color={toneColor[tone]}
      icon={<span>{icon ?? <ToneIcon tone={tone} size={12} />}</span>}
      label={children}
      {...(tone === 'neutral' && { sx: { fontWeight: 600 } })}
    />
  );
}

export interface ChipProps {
  children: string;
  /** Called by the remove button. Without it, there is no button. */
  onRemove?: () => void;
  removeLabel?: string;
}

/** A name in a list of names. @deprecated Use `Chip` of `shared-ui/mui`, or `RemovableChip`. */
export function Chip({ children, onRemove, removeLabel }: ChipProps): ReactNode {
  return onRemove ? (
    <RemovableChip
      label={children}
      onDelete={onRemove}
      {...(removeLabel !== undefined && { deleteLabel: removeLabel })}
    />
  ) : (
    <MuiChip label={children} />
  );
}
