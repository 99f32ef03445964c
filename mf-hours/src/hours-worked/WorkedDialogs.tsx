import { Button, ConfirmDialog, Dialog } from 'shared-ui';
import type { ReactNode } from 'react';
import { words } from './messages';
import type { ExportKind } from './use-export';

/** What is asked over the page. */
export type Asked = { kind: 'discard' } | { kind: 'recalculate' } | { kind: 'export'; as: ExportKind } | null;

export interface WorkedDialogsProps {
  asked: Asked;
  changes: number;
  onClose: () => void;
  onDiscard: () => void;
  onRecalculate: () => void;
  onExport: (as: ExportKind, saveFirst: boolean) => void;
}

/** Questions before what unsaved changes stand in the way of. */
export function WorkedDialogs(props: WorkedDialogsProps): ReactNode {
  const { asked, changes, onClose, onDiscard, onRecalculate, onExport } = props;
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const { ask } = words.recalculation;
  const { ask: before } = words.exporting;
  switch (asked?.kind) {
    case 'discard':
      return (
        <ConfirmDialog
          open
          danger
          title={words.discard.title(changes)}
          confirmLabel={words.discard.confirm(changes)}
          cancelLabel={words.discard.keep}
          onConfirm={then(onDiscard)}
          onCancel={onClose}
        >
          {words.discard.text}
        </ConfirmDialog>
      );
    case 'recalculate':
      return (
        <ConfirmDialog
          open
          title={ask.title}
          confirmLabel={ask.confirm}
          cancelLabel={ask.keep}
          onConfirm={then(onRecalculate)}
          onCancel={onClose}
        >
          {ask.text(changes)}
        </ConfirmDialog>
      );
    case 'export':
      return (
        <Dialog
          open
          size="small"
          role="alertdialog"
          title={before.title(asked.as === 'csv' ? words.actions.csv : words.actions.pdf)}
          onClose={onClose}
          actions={
            <>
              <Button onClick={onClose}>{before.cancel}</Button>
              <Button onClick={then(() => onExport(asked.as, false))}>{before.asSaved}</Button>
              <Button variant="primary" autoFocus onClick={then(() => onExport(asked.as, true))}>
                {before.save}
              </Button>
            </>
          }
        >
          {before.text(changes)}
        </Dialog>
      );
    case undefined:
      return null;
  }
}
