/**
 * A practice whose hours two people and a sync change. Tracks each person's page with its unsaved edits, and the
 * expected stored values, and compares them after each step.
 */
import { expect } from '@jest/globals';
import { type ExceptionInput, type TimeKey, type WeeklyHoursRecord, mergeEdits } from 'shared-api/contracts';
import { startSync, endSync, storeBatch } from '../../../practices/agents/sync-service.js';
import { systemActor } from '../../../platform/audit/actor.js';
import { addException, changeException, deleteException, listExceptions } from '../exceptions-service.js';
import { deleteSchedule, listSchedules, saveSchedule } from '../schedules-service.js';
import { type ListVersion, readWeeklyHours, saveWeeklyHours } from '../weekly-hours-service.js';
import { readComputed } from '../../hours-worked/computing.js';
import { readHoursWorked, saveHoursWorked } from '../../hours-worked/hours-worked-service.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { type TestServer, runJobs } from '../../../testing/test-server.js';

/** The time at which everything happens. */
export const NOW = new Date('2026-11-20T18:00:00Z');
const MONTH = { start: '2026-11-01', end: '2026-11-30' };

/** The name of a field, e.g. `7.mon_beg` or `7.2026-11-16.worked_hours`. */
type Key = string;
type Edit<Value> = { kind: 'set'; value: Value } | { kind: 'clear' };
type Stored<Value> = ReadonlyMap<Key, Value>;

/** One person's page: the values that it read, and the unsaved edits. */
interface Sheet<Value> {
  version: number;
  base: Stored<Value>;
  edits: Map<Key, Edit<Value>>;
}

export interface Person {
  name: string;
  weekly: Sheet<string> & { records: WeeklyHoursRecord[]; validFrom: string };
  worked: Sheet<number | null>;
}

/** An exception as people saved it. */
type SavedException = Pick<ExceptionInput, 'provider_id' | 'start_date' | 'end_date' | 'kind'>;

/** The expected stored values. */
export interface Model {
  /** By the id of the exception. */
  exceptions: Map<number, SavedException>;
  /** First days of planned schedules. */
  planned: Set<string>;
  weekly: Map<Key, string>;
  worked: Map<Key, number>;
  active: Set<number>;
}

export type Side = 'mine' | 'theirs';

export const timeFields: readonly TimeKey[] = ['mon_beg', 'mon_end'];
export const people = { 7: 'Adams', 8: 'Baker', 9: 'Clark' } as const;

const valueOf = <Value>(edit: Edit<Value>, cleared: Value): Value => (edit.kind === 'set' ? edit.value : cleared);
const fieldsOf = (records: readonly WeeklyHoursRecord[]): Map<Key, string> =>
  new Map(
    records.flatMap((record) => timeFields.map((field) => [`${record.provider_id}.${field}`, record[field]] as const)),
  );

/** Counts what happened, so that a test can prove that it tested something. */
type Seen = Record<'conflicts' | 'removed' | 'refusals', number>;

export class HoursWorld {
  readonly persons: Person[] = [];
  readonly model: Model = {
    weekly: new Map(),
    worked: new Map(),
    active: new Set([7, 8]),
    exceptions: new Map(),
    planned: new Set(),
  };
  #appointments: { id: number; day: number }[] = [];
  #syncs = 0;

  constructor(
    readonly server: TestServer,
    readonly practiceId: number,
    readonly seen: Seen,
  ) {}

