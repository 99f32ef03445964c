import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { color, commonMessages, DialogContext, styled, useDialogClose } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';

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
  '&[data-covers]::backdrop': { backgroundColor: color.paper },
  // Printed pages have no backdrop.
  '@media print': { 'body:has(> &[data-covers]) > :not(&)': { display: 'none' } },
});

export interface NativeDialogProps {
  title: string;
  /** Called on Escape, which asks first if the content has unsaved input. Without it, the dialog must be answered. */
  onEscape?: () => void;
  /** Hides the page behind it from a person who must not see it. */
  covers?: boolean;
  children: ReactNode;
}

/**
 * A native dialog, open while it is rendered. It is above everything and makes everything else inert, including
 * modules' dialogs, whose focus traps could otherwise conflict with it. Focus moves to the control with
 * `data-first-focus`, or to the first control. It is a direct child of body, because an open dialog of a module hides
 * the rest of the page from screen readers.
 */
export function NativeDialog({ title, onEscape, covers = false, children }: NativeDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { close, question, context } = useDialogClose(onEscape, false);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // React's autoFocus runs before the dialog is open, when nothing in it can take focus.
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const content = (
    <Root
      ref={dialog}
      aria-labelledby={id}
      data-covers={covers || undefined}
      onCancel={(event) => {
        // The browser would close the dialog, but the parent component controls that.
        event.preventDefault();
        close?.();
      }}
    >
      <Typography id={id} variant="h2" style={{ fontSize: 17, lineHeight: '24px', marginBottom: 8 }}>
        {title}
      </Typography>
      {children}
    </Root>
  );
  return (
    <DialogContext value={context}>
      {createPortal(content, document.body)}
      {question.open && (
        <NativeQuestion {...commonMessages.discardQuestion} onKeep={question.onKeep} onConfirm={question.onDiscard} />
      )}
    </DialogContext>
  );
}

export interface NativeQuestionProps {
  title: string;
  text: string;
  /** The consequence that can't be undone. */
  confirm: string;
  keep: string;
  onConfirm: () => void;
  /** The default, also on Escape. */
  onKeep: () => void;
}

/** Asks in a native dialog before something is lost. */
export function NativeQuestion({ title, text, confirm, keep, onConfirm, onKeep }: NativeQuestionProps): ReactNode {
  return (
    <NativeDialog title={title} onEscape={onKeep}>
      <Typography color="textSecondary">{text}</Typography>
      <Stack
        direction="row"
        spacing={2}
        style={{ marginTop: 20 }}
        sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}
      >
        <Button color="error" onClick={onConfirm}>
          {confirm}
        </Button>
        <Button variant="contained" data-first-focus="" onClick={onKeep}>
          {keep}
        </Button>
      </Stack>
    </NativeDialog>
  );
}
