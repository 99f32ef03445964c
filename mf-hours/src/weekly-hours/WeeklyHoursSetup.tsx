import { SaveReminder, SearchInput, useFocusAfter, VisuallyHidden, zoneText } from 'shared-ui';
import { Alert, AlertTitle } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type Dispatch, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { RestoredNotice, versionedMessages } from 'shared-ui/versioned';
import { BlockReport } from '../grid/BlockReport';
import { useUndoShortcut } from '../grid/use-undo-shortcut';
import type { BlockEdit } from './block-edits';
import { changesOf } from './changes';
import { type Action, type Draft, type MergeState, openMerge, undecided } from './draft';
import { GridKeys } from './GridKeys';
import { HoursDialogs } from './HoursDialogs';
import { HoursGrid } from './HoursGrid';
import { HoursToolbar } from './HoursToolbar';
import { nameOf } from './names';
import { outcomeText } from './edit-text';
import { NoRows } from './NoRows';
import { type Problem, problemsOf } from './problems';
import { ProviderList } from './ProviderList';
import { ProviderWeek } from './ProviderWeek';
import { RemovedRows } from './RemovedRows';
import { type Rows, rowOf } from './rows';
import { differences, visibleRows } from './summary';
import { everyRow } from './use-list-filter';
import type { WeekNavigation } from './use-week-navigation';
import { fieldName, WeeklyConflictPanel } from './WeeklyConflictPanel';
import { WeeklySummary } from './WeeklySummary';

const text = messages.weeklyHours;

/** Fewer rows fit on a phone screen or two, and need no search. */
const MANY_ROWS = 8;

/** The hours on the page and their changes. */
export interface WeekEdit {
  draft: Draft;
  dispatch: Dispatch<Action>;
  /** Number of units that differ from the loaded hours. */
  changes: number;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
}

export interface WeeklyHoursSetupProps {
  edit: WeekEdit;
  navigation: WeekNavigation;
  saving: boolean;
  /** The bar with the shown schedule and the links to others. */
  schedule: ReactNode;
  /** Why the last refresh failed. */
  problem: string | undefined;
  /** The conflict panel, so that Save can focus it. */
  versions: RefObject<HTMLDivElement | null>;
  onSave: () => void;
}

/** The page once the hours have loaded. */
export function WeeklyHoursSetup(props: WeeklyHoursSetupProps): ReactNode {
  const { edit, navigation, saving, schedule, problem, versions, onSave } = props;
  const { draft, dispatch, changes, reason } = edit;
  const { filter, isPhone, editing, request, setRequest, goTo } = navigation;
  const [report, setReport] = useState<BlockEdit | null>(null);
  const [copied, setCopied] = useState('');
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
      <WeekNotices {...{ edit, problem, merge, removed, versions, report }} onReportClosed={() => setReport(null)} />
      {isPhone ? (
        <PhoneWeek {...{ edit, navigation, rows, schedule }} />
      ) : (
        <div data-paper="wide">
          {schedule}
          <WeekTable
            {...{ edit, navigation, rows }}
            onReport={setReport}
            onCopied={(count) => setCopied(text.report.copied(count))}
          />
        </div>
      )}
      {problem === undefined && draft.rows.length > 1 && !isPhone && <WeeklySummary rows={draft.rows} />}
      <VisuallyHidden role="status">
        {first && text.problemsLeft(left.length, placeOf(first), first.message)}
      </VisuallyHidden>
      <VisuallyHidden role="status">{copied}</VisuallyHidden>
      {/* Wider screens show it above the grid. */}
      {isPhone && <VisuallyHidden role="status">{outcome}</VisuallyHidden>}
      <SaveReminder
        {...{ changes, errors, saving, reason, onSave }}
        note={outcome}
        onDiscard={() => setRequest({ kind: 'discard' })}
        onUndo={() => dispatch({ type: 'undo' })}
      />
      <HoursDialogs {...{ request, setRequest, draft, rows, changes, reason, dispatch }} />
    </>
  );
}

