import { type ReactNode, useState } from 'react';
import { Button } from '../mui/Button';

export interface AnchoredStoryProps {
  /** The opener's label. */
  opener: string;
  onClose: () => void;
  /** The anchored element: open from the start, and again when the opener is pressed. */
  children: (anchor: HTMLElement | null, close: () => void) => ReactNode;
}

/** For stories of elements that are anchored to another. */
export function AnchoredStory({ opener, onClose, children }: AnchoredStoryProps): ReactNode {
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
