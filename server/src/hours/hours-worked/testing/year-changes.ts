/** The changes of a generated year. */
import { type ExceptionInput, addDays, payPeriodOf } from 'shared-api/contracts';
import { addException, changeException, deleteException, listExceptions } from '../../schedules/exceptions-service.js';
import { deleteSchedule, listSchedules } from '../../schedules/schedules-service.js';
import { saveHoursWorked } from '../hours-worked-service.js';
import { daysOf } from '../../schedules/day-ranges.js';
import { requestRecalculation } from '../recalculation.js';
import { type Appointment, pick, touches } from './practice-software.js';
import type { YearPractice } from './year-practice.js';

export const YEAR = { start: '2026-01-01', end: '2026-12-31' };
const zones = ['America/Chicago', 'Pacific/Auckland', 'Pacific/Honolulu', 'Europe/London', 'America/Phoenix'];
const statusIds = ['-106,150', '150', ''];

/** A change: days to pass before it, the hour, what happens, and numbers that determine its details. */
export interface Step {
  days: number;
  hour: number;
  kind: Kind;
  numbers: readonly [number, number, number];
}

const ofSyncs = ['hire', 'leave', 'sync', 'repeat', 'correct', 'delete', 'move', 'schedules'] as const;
const ofHours = ['weekly', 'plan', 'unplan', 'except', 'changeException', 'override', 'recalculate', 'wait'] as const;
export const kinds = [...ofSyncs, ...ofHours, 'zone', 'source', 'statusIds'] as const;
export type Kind = (typeof kinds)[number];

/** The days that a change may move, and what Activity then shows. */
export interface Effect {
  may: (provider: number, date: string, figure: string) => boolean;
  /** The action of the entry for a day that moved. Null: the day was not known before. */
  cause: (date: string) => string | null;
}

export const nothing: Effect = { may: () => false, cause: () => null };

/** Effect of a sync of changed appointments. Days since the last sync were not known before. */
function synced(changed: readonly Appointment[], lastSynced: string): Effect {
  return {
    may: (provider, date, figure) => figure === 'worked' && changed.some((row) => touches(row, provider, date)),
    cause: (date) => (date < lastSynced ? 'pms_appointments.correct' : null),
  };
}

async function correctAppointments(
  year: YearPractice,
  changes: readonly (readonly [Appointment, Appointment | undefined])[],
): Promise<Effect> {
  const lastSynced = year.lastSynced;
  for (const [former, next] of changes) {
    if (next) year.software.appointments.set(next.appointment_id, next);
    else year.software.appointments.delete(former.appointment_id);
  }
  const rows = changes.flatMap(([, next]) => next ?? []);
  const isFull = rows.length < changes.length;
  await year.sync(isFull ? 'full' : 'changes', rows);
  return synced(
    changes.flatMap(([former, next]) => (next ? [former, next] : [former])),
    lastSynced,
  );
}

function providersChanged(today: string): Effect {
  return { may: (_, date, figure) => figure === 'available' && date >= today, cause: () => 'pms_providers.change' };
}

function scheduleChanged(first: string, action: string): Effect {
  return { may: (_, date, figure) => figure === 'available' && date >= first, cause: () => action };
}

async function anException(year: YearPractice, a: number, b: number, c: number): Promise<ExceptionInput> {
  const start_date = addDays(await year.today(), (a - 6) * 4);
  const provider_id = b % 2 === 0 ? 0 : (pick(year.software.active, b) ?? 1);
  const noTimes = { beg: '', end: '', l_beg: '', l_end: '', note: '' };
  const kind = c % 2 === 0 ? 'other_hours' : provider_id === 0 ? 'closed' : 'time_off';
  const times = kind === 'other_hours' ? { ...noTimes, beg: '9:00 AM', end: '1:00 PM' } : noTimes;
  return { provider_id, start_date, end_date: addDays(start_date, c), kind, ...times };
}

function excepted(
  inputs: readonly Pick<ExceptionInput, 'provider_id' | 'start_date' | 'end_date'>[],
  action: string,
): Effect {
  return {
    may: (provider, date, figure) =>
      figure === 'available' &&
      inputs.some(
        ({ provider_id: id, start_date: start, end_date: end }) =>
          (id === 0 || id === provider) && date >= start && date <= end,
      ),
    cause: () => action,
  };
}

