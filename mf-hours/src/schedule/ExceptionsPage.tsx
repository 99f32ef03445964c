import { remedyMessage } from 'shared-api';
import type { HoursException } from 'shared-api/contracts';
import {
  ChevronLeftIcon,
  ErrorState,
  MenuButton,
  MoreIcon,
  Page,
  Panel,
  phoneQuery,
  PlusIcon,
  styled,
  useMedia,
  useStoredRequest,
} from 'shared-ui';
import { Alert, Button, IconButton, Skeleton, Tooltip, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { ExceptionDialogs, type OpenDialog } from './ExceptionDialogs';
import { type ExceptionActions, ExceptionList } from './ExceptionList';
import { messages } from './messages';
import { exceptionsIn, exceptionsOn, firstOf, monthName, monthOf } from './month';
import { MonthBar } from './MonthBar';
import { MonthGrid } from './MonthGrid';
import { NextException } from './NextException';
import { restoredException } from './stored-exception';
import { holidaysRecord } from './stored-holidays';
import { type ExceptionsOfMonth, useExceptions } from './use-exceptions';
import type { ScheduleView } from './use-schedule-view';

const text = messages.exceptions;

/** Below this width seven columns are too narrow. */
const Wide = styled('div')({ '@media (max-width: 719.95px)': { display: 'none' } });
const Narrow = styled('div')({ '@media (min-width: 720px)': { display: 'none' } });

interface CalendarProps {
  practiceId: number;
  loaded: ExceptionsOfMonth;
  actions: ExceptionActions;
  onMonth: (month: string) => void;
  onOpen: (date: string) => void;
}

/** The month as a grid, or as a list if there is no room for one. */
function Calendar({ practiceId, loaded, actions, onMonth, onOpen }: CalendarProps): ReactNode {
  const isPhone = useMedia(phoneQuery);
  const { month, today, exceptions } = loaded;
  const inMonth = exceptionsIn(exceptions, month);
  const next = <NextException {...{ practiceId, loaded, onMonth }} names={actions.names} />;
  return (
    <>
      <Wide>
        {inMonth.length === 0 && (
          <Typography color="textSecondary">
            <span>{text.empty.title(monthName(month))}</span>.
          </Typography>
        )}
      </Wide>
      {!isPhone && inMonth.length === 0 && next}
      <Wide>
        <MonthGrid {...{ month, today, exceptions, onMonth, onOpen }} names={actions.names} />
      </Wide>
      <Narrow>
        <ExceptionList month={month} exceptions={inMonth} {...actions} />
      </Narrow>
      {isPhone && next}
    </>
  );
}

/** The initial day of a new exception: today, or the first of another month. */
const defaultDay = ({ month, today }: ExceptionsOfMonth): string => (month === monthOf(today) ? today : firstOf(month));

/** The back link on a phone, before the heading. */
function BackButton({ onBack }: { onBack: () => void }): ReactNode {
  return (
    <Tooltip title={text.back}>
      <IconButton style={{ order: -1, margin: '0 -8px 0 -12px' }} onClick={onBack}>
        <ChevronLeftIcon />
      </IconButton>
    </Tooltip>
  );
}

interface PhoneMenuProps {
  isLoaded: boolean;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  onHolidays: () => void;
}

function PhoneMenu({ isLoaded, reason, onHolidays }: PhoneMenuProps): ReactNode {
  return (
    <MenuButton
      iconOnly
      label={text.menu}
      startIcon={<MoreIcon />}
      items={[
        {
          label: text.holidays,
          disabled: !isLoaded || reason !== undefined,
          ...(reason !== undefined && { detail: reason }),
          onSelect: onHolidays,
        },
      ]}
    />
  );
}

/** The open dialog. A reload reopens it. */
function useOpenDialog(practiceId: number, mayChange: boolean) {
  const { session } = useRemote();
  const holidays = useStoredRequest(holidaysRecord(practiceId));
  return useState<OpenDialog>(() => {
    if (mayChange && holidays !== undefined) return { kind: 'holidays' };
    const restored = mayChange ? restoredException(session.user.id, practiceId) : null;
    return restored && { kind: 'exception', ...restored };
  });
}

export interface ExceptionsPageProps {
  /** `YYYY-MM`; null for the month of today. */
  month: string | null;
  setView: (change: Partial<ScheduleView>) => void;
}

/** The exceptions of a month: days on which the office or a provider has different hours than usual, or none. */
export function ExceptionsPage({ month: wanted, setView }: ExceptionsPageProps): ReactNode {
  const practiceId = usePractice().id;
  const { held, reason } = useRight('hours');
  const { month, names, overruled, loaded, error, retry } = useExceptions(practiceId, wanted);
  const [opened, setOpened] = useOpenDialog(practiceId, held);
  const isPhone = useMedia(phoneQuery);
  const onBack = (): void => setView({ exceptions: false, month: null });
  const onHolidays = (): void => setOpened({ kind: 'holidays' });
  const goTo = (next: string | null): void => setView({ month: next });
  const add = (date: string): void => setOpened({ kind: 'exception', start: { date } });
  const actions: ExceptionActions = {
    names,
    reason,
    onEdit: (exception: HoursException) => setOpened({ kind: 'exception', start: { exception } }),
    onDelete: (exception: HoursException) => setOpened({ kind: 'delete', exception }),
  };

  const addButton = (
    <Button
      variant="contained"
      startIcon={<PlusIcon size={14} />}
      disabled={!loaded}
      reason={reason}
      onClick={() => loaded && add(defaultDay(loaded))}
    >
      {text.add}
    </Button>
  );

  return (
    <Page
      title={isPhone ? text.phoneTitle : text.title}
      subject={isPhone ? <BackButton onBack={onBack} /> : undefined}
      lead={isPhone ? undefined : text.empty.text}
      menu={isPhone && <PhoneMenu {...{ reason, onHolidays }} isLoaded={Boolean(loaded)} />}
      actions={
        isPhone ? undefined : (
          <>
            <Button onClick={onBack}>{text.back}</Button>
            <Button disabled={!loaded} reason={reason} onClick={onHolidays}>
              {text.holidays}
            </Button>
            {addButton}
          </>
        )
      }
    >
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {overruled && <Alert severity="info">{text.overruled}</Alert>}
      <MonthBar month={month} onMonth={goTo} />
      {isPhone && addButton}
      {loaded ? (
        <Calendar
          {...{ practiceId, loaded, actions }}
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
