import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { useScrolls } from '../layout/use-scrolls';
import { popoverMargins, popoverOrigins, type Placement } from './placement';

export interface PopoverProps {
  /** The anchor; null is closed. */
  anchor: HTMLElement | null;
  /** The accessible name. */
  label: string;
  onClose: () => void;
  width?: number;
  /** The side of the opener; `above` for openers at the bottom of the window. */
  placement?: Placement;
  children: ReactNode;
}

/** A small dialog next to its opener. Escape and a click outside close it and return the focus. */
export function Popover({ anchor, label, onClose, width, placement = 'below', children }: PopoverProps): ReactNode {
  const [paper, scrolls] = useScrolls();
  return (
    <MuiPopover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      {...popoverOrigins[placement]}
      slotProps={{
        // MUI passes the transition's tab index to the paper, which overrides the paper's own.
        ...(scrolls && { transition: { tabIndex: 0 } }),
        paper: {
          ref: paper,
          role: 'dialog',
          'aria-label': label,
          style: { ...popoverMargins[placement], padding: 12, boxSizing: 'border-box', width },
        },
      }}
    >
      {children}
    </MuiPopover>
  );
}
