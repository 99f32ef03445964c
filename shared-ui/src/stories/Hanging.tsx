import { type ReactNode, useState } from 'react';
import { Button } from '../actions/Button';

export interface HangingProps {
  /** What the opener says. */
  opener: string;
  onClose: () => void;
  /** What hangs from the opener: open from the start, and again when the opener is pressed. */
  children: (anchor: HTMLElement | null, close: () => void) => ReactNode;
}

/** For stories of what hangs from an element. */
export function Hanging({ opener, onClose, children }: HangingProps): ReactNode {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(true);
  const close = (): void => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <Button ref={setElement} aria-haspopup="true" aria-expanded={open} onClick={() => setOpen(true)}>
        {opener}
      </Button>
      {children(open ? element : null, close)}
    </>
  );
}
