import MuiDrawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';

export interface DrawerProps {
  open: boolean;
  /** The accessible name. */
  label: string;
  side: 'left' | 'right';
  /** In pixels. Always leaves a strip of the window free, where a click closes the drawer. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A side panel that overlays the page where there is no space next to it. Escape and a click outside close it.
 * @deprecated Use `Drawer` of `shared-ui/mui`.
 */
export function Drawer({ open, label, side, width, onClose, children }: DrawerProps): ReactNode {
  return (
    <MuiDrawer
      open={open}
      anchor={side}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          'aria-modal': true,
          style: { width: `min(${width}px, calc(100vw - 56px))` },
        },
      }}
    >
      {children}
    </MuiDrawer>
  );
}
