import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type StandIn, startStandIn } from '../stripe/testing/stripe-stand-in.js';
import { type BillingServer, billingServer } from '../testing/a-billing-server.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { PRACTICE_KEY } from '../billing/mirror/snapshots.js';
import { billingCommands } from './billing-commands.js';
import { carryOut } from './run.js';

describeOnEveryEngine('commands of billing', (database) => {
  let standIn: StandIn;
  let server: BillingServer;
  const before = process.env['SANDBOX_URL'];
  beforeAll(async () => {
    standIn = await startStandIn();
    server = await billingServer(database(), standIn);
    process.env['SANDBOX_URL'] = standIn.url;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['SANDBOX_URL'];
    else process.env['SANDBOX_URL'] = before;
    await server.close();
    await standIn.stop();
  });

  const type = async (...argv: string[]) => {
    const lines: string[] = [];
    const print = { out: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    return { exit: await carryOut({ argv }, billingCommands, server.db, print), lines };
  };

  it('say that the catalogue is there', async () => {
    expect(await type('billing', 'catalogue')).toEqual({
      exit: 0,
      lines: ['0 products and 0 prices were made; everything else was there.'],
    });
  });

  it('mend what differs, for one practice, and say what it was', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const { id } = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('core_monthly') }],
      metadata: { [PRACTICE_KEY]: String(clinic.practice) },
    });
    expect(await type('billing', 'reconcile', '--practice', String(other.practice))).toEqual({
      exit: 0,
      lines: ['0 subscriptions of 1 customers compared, 0 mended.'],
    });
    expect(await type('billing', 'reconcile', '--practice', String(clinic.practice))).toEqual({
      exit: 0,
      lines: [`${id} of ${clinic.customer}: missing`, '1 subscriptions of 1 customers compared, 1 mended.'],
    });
  });

  it('say that the provider does not answer', async () => {
    await standIn.tell([{ on: '', kind: 'error' }]);
    const { exit, lines } = await type('billing', 'catalogue');
    await standIn.tell([]);
    expect([exit, lines[0]]).toEqual([1, expect.stringContaining("isn't responding")]);
  });
});
