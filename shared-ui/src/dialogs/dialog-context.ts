import { createContext } from 'react';

/** What the content of a dialog and the dialog know of each other. */
export interface DialogContextValue {
  /** Closes the dialog, or asks first. Undefined while it can't be closed. */
  close: (() => void) | undefined;
  /** Reports content that would be lost, until the returned function is called. */
  addChangedPart: () => () => void;
}

export const DialogContext = createContext<DialogContextValue | null>(null);
