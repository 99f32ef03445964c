import { apiErrorOf, serverMessage, remedyMessage } from 'shared-api';
import type { HoursException } from 'shared-api/contracts';
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  ConfirmDialog,
  ErrorState,
  Page,
  Panel,
  PlusIcon,
  styled,
  useStoredRequest,
} from 'shared-ui';
import { Alert, Button, IconButton, Skeleton, Tooltip, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useMemo, useState } from 'react';
import {
  useDeleteExceptionMutation,
  useListExceptionsQuery,
  useListSchedulesQuery,
  useReadWeeklyHoursQuery,
} from '../api';
import { nameOf } from '../weekly-hours/names';
import { isOffice } from '../weekly-hours/rows';
import { DayDialog } from './DayDialog';
import { type ExceptionDialogRequest, ExceptionDialog } from './ExceptionDialog';
import type { ExceptionForm } from './exception-form';
import { ExceptionList } from './ExceptionList';
import { exceptionText } from './exception-text';
import { HolidaysDialog } from './HolidaysDialog';
import { messages } from './messages';
import { addMonths, firstOf, lastOf, monthName, monthOf, weeksOf } from './month';
import { MonthGrid } from './MonthGrid';
import { restoredException } from './stored-exception';
import { holidaysRecord } from './stored-holidays';
import type { ScheduleView } from './use-schedule-view';

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
});
const Steps = styled('div')({ display: 'flex', alignItems: 'center', gap: 4 });

/** Below this width seven columns are too narrow. */
const Wide = styled('div')({ '@media (max-width: 719.95px)': { display: 'none' } });
const Narrow = styled('div')({ '@media (min-width: 720px)': { display: 'none' } });

type Opened =
  | { kind: 'day'; date: string }
  | { kind: 'exception'; start: ExceptionDialogRequest; form?: ExceptionForm }
  | { kind: 'delete'; exception: HoursException }
  | { kind: 'holidays' }
  | null;

export interface ExceptionsPageProps {
  /** `YYYY-MM`; null for the month of today. */
  month: string | null;
  setView: (change: Partial<ScheduleView>) => void;
}

