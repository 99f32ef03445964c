import { beforeAll, expect, it } from '@jest/globals';
import { type FakeStripe, startFakeStripe } from '../billing/stripe/testing/fake-stripe.js';
import { type BillingServer, billingServer } from '../testing/billing-server.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { describeWithDatabase } from '../testing/engines.js';
import { PRACTICE_KEY } from '../billing/subscriptions/mirror/snapshots.js';
import { billingCommands } from './billing-commands.js';
import { executeCommand } from './run.js';

describeWithDatabase('billing commands', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const before = process.env['SANDBOX_URL'];
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    process.env['SANDBOX_URL'] = fakeStripe.url;
    cleanUp(() => {
      if (before === undefined) delete process.env['SANDBOX_URL'];
      else process.env['SANDBOX_URL'] = before;
    });
  });

  const type = async (...argv: string[]) => {
    const lines: string[] = [];
    const print = { out: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    return { exit: await executeCommand({ argv, operator: 'ada' }, billingCommands, server.db, print), lines };
  };

  it('reports an existing catalogue', async () => {
    expect(await type('billing', 'catalogue')).toEqual({
      exit: 0,
      lines: ['Created 0 products and 0 prices. Everything else already existed.'],
    });
  });

  it('repairs and lists one practice’s differences', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const { id } = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('core_monthly') }],
      metadata: { [PRACTICE_KEY]: String(clinic.practiceId) },
    });
    expect(await type('billing', 'reconcile', '--practice', String(other.practiceId))).toEqual({
      exit: 0,
      lines: ['0 subscriptions of 1 customers compared, 0 fixed.'],
    });
    expect(await type('billing', 'reconcile', '--practice', String(clinic.practiceId))).toEqual({
      exit: 0,
      lines: [`${id} of ${clinic.customer}: missing`, '1 subscriptions of 1 customers compared, 1 fixed.'],
    });
  });

  it('reports that the provider isn’t responding', async () => {
    await fakeStripe.setFaults([{ on: '', kind: 'error' }]);
    const { exit, lines } = await type('billing', 'catalogue');
    await fakeStripe.setFaults([]);
    expect([exit, lines[0]]).toEqual([1, expect.stringContaining('isn’t responding')]);
  });
});
