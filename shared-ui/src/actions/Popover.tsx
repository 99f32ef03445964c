import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';

export interface PopoverProps {
  /** Where it hangs; null is closed. */
  anchor: HTMLElement | null;
  /** What it is, for screen readers. */
  label: string;
  onClose: () => void;
  width?: number;
  children: ReactNode;
}

/** A small dialog that hangs below what opened it. Escape and a click beside it close it and give the focus back. */
export function Popover({ anchor, label, onClose, width, children }: PopoverProps): ReactNode {
  return (
    <MuiPopover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, style: { marginTop: 4, padding: 12, width } } }}
    >
      {children}
    </MuiPopover>
  );
}
