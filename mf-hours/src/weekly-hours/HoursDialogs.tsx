import { ActionMenu, ConfirmDialog, lazyDialog, type MenuItems } from 'shared-ui';
import { type Dispatch, type ReactNode } from 'react';
import { messages } from '../messages';
import { changesOf } from './changes';
import type { Action, Draft } from './draft';
import { nameOf } from './names';
import { followsOffice, type Rows, rowOf } from './rows';
import type { CopyRequest } from './stored-copy';

const CopyDayDialog = lazyDialog(async () => {
  const { CopyDayDialog: dialog } = await import(/* webpackChunkName: "copy-hours" */ './CopyDayDialog');
  return dialog;
});
const CopyWeekDialog = lazyDialog(async () => {
  const { CopyWeekDialog: dialog } = await import(/* webpackChunkName: "copy-hours" */ './CopyWeekDialog');
  return dialog;
});

/** The menu or dialog that is open. */
export type DialogRequest =
  | { kind: 'menu'; id: number; anchor: HTMLElement }
  | CopyRequest
  | { kind: 'discard' }
  | null;

export interface HoursDialogsProps {
  request: DialogRequest;
  setRequest: (opened: DialogRequest) => void;
  draft: Draft;
  /** The rows that the filter shows. */
  rows: Rows;
  changes: number;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  dispatch: Dispatch<Action>;
}

/** The menu of a row and the dialogs for bulk changes. */
export function HoursDialogs(props: HoursDialogsProps): ReactNode {
  const { request: opened, setRequest: setOpened, draft, rows, changes, reason, dispatch } = props;
  const onClose = (): void => setOpened(null);
  const act = (action: Action): void => {
    dispatch(action);
    onClose();
  };
  const row = opened && 'id' in opened ? rowOf(draft.rows, opened.id) : undefined;

  const items = (id: number): MenuItems => {
    const before = draft.base.records;
    const units = changesOf(before, draft.rows).filter((unit) => unit.id === id);
    const following = row !== undefined && followsOffice(row);
    const why = reason ?? (following ? messages.weeklyHours.editor.follows : undefined);
    return [
      {
        label: messages.weeklyHours.menu.copyWeek,
        onSelect: () => setOpened({ kind: 'copy-week', id }),
        ...(reason !== undefined && { disabled: true, detail: reason }),
      },
      {
        label: messages.weeklyHours.menu.copyDay,
        onSelect: () => setOpened({ kind: 'copy-day', start: { id } }),
        ...(why !== undefined && { disabled: true, detail: why }),
      },
      'divider',
      {
        label: messages.weeklyHours.menu.revert,
        onSelect: () => act({ type: 'revert', units }),
        disabled: units.length === 0,
      },
    ];
  };

  switch (opened?.kind) {
    case 'menu':
      return (
        <ActionMenu
          anchorEl={opened.anchor}
          label={row ? messages.weeklyHours.grid.menuOf(nameOf(row)) : ''}
          items={items(opened.id)}
          onClose={onClose}
        />
      );
    case 'copy-day':
      return <CopyDayDialog rows={rows} start={opened.start} onCopy={act} onClose={onClose} />;
    case 'copy-week':
      return row && <CopyWeekDialog from={row} rows={rows} onCopy={act} onClose={onClose} />;
    case 'discard':
      return (
        <ConfirmDialog
          open
          danger
          title={messages.weeklyHours.discard.title(changes)}
          confirmLabel={messages.weeklyHours.discard.confirm(changes)}
          cancelLabel={messages.weeklyHours.discard.keep}
          onConfirm={() => act({ type: 'discard' })}
          onCancel={onClose}
        >
          {messages.weeklyHours.discard.text}
        </ConfirmDialog>
      );
    case undefined:
      return null;
  }
}
