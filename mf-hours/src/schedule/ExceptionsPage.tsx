import { remedyMessage } from 'shared-api';
import type { HoursException } from 'shared-api/contracts';
import { ErrorState, Page, Panel, PlusIcon, styled, useStoredRequest } from 'shared-ui';
import { Alert, Button, Skeleton, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { ExceptionDialogs, type OpenDialog } from './ExceptionDialogs';
import { type ExceptionActions, ExceptionList } from './ExceptionList';
import { messages } from './messages';
import { exceptionsIn, exceptionsOn, firstOf, monthName, monthOf } from './month';
import { MonthBar } from './MonthBar';
import { MonthGrid } from './MonthGrid';
import { restoredException } from './stored-exception';
import { holidaysRecord } from './stored-holidays';
import { type ExceptionsOfMonth, useExceptions } from './use-exceptions';
import type { ScheduleView } from './use-schedule-view';

const text = messages.exceptions;

/** Below this width seven columns are too narrow. */
const Wide = styled('div')({ '@media (max-width: 719.95px)': { display: 'none' } });
const Narrow = styled('div')({ '@media (min-width: 720px)': { display: 'none' } });

interface CalendarProps {
  loaded: ExceptionsOfMonth;
  actions: ExceptionActions;
  onMonth: (month: string) => void;
  onOpen: (date: string) => void;
}

/** The month as a grid, or as a list where there is no room for one. */
function Calendar({ loaded, actions, onMonth, onOpen }: CalendarProps): ReactNode {
  const { month, today, exceptions } = loaded;
  const inMonth = exceptionsIn(exceptions, month);
  return (
    <>
      <Wide>
        {inMonth.length === 0 && (
          <Typography color="textSecondary" style={{ marginBottom: 8 }}>
            <span>{text.empty.title(monthName(month))}</span>.
          </Typography>
        )}
        <MonthGrid {...{ month, today, exceptions, onMonth, onOpen }} names={actions.names} />
      </Wide>
      <Narrow>
        <ExceptionList month={month} exceptions={inMonth} {...actions} />
      </Narrow>
    </>
  );
}

/** The day that a new exception begins with: today, or the first of another month. */
const defaultDay = ({ month, today }: ExceptionsOfMonth): string => (month === monthOf(today) ? today : firstOf(month));

export interface ExceptionsPageProps {
  /** `YYYY-MM`; null for the month of today. */
  month: string | null;
  setView: (change: Partial<ScheduleView>) => void;
}

/** The exceptions of a month: days on which the office or a provider has different hours than in the week, or none. */
export function ExceptionsPage({ month: wanted, setView }: ExceptionsPageProps): ReactNode {
  const { session } = useRemote();
  const practiceId = usePractice().id;
  const { held, reason } = useRight('hours');
  const { month, names, overruled, loaded, error, retry } = useExceptions(practiceId, wanted);
  const holidays = useStoredRequest(holidaysRecord(practiceId));
  const [opened, setOpened] = useState<OpenDialog>(() => {
    if (held && holidays !== undefined) return { kind: 'holidays' };
    const restored = held ? restoredException(session.user.id, practiceId) : null;
    return restored && { kind: 'exception', ...restored };
  });

  const goTo = (next: string | null): void => setView({ month: next });
  const add = (date: string): void => setOpened({ kind: 'exception', start: { date } });
  const actions: ExceptionActions = {
    names,
    reason,
    onEdit: (exception: HoursException) => setOpened({ kind: 'exception', start: { exception } }),
    onDelete: (exception: HoursException) => setOpened({ kind: 'delete', exception }),
  };

  return (
    <Page
      title={text.title}
      lead={text.empty.text}
      actions={
        <>
          <Button onClick={() => setView({ exceptions: false, month: null })}>{text.back}</Button>
          <Button disabled={!loaded} reason={reason} onClick={() => setOpened({ kind: 'holidays' })}>
            {text.holidays}
          </Button>
          <Button
            variant="contained"
            startIcon={<PlusIcon size={14} />}
            disabled={!loaded}
            reason={reason}
            onClick={() => loaded && add(defaultDay(loaded))}
          >
            {text.add}
          </Button>
        </>
      }
    >
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {overruled && <Alert severity="info">{text.overruled}</Alert>}
      <MonthBar month={month} onMonth={goTo} />
      {loaded ? (
        <Calendar
          {...{ loaded, actions }}
          onMonth={goTo}
          onOpen={(date) => {
            if (exceptionsOn(loaded.exceptions, date).length > 0) setOpened({ kind: 'day', date });
            else if (held) add(date);
          }}
        />
      ) : error ? (
        <Panel>
          <ErrorState title={text.failed} message={remedyMessage(error) ?? text.next_step} onRetry={retry} />
        </Panel>
      ) : (
        <div role="status" aria-label={text.loading}>
          <Skeleton height={480} />
        </div>
      )}
      <ExceptionDialogs {...{ practiceId, opened, loaded, actions }} onAdd={add} onClose={() => setOpened(null)} />
    </Page>
  );
}
