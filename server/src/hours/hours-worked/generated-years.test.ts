/** Generated years of hours. `GENERATED_YEARS` sets their number, `YEARS_SEED` the first seed. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, testServer } from '../../testing/test-server.js';
import { HoursYear } from './testing/hours-year.js';
import { type Step, kinds } from './testing/year-changes.js';

const FIRST_SEED = Number(process.env['YEARS_SEED'] ?? 1);
const count = Number(process.env['GENERATED_YEARS'] ?? (process.env['YEARS_SEED'] === undefined ? 20 : 1));
const STEPS = 16;

const detail = fc.nat(11);
const step: fc.Arbitrary<Step> = fc.record({
  days: fc.integer({ min: 1, max: 25 }),
  hour: fc.nat(23),
  kind: fc.constantFrom(...kinds),
  numbers: fc.tuple(detail, detail, detail),
});
const year = fc.array(step, { minLength: STEPS, maxLength: STEPS });

describeWithDatabase('generated years', (database, engine) => {
  let server: TestServer;
  /** How many steps of each kind moved days. */
  const moved = new Map<string, number>();
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(async () => {
    await server.close();
    process.stderr.write(
      `${engine}: ${count} years, steps that moved days: ${JSON.stringify(Object.fromEntries(moved))}\n`,
    );
  });

  it.each(Array.from({ length: count }, (_, index) => FIRST_SEED + index))(
    'move no day whose own inputs stay, and name the cause of each day that moves, in year %i',
    async (seed) => {
      const [steps = []] = fc.sample(year, { seed, numRuns: 1 });
      const world = await HoursYear.open(server, moved);
      for (const one of steps) await world.run(one);
      await world.checkSummary();
      await world.checkStored();
    },
    60_000,
  );

  it('cover every kind of change that may move days', () => {
    if (count < 100) return;
    // A new time zone applies from today, and no completed appointment is later than today.
    const still = ['repeat', 'recalculate', 'wait', 'zone'];
    expect(kinds.filter((kind) => !still.includes(kind) && !moved.has(kind))).toEqual([]);
  });
});
