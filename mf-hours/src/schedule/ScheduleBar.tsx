import { remedyMessage } from 'shared-api';
import { CalendarIcon, lazyDialog, MenuButton, styled } from 'shared-ui';
import { Button, Skeleton, Typography } from 'shared-ui/mui';
import { useRight } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import type { Rows } from '../weekly-hours/rows';
import { DeleteScheduleDialog } from './DeleteScheduleDialog';
import { messages } from './messages';
import type { ScheduleView } from './use-schedule-view';
import type { Schedules } from './use-schedules';

const PlanScheduleDialog = lazyDialog(async () => {
  const { PlanScheduleDialog: dialog } = await import(/* webpackChunkName: "plan-schedule" */ './PlanScheduleDialog');
  return dialog;
});

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 12px',
  marginBottom: 10,
  minHeight: 32,
});

/** Takes the remaining width, so that the buttons align right. */
const Words = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 10px',
  flex: '1 1 240px',
});

export interface ScheduleBarProps {
  practiceId: number;
  view: ScheduleView;
  setView: (change: Partial<ScheduleView>) => void;
  /** The hours on the page, with unsaved changes. */
  rows: Rows;
  changes: number;
  /** True while the hours on the page break a rule. */
  wrong: boolean;
  schedules: Schedules;
  /** False if the page has the links in its own menu. */
  menu?: boolean;
  /** Called after the hours on the page were saved as a new schedule. */
  onPlanned: (validFrom: string, inEffect: boolean) => void;
}

/** The schedule that the page shows, the next one, and the links to plan one and to exceptions. */
export function ScheduleBar(props: ScheduleBarProps): ReactNode {
  const { practiceId, view, setView, rows, changes, wrong, onPlanned, schedules, menu = true } = props;
  const { held } = useRight('hours');
  const { data, error, refetch, opened, setOpened, current, next, today, savesFrom } = schedules;

  return (
    <Bar role="group" aria-label={messages.bar.label} data-screen-only="">
      <Words>
        {error && !data ? (
          <>
            <Typography color="textSecondary">{remedyMessage(error) ?? messages.bar.failed}</Typography>
            <Button onClick={() => void refetch()}>{messages.bar.again}</Button>
          </>
        ) : !data ? (
          <span role="status" aria-label={messages.bar.loading}>
            <Skeleton width={220} height={14} />
          </span>
        ) : view.schedule === null ? (
          <>
            <Typography variant="subtitle1">{messages.bar.inEffect(current?.valid_from ?? null)}</Typography>
            {savesFrom !== null && savesFrom !== current?.valid_from && held && (
              <Typography color="textSecondary">{messages.bar.savesFrom(savesFrom)}</Typography>
            )}
            {next !== undefined && (
              <Button variant="text" onClick={() => setView({ schedule: next })}>
                {messages.bar.next(next)}
              </Button>
            )}
          </>
        ) : (
          <>
            <Typography variant="subtitle1">{messages.bar.planned(view.schedule)}</Typography>
            <Button variant="text" onClick={() => setView({ schedule: null })}>
              {messages.bar.back}
            </Button>
          </>
        )}
      </Words>
      {menu && (
        <>
          <Button startIcon={<CalendarIcon size={14} />} onClick={() => setView({ exceptions: true })}>
            {messages.bar.exceptions}
          </Button>
          <MenuButton label={messages.bar.menu} items={schedules.items} />
        </>
      )}
      {data && opened === 'plan' && (
        <PlanScheduleDialog
          {...{ practiceId, rows, changes, wrong }}
          today={today}
          startBounds={data.start_bounds}
          taken={data.schedules.flatMap(({ valid_from: from }) => from ?? [])}
          onClose={() => setOpened(null)}
          onOpen={(validFrom) => {
            setOpened(null);
            setView({ schedule: validFrom > today ? validFrom : null });
          }}
          onPlanned={(validFrom) => {
            setOpened(null);
            onPlanned(validFrom, validFrom <= today);
          }}
        />
      )}
      {opened !== null && opened !== 'plan' && (
        <DeleteScheduleDialog
          practiceId={practiceId}
          validFrom={opened.remove}
          onClose={() => setOpened(null)}
          onDeleted={() => {
            setOpened(null);
            if (view.schedule === opened.remove) setView({ schedule: null });
          }}
        />
      )}
    </Bar>
  );
}
