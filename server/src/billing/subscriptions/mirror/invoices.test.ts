/** The mirror of invoices: customers with very many invoices, and changes of old ones. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { paymentsFor } from '../../stripe/stripe-client.js';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { handleEvent } from '../webhooks/webhook.js';
import { syncInvoices } from './invoices.js';
import { findInvoices, listInvoiceRows, readTotals, writeInvoices } from './invoices-repository.js';

describeWithDatabase('the mirror of invoices', (database) => {
  let sandbox: FakeStripe;
  let server: BillingServer;
  /** Changes at the provider that only events report. */
  let provider: Stripe;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    sandbox = await startFakeStripe();
    cleanUp(() => sandbox.stop());
    server = await billingServer(database(), sandbox);
    cleanUp(() => server.close());
    const payments = paymentsFor(server.config);
    if (!payments) throw new Error('There is no payment provider.');
    provider = payments.stripe;
  });

  const mirror = () => ({ db: server.db, stripe: server.stripe });
  const sync = (customerId: string) => syncInvoices(mirror(), customerId, server.clock.now);
  const mirrored = (customerId: string) => listInvoiceRows(server.db, { customers: [customerId] }, 10_000);
  /** The events of a change that somebody makes at the provider. */
  const deliver = async (change: () => Promise<unknown>): Promise<void> => {
    const { data: latestEvents } = await provider.events.list({ limit: 1 });
    await change();
    const { data } = await provider.events.list({
      limit: 100,
      ...(latestEvents[0] && { ending_before: latestEvents[0].id }),
    });
    for (const event of data.reverse()) await handleEvent(mirror(), event, server.clock.now);
  };
  const aDailyPayer = async (days: number): Promise<Clinic> => {
    const clinic = await server.aClinic();
    const product = await provider.products.create({ name: 'Daily' });
    const price = await provider.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'day' },
    });
    await provider.subscriptions.create({ customer: clinic.customer, items: [{ price: price.id }] });
    await sandbox.advance(days);
    return clinic;
  };
  const oldestCharge = async (customer: string): Promise<Stripe.Charge> => {
    const all = await provider.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 5_000 });
    const [oldest] = all.slice(-1);
    if (!oldest) throw new Error('Nothing was charged.');
    return oldest;
  };

  describe('a customer with more than a thousand invoices', () => {
    let clinic: Clinic;
    beforeAll(async () => {
      clinic = await aDailyPayer(1_030);
    }, 120_000);

    it('is read completely in parts, newest first', async () => {
      const charge = await oldestCharge(clinic.customer);
      await provider.refunds.create({ charge: charge.id, amount: 40 });
      expect(await sync(clinic.customer)).toBe(false);
      const first = await mirrored(clinic.customer);
      expect(first).toHaveLength(1_000);
      expect(await sync(clinic.customer)).toBe(true);
      const all = await mirrored(clinic.customer);
      expect(all).toHaveLength(1_031);
      expect(all.slice(0, 1_000)).toEqual(first);
      expect(all.at(-1)).toMatchObject({ refunded: 40, amount_paid: 60 });
      const totals = await readTotals(server.db, { customers: [clinic.customer] });
      expect(totals).toMatchObject([{ invoices: 1_031 }]);
    });

    it('takes two calls after a change', async () => {
      await server.stripe.customers.update(clinic.customer, { description: 'Changed' });
      const before = sandbox.calls();
      expect(await sync(clinic.customer)).toBe(true);
      expect(sandbox.calls() - before).toBe(2);
    });

    it('shows a refund of its oldest invoice after an event', async () => {
      const charge = await oldestCharge(clinic.customer);
      await deliver(() => provider.refunds.create({ charge: charge.id, amount: 10 }));
      await sync(clinic.customer);
      expect((await mirrored(clinic.customer)).at(-1)).toMatchObject({ refunded: 50, amount_paid: 50 });
    });

    it('shows a dispute of its oldest invoice after an event', async () => {
      const { id: charge, payment_intent: intent } = await oldestCharge(clinic.customer);
      const dispute = { charge, payment_intent: intent, amount: 50, currency: 'usd' };
      const set = (status: string, id?: string) =>
        sandbox.control('stripe/objects', { object: 'dispute', id, fields: { ...dispute, status } }) as Promise<{
          id: string;
        }>;
      let id = '';
      await deliver(async () => ({ id } = await set('needs_response')));
      expect((await mirrored(clinic.customer)).at(-1)).toMatchObject({ dispute: 'open', amount_paid: 50 });
      await deliver(() => set('lost', id));
      expect((await mirrored(clinic.customer)).at(-1)).toMatchObject({ dispute: 'lost', amount_paid: 0 });
    });
  });

  it('totals the currency with the most invoices first', async () => {
    const { customer } = await aDailyPayer(2);
    const { id: other } = await provider.customers.create({ name: 'Branch' });
    const { id: product } = await provider.products.create({ name: 'Consulting' });
    const recurring = { interval: 'month' } as const;
    const price = await provider.prices.create({ product, currency: 'eur', unit_amount: 4_900, recurring });
    const card = await provider.paymentMethods.attach('pm_card_visa', { customer: other });
    await provider.subscriptions.create({
      customer: other,
      items: [{ price: price.id }],
      default_payment_method: card.id,
    });
    await Promise.all([customer, other].map(sync));
    const totals = await readTotals(server.db, { customers: [customer, other] });
    expect(totals).toMatchObject([
      { currency: 'usd', invoices: 3 },
      { currency: 'eur', invoices: 1, paid: 4_900 },
    ]);
  });

  it('drops a deleted draft', async () => {
    const clinic = await server.aClinic();
    const draft = await provider.invoices.create({ customer: clinic.customer, auto_advance: false });
    await sync(clinic.customer);
    expect(await mirrored(clinic.customer)).toHaveLength(1);
    await deliver(() => provider.invoices.del(draft.id));
    await sync(clinic.customer);
    expect(await mirrored(clinic.customer)).toEqual([]);
  });

  it('keeps rows from a later read', async () => {
    const clinic = await server.aClinic();
    await provider.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('core_monthly') }],
    });
    await sync(clinic.customer);
    const [invoice] = await mirrored(clinic.customer);
    if (!invoice) throw new Error('There is no invoice.');
    await writeInvoices(server.db, [{ ...invoice, refunded: 1 }], 1_000);
    await writeInvoices(server.db, [{ ...invoice, refunded: 2 }], 999);
    expect((await findInvoices(server.db, [invoice.invoice_id])).get(invoice.invoice_id)?.refunded).toBe(1);
  });

  it('shares one read between the parts of a page', async () => {
    const clinic = await server.aClinic();
    await provider.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('core_monthly') }],
    });
    const before = sandbox.calls();
    expect(await Promise.all([sync(clinic.customer), sync(clinic.customer)])).toEqual([true, true]);
    expect(sandbox.calls() - before).toBe(2);
  });
});
