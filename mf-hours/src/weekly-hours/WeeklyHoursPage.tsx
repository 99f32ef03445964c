import {
  color,
  ErrorState,
  InlineStatus,
  lazySection,
  Page,
  Panel,
  phoneQuery,
  RefreshIcon,
  styled,
  useMedia,
  useStoredRequest,
  zoneText,
} from 'shared-ui';
import { Alert, Button } from 'shared-ui/mui';
import { useInitialParam, usePractice, useRemote, useRight, useUnsavedChanges } from 'shared-ui/remote';
import { hoursText } from 'shared-api/contracts';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useListSchedulesQuery } from '../api';
import { messages } from '../messages';
import { changesOf } from './changes';
import { withoutEdits } from './read-only';
import type { Editing } from './cursor';
import { useSaveShortcut } from 'shared-ui/versioned';
import type { DialogRequest } from './HoursDialogs';
import { HoursMenu } from './HoursMenu';
import { HoursSkeleton } from './HoursSkeleton';
import { nameOf } from './names';
import { rowOf } from './rows';
import { copyRecord, copyRequestIn } from './stored-copy';
import { useShownProvider } from './use-shown-provider';
import { ScheduleBar } from '../schedule/ScheduleBar';
import { messages as scheduleMessages } from '../schedule/messages';
import { type ScheduleView, useScheduleView } from '../schedule/use-schedule-view';
import { useSchedules } from '../schedule/use-schedules';
import { partOf, type Problem, problemsOf } from './problems';
import { differences, minutesOf, visibleRows } from './summary';
import { everyRow, useListFilter } from './use-list-filter';
import { useSaving } from './use-saving';
import { useWeeklyHours } from './use-weekly-hours';
import { WeeklyHoursSetup } from './WeeklyHoursSetup';

const { exceptions } = scheduleMessages;

const ExceptionsPage = lazy(async () => {
  const { ExceptionsPage: page } = await import(/* webpackChunkName: "exceptions" */ '../schedule/ExceptionsPage');
  return { default: page };
});

/** Only for links of the activity that restore former hours. */
const RevertedHours = lazySection(async () => {
  const { RevertedHours: notice } = await import(/* webpackChunkName: "reverted-hours" */ './RevertedHours');
  return notice;
});

const Actions = styled('div')({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
});

/** Above the buttons. Positioned absolutely, so that nothing moves when it appears or disappears. */
const Status = styled('div')({
  position: 'absolute',
  zIndex: 1,
  bottom: 'calc(100% + 2px)',
  right: 0,
  paddingLeft: 8,
  whiteSpace: 'nowrap',
  backgroundColor: color.paper,
});

/** Office and provider hours of a regular week (specification: settings and hours, 2.2), and the exceptions to it. */
export function WeeklyHoursPage(): ReactNode {
  const [view, setView] = useScheduleView();
  if (view.exceptions) {
    return (
      <Suspense
        fallback={
          <Page title={exceptions.title} lead={exceptions.empty.text}>
            <HoursSkeleton />
          </Page>
        }
      >
        <ExceptionsPage month={view.month} setView={setView} />
      </Suspense>
    );
  }
  return view.schedule === null ? (
    <WeekPage view={view} setView={setView} />
  ) : (
    <PlannedPage key={view.schedule} view={view} setView={setView} />
  );
}

/** A planned schedule. One that has started is the one in effect, or was followed by it. */
function PlannedPage({ view, setView }: WeekPageProps): ReactNode {
  const { data, isLoading } = useListSchedulesQuery({ practice: usePractice().id });
  if (isLoading) {
    return (
      <Page title={messages.weeklyHours.title} lead={messages.weeklyHours.lead}>
        <HoursSkeleton />
      </Page>
    );
  }
  const hasStarted = data !== undefined && view.schedule !== null && view.schedule <= data.today;
  return <WeekPage view={hasStarted ? { ...view, schedule: null } : view} setView={setView} />;
}

interface WeekPageProps {
  view: ScheduleView;
  setView: (change: Partial<ScheduleView>) => void;
}

