import { hoursText } from 'shared-api/contracts';
import { color, ErrorState, InlineStatus, lazySection, Page, Panel, RefreshIcon, styled, zoneText } from 'shared-ui';
import { Alert, Button } from 'shared-ui/mui';
import { useInitialParam, usePractice, useRemote, useRight, useUnsavedChanges } from 'shared-ui/remote';
import { useSaveShortcut } from 'shared-ui/versioned';
import { type Dispatch, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messages } from '../messages';
import { ScheduleBar } from '../schedule/ScheduleBar';
import type { ScheduleView } from '../schedule/use-schedule-view';
import { useSchedules } from '../schedule/use-schedules';
import { changesOf } from './changes';
import type { Action } from './draft';
import { HoursMenu } from './HoursMenu';
import { HoursSkeleton } from './HoursSkeleton';
import { nameOf } from './names';
import { problemsOf } from './problems';
import { withoutEdits } from './read-only';
import type { Row } from './rows';
import { minutesOf } from './summary';
import { type SaveStatus, useSaving } from './use-saving';
import { useWeekNavigation } from './use-week-navigation';
import { useWeeklyHours, type WeeklyHours } from './use-weekly-hours';
import { WeeklyHoursSetup } from './WeeklyHoursSetup';

const text = messages.weeklyHours;

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

function SaveStatusText({ status }: { status: SaveStatus | null }): ReactNode {
  return <InlineStatus tone={status?.tone ?? 'success'}>{status?.text}</InlineStatus>;
}

/** The line below the heading on a phone: the result of the save, or what the page shows. */
function PhoneLead({ status, shown }: { status: SaveStatus | null; shown: Row | undefined }): ReactNode {
  const practice = usePractice();
  if (status) return <SaveStatusText status={status} />;
  return (
    <span>
      {shown ? text.phone.week(hoursText(minutesOf(shown).week)) : text.zone(zoneText(practice.time_zone, new Date()))}
    </span>
  );
}

interface WeekActionsProps {
  /** True once the hours have loaded. */
  ready: boolean;
  fetching: boolean;
  /** Number of unsaved changes. */
  changes: number;
  saving: boolean;
  status: SaveStatus | null;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  onRefresh: () => void;
  onSave: () => void;
}

/** The buttons of the page's header, if there is room for them. */
function WeekActions(props: WeekActionsProps): ReactNode {
  const { ready, fetching, changes, saving, status, reason, onRefresh, onSave } = props;
  return (
    <Actions>
      <Button startIcon={<RefreshIcon size={14} />} loading={ready && fetching} disabled={!ready} onClick={onRefresh}>
        {text.refresh}
      </Button>
      <Button variant="contained" loading={saving} disabled={changes === 0} reason={reason} onClick={onSave}>
        {text.save}
      </Button>
      {ready && (
        <Status>
          <SaveStatusText status={status} />
        </Status>
      )}
    </Actions>
  );
}

/** Shows the planned schedule after the hours on the page were saved as one. */
function useShowPlanned(
  readAgain: WeeklyHours['readAgain'],
  dispatch: Dispatch<Action>,
  setView: WeekPageProps['setView'],
): (from: string, inEffect: boolean) => void {
  /** A schedule just planned here, which is shown next. */
  const [planned, setPlanned] = useState<string | null>(null);
  // Runs after the page has discarded its edits, because leaving it earlier would store them.
  const showPlanned = useEffectEvent((from: string) => setView({ schedule: from }));
  useEffect(() => {
    if (planned !== null) showPlanned(planned);
  }, [planned]);
  return (from, inEffect) => {
    if (inEffect) {
      void readAgain(null);
      return;
    }
    // The unsaved changes are now part of the planned schedule.
    dispatch({ type: 'discard' });
    setPlanned(from);
  };
}

export interface WeekPageProps {
  view: ScheduleView;
  setView: (change: Partial<ScheduleView>) => void;
}

/** The week of the schedule in effect, or of a planned one. */
export function WeekPage({ view, setView }: WeekPageProps): ReactNode {
  const validFrom = view.schedule ?? undefined;
  const { notify } = useRemote();
  const practiceId = usePractice().id;
  const { held, reason } = useRight('hours');
  const hours = useWeeklyHours(practiceId, validFrom);
  const revertId = useInitialParam('revert');
  const { draft, fetching } = hours;
  const dispatch = held ? hours.dispatch : withoutEdits(hours.dispatch);
  const { save, saving, status } = useSaving(hours, validFrom);
  const navigation = useWeekNavigation(draft);
  const { isPhone, shown } = navigation;
  const schedules = useSchedules(practiceId, view, setView);
  const versions = useRef<HTMLDivElement>(null);

  const changes = draft ? changesOf(draft.base.records, draft.rows).length : 0;
  useUnsavedChanges(changes > 0 ? { what: text.unsaved(changes) } : null);

  const saveOrGo = async (): Promise<void> => {
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) navigation.goTo(obstacle);
  };
  const onSave = (): void => void saveOrGo();
  useSaveShortcut(() => {
    if (changes > 0) onSave();
  });

  const refresh = async (): Promise<void> => {
    if ((await hours.readAgain(null)) !== undefined) notify({ severity: 'success', message: text.refreshing.done });
  };
  const onRefresh = (): void => void refresh();
  const onPlanned = useShowPlanned(hours.readAgain, dispatch, setView);

  return (
    <Page
      title={shown ? nameOf(shown) : text.title}
      lead={isPhone ? <PhoneLead {...{ status, shown }} /> : text.lead}
      menu={
        isPhone && (
          <HoursMenu
            {...{ draft, dispatch, changes, reason, navigation, onRefresh }}
            refreshing={draft === null || fetching}
            schedules={schedules.items}
            onExceptions={() => setView({ exceptions: true })}
          />
        )
      }
      actions={
        isPhone ? undefined : (
          <WeekActions ready={draft !== null} {...{ fetching, changes, saving, status, reason, onRefresh, onSave }} />
        )
      }
    >
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {draft && revertId !== null && (
        <RevertedHours id={revertId} practiceId={practiceId} {...{ draft, dispatch, reason }} />
      )}
      {draft ? (
        <WeeklyHoursSetup
          edit={{ draft, dispatch, changes, reason }}
          {...{ navigation, saving, versions, onSave }}
          problem={hours.refreshProblem}
          schedule={
            <ScheduleBar
              {...{ practiceId, view, setView, changes, onPlanned, schedules }}
              menu={!isPhone}
              rows={draft.rows}
              wrong={problemsOf(draft.rows, []).length > 0}
            />
          }
        />
      ) : hours.loadProblem === undefined ? (
        <HoursSkeleton />
      ) : (
        <Panel>
          <ErrorState title={hours.loadProblem} message={hours.loadHelp} onRetry={hours.retry} />
        </Panel>
      )}
    </Page>
  );
}
