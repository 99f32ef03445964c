import { hoursText } from 'shared-api/contracts';
import type { Dispatch, ReactNode, RefObject } from 'react';
import { messages } from '../messages';
import { ConflictPanel, versionedMessages } from 'shared-ui/versioned';
import type { Action, MergeState } from './draft';
import type { Field, FieldConflict, FieldRef } from './merge';
import { nameOf } from './names';
import { dayOf, partOf } from './problems';
import { followsOffice, type Row } from './rows';
import { minutesOf } from './summary';

const text = messages.weeklyHours;

/** The name of a field: `Kim Osei, Tuesday, start`. */
export function fieldName({ theirs, field }: Pick<FieldConflict, 'theirs' | 'field'>): string {
  const name = nameOf(theirs);
  return field === 'hours-of' ? text.merge.hoursOf(name) : text.editor.field(name, dayOf(field), partOf(field));
}

/** The text of one side of a conflict. */
function versionText(row: Row, field: Field): string {
  if (followsOffice(row)) return text.merge.usesOffice;
  if (field === 'hours-of') return text.merge.ownWeek(hoursText(minutesOf(row).week));
  return row[field] === '' ? text.merge.noTime : row[field];
}

const keyOf = ({ id, field }: FieldRef): string => `${id}.${field}`;

/** Shown after someone else has saved: the merged changes, and both versions of every field that two users changed. */
export function WeeklyConflictPanel({
  merge,
  timeZone,
  dispatch,
  ref,
}: {
  merge: MergeState;
  timeZone: string;
  dispatch: Dispatch<Action>;
  ref: RefObject<HTMLDivElement | null>;
}): ReactNode {
  const { by, conflicts, merged } = merge;
  const facts = merged > 0 ? [versionedMessages.merged(merged)] : [];
  return (
    <ConflictPanel
      ref={ref}
      timeZone={timeZone}
      facts={facts}
      conflicts={conflicts.map((conflict) => ({
        key: keyOf(conflict),
        field: fieldName(conflict),
        mine: versionText(conflict.mine, conflict.field),
        theirs: versionText(conflict.theirs, conflict.field),
        by: conflict.by ?? by,
        choice: conflict.choice,
      }))}
      onChoose={(side, keys) =>
        dispatch({ type: 'choose', side, fields: conflicts.filter((conflict) => keys.includes(keyOf(conflict))) })
      }
    />
  );
}