/** The exceptions of a month: days on which the office or a provider has different hours than in the week, or none. */
export function ExceptionsPage({ month: wanted, setView }: ExceptionsPageProps): ReactNode {
  const { notify, session } = useRemote();
  const practice = usePractice().id;
  const { held, reason } = useRight('hours');
  const text = messages.exceptions;
  const schedules = useListSchedulesQuery({ practice }, { refetchOnMountOrArgChange: true });
  const week = useReadWeeklyHoursQuery({ practice });
  const [remove, { isLoading: deleting }] = useDeleteExceptionMutation();
  const holidays = useStoredRequest(holidaysRecord(practice));
  const [opened, setOpened] = useState<Opened>(() => {
    if (held && holidays !== undefined) return { kind: 'holidays' };
    const restored = held ? restoredException(session.user.id, practice) : null;
    return restored && { kind: 'exception', ...restored };
  });
  const today = schedules.data?.today;
  const month = wanted ?? (today === undefined ? null : monthOf(today));
  const days = month === null ? [] : weeksOf(month).flat();
  const range = { practice, start: days[0] ?? '', end: days.at(-1) ?? '' };
  const list = useListExceptionsQuery(range, { skip: month === null, refetchOnMountOrArgChange: true });
  // The previous month stays visible until the next one has loaded, which keeps the focus.
  const exceptions = list.currentData ?? (list.isFetching ? list.data : undefined);
  const records = week.data?.records;
  const names = useMemo(
    () => new Map((records ?? []).map((row) => [row.provider_id, isOffice(row) ? text.office : nameOf(row)] as const)),
    [records, text.office],
  );
  const failed = schedules.error ?? week.error ?? list.error;
  const ready =
    schedules.data && records && exceptions && month !== null ? { ...schedules.data, exceptions, month } : null;
  const inMonth = exceptions?.filter(
    (each) => month !== null && each.start_date <= lastOf(month) && each.end_date >= firstOf(month),
  );

  const goTo = (next: string | null): void => setView({ month: next });
  const onDelete = async (exception: HoursException): Promise<void> => {
    const { exception_id: id, version } = exception;
    const { error } = await remove({ practice, exception: id, version });
    setOpened(null);
    if (!error) {
      notify({ severity: 'success', message: messages.delete.done });
      return;
    }
    const failure = apiErrorOf(error);
    const reason = failure.conflict
      ? messages.delete.conflict(failure.conflict.changed_by)
      : (serverMessage(failure) ?? messages.delete.failed);
    notify({ severity: 'error', message: reason });
  };
  const edit = (exception: HoursException): void => setOpened({ kind: 'exception', start: { exception } });
  const add = (date: string): void => setOpened({ kind: 'exception', start: { date } });
  const defaultDay = (): string =>
    today !== undefined && month === monthOf(today) ? today : month === null ? '' : firstOf(month);
  const actions = {
    names,
    reason,
    onEdit: edit,
    onDelete: (exception: HoursException) => setOpened({ kind: 'delete', exception }),
  };

  return (
    <Page
      title={text.title}
      lead={text.empty.text}
      actions={
        <>
          <Button onClick={() => setView({ exceptions: false, month: null })}>{text.back}</Button>
          <Button disabled={!ready} reason={reason} onClick={() => setOpened({ kind: 'holidays' })}>
            {text.holidays}
          </Button>
          <Button
            variant="contained"
            startIcon={<PlusIcon size={14} />}
            disabled={!ready}
            reason={reason}
            onClick={() => add(defaultDay())}
          >
            {text.add}
          </Button>
        </>
      }
    >
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {week.data?.overruled === true && <Alert severity="info">{text.overruled}</Alert>}
      <Bar role="group" aria-label={text.title}>
        <Steps>
          <Tooltip title={text.previous}>
            <IconButton
              color="secondary"
              disabled={month === null}
              onClick={() => month !== null && goTo(addMonths(month, -1))}
            >
              <ChevronLeftIcon />
            </IconButton>
          </Tooltip>
          <Button onClick={() => goTo(null)}>{text.today}</Button>
          <Tooltip title={text.next}>
            <IconButton
              color="secondary"
              disabled={month === null}
              onClick={() => month !== null && goTo(addMonths(month, 1))}
            >
              <ChevronRightIcon />
            </IconButton>
          </Tooltip>
        </Steps>
        <div role="status">
          <Typography component="h2" variant="h2">
            {month === null ? '' : monthName(month)}
          </Typography>
        </div>
      </Bar>
      {ready ? (
        <>
          <Wide>
            {inMonth?.length === 0 && (
              <Typography color="textSecondary" style={{ marginBottom: 8 }}>
                <span>{text.empty.title(monthName(ready.month))}</span>.
              </Typography>
            )}
            <MonthGrid
              month={ready.month}
              today={ready.today}
              exceptions={ready.exceptions}
              names={names}
              onMonth={goTo}
              onOpen={(date) => {
                if (ready.exceptions.some((each) => each.start_date <= date && each.end_date >= date)) {
                  setOpened({ kind: 'day', date });
                } else if (held) add(date);
              }}
            />
          </Wide>
          <Narrow>
            <ExceptionList month={ready.month} exceptions={inMonth ?? []} {...actions} />
          </Narrow>
        </>
      ) : failed ? (
        <Panel>
          <ErrorState
            title={text.failed}
            message={remedyMessage(failed) ?? text.next_step}
            onRetry={() => {
              for (const query of [schedules, week, list]) if (query.error) void query.refetch();
            }}
          />
        </Panel>
      ) : (
        <div role="status" aria-label={text.loading}>
          <Skeleton height={480} />
        </div>
      )}
      {ready && opened?.kind === 'day' && (
        <DayDialog
          date={opened.date}
          exceptions={ready.exceptions}
          {...actions}
          onAdd={() => add(opened.date)}
          onClose={() => setOpened(null)}
        />
      )}
      {ready && opened?.kind === 'exception' && (
        <ExceptionDialog
          practiceId={practice}
          start={opened.start}
          restored={opened.form}
          names={names}
          known={ready.exceptions}
          bounds={ready.exception_bounds}
          onClose={() => setOpened(null)}
        />
      )}
      {ready && opened?.kind === 'holidays' && (
        <HolidaysDialog
          practiceId={practice}
          firstYear={Math.max(Number(ready.today.slice(0, 4)), Number(ready.month.slice(0, 4)))}
          today={ready.today}
          bounds={ready.exception_bounds}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'delete' && (
        <ConfirmDialog
          open
          danger
          busy={deleting}
          title={messages.delete.title(exceptionText(opened.exception, names))}
          confirmLabel={messages.delete.confirm}
          cancelLabel={messages.delete.keep}
          onConfirm={() => void onDelete(opened.exception)}
          onCancel={() => setOpened(null)}
        >
          {messages.delete.text}
        </ConfirmDialog>
      )}
    </Page>
  );
}
