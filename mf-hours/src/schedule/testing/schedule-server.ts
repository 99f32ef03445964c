/** A mock server with schedules and exceptions, in addition to the weekly hours of `serveHours`. */
import {
  addException,
  addHolidays,
  type BodyOf,
  changeException,
  deleteException,
  deleteSchedule,
  type ExceptionInput,
  type HoursException,
  listExceptions,
  listSchedules,
  readSchedule,
  saveSchedule,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { noPlans, serveHours, server } from '../../weekly-hours/testing/open-page';

const bySam = { changed_by: 'Sam Staff', changed_at: Date.UTC(2026, 10, 20, 15, 42) / 1000 };

export function anException(over: Partial<HoursException> = {}): HoursException {
  return {
    exception_id: 1,
    provider_id: 0,
    start_date: '2026-11-26',
    end_date: '2026-11-26',
    kind: 'closed',
    beg: '',
    end: '',
    l_beg: '',
    l_end: '',
    note: 'Thanksgiving Day',
    version: 3,
    ...bySam,
    ...over,
  };
}

export interface ScheduleServer {
  planned: string[];
  /** First day of the schedule in effect; null for the first schedule. */
  inEffect: string | null;
  savesFrom: string | null;
  /** Version of every planned schedule. */
  etag: string;
  exceptions: HoursException[];
  saves: BodyOf<typeof saveSchedule>[];
  added: ExceptionInput[];
}

const stale = (what: string) =>
  errorReply(409, 'stale_version', `Sam Staff has changed ${what} meanwhile.`, { conflict: bySam });

function scheduleAnswers(state: ScheduleServer, hours: ReturnType<typeof serveHours>) {
  const schedules = () => [
    ...noPlans.schedules.map((schedule) => ({ ...schedule, valid_from: state.inEffect })),
    ...state.planned.map((valid_from) => ({
      valid_from,
      valid_to: null,
      in_effect: false,
      created_by: 'Olivia Owner',
      created_at: bySam.changed_at,
    })),
  ];
  return [
    answer(listSchedules, () =>
      reply(listSchedules, { ...noPlans, schedules: schedules(), saves_from: state.savesFrom }),
    ),
    answer(readSchedule, () =>
      reply(readSchedule, { valid_from: '2026-12-07', message: hours.rows }, { etag: state.etag }),
    ),
    answer(saveSchedule, ({ body, ifMatch, ifNoneMatch }) => {
      const validFrom = body.valid_from ?? noPlans.today;
      if (ifNoneMatch === '*' && state.planned.includes(validFrom)) {
        return errorReply(409, 'schedule_exists', 'A schedule already starts on that day.', { conflict: bySam });
      }
      if (ifMatch === null ? ifNoneMatch === null : ifMatch !== state.etag) return stale('these hours');
      state.saves.push(body);
      state.planned = [...new Set([...state.planned, validFrom])];
      state.etag = '"3.4"';
      return reply(saveSchedule, { valid_from: validFrom, message: 'Saved' }, { etag: state.etag });
    }),
    answer(deleteSchedule, ({ params, ifMatch }) => {
      if (ifMatch !== state.etag) return stale('these hours');
      state.planned = state.planned.filter((date) => date !== params['validFrom']);
      return reply(deleteSchedule, { message: 'Deleted' });
    }),
  ];
}

function exceptionAnswers(state: ScheduleServer) {
  const stored = (id: number, ifMatch: string | null) => {
    const found = state.exceptions.find((each) => each.exception_id === id);
    if (!found) return errorReply(404, 'not_found', 'This exception was deleted while you were editing.');
    return ifMatch === null || ifMatch === `"${found.version}"` ? found : stale('this exception');
  };
  return [
    answer(listExceptions, ({ query }) =>
      reply(listExceptions, {
        exceptions: state.exceptions.filter(
          (each) => each.start_date <= query.end_date && each.end_date >= query.start_date,
        ),
      }),
    ),
    answer(addException, ({ body }) => {
      const added = anException({ ...body, exception_id: state.exceptions.length + 10 });
      state.added.push(body);
      state.exceptions.push(added);
      return reply(addException, added);
    }),
    answer(changeException, ({ params, body, ifMatch }) => {
      const found = stored(Number(params['exception']), ifMatch);
      if (found instanceof Response) return found;
      Object.assign(found, body, { version: found.version + 1 });
      return reply(changeException, found);
    }),
    answer(deleteException, ({ params, ifMatch }) => {
      const found = stored(Number(params['exception']), ifMatch);
      if (found instanceof Response) return found;
      state.exceptions = state.exceptions.filter((each) => each !== found);
      return reply(deleteException, { message: 'Deleted' });
    }),
    answer(addHolidays, ({ body }) =>
      reply(addHolidays, { added: (body.holidays ?? []).map(String), skipped: ['Thanksgiving Day (Nov 26, 2026)'] }),
    ),
  ];
}

/** Responds like the real server, with a conflict if the version isn't the stored one. */
export function serveSchedules(exceptions: HoursException[] = []): ScheduleServer {
  const state: ScheduleServer = {
    planned: [],
    inEffect: null,
    savesFrom: null,
    etag: '"2.4"',
    exceptions,
    saves: [],
    added: [],
  };
  const hours = serveHours();
  server.use(...scheduleAnswers(state, hours), ...exceptionAnswers(state));
  return state;
}
