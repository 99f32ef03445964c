import { days, timeParts } from 'shared-api/contracts';
import { CopyIcon, color, radius, styled } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { CheckboxField } from 'shared-ui/choices';
import { type Dispatch, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { GridCursor } from '../grid/grid-cursor';
import { messages } from '../messages';
import type { Editing } from './cursor';
import type { Action, Draft } from './draft';
import { type ActionOptions, type GridActions, useGridActions } from './grid-actions';
import { nameOf } from './names';
import { problemsOfRow } from './problems';
import { ProviderDay, type ShownWeek } from './ProviderDay';
import { followsOffice, isOffice, officeOf, type Row, rowOf } from './rows';

const text = messages.weeklyHours;

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  minHeight: 44,
});

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
  '& > li + li': { borderTop: `1px solid ${color.line}` },
  '& > li[data-open]': { backgroundColor: color.subtle },
});

/** The grid's actions, for the shown row. */
function useWeekActions(list: RefObject<HTMLElement | null>, options: ActionOptions): GridActions {
  const [cursor] = useState(() => new GridCursor());
  const grid = useGridActions(list, cursor, options);
  return useMemo(
    () => ({
      ...grid,
      // The day stays open. If it closed on blur, the content below would move under the finger.
      blur: () => undefined,
      /** The Next key of a phone's keyboard moves through the day's fields. */
      commit(from, step) {
        const part = timeParts[timeParts.indexOf(from.part) + step];
        if (part) grid.open({ ...from, part });
        else grid.close({ id: from.id, column: from.day });
      },
    }),
    [grid],
  );
}

export interface ProviderWeekProps {
  draft: Draft;
  row: Row;
  dispatch: Dispatch<Action>;
  /** True if the person may not change hours. */
  readOnly: boolean;
  editing: Editing | null;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  onCopyDay: GridActions['copyDay'];
  onCopyWeek: (id: number) => void;
}

/** The week of the office or of one provider on a phone, as seven rows. A tap opens a day below its row. */
export function ProviderWeek(props: ProviderWeekProps): ReactNode {
  const { draft, row, dispatch, readOnly, editing, setEditing, onCopyDay, onCopyWeek } = props;
  const id = row.provider_id;
  const name = nameOf(row);
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => [row], [row]);
  const grid = useWeekActions(list, { rows, dispatch, setEditing, onCopyDay, onMenu: () => undefined });
  const before = rowOf(draft.base.records, id) ?? row;
  const following = followsOffice(row);
  const week: ShownWeek = {
    row,
    before,
    office: officeOf(draft.rows),
    problems: problemsOfRow(row, draft.refusals),
    refusals: draft.refusals,
    conflicts: (draft.merge?.conflicts ?? []).filter((conflict) => conflict.id === id && conflict.choice === null),
  };

  return (
    <div>
      <Head>
        {isOffice(row) ? (
          <span>{text.grid.followers(draft.rows.filter(followsOffice).length)}</span>
        ) : (
          <CheckboxField
            label={text.grid.follow}
            aria-label={text.grid.followOf(name)}
            aria-disabled={readOnly || undefined}
            checked={following}
            modified={following !== followsOffice(before)}
            onChange={(_, on) => dispatch({ type: 'follow', id, on })}
          />
        )}
        {!readOnly && (
          <Button variant="text" startIcon={<CopyIcon size={14} />} onClick={() => onCopyWeek(id)}>
            {text.phone.copyWeek}
          </Button>
        )}
      </Head>
      <List ref={list} aria-label={text.phone.weekOf(name)}>
        {days.map((day) => (
          <ProviderDay
            key={day}
            {...{ week, day, readOnly, grid }}
            editing={editing?.id === id && editing.day === day ? editing : null}
            onClose={() => setEditing(() => null)}
          />
        ))}
      </List>
    </div>
  );
}
