import type { PracticeSummary } from 'shared-api';
import type { Recalculation } from 'shared-api/contracts';
import { EmptyState, SaveReminder, styled, useFocusAfter, VisuallyHidden } from 'shared-ui';
import { Alert, AlertTitle, Button } from 'shared-ui/mui';
import { type ReactNode, type RefObject, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useRight } from 'shared-ui/remote';
import { ConflictPanel, RestoredNotice, versionedMessages } from 'shared-ui/versioned';
import { useReadHoursSummaryQuery } from '../api';
import { RemovedProviders } from '../grid/RemovedProviders';
import { useUndoShortcut } from '../grid/use-undo-shortcut';
import { type CellKey, hoursText, parseCellKey, effectiveSeconds, toStoredHours } from './cells';
import { type Entry, secondsOf } from './edits';
import { DayList } from './DayList';
import type { GridCommands } from './grid-commands';
import { GridTools } from './GridTools';
import { type RemovedEdit, removedNames } from './hours-store';
import { messages } from './messages';
import { cellName, dayName } from './names';
import { PasteReport } from './PasteReport';
import { ProviderFilter } from './ProviderFilter';
import { listedProviders } from './provider-list';
import type { RangeView } from './range-view';
import { ComputedStatus, RecalculationStatus } from './RecalculationStatus';
import type { HoursInView } from './use-hours-worked';
import { SummaryPanel } from './SummaryPanel';
import { useSummaryToast } from './use-summary-toast';
import type { RangeControl } from './use-range';
import type { StagedHours } from './use-staged-hours';
import { WorkedGrid } from './WorkedGrid';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  marginBottom: 8,
});

/** Fewer providers fit two screens of a phone, and need no filter. */
const MANY_PROVIDERS = 12;

export interface HoursWorkedContentProps {
  staged: StagedHours;
  hours: HoursInView;
  control: RangeControl;
  view: RangeView;
  /** The day that the list on a phone shows; null for the grid. */
  day: string | null;
  onDay: (date: string) => void;
  job: Recalculation | null;
  /** True while the server recomputes days in the background. */
  updating: boolean;
  saving: boolean;
  notSaved: string | undefined;
  practice: PracticeSummary;
  /** The conflict panel, so that Save can focus it. */
  versions: RefObject<HTMLDivElement | null>;
  onSave: () => void;
  onDiscard: () => void;
  onGo: (key: CellKey) => void;
}