/** The week of the schedule in effect, or of a planned one. */
function WeekPage({ view, setView }: WeekPageProps): ReactNode {
  const validFrom = view.schedule ?? undefined;
  const { notify } = useRemote();
  const practice = usePractice();
  const { held, reason } = useRight('hours');
  const hours = useWeeklyHours(practice.id, validFrom);
  const revertId = useInitialParam('revert');
  const { draft, loadProblem, loadHelp, refreshProblem } = hours;
  const dispatch = held ? hours.dispatch : withoutEdits(hours.dispatch);
  const { save, saving, status } = useSaving(hours, validFrom);
  const [filter, setFilter] = useListFilter();
  const [opened, setEditing] = useState<Editing | null>(null);
  const editing = held ? opened : null;
  /** A schedule that was planned here and is shown next. */
  const [planned, setPlanned] = useState<string | null>(null);

  const isPhone = useMedia(phoneQuery);
  const [shownId, showProvider] = useShownProvider();
  const shown = isPhone && draft && shownId !== null ? rowOf(draft.rows, shownId) : undefined;
  const schedules = useSchedules(practice.id, view, setView);
  const stored = useStoredRequest(copyRecord(practice.id));
  const [request, setRequest] = useState<DialogRequest>(reason === undefined ? copyRequestIn(stored) : null);

  const versions = useRef<HTMLDivElement>(null);

  const changes = draft ? changesOf(draft.base.records, draft.rows).length : 0;
  useUnsavedChanges(changes > 0 ? { what: messages.weeklyHours.unsaved(changes) } : null);

  /** Opens the invalid field. Clears the filter if it hides the row. */
  const goTo = ({ id, day, field }: Problem): void => {
    const listed = draft && visibleRows(draft.rows, filter.name, filter.onlyDiffering);
    if (!listed?.some((row) => row.provider_id === id)) setFilter(everyRow);
    if (isPhone) showProvider(id);
    setEditing({ id, day, part: partOf(field) });
  };

  const onSave = async (): Promise<void> => {
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) goTo(obstacle);
  };

  useSaveShortcut(() => {
    if (changes > 0) void onSave();
  });

  const onRefresh = async (): Promise<void> => {
    if ((await hours.readAgain(null)) !== undefined)
      notify({ severity: 'success', message: messages.weeklyHours.refreshing.done });
  };

  const onPlanned = (from: string, inEffect: boolean): void => {
    if (inEffect) {
      void hours.readAgain(null);
      return;
    }
    // The unsaved changes are now part of the planned schedule.
    dispatch({ type: 'discard' });
    setPlanned(from);
  };
  // Runs after the page has discarded its edits, because leaving it earlier would store them.
  const showPlanned = useEffectEvent((from: string) => setView({ schedule: from }));
  useEffect(() => {
    if (planned !== null) showPlanned(planned);
  }, [planned]);

  const inlineStatus = <InlineStatus tone={status?.tone ?? 'success'}>{status?.text}</InlineStatus>;

  return (
    <Page
      title={shown ? nameOf(shown) : messages.weeklyHours.title}
      lead={
        !isPhone ? (
          messages.weeklyHours.lead
        ) : status ? (
          inlineStatus
        ) : (
          <span>
            {shown
              ? messages.weeklyHours.phone.week(hoursText(minutesOf(shown).week))
              : messages.weeklyHours.zone(zoneText(practice.time_zone, new Date()))}
          </span>
        )
      }
      menu={
        isPhone &&
        (shown ? (
          <Button
            onClick={() => {
              setEditing(null);
              showProvider(null);
            }}
          >
            {messages.weeklyHours.phone.done}
          </Button>
        ) : (
          <HoursMenu
            {...{ draft, dispatch, filter, setFilter, reason, changes }}
            refreshing={draft === null || hours.fetching}
            differing={draft ? differences(draft.rows).length : 0}
            schedules={schedules.items}
            onRefresh={() => void onRefresh()}
            onExceptions={() => setView({ exceptions: true })}
            onRequest={setRequest}
          />
        ))
      }
      actions={
        isPhone ? undefined : (
          <Actions>
            <Button
              startIcon={<RefreshIcon size={14} />}
              loading={draft !== null && hours.fetching}
              disabled={!draft}
              onClick={() => void onRefresh()}
            >
              {messages.weeklyHours.refresh}
            </Button>
            <Button
              variant="contained"
              loading={saving}
              disabled={changes === 0}
              reason={reason}
              onClick={() => void onSave()}
            >
              {messages.weeklyHours.save}
            </Button>
            {draft && <Status>{inlineStatus}</Status>}
          </Actions>
        )
      }
    >
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {draft && revertId !== null && (
        <RevertedHours id={revertId} practiceId={practice.id} {...{ draft, dispatch, reason }} />
      )}
      {draft ? (
        <WeeklyHoursSetup
          {...{ draft, dispatch, practice, filter, setFilter, editing, setEditing, changes, saving, goTo, versions }}
          {...{ request, setRequest, isPhone, shown }}
          onShow={showProvider}
          problem={refreshProblem}
          reason={reason}
          schedule={
            <ScheduleBar
              {...{ view, setView, changes, onPlanned, schedules }}
              menu={!isPhone}
              practiceId={practice.id}
              rows={draft.rows}
              wrong={problemsOf(draft.rows, []).length > 0}
            />
          }
          onSave={() => void onSave()}
        />
      ) : loadProblem === undefined ? (
        <HoursSkeleton />
      ) : (
        <Panel>
          <ErrorState title={loadProblem} message={loadHelp} onRetry={hours.retry} />
        </Panel>
      )}
    </Page>
  );
}
