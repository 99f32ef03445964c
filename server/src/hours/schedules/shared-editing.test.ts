/**
 * Two people and a sync edit the same weekly hours and hours worked, in generated orders. `GENERATED_RUNS=500` runs it
 * fully.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { requestRecomputation } from '../../practices/pms/request-recomputation.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, createTestPractice, runJobs, testServer } from '../../testing/test-server.js';
import { HoursWorld, type Model, NOW, people, type Person, type Side, timeFields } from './testing/hours-world.js';

const RUNS = Number(process.env['GENERATED_RUNS'] ?? 4);
const STEPS = 30;

type Command = fc.AsyncCommand<Model, HoursWorld>;

const command = (name: string, run: (world: HoursWorld) => Promise<void>): Command => ({
  check: () => true,
  run: (_, world) => run(world),
  toString: () => name,
});

/** A value to type. -1 clears the field; it is rarer. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.constant(-1) },
);
const personIndex = fc.constantFrom(0, 1);
const side = fc.constantFrom<Side>('mine', 'theirs');
const personOf = (world: HoursWorld, index: number): Person => world.persons[index] as Person;

const typeWeekly = fc
  .tuple(personIndex, fc.constantFrom(0, 7, 8), fc.constantFrom(...timeFields), step)
  .map(([index, id, field, step]) =>
    command(`types ${index} ${id}.${field} ${step}`, async (world) => {
      const { weekly } = personOf(world, index);
      const key = `${id}.${field}`;
      const shown = weekly.base.get(key);
      if (shown === undefined) return;
      const value =
        step < 0 ? '' : `${(field.endsWith('beg') ? 6 : 2) + step}:00 ${field.endsWith('beg') ? 'AM' : 'PM'}`;
      if (value === shown) weekly.edits.delete(key);
      else weekly.edits.set(key, value === '' ? { kind: 'clear' } : { kind: 'set', value });
      await Promise.resolve();
    }),
  );

const typeWorked = fc
  .tuple(personIndex, fc.constantFrom(7, 8), fc.constantFrom(16, 17), fc.boolean(), step)
  .map(([index, id, day, available, halves]) =>
    command(`types worked ${index} ${id} ${day} ${halves}`, async (world) => {
      const { worked } = personOf(world, index);
      const key = `${id}.2026-11-${day}.${available ? 'available' : 'worked'}_hours`;
      if (!worked.base.has(key)) return;
      worked.edits.set(key, halves < 0 ? { kind: 'clear' } : { kind: 'set', value: halves * 1800 });
      await Promise.resolve();
    }),
  );

const onPerson = (name: string, run: (world: HoursWorld, person: Person, side: Side) => Promise<void>) =>
  fc
    .tuple(personIndex, side)
    .map(([index, choice]) =>
      command(`${name} ${index} ${choice}`, (world) => run(world, personOf(world, index), choice)),
    );

const exceptionStep = fc
  .tuple(
    personIndex,
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom(0, 7, 8),
    fc.integer({ min: 10, max: 27 }),
    fc.nat(3),
  )
  .map(([index, choice, id, day, length]) =>
    command(`excepts ${index} ${choice} ${id} ${day} ${length}`, (world) =>
      world.except(personOf(world, index).name, choice, {
        provider_id: id,
        start_date: `2026-11-${day}`,
        end_date: `2026-11-${Math.min(day + length, 30)}`,
        kind: id === 0 ? 'closed' : 'time_off',
      }),
    ),
  );

const planStep = fc
  .tuple(personIndex, fc.constantFrom('2026-11-23', '2026-11-27', '2026-11-01'), fc.nat(3))
  .map(([index, from, step]) =>
    command(`plans ${index} ${from} ${step}`, (world) => world.plan(personOf(world, index).name, from, step)),
  );

const sync = fc
  .tuple(fc.subarray([7, 8, 9], { minLength: 2 }), fc.integer({ min: 16, max: 20 }))
  .map(([active, day]) => command(`syncs ${active.join()} ${day}`, (world) => world.sync(active, day)));

const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: typeWeekly },
    { weight: 5, arbitrary: typeWorked },
    { weight: 3, arbitrary: onPerson('saves weekly', (world, person, choice) => world.saveWeekly(person, choice)) },
    { weight: 3, arbitrary: onPerson('saves worked', (world, person, choice) => world.saveWorked(person, choice)) },
    {
      weight: 1,
      arbitrary: onPerson('refreshes', async (world, person, choice) => {
        await world.refreshWeekly(person, choice);
        await world.refreshWorked(person, choice);
      }),
    },
    { weight: 2, arbitrary: exceptionStep },
    { weight: 1, arbitrary: planStep },
    { weight: 1, arbitrary: sync },
    { weight: 1, arbitrary: fc.constant(command('runs jobs', (world) => runJobs(world.server))) },
  ),
  { minLength: STEPS, maxLength: STEPS },
);

describeWithDatabase('when two people and a sync change the same hours', (database, engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
    server.clock.now = NOW;
  });
  afterAll(() => server.close());

  it(
    `loses no edit without a conflict, saves only typed values and updates figures on ${engine}`,
    async () => {
      const seen = { conflicts: 0, removed: 0, refusals: 0 };
      const property = fc.asyncProperty(commands, async (steps) => {
        const providers = [7, 8].map((id) => ({
          provider_id: id,
          first_name: 'Sam',
          last_name: people[id as keyof typeof people],
        }));
        const world = new HoursWorld(server, await createTestPractice(server.db, { providers }), seen);
        await world.open();
        await requestRecomputation(server.db, world.practiceId, NOW);
        await fc.asyncModelRun(() => ({ model: world.model, real: world }), steps);
        await world.checkWeekly();
        await world.checkWorked();
        await world.checkExceptions();
        await world.checkFigures();
      });
      await fc.assert(property, { numRuns: RUNS });
      if (RUNS >= 100) expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
    },
    60_000 + RUNS * 5000,
  );
});
