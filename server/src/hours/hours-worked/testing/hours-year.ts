/**
 * A year of a practice: people, syncs and settings change what hours are computed from. After each change it compares all days of
 * the year with those before it: a day may move only if its own inputs did, and Activity must name the cause.
 */
import { expect } from '@jest/globals';
import { addDays } from 'shared-api/contracts';
import { AppError } from '../../../platform/errors/app-error.js';
import { type TestServer, createTestPractice, runJobs } from '../../../testing/test-server.js';
import { readComputed } from '../computing.js';
import { listOverrides } from '../hours-worked-repository.js';
import { readHoursSummary, readHoursWorked } from '../hours-worked-service.js';
import { type Effect, type Kind, type Step, YEAR, changes, nothing } from './year-changes.js';
import { YearPractice } from './year-practice.js';

/** `7 2026-11-16 worked` with its seconds. */
type Figures = ReadonlyMap<string, number>;

export class HoursYear {
  #figures: Figures = new Map();

  private constructor(
    readonly practice: YearPractice,
    /** How many steps of each kind moved days. */
    readonly moved: Map<string, number>,
  ) {}

  static async open(server: TestServer, moved: Map<string, number>): Promise<HoursYear> {
    server.clock.now = new Date('2026-01-05T18:00:00Z');
    const practiceId = await createTestPractice(server.db, { providers: [], pmsName: 'dentrix' });
    const practice = new YearPractice(server, practiceId);
    const year = new HoursYear(practice, moved);
    for (let day = 1; day <= 5; day += 1) practice.software.addAppointment(`2026-01-0${day}`, day, day);
    await practice.sync('full');
    await practice.saveWeek(8, [0, 2]);
    await runJobs(server);
    year.#figures = await year.#read();
    return year;
  }

  /** All figures of the year, computed and overridden. */
  async #read(): Promise<Figures> {
    const figures = new Map<string, number>();
    for (const day of (await readComputed(this.practice.db, this.practice.practiceId, YEAR, this.practice.now)).days) {
      figures.set(`${day.provider_id} ${day.date} available`, day.available);
      figures.set(`${day.provider_id} ${day.date} worked`, day.worked);
    }
    for (const row of await listOverrides(this.practice.db, this.practice.practiceId, YEAR)) {
      if (row.worked_seconds !== null) figures.set(`${row.provider_id} ${row.date} override`, row.worked_seconds);
    }
    return figures;
  }

  /** Asserts that the year's summary is the sum of its months. */
  async checkSummary(): Promise<void> {
    const month = Number((await this.practice.today()).slice(5, 7));
    const sums = new Map<number, number[]>();
    for (let index = 1; index <= 12; index += 1) {
      const query = { view_type: 'month', days: '-1', week_offset: 0, month_offset: index - month } as const;
      const { hours } = await readHoursWorked(this.practice.db, this.practice.practiceId, query, this.practice.now);
      for (const { provider_id: id, hours: days } of hours.providers) {
        const [available = 0, worked = 0] = sums.get(id) ?? [];
        const shown = Object.values(days);
        sums.set(id, [
          shown.reduce((sum, day) => sum + (day.modified_available_hours ?? day.available_hours), available),
          shown.reduce((sum, day) => sum + (day.modified_worked_hours ?? day.worked_hours), worked),
        ]);
      }
    }
    const summary = await readHoursSummary(this.practice.db, this.practice.practiceId, YEAR, this.practice.now);
    const totals = summary.map(
      (row) => [row.provider_id, [row.total_hours_available, row.total_hours_worked]] as const,
    );
    expect(new Map(totals)).toEqual(sums);
  }

  async run({ days, hour, kind, numbers }: Step): Promise<void> {
    const date = addDays(this.practice.now.toISOString().slice(0, 10), days);
    if (date > '2026-12-28') return;
    const before = this.#figures;
    this.practice.now = new Date(`${date}T${String(hour).padStart(2, '0')}:30:00Z`);
    this.practice.server.clock.now = this.practice.now;
    const logged = new Set((await this.#entries()).map(({ id }) => id));
    const effect = await this.#change(kind, numbers);
    await runJobs(this.practice.server);
    const after = await this.#read();
    this.#figures = after;
    const entries = (await this.#entries()).filter(({ id }) => !logged.has(id));
    const differences = [...new Set([...before.keys(), ...after.keys()])].filter(
      // A provider who is not listed has no hours.
      (key) => (before.get(key) ?? 0) !== (after.get(key) ?? 0),
    );
    const unexplained = differences.filter((key) => {
      const [provider = '', day = '', figure = ''] = key.split(' ');
      if (!effect.may(Number(provider), day, figure)) return true;
      const cause = effect.cause(day);
      return cause !== null && !entries.some((entry) => entry.action === cause && namesDay(entry, day));
    });
    const described = unexplained.slice(0, 8).map((key) => `${key}: ${before.get(key) ?? 0} to ${after.get(key) ?? 0}`);
    expect([kind, this.practice.now, described]).toEqual([kind, this.practice.now, []]);
    if (differences.length > 0) this.moved.set(kind, (this.moved.get(kind) ?? 0) + 1);
  }

  #entries() {
    return this.practice.db
      .selectFrom('audit_log')
      .select(['id', 'action', 'after'])
      .where('practice_id', '=', this.practice.practiceId)
      .execute();
  }

  /** Asserts that the stored days equal a full computation. */
  async checkStored(): Promise<void> {
    const stored = await this.#read();
    await this.practice.db.deleteFrom('hours_worked').where('practice_id', '=', this.practice.practiceId).execute();
    expect(await this.#read()).toEqual(stored);
  }

  async #change(kind: Kind, numbers: Step['numbers']): Promise<Effect> {
    try {
      return await changes[kind](this.practice, ...numbers);
    } catch (error) {
      // The rules reject some changes, such as overlapping exceptions.
      if (!(error instanceof AppError) || error.code === 'internal') throw error;
      return nothing;
    }
  }
}

/** True unless the entry lists its days and this isn't one of them. */
function namesDay({ after }: { after: unknown }, date: string): boolean {
  const days = Array.isArray(after) ? after : null;
  return days === null || days.length === 0 || !days.every((day) => /^\d{4}-/.test(String(day))) || days.includes(date);
}
