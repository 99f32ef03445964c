/**
 * A mock server of hours worked for tests, the standalone host and the benchmark. It follows the contracts and stores
 * saves.
 */
import {
  addDays,
  type AnswerOf,
  EDIT_STEP_SECONDS,
  type EditedHours,
  type HoursWorked,
  type hoursWorkedQuery,
  type ProviderHours,
  type ProviderTotals,
  readHoursStatus,
  readHoursSummary,
  readHoursWorked,
  recalculateHours,
  type Recalculation,
  saveHoursWorked,
  weekdayOf,
} from 'shared-api/contracts';
import { answer, type HandledRequest, errorReply, reply } from 'shared-api/testing';
import { type CellKey, cellKeyOf, figures, type Figure, parseCellKey } from '../cells';
import { type Range, type Span, spanOf } from '../range';
import { totalOf } from '../totals';

export interface Person {
  provider_id: number;
  first_name: string;
  last_name: string;
  /** The first day without a former provider. */
  left_on?: string;
}

export const people: Person[] = [
  { provider_id: 7, first_name: 'Dr. Kim', last_name: 'Osei' },
  { provider_id: 9, first_name: 'Maria', last_name: 'Sandoval, RDH' },
  { provider_id: 3, first_name: 'Dr. Ana', last_name: 'Whitfield' },
];

/** This number of providers, e.g. 200. */
export const manyPeople = (count: number): Person[] =>
  Array.from({ length: count }, (_, at) => ({
    provider_id: at + 1,
    first_name: ['Ana', 'Ben', 'Carla', 'Dev', 'Erin'][at % 5] ?? '',
    last_name: `Provider ${String(at + 1).padStart(3, '0')}`,
  }));

interface Override {
  seconds: number;
  by: string;
  at: number;
  version: number;
}

/**
 * Computed hours in seconds. On weekdays 8 hours are available and up to 8 are worked, depending on provider and day.
 */
export function computed(provider: number, date: string, figure: Figure): number {
  if (weekdayOf(date) % 6 === 0) return 0;
  const day = Number(date.slice(8));
  return figure === 'available' ? 8 * 3600 : 8 * 3600 - ((provider + day) % 5) * EDIT_STEP_SECONDS;
}

const daysOf = ({ start, end }: Span): string[] => {
  const days = [start];
  for (let day = start; day < end;) days.push((day = addDays(day, 1)));
  return days;
};

type Save = HandledRequest<typeof saveHoursWorked>;

export class HoursServer {
  version = 1;
  reads: string[] = [];
  saves: Save[] = [];
  recalculations = 0;
  recalculation: Recalculation | null = null;
  updating = false;
  /** Version of the computed figures. */
  figures = 1;
  /** False for a console that doesn't send the version of the returned hours. */
  sendsVersion = true;
  computedAt = Math.floor(Date.now() / 1000);
  original = computed;
  bounds = { start: '2024-01-01', end: '2027-12-31' };
  readonly overrides = new Map<CellKey, Override>();

  constructor(
    public people: Person[],
    readonly today: string,
  ) {}

  /** Sets a cell as another user; null removes the override. */
  set(key: CellKey, seconds: number | null, by = 'Sam Staff', at = Date.UTC(2026, 10, 20, 15, 42) / 1000): void {
    this.version += 1;
    if (seconds === null) this.overrides.delete(key);
    else this.overrides.set(key, { seconds, by, at, version: this.version });
  }

  status(): AnswerOf<typeof readHoursStatus> {
    return {
      version: `${this.version}.${this.figures}`,
      updating: this.updating,
      recalculation: this.recalculation,
    };
  }

  range(range: Range): HoursWorked {
    const span = spanOf(range, this.today);
    return {
      dates: daysOf(span),
      display_dates: daysOf(span).map((date) => `${date.slice(5, 7)}/${date.slice(8)}`),
      date_range: span,
      providers: this.#providers(span),
      today: this.today,
      recalculation: this.recalculation,
      bounds: this.bounds,
      computed_at: this.computedAt,
      updating: this.updating,
      ...(this.sendsVersion && { status_version: this.status().version }),
    };
  }

