import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { useScrolls } from '../layout/use-scrolls';
import { popoverMargins, popoverOrigins, type Placement } from './placement';
import { useFocusReturn } from './use-focus-return';

export interface PopoverDialogProps {
  /** As in MUI; null is closed. */
  anchorEl: HTMLElement | null;
  /** The accessible name. */
  label: string;
  onClose: () => void;
  width?: number;
  /** Where it opens; `above` if the opener is at the bottom of the window. */
  placement?: Placement;
  children: ReactNode;
}

/**
 * MUI's popover as a small dialog next to its opener. Escape and a click outside close it and return the focus.
 *
 * @example
 * const [anchor, setAnchor] = useState<HTMLElement | null>(null);
 * return (
 *   <>
 *     <Button onClick={(event) => setAnchor(event.currentTarget)}>Filters</Button>
 *     <PopoverDialog anchorEl={anchor} label="Room filters" width={280} onClose={() => setAnchor(null)}>
 *       <CheckboxField label="Only free rooms" checked={false} onChange={() => undefined} />
 *     </PopoverDialog>
 *   </>
 * );
 */
export function PopoverDialog({
  anchorEl,
  label,
  onClose,
  width,
  placement = 'below',
  children,
}: PopoverDialogProps): ReactNode {
  const [paper, scrolls] = useScrolls();
  useFocusReturn(anchorEl !== null);
  return (
    <MuiPopover
      open={anchorEl !== null}
      anchorEl={anchorEl}
      onClose={onClose}
      disableScrollLock
      disableRestoreFocus
      {...popoverOrigins[placement]}
      slotProps={{
        // MUI passes the transition's tab index to the paper and overrides the paper's own.
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
