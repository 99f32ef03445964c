import type { PracticeSummary } from 'shared-api';
import { SaveReminder, SearchInput, useFocusAfter, VisuallyHidden, zoneText } from 'shared-ui';
import { Alert, AlertTitle } from 'shared-ui/mui';
import { type Dispatch, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { RestoredNotice, versionedMessages } from 'shared-ui/versioned';
import { BlockReport } from '../grid/BlockReport';
import { useUndoShortcut } from '../grid/use-undo-shortcut';
import type { BlockEdit } from './block-edits';
import type { Editing } from './cursor';
import { type Action, type Draft, openMerge, undecided } from './draft';
import { GridKeys } from './GridKeys';
import { HoursDialogs, type DialogRequest } from './HoursDialogs';
import { HoursGrid } from './HoursGrid';
import { HoursToolbar } from './HoursToolbar';
import { nameOf } from './names';
import { outcomeText } from './edit-text';
import { NoRows } from './NoRows';
import { type Problem, problemsOf } from './problems';
import { ProviderList } from './ProviderList';
import { ProviderWeek } from './ProviderWeek';
import { RemovedRows } from './RemovedRows';
import { type Row, rowOf } from './rows';
import { differences, visibleRows } from './summary';
import { everyRow, type ListFilter } from './use-list-filter';
import { fieldName, WeeklyConflictPanel } from './WeeklyConflictPanel';
import { WeeklySummary } from './WeeklySummary';

const text = messages.weeklyHours;

/** Fewer rows fit a screen or two of a phone, and need no search. */
const MANY_ROWS = 8;

export interface WeeklyHoursSetupProps {
  draft: Draft;
  dispatch: Dispatch<Action>;
  practice: PracticeSummary;
  filter: ListFilter;
  setFilter: (filter: ListFilter) => void;
  editing: Editing | null;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  /** The menu or dialog that is open. */
  request: DialogRequest;
  setRequest: (request: DialogRequest) => void;
  /** On a phone, the page is a list of providers, or the week of one. */
  isPhone: boolean;
  /** The row whose week a phone shows; undefined for the list. */
  shown: Row | undefined;
  onShow: (id: number) => void;
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
  request: opened,
  setRequest: setOpened,
  isPhone,
  shown,
  onShow,
  changes,
  saving,
  schedule,
  problem,
  reason,
  versions,
  goTo,
  onSave,
}: WeeklyHoursSetupProps): ReactNode {
  const [report, setReport] = useState<BlockEdit | null>(null);
  const [copied, setCopied] = useState('');
  /** Changes that were there when the page opened: of before a reload. */
  const [restored, setRestored] = useState(changes);
  const removed = useRef<HTMLDivElement>(null);
  useFocusAfter(removed, draft.providers.removed.length > 0);
  const merge = useMemo(() => openMerge(draft.merge), [draft.merge]);
  useFocusAfter(versions, merge !== null);
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

  const outcome = draft.outcome ? outcomeText(draft.outcome) : undefined;
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
      {merge && <WeeklyConflictPanel ref={versions} merge={merge} timeZone={practice.time_zone} dispatch={dispatch} />}
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
      {isPhone ? (
        shown ? (
          <ProviderWeek
            key={shown.provider_id}
            row={shown}
            readOnly={reason !== undefined}
            {...{ draft, dispatch, editing, setEditing }}
            onCopyDay={(id, day) => setOpened({ kind: 'copy-day', start: { id, day } })}
            onCopyWeek={(id) => setOpened({ kind: 'copy-week', id })}
          />
        ) : (
          <>
            {draft.rows.length > MANY_ROWS && (
              <SearchInput
                label={text.phone.find}
                width="100%"
                value={filter.name}
                onChange={(name) => setFilter({ ...filter, name })}
              />
            )}
            <ProviderList {...{ draft, rows }} onOpen={onShow} />
            {rows.length === 1 && <NoRows all={draft.rows} filter={filter} onShowAll={() => setFilter(everyRow)} />}
            {schedule}
          </>
        )
      ) : (
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
      )}
      {problem === undefined && draft.rows.length > 1 && !isPhone && <WeeklySummary rows={draft.rows} />}
      <VisuallyHidden role="status">
        {first && text.problemsLeft(left.length, placeOf(first), first.message)}
      </VisuallyHidden>
      <VisuallyHidden role="status">{copied}</VisuallyHidden>
      {/* Wider screens say it above the grid. */}
      {isPhone && <VisuallyHidden role="status">{outcome}</VisuallyHidden>}
      <SaveReminder
        changes={changes}
        errors={errors}
        saving={saving}
        reason={reason}
        note={outcome}
        onSave={onSave}
        onDiscard={() => setOpened({ kind: 'discard' })}
        onUndo={() => dispatch({ type: 'undo' })}
      />
      <HoursDialogs {...{ request: opened, setRequest: setOpened, draft, rows, changes, reason, dispatch }} />
    </>
  );
}
