/**
 * Two people and a bulk change edit one practice's entitlements, in generated orders, through the server's calls and
 * the merge of the page. `GENERATED_RUNS=500` runs it fully.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type BulkAction,
  type BulkType,
  changedFields,
  chooseVersions,
  type Conflict,
  editedFeatureValue,
  editedFeatureValues,
  type FeatureDate,
  featureDates,
  type FeatureField,
  type FeatureList,
  type FeaturesEditing,
  type FeatureValue,
  featureValueAt,
  type FeatureValues,
  fieldOf,
  isFeatureDate,
  listOf,
  mergeFeatures,
  type PracticeFeatures,
  startEditing,
  withFeatureValues,
  withoutSaved,
} from 'shared-api/contracts';
import { bundlesByName } from '../../billing/catalogue/catalogue.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const RUNS = Number(process.env['GENERATED_RUNS'] ?? 3);
const STEPS = 25;

const choosable = {
  bundles: ['core', 'phones', 'analytics'],
  product_features: ['practice_dashboard', 'call_log', 'data_export', 'forecasting'],
  flags: ['beta_reports', 'fast_sync'],
} as const satisfies Record<FeatureList, readonly string[]>;
const dates = ['2026-05-05', '2026-06-06', null] as const;

type Part = 'access' | 'flags';
type Side = 'mine' | 'theirs';
const columnOf = (field: FeatureField): string => (isFeatureDate(field) ? field : listOf(field).list);
const partOf = (field: FeatureField): Part => (columnOf(field) === 'flags' ? 'flags' : 'access');

interface Read {
  record: PracticeFeatures;
  values: FeatureValues;
  etags: Record<Part, string>;
}

interface Person {
  name: string;
  caller: Caller;
  editing: FeaturesEditing;
  etags: Record<Part, string>;
}

/** Counts what the runs covered, so that the test can prove that it tested something. */
const seen = { conflicts: 0, merges: 0, saves: 0, stale: 0 };

const valuesOf = (record: PracticeFeatures): FeatureValues => ({
  bundles: record.bundles.map(({ bundle_name: name }) => name),
  product_features: record.product_features.map(({ feature_name: name }) => name),
  flags: record.features.map(({ feature }) => feature),
  account_expiration_date: record.account_expiration_date,
  snapshot_expiration_date: record.snapshot_expiration_date,
  baseline_date: record.baseline_date,
});

/** Features that are added and removed together with the bundles of a change. */
function broughtBy(fields: readonly FeatureField[]): Set<FeatureField> {
  const bundles = fields.filter((field) => columnOf(field) === 'bundles').map((field) => listOf(field).name);
  const features = bundles.flatMap((name) => bundlesByName.get(name)?.features ?? []);
  return new Set(features.map((name) => fieldOf('product_features', name)));
}

/** The last change of each bundle, flag and date. Features also follow from bundles. */
type Model = Map<FeatureField, FeatureValue>;

class World {
  readonly persons: Person[] = [];
  readonly model: Model = new Map();

  constructor(
    readonly server: TestServer,
    readonly practiceId: number,
    readonly callers: { olivia: Caller; marcus: Caller; bulk: Caller },
  ) {}

  async open(): Promise<void> {
    const { values, etags } = await this.read();
    for (const [name, caller] of [
      ['Olivia', this.callers.olivia],
      ['Marcus', this.callers.marcus],
    ] as const) {
      this.persons.push({ name, caller, editing: startEditing(values), etags });
    }
  }

  async read(): Promise<Read> {
    const response = await this.server.call(this.callers.bulk, 'GET', `/api/${this.practiceId}/features/`);
    const [record] = response.json<PracticeFeatures[]>();
    if (!record) throw new Error(response.body);
    const etags = { access: String(response.headers['etag']), flags: record.flags_etag };
    return { record, values: valuesOf(record), etags };
  }

