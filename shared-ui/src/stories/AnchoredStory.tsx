import { type ReactNode, useState } from 'react';
import { Button } from '../mui/Button';

export interface AnchoredStoryProps {
  /** The opener's label. */
  opener: string;
  onClose: () => void;
  /** The anchored element, open initially and again when the opener is pressed. */
  children: (anchor: HTMLElement | null, close: () => void) => ReactNode;
}

/** Renders stories of anchored elements. */
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
