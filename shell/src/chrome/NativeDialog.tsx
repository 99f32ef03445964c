import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { color, styled, Text } from 'shared-ui';

const Root = styled('dialog')({
  boxSizing: 'border-box',
  width: 'min(440px, calc(100vw - 32px))',
  maxHeight: 'calc(100dvh - 32px)',
  padding: '18px 20px 20px',
  border: `1px solid ${color.line}`,
  borderRadius: 12,
  backgroundColor: color.surface,
  color: color.ink,
  boxShadow: color.shadow,
  '&::backdrop': { backgroundColor: color.scrim },
});

export interface NativeDialogProps {
  title: string;
  /** Escape. Absent: the question has to be answered. */
  onEscape?: () => void;
  children: ReactNode;
}

/**
 * A dialog of the browser's own, open while it is rendered. It lies above everything and makes all else inert, also the
 * dialogs of a module, whose focus traps could otherwise fight with it. The focus goes to the control with
 * `data-first-focus`, or to the first one. It is a child of body of its own: the rest of the page is hidden from screen
 * readers while a module's dialog is open.
 */
export function NativeDialog({ title, onEscape, children }: NativeDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // React's autoFocus comes before the dialog is open, when nothing in it can have the focus yet.
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return createPortal(
    <Root
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // The browser would close the dialog, but the parent component controls that.
        event.preventDefault();
        onEscape?.();
      }}
    >
      <Text id={id} variant="sectionHeading" style={{ fontSize: 17, lineHeight: '24px', marginBottom: 8 }}>
        {title}
      </Text>
      {children}
    </Root>,
    document.body,
  );
}
