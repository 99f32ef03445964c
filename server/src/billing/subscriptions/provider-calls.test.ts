/** The number of provider calls by the billing pages and the overview, before and after each kind of change. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type {
  AnswerOf,
  listCustomers,
  listInvoices,
  listPracticeSubscriptions,
  UpcomingCharges,
} from 'shared-api/contracts';
import { addCustomer } from '../payments/customers-repository.js';
import { paymentsFor } from '../stripe/stripe-client.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { billingActions } from '../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPerson, signedIn, testServer } from '../../testing/test-server.js';
import { refreshSubscription } from './mirror/refresh.js';
import { assignSeat } from './mirror/seats-repository.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { reconcileCustomer } from './mirror/reconcile.js';
import { handleEvent } from './webhooks/webhook.js';
import { providerActor } from './mirror/provider-changes.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const DAY_MS = 86_400_000;

describeWithDatabase('calls to the provider', (database) => {
  let sandbox: FakeStripe;
  let server: BillingServer;
  let staff: Caller;
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
    staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true, super_admin: true } }));
  });
  const { start, recording, post } = billingActions(
    () => server,
    () => sandbox,
  );

  /** The calls each page makes when it opens. */
  const pages: Record<string, (clinic: Clinic) => string[]> = {
    Subscriptions: ({ practiceId: id }) => [
      `/api/${id}/practice-features/feature-summary/`,
      `/api/${id}/practice-features/revision/`,
      `/api/${id}/practice-features/upcoming-charges/`,
      `/api/stripe-plan-trials/?practice_id=${id}`,
    ],
    'Payment methods': ({ practiceId: id, customer }) => [
      `/api/stripe/list_customers/?practice_id=${id}`,
      `/api/${id}/practice-features/upcoming-charges/`,
      `/api/stripe/${customer}/list_customer_payment_methods/`,
    ],
    'Payment history': ({ practiceId: id }) => [
      `/api/stripe/list_customers/?practice_id=${id}`,
      `/api/stripe/list_practice_invoices/?practice_id=${id}`,
      `/api/stripe/practice_invoice_totals/?practice_id=${id}`,
      `/api/${id}/practice-features/upcoming-charges/`,
    ],
    'Subscriptions, for staff': ({ practiceId: id }) => [
      `/api/${id}/admin-billing/practice_subscriptions/`,
      `/api/${id}/features/state/`,
    ],
    'Payment methods, for staff': ({ practiceId: id, customer }) => [
      `/api/stripe/list_customers/?practice_id=${id}`,
      `/api/${id}/practice-features/upcoming-charges/`,
      `/api/stripe/${customer}/list_customer_payment_methods/`,
    ],
    Overview: ({ practiceId: id, customer }) => [
      `/api/${id}/practice-features/upcoming-charges/`,
      `/api/stripe/list_customers/?practice_id=${id}`,
      `/api/stripe/${customer}/list_customer_payment_methods/`,
    ],
  };

  const read = async (caller: Caller, url: string) => {
    const response = await server.call(caller, 'GET', url);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`);
    return response.json<unknown>();
  };
  /** The calls a page makes. Staff open their own pages. */
  const costOf = async (clinic: Clinic, page: string): Promise<number> => {
    const before = sandbox.calls();
    const caller = page.endsWith('staff') ? staff : clinic.caller;
    for (const url of pages[page]?.(clinic) ?? []) await read(caller, url);
    return sandbox.calls() - before;
  };
  const costs = async (clinic: Clinic): Promise<Record<string, number>> => {
    const all: Record<string, number> = {};
    for (const page of Object.keys(pages)) all[page] = await costOf(clinic, page);
    return all;
  };
  const nothing = Object.fromEntries(Object.keys(pages).map((page) => [page, 0]));
  const upcoming = ({ caller, practiceId }: Clinic) =>
    read(caller, `/api/${practiceId}/practice-features/upcoming-charges/`) as Promise<UpcomingCharges>;
  const invoices = ({ caller, practiceId }: Clinic) =>
    read(caller, `/api/stripe/list_practice_invoices/?practice_id=${practiceId}`) as Promise<
      AnswerOf<typeof listInvoices>
    >;
  const warm = async (): Promise<Clinic & { subscription: string }> => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    await costs(clinic);
    return { ...clinic, subscription: id };
  };

  it.each(Object.keys(pages))('makes calls on the first visit of %s alone', async (page) => {
    const clinic = await server.aClinic();
    await start(clinic, 'core_monthly');
    const first = await costOf(clinic, page);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(20);
    expect(await costOf(clinic, page)).toBe(0);
  });

  it('makes no calls on any page of a practice already read', async () => {
    expect(await costs(await warm())).toEqual(nothing);
  });

  type Change = (clinic: Clinic & { subscription: string }) => Promise<unknown>;

  /** The events that the provider sends for a change made there. */
  const delivered =
    (change: Change): Change =>
    async (clinic) => {
      const { data: latestEvents } = await server.stripe.events.list({ limit: 1 });
      await change(clinic);
      const after = await server.stripe.events.list({
        limit: 100,
        ...(latestEvents[0] && { ending_before: latestEvents[0].id }),
      });
      for (const event of after.data.reverse()) {
        await handleEvent({ db: server.db, stripe: server.stripe }, event as Stripe.Event, server.clock.now);
      }
    };
  const buy: Change = async (clinic) => {
    const response = await post(clinic, clinic.subscription, 'add-subscription-items', {
      optional_features: [recording()],
    });
    expect(response.statusCode).toBe(200);
  };
  const removeCard: Change = async ({ caller, customer }) => {
    const { id } = await provider.paymentMethods.attach('pm_card_mastercard', { customer });
    const body = { payment_method_id: id };
    const response = await server.call(caller, 'POST', `/api/stripe/${customer}/delete_payment_method/`, body);
    expect(response.statusCode).toBe(200);
  };
  const discount: Change = async ({ subscription }) => {
    const coupon = await provider.coupons.create({ percent_off: 50, duration: 'forever' });
    await provider.subscriptions.update(subscription, { discounts: [{ coupon: coupon.id }] });
  };
  const refund: Change = async ({ customer }) => {
    const { data } = await provider.charges.list({ customer });
    await provider.refunds.create({ charge: data[0]?.id ?? '', amount: 1_000 });
  };
  const consulting = async () => {
    const product = await provider.products.create({ name: 'Consulting' });
    const recurring = { interval: 'month' } as const;
    return provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 5_000, recurring });
  };
  const archivePrice: Change = async () => {
    await provider.prices.update(server.price('phones_monthly'), { nickname: 'Phones, monthly' });
  };

  it.each([
    ['a purchase', buy],
    ['the removal of a card', removeCard],
    ['a webhook about a subscription', delivered(discount)],
    ['a webhook about a refund', delivered(refund)],
    ['a webhook about a price', delivered(archivePrice)],
  ])('rereads once after %s', async (_what, change) => {
    const clinic = await warm();
    await change(clinic);
    const before = sandbox.calls();
    await costs(clinic);
    expect(sandbox.calls()).toBeGreaterThan(before);
    expect(await costs(clinic)).toEqual(nothing);
  });

  it.each([
    ['the removal of a card', removeCard],
    ['a webhook about a price that they don’t have', delivered(archivePrice)],
  ])('keeps cached data of other customers after %s', async (_what, change) => {
    const other = await server.aClinic();
    await start(other, 'core_monthly');
    await costs(other);
    const clinic = await server.aClinic();
    await start(clinic, 'phones_monthly');
    await costs(other);
    await change({ ...clinic, subscription: '' });
    expect(await costs(other)).toEqual(nothing);
  });

  it.each([
    ['a price of the catalogue', 1, () => server.price('phones_yearly')],
    ['another price', 0, async () => (await consulting()).id],
  ])('reads only the price when a webhook concerns %s', async (_what, expected, priceOf) => {
    const price = await provider.prices.update(await priceOf(), { nickname: 'Renamed' });
    const before = sandbox.calls();
    const event = { id: `evt_${price.id}`, type: 'price.updated', data: { object: price } } as unknown as Stripe.Event;
    await handleEvent({ db: server.db, stripe: server.stripe }, event, server.clock.now);
    expect(sandbox.calls() - before).toBe(expected);
  });

  it('shows its own change immediately', async () => {
    const clinic = await warm();
    const [before] = (await upcoming(clinic)).charges;
    await buy(clinic);
    const [after] = (await upcoming(clinic)).charges;
    expect(after?.lines.length).toBeGreaterThan(before?.lines.length ?? 0);
    expect((await invoices(clinic)).results).toHaveLength(2);
  });

  it('shares cached data with another replica, which also sees changes immediately', async () => {
    const clinic = await warm();
    const other = await testServer(database(), { SANDBOX_URL: sandbox.url });
    const url = `/api/${clinic.practiceId}/practice-features/upcoming-charges/`;
    const elsewhere = async () => (await other.call(clinic.caller, 'GET', url)).json<UpcomingCharges>();
    const before = sandbox.calls();
    expect(await elsewhere()).toEqual(await upcoming(clinic));
    expect(sandbox.calls()).toBe(before);
    await buy(clinic);
    const after = await elsewhere();
    await other.close();
    expect(after.charges[0]?.lines).toHaveLength(2);
  });

  it('shows what a webhook reports', async () => {
    const clinic = await warm();
    const [before] = (await upcoming(clinic)).charges;
    await delivered(discount)(clinic);
    expect((await upcoming(clinic)).charges[0]?.amount).toBe((before?.amount ?? 0) / 2);
    await delivered(refund)(clinic);
    const [invoice] = (await invoices(clinic)).results;
    expect(invoice).toMatchObject({ refunded: 1_000, amount_paid: (invoice?.total ?? 0) - 1_000 });
  });

  it('rereads at the time of an announced charge', async () => {
    const clinic = await server.aClinic();
    const now = epochSeconds(server.clock.now);
    const endOfDay = (Math.floor(now / 86_400) + 1) * 86_400;
    await sandbox.advance(0);
    await provider.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('core_monthly') }],
      trial_end: Math.floor((now + endOfDay) / 2) + 60,
    });
    const { charges } = await upcoming(clinic);
    const first = charges[0]?.date ?? 0;
    const calls = sandbox.calls();
    const time = server.clock.now;
    server.clock.now = new Date(first * 1000 + 1);
    await upcoming(clinic);
    server.clock.now = time;
    expect(sandbox.calls()).toBeGreaterThan(calls);
  });

  it('detects a change of an old invoice in the nightly comparison when its webhook is lost', async () => {
    const clinic = await warm();
    await sandbox.advance(31 * 105);
    const before = await invoices(clinic);
    expect(before.has_more).toBe(true);
    const charges = await provider.charges.list({ customer: clinic.customer, limit: 100 }).autoPagingToArray({
      limit: 1000,
    });
    await provider.refunds.create({ charge: charges.at(-1)?.id ?? '', amount: 700 });
    const refunded = async (): Promise<number> => {
      const url = `/api/stripe/export_practice_invoices/?practice_id=${clinic.practiceId}&format=csv`;
      const { body } = await server.call(clinic.caller, 'GET', url);
      return body.trimEnd().split('\r\n').at(-1)?.includes(',7.00,') === true ? 700 : 0;
    };
    expect(await refunded()).toBe(0);
    const mirror = { db: server.db, stripe: server.stripe };
    await reconcileCustomer(mirror, clinic.customer, { actor: providerActor, now: server.clock.now });
    expect(await refunded()).toBe(700);
  });

  describe('a practice with 50 customers', () => {
    let large: Clinic;
    beforeAll(async () => {
      large = await server.aClinic();
      await start(large, 'core_monthly');
      for (let count = 1; count < 50; count += 1) {
        const { id } = await provider.customers.create({ name: `Clinic ${count}` });
        await provider.paymentMethods
          .attach('pm_card_visa', { customer: id })
          .then(({ id: method }) =>
            provider.customers.update(id, { invoice_settings: { default_payment_method: method } }),
          );
        const subscription = await provider.subscriptions.create({
          customer: id,
          items: [{ price: server.price('core_monthly') }],
        });
        const audit = { actor: providerActor, now: server.clock.now };
        await refreshSubscription({ db: server.db, stripe: server.stripe }, subscription.id, audit);
        const item = subscription.items.data[0]?.id ?? '';
        const seat = { practiceId: large.practiceId, item, subscription: subscription.id };
        await inTransaction(server.db, (transaction) => assignSeat(transaction, seat, audit));
        const row = { customer_id: id, source: 'created', added_at: new Date() } as const;
        await addCustomer(server.db, { practice_id: large.practiceId, ...row });
      }
    });

    const customers = ({ caller, practiceId }: Clinic) =>
      read(caller, `/api/stripe/list_customers/?practice_id=${practiceId}`) as Promise<AnswerOf<typeof listCustomers>>;
    /** The practice has a seat on a subscription of each customer. */
    const seated = async ({ practiceId }: Clinic) => {
      const url = `/api/${practiceId}/admin-billing/practice_subscriptions/`;
      const response = (await read(staff, url)) as AnswerOf<typeof listPracticeSubscriptions>;
      expect(response.data).toHaveLength(response.progress?.read ?? 50);
      return response;
    };

    it.each([
      ['upcoming charges', upcoming],
      ['invoices', invoices],
      ['customers', customers],
      ['subscriptions for staff', seated],
    ] as const)('returns %s in parts of 12 customers until all are read', async (_what, ask) => {
      await sandbox.changed();
      const progress = [];
      for (;;) {
        const response = await ask(large);
        progress.push(response.progress);
        if (!response.progress) break;
      }
      expect(progress).toEqual([...[12, 24, 36, 48].map((count) => ({ read: count, total: 50 })), undefined]);
    });

    it('continues although the first customers are refused', async () => {
      await sandbox.changed();
      const ids = await server.db
        .selectFrom('billing_customers')
        .select('customer_id')
        .where('practice_id', '=', large.practiceId)
        .orderBy('added_at')
        .orderBy('customer_id')
        .limit(12)
        .execute();
      await sandbox.setFaults(
        ids.map(({ customer_id: id }) => ({ on: `GET /v1/customers/${id}`, kind: 'error', status: 400 })),
      );
      const first = await upcoming(large);
      await sandbox.setFaults([]);
      expect(first.charges.length).toBeGreaterThan(0);
    });
  });

  it('rereads data on the next day when a webhook is lost', async () => {
    const clinic = await warm();
    const [before] = (await upcoming(clinic)).charges;
    await discount(clinic);
    expect((await upcoming(clinic)).charges[0]?.amount).toBe(before?.amount);
    const today = server.clock.now;
    server.clock.now = new Date(today.getTime() + DAY_MS);
    const person = await createTestPerson(server.db, { practices: [clinic.practiceId], role: 'owner' });
    const tomorrow = await upcoming({ ...clinic, caller: await signedIn(server, person) });
    server.clock.now = today;
    expect(tomorrow.charges[0]?.amount).toBe((before?.amount ?? 0) / 2);
  });
});
