import { EmptyState, SaveReminder, type SaveReminderProps, styled, useFocusAfter, VisuallyHidden } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { type ReactNode, type RefObject, useMemo, useRef, useSyncExternalStore } from 'react';
import { usePractice, useRight } from 'shared-ui/remote';
import { versionedMessages } from 'shared-ui/versioned';
import { useReadHoursSummaryQuery } from '../api';
import { useUndoShortcut } from '../grid/use-undo-shortcut';
import type { CellKey } from './cells';
import { DayList } from './DayList';
import type { GridCommands } from './grid-commands';
import { GridTools } from './GridTools';
import { messages } from './messages';
import { cellNameOf } from './names';
import { PasteReport } from './PasteReport';
import { ProviderFilter } from './ProviderFilter';
import { listedProviders } from './provider-list';
import type { RangeView } from './range-view';
import { ComputedStatus } from './RecalculationStatus';
import { dailyHours } from './totals';
import type { HoursInView } from './use-hours-worked';
import { SummaryPanel } from './SummaryPanel';
import { useSummaryToast } from './use-summary-toast';
import type { RangeControl } from './use-range';
import type { RecalculationControl } from './use-recalculation';
import type { StagedHours } from './use-staged-hours';
import { WorkedGrid } from './WorkedGrid';
import { WorkedNotices } from './WorkedNotices';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  marginBottom: 8,
});

/** Fewer providers fit on two phone screens, and need no filter. */
const MANY_PROVIDERS = 12;

export interface HoursWorkedContentProps {
  staged: StagedHours;
  hours: HoursInView;
  control: RangeControl;
  view: RangeView;
  /** The day that the list on a phone shows; null for the grid. */
  day: string | null;
  onDay: (date: string) => void;
  recalculation: Pick<RecalculationControl, 'job' | 'updating'>;
  reminder: Pick<SaveReminderProps, 'saving' | 'notSaved' | 'onSave' | 'onDiscard'>;
  /** The conflict panel, so that Save can focus it. */
  versions: RefObject<HTMLDivElement | null>;
  onGo: (key: CellKey) => void;
}

/** The page once the hours have loaded. */
export function HoursWorkedContent(props: HoursWorkedContentProps): ReactNode {
  const { staged, hours, control, view, day, onDay, recalculation, reminder, versions, onGo } = props;
  const { job, updating } = recalculation;
  const { commands, status } = staged;
  const practice = usePractice();
  const { reason } = useRight('hours');
  const { dates, date_range, providers: listed, today } = view.loaded.hours;
  const providers = hours.all?.providers ?? listed;
  const summary = useReadHoursSummaryQuery({ practice: practice.id, ...date_range });
  useSummaryToast(summary.error);
  const removed = useRef<HTMLDivElement>(null);
  useFocusAfter(removed, status.removed.length > 0);
  useFocusAfter(versions, status.conflicts.length > 0);
  useUndoShortcut({ undo: () => commands.undo(), redo: () => commands.redo() });
  const days = useMemo(() => dailyHours(dates, providers), [dates, providers]);

  const undecided = status.conflicts.filter(({ choice }) => choice === null);
  const errors = [
    ...undecided.map(({ key }) => ({
      label: versionedMessages.label(cellNameOf(key, providers)),
      onGo: () => versions.current?.focus(),
    })),
    ...status.wrong.map((key) => ({ label: cellNameOf(key, providers), onGo: () => onGo(key) })),
  ];

  const summaryPanel = (
    <SummaryPanel
      providers={summary.currentData && listedProviders(summary.currentData, control.list)}
      expected={listed}
      error={summary.currentData ? undefined : summary.error}
      onRetry={() => void summary.refetch()}
      days={days}
      today={today}
      status={<ComputedStatus hours={view.loaded.hours} updating={updating} job={job} timeZone={practice.time_zone} />}
    />
  );

  return (
    <>
      <WorkedNotices {...{ staged, hours, providers, job, removed, versions }} />
      {providers.length === 0 ? (
        <EmptyState title={messages.empty.title}>{messages.empty.text}</EmptyState>
      ) : (
        <>
          {day === null && summaryPanel}
          <PasteReport commands={commands} />
          {day !== null && (providers.length > MANY_PROVIDERS || control.list.name !== '') && (
            <ProviderFilter control={control} sortable={false} />
          )}
          <div data-paper="wide">
            {day === null && (
              <Line>
                <ProviderFilter control={control} sortable />
                <GridTools commands={commands} status={status} />
              </Line>
            )}
            <ListedHours {...{ commands, control, day, onDay }} count={listed.length} onSave={reminder.onSave} />
          </div>
          {day !== null && summaryPanel}
        </>
      )}
      <Said commands={commands} />
      <SaveReminder
        changes={status.changes}
        {...{ errors, reason }}
        {...reminder}
        note={status.restored > 0 ? messages.announcements.restored(status.restored) : undefined}
        onUndo={() => commands.undo()}
      />
    </>
  );
}

interface ListedHoursProps extends Pick<HoursWorkedContentProps, 'control' | 'day' | 'onDay'> {
  commands: GridCommands;
  /** The number of providers that the filter lists. */
  count: number;
  onSave: () => void;
}

/** The hours of the listed providers: the grid, or on a phone the list of a day. */
function ListedHours({ commands, control, day, onDay, count, onSave }: ListedHoursProps): ReactNode {
  const { list, setList } = control;
  if (count === 0) {
    return (
      <EmptyState
        title={messages.list.none(list.name)}
        action={<Button onClick={() => setList({ ...list, name: '' })}>{messages.list.all}</Button>}
      />
    );
  }
  return day === null ? <WorkedGrid commands={commands} onSave={onSave} /> : <DayList {...{ commands, day, onDay }} />;
}

/** Announces the result of the last command to screen readers. */
function Said({ commands }: { commands: GridCommands }): ReactNode {
  const text = useSyncExternalStore(commands.announcement.subscribe, commands.announcement.getState);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
