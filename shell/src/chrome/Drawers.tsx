import type { ReactNode } from 'react';
import { Drawer } from 'shared-ui/mui';
import { messages } from '../messages';

/** Width of the Quick Links in pixels (settings and hours, 2.4). */
export const QUICK_LINKS_WIDTH = 250;

interface SideDrawerProps {
  open: boolean;
  anchor: 'left' | 'right';
  label: string;
  /** Width in pixels if the window is wide enough. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** A sidebar over the page, in windows too narrow for both. */
function SideDrawer({ open, anchor, label, width, onClose, children }: SideDrawerProps): ReactNode {
  return (
    <Drawer
      open={open}
      anchor={anchor}
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
    </Drawer>
  );
}

interface DrawerContent {
  open: boolean;
  /** False if there is none. */
  content: ReactNode;
}

export interface DrawersProps {
  menu: DrawerContent;
  links: DrawerContent;
  onClose: () => void;
}

/** The drawers of a narrow window: navigation on the left, Quick Links on the right. */
export function Drawers({ menu, links, onClose }: DrawersProps): ReactNode {
  return (
    <>
      <SideDrawer open={menu.open} anchor="left" label={messages.frame.menuTitle} width={280} onClose={onClose}>
        {menu.content}
      </SideDrawer>
      {links.content && (
        <SideDrawer
          open={links.open}
          anchor="right"
          label={messages.quickLinks.title}
          width={QUICK_LINKS_WIDTH + 40}
          onClose={onClose}
        >
          {links.content}
        </SideDrawer>
      )}
    </>
  );
}
