import type { ReactNode } from 'react';
import { PopoverDialog, type PopoverDialogProps } from './PopoverDialog';

export interface PopoverProps extends Omit<PopoverDialogProps, 'anchorEl'> {
  /** The anchor; null is closed. */
  anchor: HTMLElement | null;
}

/** A small dialog next to its opener. @deprecated Use `PopoverDialog`, with MUI's `anchorEl`. */
export function Popover({ anchor, ...rest }: PopoverProps): ReactNode {
  return <PopoverDialog {...rest} anchorEl={anchor} />;
}
