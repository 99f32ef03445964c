import type { ActivityRevert } from 'shared-api/contracts/activity';
import { RevertNotice, type StagedValues, useRevert } from 'shared-ui/activity';
import type { Dispatch, ReactNode } from 'react';
import { useLazyReadActivityQuery } from '../api';
import { messages } from '../messages';
import { changesOf } from './changes';
import { type Action, type Draft, type FormerRow, reduce } from './draft';
import { nameOf } from './names';
import { followsOffice, rowOf, type UnitRef } from './rows';

const text = messages.weeklyHours.reverting;

/** First day of the loaded schedule, which is the third part of its ETag; null for the first schedule. */
export function scheduleOfEtag(etag: string | undefined): string | null {
  const date = /^(?:W\/)?"\d+\.\d+\.(\d{8})"$/.exec(etag ?? '')?.[1];
  return date === undefined ? null : `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
}

/** True for a part of a week covered by the former values. */
function isRestored({ follows, times }: FormerRow, unit: UnitRef['unit']): boolean {
  if (follows !== null) return true;
  return unit !== 'hours-of' && Object.keys(times).some((key) => key.startsWith(`${unit}_`));
}

/** Stages the former hours. Rows of providers who have left, and of another schedule, can't be restored. */
export function stageHours(
  revert: ActivityRevert,
  draft: Draft,
  { dispatch, reason }: { dispatch: Dispatch<Action>; reason: string | undefined },
): StagedValues {
  if (revert.kind !== 'weekly_hours') return { staged: 0, skipped: [] };
  if (revert.valid_from !== scheduleOfEtag(draft.base.etag)) return { staged: 0, skipped: [text.otherSchedule] };
  const skipped: string[] = [];
  const rows: FormerRow[] = [];
  for (const { provider_id: id, follows_office: follows, times } of revert.rows) {
    const row = rowOf(draft.rows, id);
    if (!row) skipped.push(text.formerProvider(id));
    else if (reason !== undefined || (followsOffice(row) && follows === null)) skipped.push(nameOf(row));
    else rows.push({ id, follows, times });
  }
  if (rows.length === 0) return { staged: 0, skipped };
  const action = { type: 'restored', rows } as const;
  dispatch(action);
  const changed = changesOf(draft.base.records, reduce(draft, action).rows);
  const others = changed.filter(({ id, unit }) => !rows.some((row) => row.id === id && isRestored(row, unit)));
  return {
    staged: changed.length - others.length,
    skipped,
    others: draft.rows.filter(({ provider_id: id }) => others.some((unit) => unit.id === id)).map(nameOf),
    dropOthers: () => dispatch({ type: 'revert', units: others }),
  };
}

export interface RevertedHoursProps {
  /** Id of the change in the activity. */
  id: string;
  practiceId: number;
  draft: Draft;
  dispatch: Dispatch<Action>;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
}

/** Stages a change's former hours, with a notice. */
export function RevertedHours({ id, practiceId, draft, dispatch, reason }: RevertedHoursProps): ReactNode {
  const [readActivity] = useLazyReadActivityQuery();
  const { state, retry } = useRevert({
    read: () => readActivity({ practice: practiceId, activity: id }).unwrap(),
    stage: (revert) => stageHours(revert, draft, { dispatch, reason }),
  });
  const isChanged = changesOf(draft.base.records, draft.rows).length > 0;
  return <RevertNotice state={state} isChanged={isChanged} onRetry={retry} />;
}
