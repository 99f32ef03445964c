import { ConfirmDialog, TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from './messages';
import type { ExportKind } from './use-export';

/** The dialog that is open. */
export type DialogRequest = { kind: 'discard' } | { kind: 'recalculate' } | { kind: 'export'; as: ExportKind } | null;

export interface WorkedDialogsProps {
  request: DialogRequest;
  changes: number;
  onClose: () => void;
  onDiscard: () => void;
  onRecalculate: () => void;
  onExport: (as: ExportKind, saveFirst: boolean) => void;
}

/** Confirmations of actions that affect unsaved changes. */
export function WorkedDialogs(props: WorkedDialogsProps): ReactNode {
  const { request, changes, onClose, onDiscard, onRecalculate, onExport } = props;
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const { ask } = messages.recalculation;
  const { ask: before } = messages.exporting;
  switch (request?.kind) {
    case 'discard':
      return (
        <ConfirmDialog
          open
          danger
          title={messages.discard.title(changes)}
          confirmLabel={messages.discard.confirm(changes)}
          cancelLabel={messages.discard.keep}
          onConfirm={then(onDiscard)}
          onCancel={onClose}
        >
          {messages.discard.text}
        </ConfirmDialog>
      );
    case 'recalculate':
      return (
        <ConfirmDialog
          open
          title={changes === 0 ? ask.titleUnchanged : ask.title}
          confirmLabel={ask.confirm}
          cancelLabel={changes === 0 ? ask.cancel : ask.keep}
          onConfirm={then(onRecalculate)}
          onCancel={onClose}
        >
          {changes === 0 ? ask.textUnchanged : ask.text(changes)}
        </ConfirmDialog>
      );
    case 'export':
      return (
        <TitledDialog
          open
          maxWidth="xs"
          role="alertdialog"
          title={before.title(request.as === 'csv' ? messages.actions.csv : messages.actions.pdf)}
          onClose={onClose}
          actions={
            <>
              <Button onClick={onClose}>{before.cancel}</Button>
              <Button onClick={then(() => onExport(request.as, false))}>{before.asSaved}</Button>
              <Button variant="contained" autoFocus onClick={then(() => onExport(request.as, true))}>
                {before.save}
              </Button>
            </>
          }
        >
          {before.text(changes)}
        </TitledDialog>
      );
    case undefined:
      return null;
  }
}
