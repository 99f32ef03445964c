import Chip from '@mui/material/Chip';
import type { ReactNode } from 'react';
import { CloseIcon } from '../icons';
import { commonMessages } from '../messages';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';

export interface RemovableChipProps {
  label: string;
  /** As in MUI, called by the remove button. */
  onDelete: () => void;
  /** The name of the remove button; "Remove" and the label by default. */
  deleteLabel?: string;
}

/**
 * MUI's chip with a button in its label. The icon of MUI's own `onDelete` isn't a tab stop.
 *
 * @example
 * <RemovableChip label="Hygiene" deleteLabel="Remove Hygiene" onDelete={() => undefined} />
 */
export function RemovableChip({
  label,
  onDelete,
  deleteLabel = commonMessages.choices.remove(label),
}: RemovableChipProps): ReactNode {
  return (
    <Chip
      label={
        <>
          <span>{label}</span>
          <Tooltip title={deleteLabel}>
            <IconButton size="small" onClick={onDelete}>
              <CloseIcon size={12} />
            </IconButton>
          </Tooltip>
        </>
      }
    />
  );
}
