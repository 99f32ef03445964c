import type { ReactNode } from 'react';
import { ActionMenu, type ActionMenuProps } from './ActionMenu';

export interface MenuProps extends Omit<ActionMenuProps, 'anchorEl'> {
  /** The anchor; null is closed. */
  anchor: HTMLElement | null;
}

/** A menu at an element of the caller. @deprecated Use `ActionMenu`, with MUI's `anchorEl`. */
export function Menu({ anchor, ...rest }: MenuProps): ReactNode {
  return <ActionMenu {...rest} anchorEl={anchor} />;
}