/** Makes a change, and returns what it may move. */
export const changes: Record<Kind, (year: YearPractice, ...numbers: Step['numbers']) => Promise<Effect>> = {
  hire: async (year) => {
    const today = await year.today();
    const back = [1, 2, 3].find((id) => !year.software.active.includes(id));
    year.software.active.push(back ?? Math.max(...year.software.active) + 1);
    await year.sync('full');
    return providersChanged(today);
  },
  leave: async (year, a) => {
    const today = await year.today();
    if (year.software.active.length > 1) year.software.active.splice(a % year.software.active.length, 1);
    await year.sync('full');
    return providersChanged(today);
  },
  sync: async (year, a, b, c) => {
    const last = year.lastSynced;
    const until = year.now.toISOString().slice(0, 10);
    const days = daysOf({ start: last, end: until });
    const rows = days.map((date, index) => year.software.addAppointment(date, a + index, b + index * (c + 1)));
    await year.sync('changes', rows);
    return synced(rows, last);
  },
  repeat: async (year, a) => {
    await year.sync(a % 2 === 0 ? 'full' : 'changes', [...year.software.appointments.values()].slice(0, a));
    return nothing;
  },
  correct: (year, a, b, c) => {
    const row = pick([...year.software.appointments.values()], a * 7 + b);
    if (!row) return Promise.resolve(nothing);
    const status = c % 4 === 0 ? ('scheduled' as const) : row.status;
    return correctAppointments(year, [[row, { ...row, ends_at: row.ends_at + 1800 * (1 + (b % 3)), status }]]);
  },
  move: (year, a, b, c) => {
    const row = pick([...year.software.appointments.values()], a * 5 + c);
    if (!row) return Promise.resolve(nothing);
    const by = (b - 5) * 86_400;
    const provider_id = pick(year.software.active, c) ?? row.provider_id;
    return correctAppointments(year, [
      [row, { ...row, provider_id, starts_at: row.starts_at + by, ends_at: row.ends_at + by }],
    ]);
  },
  delete: (year, a, b) => {
    const row = pick([...year.software.appointments.values()], a * 11 + b);
    return row ? correctAppointments(year, [[row, undefined]]) : Promise.resolve(nothing);
  },
  schedules: async (year, a, b, c) => {
    const last = year.lastSynced;
    const today = await year.today();
    const changed = new Set<string>();
    for (let day = -20; day < 20; day += 1) {
      if ((day + a) % 3 === 0) continue;
      const date = addDays(today, day);
      const id = 1 + ((day + 40 + b) % 30);
      changed.add(date).add(year.software.schedules.get(id)?.date ?? date);
      const provider_id = pick(year.software.active, day + 20 + c) ?? 1;
      year.software.schedules.set(id, { schedule_id: id, provider_id, date, begins: 480, ends: 600 + 60 * (c % 8) });
    }
    await year.sync('full');
    // Past days keep their schedules (agents/sync-dates.ts).
    const fixed = last < addDays(today, -1) ? last : addDays(today, -1);
    return {
      may: (_, date, figure) => figure === 'available' && date > fixed && changed.has(date),
      cause: () => null,
    };
  },
  weekly: async (year, a, b) => {
    await year.saveWeek(6 + (a % 5), [pick([0, ...year.software.active], b) ?? 0]);
    return scheduleChanged(payPeriodOf(await year.today()).start, 'weekly_hours.save');
  },
  plan: async (year, a, b, c) => {
    const { start } = payPeriodOf(await year.today());
    const validFrom = addDays(start, a * 3);
    await year.saveWeek(6 + (c % 5), [pick([0, ...year.software.active], b) ?? 0], validFrom);
    return scheduleChanged(validFrom > start ? validFrom : start, 'weekly_hours.save');
  },
  unplan: async (year, a) => {
    const { schedules, today } = await listSchedules(year.db, year.practiceId, year.now);
    const planned = schedules.flatMap(({ valid_from: from }) => (from !== null && from > today ? [from] : []));
    const validFrom = pick(planned, a);
    if (validFrom === undefined) return changes.plan(year, 10, a, a);
    await deleteSchedule(year.db, { practiceId: year.practiceId, validFrom, onVersion: undefined }, year.audit);
    return scheduleChanged(validFrom, 'weekly_schedule.delete');
  },
  except: async (year, a, b, c) => {
    const input = await anException(year, a, b, c);
    await addException(year.db, { practiceId: year.practiceId, input }, year.audit);
    return excepted([input], 'hours_exception.add');
  },
  changeException: async (year, a, b, c) => {
    const { practiceId } = year;
    const former = pick(await listExceptions(year.db, practiceId, YEAR), a);
    if (!former) return nothing;
    const id = { practiceId, exceptionId: former.exception_id, onVersion: undefined };
    if (b % 3 === 0) {
      await deleteException(year.db, id, year.audit);
      return excepted([former], 'hours_exception.delete');
    }
    const input = await anException(year, a, b, c);
    await changeException(year.db, { ...id, input }, year.audit);
    return excepted([former, input], 'hours_exception.change');
  },
  zone: async (year, a) => {
    const [before, time_zone = ''] = [await year.today(), pick(zones, a)];
    await year.saveSettings({ time_zone });
    const after = await year.today();
    const first = before > after ? before : after;
    return { may: (_, date, figure) => figure === 'worked' && date >= first, cause: () => 'settings.save' };
  },
  source: async (year, a) => {
    const today = await year.today();
    const earlier = await year.db
      .selectFrom('sync_days')
      .select('date')
      .where('practice_id', '=', year.practiceId)
      .where('synced', '>', 0)
      .where('date', '<', today)
      .executeTakeFirst();
    // On the day of its first sync a practice is set up, and the source holds for all days (docs/decisions/0110).
    const first = earlier ? today : '';
    await year.saveSettings({ additional_data: { use_pms_provider_schedule_for_utilization: a % 2 === 0 } });
    return { may: (_, date, figure) => figure === 'available' && date >= first, cause: () => 'settings.save' };
  },
  statusIds: async (year, a) => {
    const ids = pick(statusIds, a) ?? '';
    await year.saveSettings({ additional_data: { dentrix_completed_appointment_status_ids: ids } });
    return { may: (_, __, figure) => figure === 'worked', cause: () => 'settings.save' };
  },
  override: async (year, a, b, c) => {
    const [provider, date] = [pick(year.software.active, b) ?? 1, addDays(await year.today(), -a * 3)];
    const edit = { date, employee_id: provider, worked_hours: c % 3 === 0 ? null : c * 1800 };
    const body = { [provider]: { [date]: edit } };
    await saveHoursWorked(year.db, { practiceId: year.practiceId, body, onVersion: undefined }, year.audit);
    return {
      may: (id, day, figure) => figure === 'override' && id === provider && day === date,
      cause: () => 'hours_worked.save',
    };
  },
  recalculate: async (year) => {
    await requestRecalculation(year.db, year.practiceId, year.audit);
    return nothing;
  },
  wait: () => Promise.resolve(nothing),
};