interface WeekNoticesProps extends Pick<WeeklyHoursSetupProps, 'edit' | 'problem' | 'versions'> {
  merge: MergeState | null;
  /** The notice of providers who have left with unsaved edits. */
  removed: RefObject<HTMLDivElement | null>;
  /** The cells that a command on a block couldn't change. */
  report: BlockEdit | null;
  onReportClosed: () => void;
}

/** Notices about the hours and their edits, above the hours. */
function WeekNotices(props: WeekNoticesProps): ReactNode {
  const { edit, problem, merge, versions, removed, report, onReportClosed } = props;
  const { draft, dispatch } = edit;
  const practice = usePractice();
  const changed = changesOf(draft.base.records, draft.rows);
  /** Changes from before a reload. */
  const [restored, setRestored] = useState(changed);
  const remaining = restored.filter(({ id, unit }) => changed.some((one) => one.id === id && one.unit === unit));
  return (
    <>
      {problem !== undefined && (
        <Alert severity="error" role="alert">
          <AlertTitle>{problem}</AlertTitle>
          <span>{text.refreshing.kept}</span>
        </Alert>
      )}
      <RestoredNotice count={remaining.length} onDismiss={() => setRestored([])} />
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
          onClose={onReportClosed}
        />
      )}
    </>
  );
}

interface WeekRowsProps extends Pick<WeeklyHoursSetupProps, 'edit' | 'navigation'> {
  /** The rows that the filter shows, office first. */
  rows: Rows;
}

/** The week of one provider, or the list of providers, for a phone. */
function PhoneWeek({ edit, navigation, rows, schedule }: WeekRowsProps & { schedule: ReactNode }): ReactNode {
  const { draft, dispatch, reason } = edit;
  const { filter, setFilter, shown, show, editing, setEditing, setRequest } = navigation;
  if (shown) {
    return (
      <ProviderWeek
        key={shown.provider_id}
        row={shown}
        readOnly={reason !== undefined}
        {...{ draft, dispatch, editing, setEditing }}
        onCopyDay={(id, day) => setRequest({ kind: 'copy-day', start: { id, day } })}
        onCopyWeek={(id) => setRequest({ kind: 'copy-week', id })}
      />
    );
  }
  return (
    <>
      {draft.rows.length > MANY_ROWS && (
        <SearchInput
          label={text.phone.find}
          width="100%"
          value={filter.name}
          onChange={(name) => setFilter({ ...filter, name })}
        />
      )}
      <ProviderList {...{ draft, rows }} onOpen={show} />
      {rows.length === 1 && <NoRows all={draft.rows} filter={filter} onShowAll={() => setFilter(everyRow)} />}
      {schedule}
    </>
  );
}

interface WeekTableProps extends WeekRowsProps {
  onReport: (edit: BlockEdit | null) => void;
  onCopied: (count: number) => void;
}

/** The grid with its toolbar. */
function WeekTable({ edit, navigation, rows, onReport, onCopied }: WeekTableProps): ReactNode {
  const { draft, dispatch, reason } = edit;
  const { filter, setFilter, editing, setEditing, setRequest } = navigation;
  const practice = usePractice();
  return (
    <>
      <HoursToolbar
        {...{ draft, filter, dispatch, reason }}
        onFilter={setFilter}
        differing={differences(draft.rows).length}
        zone={zoneText(practice.time_zone, new Date())}
        onCopyDay={() => setRequest({ kind: 'copy-day', start: {} })}
        keys={<GridKeys />}
      />
      <HoursGrid
        {...{ draft, rows, dispatch, editing, setEditing, onReport, onCopied }}
        readOnly={reason !== undefined}
        onCopyDay={(id, day) => setRequest({ kind: 'copy-day', start: { id, day } })}
        onMenu={(id, anchor) => setRequest({ kind: 'menu', id, anchor })}
        empty={<NoRows all={draft.rows} filter={filter} onShowAll={() => setFilter(everyRow)} />}
      />
    </>
  );
}
