/**
 * Random but valid billing histories. Every preview, announced charge, offer and entitlement is compared with what the
 * provider then does. `GENERATED_HISTORIES` sets the number of histories, `HISTORY_SEED` the first seed.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { type BillingServer, billingServer } from '../testing/billing-server.js';
import { type CleanUp, runCleanUps } from '../testing/clean-up.js';
import { describeWithDatabase } from '../testing/engines.js';
import { BillingHistory, noCounts } from './testing/billing-history.js';
import { Random } from './testing/random.js';

const STEPS = 12;
/** Number of histories that share a sandbox. Objects that earlier histories leave behind slow its clock down. */
const PER_SANDBOX = 10;
const FIRST_SEED = Number(process.env['HISTORY_SEED'] ?? 1);
const count = Number(process.env['GENERATED_HISTORIES'] ?? (process.env['HISTORY_SEED'] === undefined ? 4 : 1));

describeWithDatabase('generated billing histories', (database, engine) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const counts = noCounts();
  const cleanUps: CleanUp[] = [];

  const restart = async (): Promise<void> => {
    fakeStripe = await startFakeStripe();
    cleanUps.push(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUps.push(() => server.close());
  };
  const stop = (): Promise<void> => runCleanUps(cleanUps.splice(0));
  beforeAll(restart);
  afterAll(async () => {
    await stop();
    process.stderr.write(`${engine}: ${count} histories, ${JSON.stringify(counts)}\n`);
  });

  it.each(Array.from({ length: count }, (_, index) => FIRST_SEED + index))(
    'keeps previews, charges, offers and entitlements consistent in history %i',
    async (seed) => {
      if (seed !== FIRST_SEED && (seed - FIRST_SEED) % PER_SANDBOX === 0) {
        await stop();
        await restart();
      }
      const random = new Random(seed);
      const history = await BillingHistory.start({ server, fakeStripe, random, counts });
      await history.loadCatalogue();
      try {
        for (let step = 0; step < STEPS; step += 1) await history.step();
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        throw new Error(`History ${seed}:\n${history.log.join('\n')}\n\n${message}`, { cause: error });
      }
      await history.end();
      expect(history.log.length).toBeGreaterThan(0);
    },
  );
});