  /** Rereads the record under the edits, like the page, and resolves every conflict with one side. */
  async refresh(person: Person, side: Side): Promise<void> {
    const { record, values, etags } = await this.read();
    const before = person.editing;
    const merged = mergeFeatures(before, values);
    for (const [field, edit] of before.edits) {
      const [mine, base, now] = [
        editedFeatureValue(field, edit),
        featureValueAt(before.base, field),
        featureValueAt(values, field),
      ];
      const isKept = merged.edits.get(field) === edit;
      // An edit is dropped only when the stored value already equals it.
      expect([field, isKept]).toEqual([field, mine !== now]);
      const conflict = merged.conflicts.find((one) => one.field === field);
      expect([field, conflict !== undefined]).toEqual([field, isKept && base !== now]);
      if (!conflict) continue;
      seen.conflicts += 1;
      // A conflict names the other person.
      const change = record.changes?.find((one) => one.field === field);
      expect(change?.changed_by).toBeDefined();
      expect(change?.changed_by).not.toBe(person.name);
    }
    if (merged.edits.size > 0 && changedFields(before.base, values).length > 0) seen.merges += 1;
    const fields = merged.conflicts.map(({ field }) => field);
    person.editing = { ...chooseVersions(merged, side, fields), conflicts: [] };
    person.etags = etags;
  }

  /** Advances the clock for each write, because the audit log orders changes by time. */
  #tick(): void {
    this.server.clock.now = new Date(this.server.clock.now.getTime() + 1000);
  }

  #send({ caller, editing, etags }: Person, part: Part) {
    this.#tick();
    const { flags, ...access } = editedFeatureValues(editing);
    const base = `/api/${this.practiceId}/features`;
    return part === 'access'
      ? this.server.call(caller, 'PUT', `${base}/update_practice_features/`, access, { 'if-match': etags.access })
      : this.server.call(
          caller,
          'PUT',
          `${base}/update_practice_feature_flags/`,
          { features: flags },
          { 'if-match': etags.flags },
        );
  }

  async save(person: Person, part: Part, side: Side): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const fields = [...person.editing.edits.keys()].filter((field) => partOf(field) === part);
      if (fields.length === 0) return;
      const sent = editedFeatureValues(person.editing);
      const before = (await this.read()).values;
      const response = await this.#send(person, part);
      const after = (await this.read()).values;
      if (response.statusCode === 200) {
        seen.saves += 1;
        this.checkSaved(before, sent, after, fields);
        person.editing = withoutSaved(person.editing, sent, (column) => (column === 'flags') === (part === 'flags'));
        await this.refresh(person, side);
        return;
      }
      seen.stale += 1;
      const { code, conflict } = response.json<{ code: string; conflict: Conflict }>();
      expect([code, attempt < 3]).toEqual(['stale_version', true]);
      expect(conflict.changed_by).not.toBe(person.name);
      expect(after).toEqual(before);
      await this.refresh(person, side);
    }
  }

  /** All sent fields are stored, and nothing else has changed. */
  checkSaved(before: FeatureValues, sent: FeatureValues, after: FeatureValues, fields: readonly FeatureField[]): void {
    for (const field of fields) {
      const value = featureValueAt(sent, field);
      expect([field, featureValueAt(after, field)]).toEqual([field, value]);
      this.model.set(field, value);
    }
    const brought = broughtBy(fields);
    const unchosen = changedFields(before, after).filter((field) => !fields.includes(field) && !brought.has(field));
    expect(unchosen).toEqual([]);
  }

  /** The third writer. Like a purchase, it sends no version. */
  async bulk(action: BulkAction, type: BulkType, name: string): Promise<void> {
    this.#tick();
    const body = { action, type, items: [name], practice_ids: [this.practiceId] };
    const response = await this.server.call(this.callers.bulk, 'POST', '/api/features/bulk_update/', body);
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('success')]);
    const list = ({ bundle: 'bundles', feature: 'product_features', feature_flag: 'flags' } as const)[type];
    this.model.set(fieldOf(list, name), action === 'add');
  }

  async check(): Promise<void> {
    const { values } = await this.read();
    const decided = [...this.model].filter(([field]) => columnOf(field) !== 'product_features');
    expect(decided.map(([field]) => [field, featureValueAt(values, field)])).toEqual(decided);
    const isDecided = (field: FeatureField): boolean => this.model.has(field);
    const empty = { bundles: [], product_features: [], flags: [] };
    const none = { account_expiration_date: null, snapshot_expiration_date: null, baseline_date: null };
    const has = changedFields({ ...empty, ...none }, { ...values, product_features: [] });
    expect(has.filter((field) => !isDecided(field))).toEqual([]);
  }
}

