import { useMemo, useState } from 'react';
import type { DialogContextValue } from './dialog-context';
import type { DiscardQuestionProps } from './DiscardQuestion';

export interface DialogClose {
  /** Closes the dialog, or asks first. Undefined while it can't be closed. */
  close: (() => void) | undefined;
  /** True while closing would lose input. */
  isChanged: boolean;
  /** The confirmation that the dialog shows. */
  question: DiscardQuestionProps;
  /** For `DialogContext` around the content. */
  context: DialogContextValue;
}

/** Counts registrations until their returned functions are called. */
function useCount(): [count: number, add: () => () => void] {
  const [count, setCount] = useState(0);
  const [add] = useState(() => () => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  });
  return [count, add];
}

/**
 * Closes a dialog, and asks first if input would be lost.
 *
 * @param isChanged true if the dialog itself has changes; its content can register more
 */
export function useDialogClose(onClose: (() => void) | undefined, isChanged: boolean): DialogClose {
  const [changedParts, addChangedPart] = useCount();
  const [asking, setAsking] = useState(false);
  const asks = isChanged || changedParts > 0;
  const asksFirst = onClose !== undefined && asks;
  const close = useMemo(() => (asksFirst ? () => setAsking(true) : onClose), [asksFirst, onClose]);
  return {
    close,
    isChanged: asks,
    question: {
      open: asking && asks,
      onDiscard: () => {
        setAsking(false);
        onClose?.();
      },
      onKeep: () => setAsking(false),
    },
    context: useMemo(() => ({ close, addChangedPart }), [close, addChangedPart]),
  };
}
