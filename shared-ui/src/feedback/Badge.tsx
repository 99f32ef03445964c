import MuiChip from '@mui/material/Chip';
import type { ReactNode } from 'react';
import { IconButton } from '../actions/IconButton';
import { CloseIcon } from '../icons';
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
      component="span"
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

/** A name in a list of names, such as a bundle or a flag. */
export function Chip({ children, onRemove, removeLabel }: ChipProps): ReactNode {
  return (
    <MuiChip
      component="span"
      // MUI's `onDelete` is no tab stop, so the label contains a button.
      label={
        onRemove ? (
          <>
            {children}
            <IconButton
              small
              label={removeLabel ?? `Remove ${children}`}
              icon={<CloseIcon size={12} />}
              onClick={onRemove}
            />
          </>
        ) : (
          children
        )
      }
    />
  );
}
