import { dayNames, days } from 'shared-api/contracts';
import type { Dispatch, ReactNode, RefObject } from 'react';
import { RemovedProviders } from '../grid/RemovedProviders';
import { messages as gridMessages } from '../grid/messages';
import { messages } from '../messages';
import { dayAsText } from './day-text';
import type { Action, ProviderChanges } from './draft';
import type { RemovedRow } from './merge';
import { nameOf } from './names';
import { followsOffice } from './rows';

const { grid, removed: text } = messages.weeklyHours;

/** The unsaved days with their hours; all days of an own week. */
function linesOf({ row, units }: RemovedRow): string[] {
  if (followsOffice(row)) return [];
  const changed = units.includes('hours-of') ? days : days.filter((day) => units.includes(day));
  return changed.map((day) => text.line(dayNames[day], dayAsText(row, day)));
}

/** The edits that a save left out, in one sentence: `5 days of Theo Grant weren’t saved.` */
export function notSavedText(removed: readonly RemovedRow[]): string {
  const count = removed.flatMap(linesOf).length;
  const names = [...new Set(removed.map(({ row }) => nameOf(row)))];
  return gridMessages.removedProviders.details(count > 0 ? text.days(count) : text.change, Math.max(count, 1), names);
}

export interface RemovedRowsProps {
  ref: RefObject<HTMLDivElement | null>;
  providers: ProviderChanges;
  dispatch: Dispatch<Action>;
}

/** The edits of providers who have left the practice. */
export function RemovedRows({ providers: { removed, added }, dispatch, ref }: RemovedRowsProps): ReactNode {
  if (removed.length === 0) return null;
  const groups = removed.map((each) => ({ name: nameOf(each.row), lines: linesOf(each) }));
  const count = groups.flatMap(({ lines }) => lines).length;
  return (
    <RemovedProviders
      ref={ref}
      names={[...new Set(groups.map(({ name }) => name))]}
      added={added.map(nameOf)}
      fact={count > 0 ? text.notSaved(count) : text.tickNotSaved}
      lines={groups.flatMap(({ name, lines }) => {
        const own = lines.length > 0 ? lines : [grid.follow];
        return groups.length === 1 ? own : own.map((line) => `${name}, ${line}`);
      })}
      onClose={() => dispatch({ type: 'close-removed' })}
    />
  );
}
