import MuiDrawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import { color } from '../theme/tokens';

export interface DrawerProps {
  open: boolean;
  /** What it is, for screen readers. */
  label: string;
  side: 'left' | 'right';
  /** In pixels; never wider than the window less a strip to close it by. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** A side panel that overlays the page where there is no space next to it. Escape and a click outside close it. */
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
          style: {
            width: `min(${width}px, calc(100vw - 56px))`,
            border: 0,
            boxShadow: color.shadow,
            backgroundColor: color.rail,
          },
        },
      }}
    >
      {children}
    </MuiDrawer>
  );
}
