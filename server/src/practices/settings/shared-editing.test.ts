/**
 * Two people edit one practice's settings in generated orders while clinics are added and removed. The test uses the
 * server and the page's merge. `GENERATED_RUNS=500` runs it fully.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ErrorBody,
  type PracticeSettings,
  type SettingsEdit,
  type SettingsKey,
  editChangesNothing,
  editedValue,
  mergeSettings,
  sameSettingsValue,
  settingsEditOf,
  settingsKeysOf,
  settingsPathOf,
  settingsValue,
  toSettingsRequest,
} from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const RUNS = Number(process.env['GENERATED_RUNS'] ?? 4);
const STEPS = 30;

/** One person's page: the settings that it read, and the unsaved edits. */
interface Person {
  name: string;
  caller: Caller;
  etag: string;
  base: PracticeSettings;
  edits: Map<SettingsKey, SettingsEdit>;
}

type Side = 'mine' | 'theirs';
/** The expected stored values. */
type Model = Map<SettingsKey, unknown>;

const values: Partial<Record<SettingsKey, readonly unknown[]>> = {
  is_pediatric: [true, false],
  send_task_emails: [true, false],
  baseline_date: ['2026-01-01', '2026-02-02', null],
  ph_call_notification_source: ['udp', 'websocket'],
  'additional_data.opendental_datetime_fix': [true, false],
  'additional_data.dentrix_completed_appointment_status_ids': ['', '150', '-106,150'],
  'smsOptOutOverrideOptions.recall': [true, false],
  'smsOptOutOverrideOptions.forms': [true, false],
  'emailOptOutOverrideOptions.reviews': [true, false],
  market_iq_max_phone_numbers: [0, 3, 9],
  clinicnum: [1, 2, null],
};

/** Counts what the runs covered, so that the test can prove that it tested something. */
let conflictsSeen = 0;
let staleSeen = 0;
let savesSeen = 0;

class World {
  readonly persons: Person[] = [];
  readonly model: Model = new Map();

  constructor(
    readonly server: TestServer,
    readonly practiceId: number,
    readonly callers: readonly [name: string, caller: Caller][],
  ) {}

  async #read(caller: Caller, since?: string) {
    const version = since === undefined ? '' : `?since=${since.replaceAll('"', '')}`;
    const url = `/api/${this.practiceId}/settings/practice_settings/${version}`;
    const response = await this.server.call(caller, 'GET', url);
    return { settings: response.json<PracticeSettings>(), etag: String(response.headers['etag']) };
  }

  async open(): Promise<void> {
    for (const [name, caller] of this.callers) {
      const { settings, etag } = await this.#read(caller);
      this.persons.push({ name, caller, etag, base: settings, edits: new Map() });
      for (const key of settingsKeysOf(settings)) this.model.set(key, settingsValue(settings, key));
    }
  }

  /** Reads the stored settings, merges them under the edits, and chooses one side of every conflict. */
  async refresh(person: Person, side: Side): Promise<void> {
    const { settings, etag } = await this.#read(person.caller, person.etag);
    const before = new Map(person.edits);
    const merged = mergeSettings(person.edits, (key) => settingsValue(person.base, key), settings);
    for (const [key, edit] of before) {
      const stored = settingsValue(settings, key);
      const isKept = merged.edits.get(key) === edit;
      // An edit is dropped only when the stored value already equals it.
      expect(isKept || editChangesNothing(edit, stored)).toBe(true);
      expect(merged.conflicts.includes(key)).toBe(
        isKept && !sameSettingsValue(settingsValue(person.base, key), stored),
      );
    }
    for (const key of merged.conflicts) {
      // A conflict names the other person.
      const by = settings.changes?.find(({ field }) => field === settingsPathOf(key))?.changed_by;
      expect(by).toBeDefined();
      if (!key.includes('OptOut')) expect(by).not.toBe(person.name);
    }
    conflictsSeen += merged.conflicts.length;
    person.edits = new Map(merged.edits);
    if (side === 'theirs') for (const key of merged.conflicts) person.edits.delete(key);
    Object.assign(person, { base: settings, etag });
  }

  async save(person: Person, side: Side): Promise<void> {
    for (let attempt = 0; attempt < 3 && person.edits.size > 0; attempt += 1) {
      const body = toSettingsRequest(person.base, person.edits);
      const url = `/api/${this.practiceId}/settings/update_practice_settings/`;
      const response = await this.server.call(person.caller, 'POST', url, body, { 'if-match': person.etag });
      if (response.statusCode === 200) {
        savesSeen += 1;
        for (const [key, edit] of person.edits) this.model.set(key, editedValue(edit));
        person.edits.clear();
        await this.refresh(person, side);
        break;
      }
      const refused = response.json<ErrorBody>();
      expect(refused.code).toBe('stale_version');
      staleSeen += 1;
      await this.refresh(person, side);
    }
    await this.check();
  }

  /** Saves only the changed field without a version, like a script or the sync page. */
  async write(caller: Caller, key: SettingsKey, value: unknown): Promise<void> {
    const [name, field] = key.split('.');
    const body = field === undefined ? { [key]: value } : { [name as string]: { [field]: value } };
    const url = `/api/${this.practiceId}/settings/update_practice_settings/`;
    expect((await this.server.call(caller, 'POST', url, body)).statusCode).toBe(200);
    this.model.set(key, value);
    await this.check();
  }

  /** The stored settings are exactly what people saved, field by field. */
  async check(): Promise<void> {
    const { settings } = await this.#read((this.persons[0] as Person).caller);
    const stored = settingsKeysOf(settings).map((key) => [key, settingsValue(settings, key)]);
    expect(new Map(stored as [SettingsKey, unknown][])).toEqual(this.model);
  }
}

