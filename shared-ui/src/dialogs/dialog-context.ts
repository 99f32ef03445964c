import { createContext } from 'react';

/** Shared state of a dialog and its content. */
export interface DialogContextValue {
  /** Closes the dialog, or asks first. Undefined while it can't be closed. */
  close: (() => void) | undefined;
  /** Registers content that would be lost, until the returned function is called. */
  addChangedPart: () => () => void;
}

export const DialogContext = createContext<DialogContextValue | null>(null);
