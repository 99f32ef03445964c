/**
 * Random but valid billing histories, with provider errors, lost responses and late or repeated webhooks. Compares
 * every preview, announced charge, offer and entitlement with the provider's actual behavior. `GENERATED_HISTORIES`
 * sets the number of histories, `HISTORY_SEED` the first seed.
 */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { paymentsFor } from '../stripe/stripe-client.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { registerWebhooks } from '../stripe/webhook-endpoint.js';
import { type BillingServer, billingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { BillingHistory, noCounts } from './testing/billing-history.js';
import { Random } from './testing/random.js';

const STEPS = 12;
/** Number of histories that share a sandbox. Objects left by earlier histories slow down its clock. */
const HISTORIES_PER_SANDBOX = 10;
const FIRST_SEED = Number(process.env['HISTORY_SEED'] ?? 1);
const count = Number(process.env['GENERATED_HISTORIES'] ?? (process.env['HISTORY_SEED'] === undefined ? 40 : 1));

describeWithDatabase('generated billing histories', (database, engine) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let otherReplica: BillingServer;
  const counts = noCounts();

  const aReplica = (): Promise<BillingServer> => billingServer(database(), fakeStripe);
  /** A replica that receives the webhooks. The provider sends each of them to one address. */
  const aReceiver = async (port = 0): Promise<BillingServer> => {
    const replica = await aReplica();
    const address = await replica.app.listen({ host: '127.0.0.1', port });
    const payments = paymentsFor(replica.config);
    if (payments) await registerWebhooks(replica.db, payments, address, new Date());
    return replica;
  };
  const restart = async (): Promise<void> => {
    const port = (server.app.server.address() as AddressInfo).port;
    await server.close();
    server = await aReceiver(port);
  };
  const open = async (): Promise<void> => {
    fakeStripe = await startFakeStripe();
    server = await aReceiver();
    otherReplica = await aReplica();
  };
  const close = async (): Promise<void> => {
    await server.close();
    await otherReplica.close();
    await fakeStripe.stop();
  };
  beforeAll(open);
  afterAll(async () => {
    await close();
    process.stderr.write(`${engine}: ${count} histories, ${JSON.stringify(counts)}\n`);
  });

  it.each(Array.from({ length: count }, (_, index) => FIRST_SEED + index))(
    'keeps previews, charges, offers and entitlements consistent in history %i',
    async (seed) => {
      if (seed !== FIRST_SEED && (seed - FIRST_SEED) % HISTORIES_PER_SANDBOX === 0) {
        await close();
        await open();
      }
      const random = new Random(seed);
      const world = {
        fakeStripe,
        random,
        counts,
        get server() {
          return server;
        },
        get otherReplica() {
          return otherReplica;
        },
        restart,
        setClock(now: Date) {
          server.clock.now = now;
          otherReplica.clock.now = now;
        },
      };
      const history = await BillingHistory.start(world);
      await history.loadCatalogue();
      try {
        for (let step = 0; step < STEPS; step += 1) await history.step();
        await history.finish();
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        throw new Error(`History ${seed}:\n${history.log.join('\n')}\n\n${message}`, { cause: error });
      } finally {
        await fakeStripe.setFaults([]);
        await fakeStripe.tellWebhooks({});
      }
      await history.end();
      expect(history.log.length).toBeGreaterThan(0);
    },
  );
});