type Command = fc.AsyncCommand<Model, World>;

const command = (name: string, run: (world: World) => Promise<void>): Command => ({
  check: () => true,
  run: (_, world) => run(world),
  toString: () => name,
});

const personIndex = fc.constantFrom(0, 1);
const side = fc.constantFrom<Side>('mine', 'theirs');
const keys = Object.keys(values) as SettingsKey[];
const typed = fc.constantFrom(...keys.flatMap((key) => (values[key] ?? []).map((value) => [key, value] as const)));
const personOf = (world: World, index: number): Person => world.persons[index] as Person;

const type = fc.tuple(personIndex, typed).map(([index, [key, value]]) =>
  command(`person ${index} types ${key} ${JSON.stringify(value)}`, async (world) => {
    const person = personOf(world, index);
    const stored = settingsValue(person.base, key);
    if (stored === undefined) return;
    const edit = settingsEditOf(value);
    if (editChangesNothing(edit, stored)) person.edits.delete(key);
    else person.edits.set(key, edit);
    await Promise.resolve();
  }),
);
const save = fc
  .tuple(personIndex, side)
  .map(([index, chosen]) =>
    command(`person ${index} saves, ${chosen}`, (world) => world.save(personOf(world, index), chosen)),
  );
const refresh = fc
  .tuple(personIndex, side)
  .map(([index, chosen]) =>
    command(`person ${index} reads again, ${chosen}`, (world) => world.refresh(personOf(world, index), chosen)),
  );
const write = typed
  .filter(([key]) => !key.includes('OptOut'))
  .map(([key, value]) =>
    command(`a script writes ${key} ${JSON.stringify(value)}`, (world) =>
      world.write(world.callers[2]?.[1] as Caller, key, value),
    ),
  );

describeWithDatabase('when two people and a script edit settings at once', (database) => {
  let server: TestServer;
  let callers: [string, Caller][];
  beforeAll(async () => {
    server = await testServer(database());
    const flags = { super_admin: true };
    callers = [];
    for (const name of ['Olivia', 'Marcus', 'Script']) {
      callers.push([name, await signedIn(server, await createTestPerson(server.db, { name, flags }))]);
    }
  });
  afterAll(() => server.close());

  it(
    'loses no edit without a conflict, and stores only typed fields',
    async () => {
      conflictsSeen = 0;
      staleSeen = 0;
      savesSeen = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.commands([type, type, type, save, refresh, write], { maxCommands: STEPS, size: 'max' }),
          async (commands) => {
            const world = new World(server, await createTestPractice(server.db), callers);
            await world.open();
            await fc.asyncModelRun(() => ({ model: world.model, real: world }), commands);
          },
        ),
        { numRuns: RUNS, ...(RUNS < 10 && { seed: 16 }) },
      );
      expect(savesSeen).toBeGreaterThan(0);
      expect(staleSeen).toBeGreaterThan(0);
      expect(conflictsSeen).toBeGreaterThan(0);
      if (RUNS >= 100)
        process.stdout.write(`${RUNS} runs: ${savesSeen} saves, ${staleSeen} stale, ${conflictsSeen} conflicts\n`);
    },
    30 * 60_000,
  );
});