type Command = fc.AsyncCommand<Model, World>;

const command = (name: string, run: (world: World) => Promise<void>): Command => ({
  check: () => true,
  run: async (_, world) => {
    await run(world);
    await world.check();
  },
  toString: () => name,
});

const personIndex = fc.constantFrom(0, 1);
const sideOf = fc.constantFrom<Side>('mine', 'theirs');
const partName = fc.constantFrom<Part>('access', 'access', 'flags');
const listName = fc.constantFrom<FeatureList>('bundles', 'product_features', 'flags');
const nameIn = (list: FeatureList) => fc.constantFrom<string>(...choosable[list]);
const personOf = (world: World, index: number): Person => world.persons[index] as Person;

const toggle = fc
  .tuple(personIndex, listName)
  .chain(([index, list]) => nameIn(list).map((name) => [index, list, name] as const))
  .map(([index, list, name]) =>
    command(`${index} toggles ${list}.${name}`, (world) => {
      const person = personOf(world, index);
      const names = editedFeatureValues(person.editing)[list];
      const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
      person.editing = withFeatureValues(person.editing, { [list]: next });
      return Promise.resolve();
    }),
  );

const setDate = fc
  .tuple(personIndex, fc.constantFrom<FeatureDate>(...featureDates), fc.constantFrom(...dates))
  .map(([index, field, date]) =>
    command(`${index} sets ${field} ${date}`, (world) => {
      const person = personOf(world, index);
      person.editing = withFeatureValues(person.editing, { [field]: date });
      return Promise.resolve();
    }),
  );

const save = fc
  .tuple(personIndex, partName, sideOf)
  .map(([index, part, side]) =>
    command(`${index} saves ${part} ${side}`, (world) => world.save(personOf(world, index), part, side)),
  );

const refresh = fc
  .tuple(personIndex, sideOf)
  .map(([index, side]) =>
    command(`${index} refreshes ${side}`, (world) => world.refresh(personOf(world, index), side)),
  );

const bulkTypeOf = { bundles: 'bundle', product_features: 'feature', flags: 'feature_flag' } as const;
const bulk = fc
  .tuple(fc.constantFrom<BulkAction>('add', 'remove'), listName)
  .chain(([action, list]) => nameIn(list).map((name) => [action, list, name] as const))
  .map(([action, list, name]) =>
    command(`bulk ${action} ${list}.${name}`, (world) => world.bulk(action, bulkTypeOf[list], name)),
  );

const commands = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: toggle },
    { weight: 4, arbitrary: setDate },
    { weight: 4, arbitrary: save },
    { weight: 1, arbitrary: refresh },
    { weight: 2, arbitrary: bulk },
  ),
  { minLength: STEPS, maxLength: STEPS },
);

describeWithDatabase('when two people and a bulk update change the features of one practice', (database, engine) => {
  let server: TestServer;
  let callers: World['callers'];
  beforeAll(async () => {
    server = await testServer(database());
    const staff = async (name: string) =>
      signedIn(server, await createTestPerson(server.db, { flags: { internal: true }, name }));
    callers = { olivia: await staff('Olivia'), marcus: await staff('Marcus'), bulk: await staff('Bulk') };
  });
  afterAll(() => server.close());

  it(
    `loses no edit without a conflict and saves only chosen values on ${engine}`,
    async () => {
      Object.assign(seen, { conflicts: 0, merges: 0, saves: 0, stale: 0 });
      const property = fc.asyncProperty(commands, async (steps) => {
        const world = new World(server, await createTestPractice(server.db), callers);
        await world.open();
        await fc.asyncModelRun(() => ({ model: world.model, real: world }), steps);
      });
      await fc.assert(property, { numRuns: RUNS });
      if (RUNS >= 100) {
        console.info(`${engine}: ${RUNS} runs, ${JSON.stringify(seen)}`);
        for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
      }
    },
    60_000 + RUNS * 5000,
  );
});