  get #db() {
    return this.server.db;
  }

  async open(): Promise<void> {
    const { records } = await readWeeklyHours(this.#db, this.practiceId, { now: NOW });
    const own = records.map((record) => ({
      ...record,
      'same-as-office-hours': false,
      ...{ mon_beg: '8:00 AM', mon_end: '6:00 PM' },
    }));
    await this.#saveWeekly('Setup', own, undefined);
    this.model.weekly = fieldsOf(own);
    for (const name of ['Olivia', 'Marcus']) {
      const weekly = { version: 0, validFrom: '', base: new Map(), edits: new Map(), records: [] };
      const person: Person = { name, weekly, worked: { version: 0, base: new Map(), edits: new Map() } };
      this.persons.push(person);
      await this.refreshWeekly(person, 'mine');
      await this.refreshWorked(person, 'mine');
    }
  }

  #saveWeekly(name: string, records: WeeklyHoursRecord[], onVersion: ListVersion | undefined) {
    const audit = { actor: { ...systemActor(name), name }, now: NOW };
    return saveWeeklyHours(this.#db, { practiceId: this.practiceId, records, onVersion }, audit);
  }

  /** Merges the stored values with a person's edits, and resolves every conflict with one side. */
  #merge<Value>(sheet: Sheet<Value>, now: Stored<Value>, side: Side, cleared: Value): Key[] {
    const before = new Map(sheet.edits);
    const merged = mergeEdits<Key, Edit<Value>, Value>({
      edits: sheet.edits,
      base: (key) => sheet.base.get(key) as Value,
      theirs: (key) => now.get(key),
      sameValue: Object.is,
      changesNothing: (edit, value) => valueOf(edit, cleared) === value,
    });
    this.seen.conflicts += merged.conflicts.length;
    this.seen.removed += merged.removed.length;
    for (const [key, edit] of before) {
      const saved = now.has(key) && valueOf(edit, cleared) === now.get(key);
      const isKept = merged.edits.get(key) === edit;
      // An edit is dropped only when it is already stored, or when its field was removed.
      expect(isKept || saved || merged.removed.includes(key)).toBe(true);
      const overlaps = isKept && sheet.base.get(key) !== now.get(key);
      expect(merged.conflicts.includes(key)).toBe(overlaps);
    }
    sheet.edits = merged.edits;
    if (side === 'theirs') for (const key of merged.conflicts) sheet.edits.delete(key);
    sheet.base = now;
    return merged.conflicts;
  }

  async refreshWeekly({ name, weekly }: Person, side: Side): Promise<void> {
    const { version, validFrom, records, changes } = await readWeeklyHours(this.#db, this.practiceId, {
      since: weekly.version,
      now: NOW,
    });
    const named = new Map(changes?.map((change) => [change.field, change.changed_by]));
    for (const key of this.#merge(weekly, fieldsOf(records), side, '')) {
      // A conflict names the other person.
      expect(named.get(key)).toBeDefined();
      expect(named.get(key)).not.toBe(name);
    }
    Object.assign(weekly, { version: version[0], validFrom, records });
  }

  async saveWeekly(person: Person, side: Side): Promise<void> {
    const { weekly } = person;
    for (let attempt = 0; attempt < 3 && weekly.edits.size > 0; attempt += 1) {
      const body = weekly.records.map((record) => {
        const edited = [...weekly.edits].filter(([key]) => key.startsWith(`${record.provider_id}.`));
        return {
          ...record,
          ...Object.fromEntries(edited.map(([key, edit]) => [key.split('.')[1], valueOf(edit, '')])),
        };
      });
      const sent = new Map(weekly.edits);
      try {
        const saved = await this.#saveWeekly(person.name, body, { saves: weekly.version, validFrom: weekly.validFrom });
        const dropped = new Set(saved.removed.map(({ provider_id: id }) => id));
        for (const [key, edit] of sent) {
          if (!dropped.has(Number(key.split('.')[0]))) this.model.weekly.set(key, valueOf(edit, ''));
        }
        weekly.edits.clear();
        await this.refreshWeekly(person, side);
        break;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // An edit that violates a rule stays on the page, and nothing is saved.
        if (error.code !== 'stale_version') break;
        await this.refreshWeekly(person, side);
      }
    }
    await this.checkWeekly();
  }

  /** The stored hours are exactly what people saved, field by field. */
  async checkWeekly(): Promise<void> {
    const { records } = await readWeeklyHours(this.#db, this.practiceId, { now: NOW });
    const stored = fieldsOf(records);
    const office = records[0] as WeeklyHoursRecord;
    for (const record of records) {
      for (const field of timeFields) {
        const key = `${record.provider_id}.${field}`;
        const expected = record['same-as-office-hours'] ? office[field] : this.model.weekly.get(key);
        expect([key, stored.get(key)]).toEqual([key, expected]);
      }
    }
    expect(new Set(records.map(({ provider_id: id }) => id))).toEqual(new Set([0, ...this.model.active]));
  }

  async #readWorked(): Promise<{ version: number; overrides: Map<Key, number | null> }> {
    const query = { view_type: 'month', days: '-1', week_offset: 0, month_offset: 0 } as const;
    const { version, hours } = await readHoursWorked(this.#db, this.practiceId, query, NOW);
    const overrides = new Map<Key, number | null>();
    for (const { provider_id: id, hours: days } of hours.providers) {
      for (const [date, day] of Object.entries(days)) {
        overrides.set(`${id}.${date}.available_hours`, day.modified_available_hours);
        overrides.set(`${id}.${date}.worked_hours`, day.modified_worked_hours);
      }
    }
    return { version, overrides };
  }

  async refreshWorked({ worked }: Person, side: Side): Promise<void> {
    const { version, overrides } = await this.#readWorked();
    this.#merge(worked, overrides, side, null);
    worked.version = version;
  }

  async saveWorked(person: Person, side: Side): Promise<void> {
    const { worked } = person;
    for (let attempt = 0; attempt < 3 && worked.edits.size > 0; attempt += 1) {
      const body: Record<
        string,
        Record<
          string,
          { date: string; employee_id: number; worked_hours?: number | null; available_hours?: number | null }
        >
      > = {};
      for (const [key, edit] of worked.edits) {
        const [id = '', date = '', field = ''] = key.split('.');
        const cell = ((body[id] ??= {})[date] ??= { date, employee_id: Number(id) });
        Object.assign(cell, { [field]: valueOf<number | null>(edit, null) });
      }
      const { days } = await readComputed(this.#db, this.practiceId, MONTH, NOW);
      const originals = new Map<Key, number>(
        days.flatMap((day) => [
          [`${day.provider_id}.${day.date}.available_hours`, day.available] as const,
          [`${day.provider_id}.${day.date}.worked_hours`, day.worked] as const,
        ]),
      );
      try {
        const audit = { actor: { ...systemActor(person.name), name: person.name }, now: NOW };
        await saveHoursWorked(this.#db, { practiceId: this.practiceId, body, onVersion: worked.version }, audit);
        for (const [key, edit] of worked.edits) {
          const value = valueOf<number | null>(edit, null);
          if (value === null || value === originals.get(key)) this.model.worked.delete(key);
          else this.model.worked.set(key, value);
        }
        worked.edits.clear();
        await this.refreshWorked(person, side);
        break;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'stale_version') throw error;
        for (const { changed_by: by } of error.details.conflict?.changes ?? []) expect(by).not.toBe(person.name);
        await this.refreshWorked(person, side);
      }
    }
    await this.checkWorked();
  }

  /** The stored overrides are exactly those that people saved. */
  async checkWorked(): Promise<void> {
    const rows = await this.#db
      .selectFrom('hours_worked_overrides')
      .select(['provider_id', 'date', 'available_seconds', 'worked_seconds'])
      .where('practice_id', '=', this.practiceId)
      .execute();
    const stored = rows.flatMap((row) => [
      [`${row.provider_id}.${row.date}.available_hours`, row.available_seconds] as const,
      [`${row.provider_id}.${row.date}.worked_hours`, row.worked_seconds] as const,
    ]);
    expect(new Map(stored.filter(([, seconds]) => seconds !== null))).toEqual(this.model.worked);
  }

  /** A full sync: it adds and removes providers, and one more appointment was completed. */
  async sync(active: readonly number[], day: number): Promise<void> {
    this.#syncs += 1;
    this.#appointments.push({ id: this.#syncs, day });
    const sync_id = `sync-${this.#syncs}`;
    const start = (date: number): number => Date.UTC(2026, 10, date, 15) / 1000;
    const providers = active.map((id) => ({
      provider_id: id,
      first_name: 'Sam',
      last_name: people[id as keyof typeof people],
    }));
    const appointments = this.#appointments.map((each) => ({
      appointment_id: each.id,
      provider_id: 7,
      clinic_num: 0,
      starts_at: start(each.day),
      ends_at: start(each.day) + 3600,
      status: 'completed' as const,
      status_id: null,
    }));
    const { practiceId } = this;
    await startSync(this.#db, practiceId, { type: 'sync_begin', sync_id, mode: 'full', command_id: null }, NOW);
    const contents = [
      { entity: 'providers' as const, rows: providers },
      { entity: 'appointments' as const, rows: appointments },
    ];
    for (const [index, content] of contents.entries()) {
      await storeBatch(this.#db, practiceId, { type: 'batch', sync_id, number: index + 1, content }, NOW);
    }
    await endSync(this.#db, practiceId, { type: 'sync_end', sync_id, batches: contents.length }, NOW);
    this.model.active = new Set(active);
  }

  #context(name: string) {
    return { actor: { ...systemActor(name), name }, now: NOW };
  }

  /** Runs a change that the rules may reject. @returns its result; undefined when it was rejected */
  async #refusable<Result>(change: Promise<Result>): Promise<Result | undefined> {
    try {
      return await change;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.seen.refusals += 1;
      return undefined;
    }
  }

  /** Adds an exception, moves an existing one, or deletes it. */
  async except(name: string, choice: number, input: SavedException): Promise<void> {
    const full = { ...input, beg: '', end: '', l_beg: '', l_end: '', note: '' };
    const [id] = [...this.model.exceptions.keys()].slice(choice);
    const practiceId = this.practiceId;
    if (id === undefined) {
      const added = await this.#refusable(addException(this.#db, { practiceId, input: full }, this.#context(name)));
      if (added) this.model.exceptions.set(added.exception_id, input);
    } else if (choice === 0) {
      await deleteException(this.#db, { practiceId, exceptionId: id, onVersion: undefined }, this.#context(name));
      this.model.exceptions.delete(id);
    } else {
      const change = { practiceId, exceptionId: id, onVersion: undefined, input: full };
      if (await this.#refusable(changeException(this.#db, change, this.#context(name)))) {
        this.model.exceptions.set(id, input);
      }
    }
    await this.checkExceptions();
  }

  /** Plans a schedule with other Monday hours from a later day, or deletes the one that starts then. */
  async plan(name: string, validFrom: string, step: number): Promise<void> {
    const practiceId = this.practiceId;
    if (this.model.planned.has(validFrom) && step === 0) {
      await deleteSchedule(this.#db, { practiceId, validFrom, onVersion: undefined }, this.#context(name));
      this.model.planned.delete(validFrom);
    } else {
      const { records } = await readWeeklyHours(this.#db, practiceId, { date: validFrom });
      const other = records.map((record) => ({ ...record, mon_beg: `${6 + step}:00 AM`, mon_end: '6:00 PM' }));
      const save = { practiceId, validFrom, records: other, onVersion: undefined };
      if (await this.#refusable(saveSchedule(this.#db, save, this.#context(name)))) this.model.planned.add(validFrom);
    }
    const { schedules } = await listSchedules(this.#db, practiceId, NOW);
    expect(schedules.flatMap(({ valid_from: from }) => from ?? [])).toEqual([...this.model.planned].sort());
    // Today's schedule is unchanged.
    await this.checkWeekly();
  }

  /** The stored exceptions are those that people saved, and none of the same provider overlap. */
  async checkExceptions(): Promise<void> {
    const rows = await listExceptions(this.#db, this.practiceId, MONTH);
    const stored = rows.map(
      ({ exception_id: id, provider_id, start_date, end_date, kind }) =>
        [id, { provider_id, start_date, end_date, kind }] as const,
    );
    expect(new Map(stored)).toEqual(this.model.exceptions);
    for (const one of rows) {
      const others = rows.filter((other) => other !== one && other.provider_id === one.provider_id);
      expect(others.some((other) => other.start_date <= one.end_date && other.end_date >= one.start_date)).toBe(false);
    }
  }

  /** After all jobs, the stored hours equal the result of a full recomputation. */
  async checkFigures(): Promise<void> {
    await runJobs(this.server);
    const sorted = async () => {
      const { days, stale } = await readComputed(this.#db, this.practiceId, MONTH, NOW);
      const texts = days.map((day) => `${day.provider_id} ${day.date} ${day.available} ${day.worked}`).sort();
      return { texts, stale };
    };
    const stored = await sorted();
    expect(stored.stale).toBe(false);
    await this.#db.deleteFrom('hours_worked').where('practice_id', '=', this.practiceId).execute();
    expect(stored.texts).toEqual((await sorted()).texts);
  }
}
