import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { useScrolls } from '../layout/use-scrolls';
import { gaps, origins, type Placement } from './placement';

export interface PopoverProps {
  /** Where it hangs; null is closed. */
  anchor: HTMLElement | null;
  /** What it is, for screen readers. */
  label: string;
  onClose: () => void;
  width?: number;
  /** Where it stands to its opener; `above` for what is opened at the foot of the window. */
  placement?: Placement;
  children: ReactNode;
}

/** A small dialog that hangs below what opened it. Escape and a click beside it close it and give the focus back. */
export function Popover({ anchor, label, onClose, width, placement = 'below', children }: PopoverProps): ReactNode {
  const [paper, scrolls] = useScrolls();
  return (
    <MuiPopover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      {...origins[placement]}
      slotProps={{
        // MUI hands the tab index of the transition on to the paper, over the paper's own.
        ...(scrolls && { transition: { tabIndex: 0 } }),
        paper: {
          ref: paper,
          role: 'dialog',
          'aria-label': label,
          style: { ...gaps[placement], padding: 12, boxSizing: 'border-box', width },
        },
      }}
    >
      {children}
    </MuiPopover>
  );
}