/** The page once the hours have loaded. */
export function HoursWorkedContent(props: HoursWorkedContentProps): ReactNode {
  const { staged, hours, control, view, day, onDay, job, updating, practice, versions, onSave, onDiscard, onGo } =
    props;
  const { saving, notSaved } = props;
  const { commands, store, status, restored } = staged;
  const { reason } = useRight('hours');
  const { dates, date_range, providers: listed } = view.loaded.hours;
  const providers = hours.all?.providers ?? listed;
  const [greeted, setGreeted] = useState(false);
  const summary = useReadHoursSummaryQuery({ practice: practice.id, ...date_range });
  useSummaryToast(summary.error);
  const removed = useRef<HTMLDivElement>(null);
  useFocusAfter(removed, status.removed.length > 0);
  useFocusAfter(versions, status.conflicts.length > 0);
  useUndoShortcut({ undo: () => commands.undo(), redo: () => commands.redo() });

  const days = useMemo(
    () =>
      dates.map((date) => {
        const day = { date, available: 0, worked: 0 };
        for (const { hours: of, total_hours_available: available } of providers) {
          // The chart adds up to the figures beside it, which leave out providers without available hours.
          if (available === 0) continue;
          const cell = of[date];
          if (!cell) continue;
          day.available += effectiveSeconds(toStoredHours(cell, 'available'));
          day.worked += effectiveSeconds(toStoredHours(cell, 'worked'));
        }
        return day;
      }),
    [dates, providers],
  );

  const undecided = status.conflicts.filter(({ choice }) => choice === null);
  const nameOf = (key: CellKey): string => {
    const field = parseCellKey(key);
    return field ? cellName(field, providers) : key;
  };
  const errors = [
    ...undecided.map(({ key }) => ({
      label: versionedMessages.label(nameOf(key)),
      onGo: () => versions.current?.focus(),
    })),
    ...status.wrong.map((key) => ({ label: nameOf(key), onGo: () => onGo(key) })),
  ];

  const computed = (
    <ComputedStatus hours={view.loaded.hours} updating={updating} job={job} timeZone={practice.time_zone} />
  );
  const summaryPanel = (
    <SummaryPanel
      providers={summary.currentData && listedProviders(summary.currentData, control.list)}
      expected={listed}
      error={summary.currentData ? undefined : summary.error}
      onRetry={() => void summary.refetch()}
      days={days}
      today={view.loaded.hours.today}
    />
  );

  return (
    <>
      {hours.failed && (
        <Alert severity="error" role="alert" action={<Button onClick={hours.retry}>{messages.reading.again}</Button>}>
          <AlertTitle>{messages.reading.failed}</AlertTitle>
          <span>{hours.remedy ?? messages.reading.stale}</span>
        </Alert>
      )}
      <RestoredNotice count={greeted || status.changes === 0 ? 0 : restored} onDismiss={() => setGreeted(true)} />
      {status.removed.length > 0 && (
        <RemovedProviders
          ref={removed}
          names={removedNames(status.removed)}
          added={status.added}
          fact={messages.removed.notSaved(status.removed.length)}
          lines={status.removed.map(removedText)}
          onClose={() => store.closeRemoved()}
        />
      )}
      {status.conflicts.length > 0 && (
        <ConflictPanel
          ref={versions}
          facts={[]}
          conflicts={status.conflicts.map(({ key, mine, theirs, by, choice }) => ({
            key,
            field: nameOf(key),
            mine: entryText(mine.entry, mine.stored.original),
            theirs: hoursText(effectiveSeconds(theirs)),
            by,
            choice,
          }))}
          timeZone={practice.time_zone}
          onChoose={(side, keys) => store.choose(side, keys as CellKey[])}
        />
      )}
      <RecalculationStatus job={job} />
      {providers.length === 0 ? (
        <EmptyState title={messages.empty.title}>{messages.empty.text}</EmptyState>
      ) : (
        <>
          {day === null && summaryPanel}
          <PasteReport commands={commands} />
          {(day === null || providers.length > MANY_PROVIDERS || control.list.name !== '') && (
            <ProviderFilter control={control} sortable={day === null} />
          )}
          <div data-paper="wide">
            {day === null && (
              <Line>
                {computed}
                <GridTools commands={commands} status={status} />
              </Line>
            )}
            {listed.length === 0 ? (
              <EmptyState
                title={messages.list.none(control.list.name)}
                action={
                  <Button onClick={() => control.setList({ ...control.list, name: '' })}>{messages.list.all}</Button>
                }
              />
            ) : day === null ? (
              <WorkedGrid commands={commands} onSave={onSave} />
            ) : (
              <DayList {...{ commands, day, onDay }} />
            )}
          </div>
          {day !== null && (
            <>
              {summaryPanel}
              {computed}
            </>
          )}
        </>
      )}
      <Said commands={commands} />
      <SaveReminder
        changes={status.changes}
        {...{ errors, saving, notSaved, reason, onSave, onDiscard }}
        note={status.restored > 0 ? messages.announcements.restored(status.restored) : undefined}
        onUndo={() => commands.undo()}
      />
    </>
  );
}

/** An edit that wasn't saved: `Theo Grant, Mon Nov 16, worked: 9.00`. */
function removedText({ key, name, entry }: RemovedEdit): string {
  const field = parseCellKey(key);
  const cell = field ? messages.grid.cell(name, dayName(field.date), field.figure) : key;
  if ('clear' in entry) return messages.removed.line(cell, messages.grid.noOverride);
  return messages.removed.line(cell, 'text' in entry ? entry.text : hoursText(entry.seconds));
}

/** The text of one side of a conflict. */
function entryText(entry: Entry, original: number): string {
  return 'text' in entry ? entry.text : hoursText(secondsOf(entry, original) ?? 0);
}

/** Announces the result of the last command to screen readers. */
function Said({ commands }: { commands: GridCommands }): ReactNode {
  const text = useSyncExternalStore(commands.announcement.subscribe, commands.announcement.getState);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