  #providers(span: Span): ProviderHours[] {
    const dates = daysOf(span);
    return this.people.map((person) => {
      const modified = (date: string, figure: Figure): number | null =>
        this.overrides.get(cellKeyOf(person.provider_id, date, figure))?.seconds ?? null;
      const hours = dates.map((date) => {
        const isAway = person.left_on !== undefined && date >= person.left_on;
        const [available, worked] = isAway
          ? [0, 0]
          : figures.map((figure) => this.original(person.provider_id, date, figure));
        const cell = {
          available_hours: available ?? 0,
          worked_hours: worked ?? 0,
          modified_available_hours: modified(date, 'available'),
          modified_worked_hours: modified(date, 'worked'),
        };
        return [date, cell] as const;
      });
      const [available, worked] = figures.map((figure) =>
        totalOf(hours.map(([, cell]) => cell[`modified_${figure}_hours`] ?? cell[`${figure}_hours`])),
      );
      return {
        ...person,
        total_hours_available: available?.seconds ?? 0,
        total_hours_worked: worked?.seconds ?? 0,
        total_days_available: available?.days ?? 0,
        total_days_worked: worked?.days ?? 0,
        hours: Object.fromEntries(hours),
      };
    });
  }

  /** Saves all cells or none, like the real server. A value that equals the original removes the override. */
  #save({ body, ifMatch }: Save): Response {
    const cells = Object.values(body).flatMap((days) => Object.values(days).flatMap((day) => this.#cellsOf(day)));
    const unknown = cells.filter(({ key }) => {
      const { provider, date = '' } = parseCellKey(key) ?? {};
      const person = this.people.find(({ provider_id: id }) => id === provider);
      return !person || (person.left_on !== undefined && date >= person.left_on);
    });
    if (unknown.length > 0) {
      const fields = Object.fromEntries(unknown.map(({ key }) => [key, 'This practice doesn’t have this provider']));
      return errorReply(422, 'invalid', 'This practice doesn’t have some of these providers.', { fields });
    }
    const since = ifMatch === null ? Infinity : Number(ifMatch.replaceAll('"', ''));
    const changes = cells.flatMap(({ key }) => {
      const now = this.overrides.get(key);
      return now && now.version > since ? [{ field: key, changed_by: now.by, changed_at: now.at }] : [];
    });
    const [first] = changes;
    if (first) {
      const conflict = { changed_by: first.changed_by, changed_at: first.changed_at, changes };
      return errorReply(409, 'stale_version', `${first.changed_by} has changed some of these hours meanwhile.`, {
        conflict,
      });
    }
    this.version += 1;
    for (const { key, seconds, original } of cells) {
      if (seconds === null || seconds === original) this.overrides.delete(key);
      else this.overrides.set(key, { seconds, by: 'Olivia Owner', at: 0, version: this.version });
    }
    return reply(saveHoursWorked, { status: 'success', message: 'Saved' }, { etag: `"${this.version}"` });
  }

  #cellsOf(day: EditedHours): { key: CellKey; seconds: number | null; original: number }[] {
    return figures.flatMap((figure) => {
      const seconds = day[`${figure}_hours`];
      const key = cellKeyOf(day.employee_id, day.date, figure);
      return seconds === undefined
        ? []
        : [{ key, seconds, original: this.original(day.employee_id, day.date, figure) }];
    });
  }

  readonly handlers = () => [
    answer(readHoursWorked, ({ query }) => {
      this.reads.push(`${query.view_type} ${query.days ?? ''} ${query.week_offset} ${query.month_offset}`);
      return reply(readHoursWorked, this.range(rangeOf(query)), { etag: `"${this.version}"` });
    }),
    answer(readHoursStatus, () => reply(readHoursStatus, this.status())),
    answer(readHoursSummary, ({ query }) => {
      const providers: ProviderTotals[] = this.#providers({ start: query.start_date, end: query.end_date });
      return reply(readHoursSummary, { providers });
    }),
    answer(saveHoursWorked, (request) => {
      this.saves.push(request);
      return this.#save(request);
    }),
    answer(recalculateHours, () => {
      this.recalculations += 1;
      return reply(recalculateHours, { status: 'success', message: 'Started' });
    }),
  ];
}

/** The range of a query. 2 Weeks have the offset of their first week. */
function rangeOf(query: (typeof hoursWorkedQuery)['_zod']['output']): Range {
  if (query.view_type === 'month') return { type: 'month', offset: query.month_offset };
  return query.days === '14'
    ? { type: '2weeks', offset: query.week_offset / 2 }
    : { type: 'week', offset: query.week_offset };
}
