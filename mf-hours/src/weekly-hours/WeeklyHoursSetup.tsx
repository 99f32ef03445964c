import type { PracticeSummary } from 'shared-api';
import { SaveReminder, useFocusAfter, useStoredRequest, VisuallyHidden, zoneText } from 'shared-ui';
import { Alert, AlertTitle } from 'shared-ui/mui';
import { type Dispatch, type ReactNode, type RefObject, useRef, useState } from 'react';
import { messages } from '../messages';
import { RestoredNotice, versionedMessages } from 'shared-ui/versioned';
import { BlockReport } from '../grid/BlockReport';
import { useUndoShortcut } from '../grid/use-undo-shortcut';
import type { BlockEdit } from './block-edits';
import type { Editing } from './cursor';
import { type Action, type Draft, undecided } from './draft';
import { GridKeys } from './GridKeys';
import { HoursDialogs, type DialogRequest } from './HoursDialogs';
import { HoursGrid } from './HoursGrid';
import { HoursToolbar } from './HoursToolbar';
import { nameOf } from './names';
import { NoRows } from './NoRows';
import { type Problem, problemsOf } from './problems';
import { RemovedRows } from './RemovedRows';
import { rowOf } from './rows';
import { copyRecord, copyRequestIn } from './stored-copy';
import { differences, visibleRows } from './summary';
import { everyRow, type ListFilter } from './use-list-filter';
import { fieldName, WeeklyConflictPanel } from './WeeklyConflictPanel';
import { WeeklySummary } from './WeeklySummary';

const text = messages.weeklyHours;

export interface WeeklyHoursSetupProps {
  draft: Draft;
  dispatch: Dispatch<Action>;
  practice: PracticeSummary;
  filter: ListFilter;
  setFilter: (filter: ListFilter) => void;
  editing: Editing | null;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  /** Number of units that differ from the loaded hours. */
  changes: number;
  saving: boolean;
  /** The bar with the shown schedule and the links to others. */
  schedule: ReactNode;
  /** Why the last refresh failed. */
  problem: string | undefined;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  /** The conflict panel, so that Save can focus it. */
  versions: RefObject<HTMLDivElement | null>;
  goTo: (problem: Problem) => void;
  onSave: () => void;
}

/** The page once the hours have loaded. */
export function WeeklyHoursSetup({
  draft,
  dispatch,
  practice,
  filter,
  setFilter,
  editing,
  setEditing,
  changes,
  saving,
  schedule,
  problem,
  reason,
  versions,
  goTo,
  onSave,
}: WeeklyHoursSetupProps): ReactNode {
  const stored = useStoredRequest(copyRecord(practice.id));
  const [opened, setOpened] = useState<DialogRequest>(reason === undefined ? copyRequestIn(stored) : null);
  const [report, setReport] = useState<BlockEdit | null>(null);
  const [copied, setCopied] = useState('');
  /** Changes that were there when the page opened: of before a reload. */
  const [restored, setRestored] = useState(changes);
  const removed = useRef<HTMLDivElement>(null);
  useFocusAfter(removed, draft.providers.removed.length > 0);
  useFocusAfter(versions, draft.merge !== null);
  useUndoShortcut({ undo: () => dispatch({ type: 'undo' }), redo: () => dispatch({ type: 'redo' }) });
  const rows = visibleRows(draft.rows, filter.name, filter.onlyDiffering, editing?.id);

  const problems = problemsOf(draft.rows, draft.refusals);
  const placeOf = ({ id, day }: Problem): string => {
    const row = rowOf(draft.rows, id);
    return text.problem(row ? nameOf(row) : '', day);
  };
  const errors = [
    ...undecided(draft).map((conflict) => ({
      label: versionedMessages.label(fieldName(conflict)),
      onGo: () => versions.current?.focus(),
    })),
    ...problems.map((found) => ({ label: placeOf(found), onGo: () => goTo(found) })),
  ];

  // Errors of the open day show at its fields. They are announced after the day is closed.
  const left = problems.filter(({ id, day }) => editing?.id !== id || editing.day !== day);
  const [first] = left;

  return (
    <>
      {problem !== undefined && (
        <Alert severity="error" role="alert">
          <AlertTitle>{problem}</AlertTitle>
          <span>{text.refreshing.kept}</span>
        </Alert>
      )}
      <RestoredNotice count={changes === 0 ? 0 : restored} onDismiss={() => setRestored(0)} />
      <RemovedRows ref={removed} providers={draft.providers} dispatch={dispatch} />
      {draft.merge && (
        <WeeklyConflictPanel ref={versions} merge={draft.merge} timeZone={practice.time_zone} dispatch={dispatch} />
      )}
      {draft.base.overruled === true && <Alert severity="info">{text.pmsSchedule}</Alert>}
      {report && (
        <BlockReport
          title={text.report.title(report.rejected.length + report.outside)}
          facts={[
            text.report.changed(report.days.length),
            ...(report.outside > 0 ? [text.report.outside(report.outside)] : []),
          ]}
          rejected={report.rejected}
          messages={text.report}
          onClose={() => setReport(null)}
        />
      )}
      <div data-paper="wide">
        {schedule}
        <HoursToolbar
          {...{ draft, filter, dispatch }}
          onFilter={setFilter}
          differing={differences(draft.rows).length}
          zone={zoneText(practice.time_zone, new Date())}
          reason={reason}
          onCopyDay={() => setOpened({ kind: 'copy-day', start: {} })}
          keys={<GridKeys />}
        />
        <HoursGrid
          {...{ draft, rows, dispatch, editing, setEditing }}
          readOnly={reason !== undefined}
          onCopyDay={(id, day) => setOpened({ kind: 'copy-day', start: { id, day } })}
          onMenu={(id, anchor) => setOpened({ kind: 'menu', id, anchor })}
          onReport={setReport}
          onCopied={(count) => setCopied(text.report.copied(count))}
          empty={<NoRows all={draft.rows} filter={filter} onShowAll={() => setFilter(everyRow)} />}
        />
      </div>
      {problem === undefined && draft.rows.length > 1 && <WeeklySummary rows={draft.rows} />}
      <VisuallyHidden role="status">
        {first && text.problemsLeft(left.length, placeOf(first), first.message)}
      </VisuallyHidden>
      <VisuallyHidden role="status">{copied}</VisuallyHidden>
      <SaveReminder
        changes={changes}
        errors={errors}
        saving={saving}
        reason={reason}
        onSave={onSave}
        onDiscard={() => setOpened({ kind: 'discard' })}
      />
      <HoursDialogs {...{ request: opened, setRequest: setOpened, draft, rows, changes, reason, dispatch }} />
    </>
  );
}
