/** The mirror follows the provider, with and without its webhooks. */
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { FeatureSummary } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit, anonymousCaller, runJobs } from '../../../testing/test-server.js';
import { assignSeatsOfSubscription } from '../commands/assign-subscription-seats.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { enqueueReconciliation } from '../mirror/reconcile-job.js';
import { nextNight } from '../../../platform/jobs/nightly.js';
import { reconcile } from '../mirror/reconcile.js';
import { PRACTICE_KEY } from '../mirror/snapshots.js';

const SECRET = 'whsec_of_the_test';

it('returns the coming night at 8:00 UTC for the nightly reconciliation', () => {
  expect(nextNight(new Date('2026-03-01T07:59:00Z'))).toEqual(new Date('2026-03-01T08:00:00Z'));
  expect(nextNight(new Date('2026-03-01T08:00:00Z'))).toEqual(new Date('2026-03-02T08:00:00Z'));
});

describeWithDatabase('Stripe webhooks and reconciliation', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let clinic: Clinic;
  const projector = () => ({ db: server.db, stripe: server.stripe });
  const cleanUp = cleanUpAfterAll();

  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    await server.db
      .insertInto('webhook_endpoints')
      .values({ id: 'we_test', url: 'https://console.example/', secret: SECRET, created_at: new Date() })
      .execute();
  });
  beforeEach(async () => {
    clinic = await server.aClinic();
  });

  /** An unmirrored subscription bought for the practice. */
  const bought = async (keys: string[], over: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: keys.map((key) => ({ price: server.price(key) })),
      metadata: { [PRACTICE_KEY]: String(clinic.practiceId) },
      ...over,
    });
  let events = 0;
  const event = (type: string, object: object, id = `evt_${(events += 1)}_${clinic.practiceId}`) =>
    JSON.stringify({ id, object: 'event', type, created: 1, livemode: false, data: { object } });
  const send = (body: string, signature = sign(body)) =>
    server.call(anonymousCaller, 'POST', '/api/stripe/webhook/', body, {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
    });
  const sign = (payload: string, secret = SECRET, timestamp = Math.floor(Date.now() / 1000)) =>
    server.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const summary = async (): Promise<FeatureSummary> =>
    (await server.call(clinic.caller, 'GET', `/api/${clinic.practiceId}/practice-features/feature-summary/`)).json();
  const statuses = async () => (await summary()).subscriptions.map(({ status }) => status);
  const bundlesInUse = async () => (await summary()).bundles.filter((one) => one.is_active).map(({ name }) => name);
  const historyCount = async () =>
    (
      await server.db
        .selectFrom('product_change_history')
        .select('id')
        .where('practice_id', '=', clinic.practiceId)
        .execute()
    ).length;

  it('adds a new subscription with its seats and bundles', async () => {
    const subscription = await bought(['core_monthly', 'digital_forms:month']);
    expect((await send(event('customer.subscription.created', subscription))).statusCode).toBe(200);
    expect(await statuses()).toEqual(['active']);
    expect(await bundlesInUse()).toEqual(['core']);
  });

  it('refetches the object and ignores the payload', async () => {
    const subscription = await bought(['core_monthly']);
    const claimed = { ...subscription, status: 'canceled', items: { ...subscription.items, data: [] } };
    expect((await send(event('customer.subscription.deleted', claimed))).statusCode).toBe(200);
    expect(await statuses()).toEqual(['active']);
  });

  it('changes nothing when events come twice or out of order', async () => {
    const subscription = await bought(['core_monthly']);
    const created = event('customer.subscription.created', subscription);
    const canceled = await server.stripe.subscriptions.cancel(subscription.id);
    await send(event('customer.subscription.deleted', canceled));
    await send(created);
    await send(created);
    expect(await statuses()).toEqual(['canceled']);
    expect(await bundlesInUse()).toEqual([]);
    expect(await historyCount()).toBe(0);
  });

  it('returns 400 for forged, altered and old events, and changes nothing', async () => {
    const subscription = await bought(['core_monthly']);
    const body = event('customer.subscription.created', subscription);
    const forged = [
      await send(body, sign(body, 'whsec_of_somebody_else')),
      await send(body.replace('created', 'updated'), sign(body)),
      await send(body, sign(body, SECRET, Math.floor(Date.now() / 1000) - 3600)),
      await send(body, ''),
      await server.call(anonymousCaller, 'POST', '/api/stripe/webhook/', body, { 'content-type': 'application/json' }),
      await send('not JSON', sign('not JSON')),
      await server.call(anonymousCaller, 'POST', '/api/stripe/webhook/'),
    ];
    expect(forged.map((one) => [one.statusCode, one.json<{ code: string }>().code])).toEqual(
      forged.map(() => [400, 'bad_signature']),
    );
    expect(await statuses()).toEqual([]);
  });

  it('accepts an event signed for another replica’s address', async () => {
    const row = { id: 'we_replica', url: 'https://replica.example/', secret: 'whsec_of_a_replica' };
    await server.db
      .insertInto('webhook_endpoints')
      .values({ ...row, created_at: new Date(Date.now() - 60_000) })
      .execute();
    const body = event('balance.available', { object: 'balance' });
    expect((await send(body, sign(body, row.secret))).statusCode).toBe(200);
    expect((await send(body)).statusCode).toBe(200);
  });

  it('accepts and ignores events about objects that the console doesn’t store', async () => {
    const response = await send(event('balance.available', { object: 'balance' }));
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'success' }]);
  });

  it('returns 502 while the provider fails, and applies the event when it is resent', async () => {
    const subscription = await bought(['core_monthly']);
    await fakeStripe.setFaults([{ on: 'GET /v1/subscriptions/', kind: 'error', times: 3 }]);
    const body = event('customer.subscription.created', subscription);
    expect((await send(body)).statusCode).toBe(502);
    await fakeStripe.setFaults([]);
    expect((await send(body)).statusCode).toBe(200);
    expect(await statuses()).toEqual(['active']);
  });

  it('shows a missed renewal with its payment page, and clears it after the payment', async () => {
    const { id } = await bought(['core_monthly']);
    const { customer: customerId } = clinic;
    const bad = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
    await server.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: bad.id } });
    await fakeStripe.advance(31.5);
    const [open] = (await server.stripe.invoices.list({ customer: customerId, status: 'open' })).data;
    await send(event('invoice.payment_failed', open ?? {}));
    const [late] = (await summary()).subscriptions;
    expect(late).toMatchObject({ id, status: 'past_due', payment_url: open?.hosted_invoice_url });
    expect(await bundlesInUse()).toEqual(['core']);
    const good = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
    await server.stripe.invoices.pay(open?.id ?? '', { payment_method: good.id });
    await send(event('invoice.paid', open ?? {}));
    expect((await summary()).subscriptions[0]).toMatchObject({ status: 'active', payment_url: null });
  });

  it('records the provider’s change in the activity, once for repeated events', async () => {
    const subscription = await bought(['core_monthly']);
    await send(event('customer.subscription.created', subscription));
    const bad = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: clinic.customer });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: bad.id } });
    await fakeStripe.advance(31.5);
    for (let times = 0; times < 2; times += 1) await send(event('invoice.payment_failed', subscription));
    await reconcile(projector(), clinic.practiceId, testAudit());
    await server.stripe.subscriptions.cancel(subscription.id);
    await refreshSubscription(projector(), subscription.id, testAudit());
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('practice_id', '=', clinic.practiceId)
      .where('entity', '=', 'subscription')
      .where('entity_id', '=', subscription.id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      {
        action: 'subscription.past_due',
        actor_name: 'Stripe',
        before: { status: 'active' },
        after: { status: 'past_due', plan_name: 'Core' },
      },
      {
        action: 'subscription.end',
        actor_name: 'Stripe',
        before: { status: 'past_due' },
        after: { status: 'canceled', plan_name: 'Core' },
      },
    ]);
  });

  it('revokes bundles of an unpaid subscription', async () => {
    const subscription = await bought(['core_monthly']);
    await send(event('customer.subscription.created', subscription));
    const { customer: customerId } = clinic;
    const bad = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
    await server.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: bad.id } });
    await fakeStripe.advance(50);
    await reconcile(projector(), clinic.practiceId, testAudit());
    expect(await statuses()).toEqual(['unpaid']);
    expect(await bundlesInUse()).toEqual([]);
  });

  it('keeps a newer state when an earlier fetch finishes late', async () => {
    const { id } = await bought(['core_monthly']);
    await refreshSubscription(projector(), id, testAudit());
    // This fetch starts first, but is slow and gets the old state. The other fetch starts later.
    const slow = {
      db: server.db,
      stripe: new Proxy(server.stripe, {
        get(target, name) {
          if (name !== 'subscriptions') return Reflect.get(target, name) as unknown;
          return {
            retrieve: async (subscriptionId: string, params: Stripe.SubscriptionRetrieveParams) => {
              const response = await target.subscriptions.retrieve(subscriptionId, params);
              if (response.status === 'active') {
                await target.subscriptions.cancel(id);
                await refreshSubscription(projector(), id, testAudit());
              }
              return response;
            },
          };
        },
      }),
    };
    await refreshSubscription(slow, id, testAudit());
    expect(await statuses()).toEqual(['canceled']);
  });

  it('stops offering a plan whose price is archived, until it is restored', async () => {
    const id = server.price('phones_yearly');
    const isOffered = async () => {
      const url = `/api/stripe-plan-trials/?practice_id=${clinic.practiceId}`;
      const { plans } = (await server.call(clinic.caller, 'GET', url)).json<{ plans: { id: string }[] }>();
      return plans.some((one) => one.id === id);
    };
    const revision = async () => {
      const url = `/api/${clinic.practiceId}/practice-features/revision/`;
      return (await server.call(clinic.caller, 'GET', url)).json<{ revision: string }>().revision;
    };
    let lastRevision = await revision();
    for (const active of [false, true]) {
      const price = await server.stripe.prices.update(id, { active });
      expect((await send(event('price.updated', price))).statusCode).toBe(200);
      expect(await isOffered()).toBe(active);
      // Open pages refetch the offers.
      const next = await revision();
      expect(next).not.toBe(lastRevision);
      lastRevision = next;
    }
  });

  it('reconciliation repairs a missed webhook and reports the difference', async () => {
    const { id } = await bought(['core_monthly']);
    await assignSeatsOfSubscription(projector(), { practiceId: clinic.practiceId, subscription: id }, testAudit());
    expect(await reconcile(projector(), clinic.practiceId, testAudit())).toEqual({
      customers: 1,
      checked: 1,
      differences: [],
    });
    await server.stripe.subscriptions.cancel(id);
    const reconciliation = await reconcile(projector(), clinic.practiceId, testAudit());
    expect(reconciliation.differences).toEqual([
      { id, customer: clinic.customer, what: 'differs', fields: expect.arrayContaining(['status', 'canceled_at']) },
    ]);
    expect(await statuses()).toEqual(['canceled']);
    expect((await reconcile(projector(), clinic.practiceId, testAudit())).differences).toEqual([]);
  });

  it('repairs everything in the nightly reconciliation, and schedules the next one', async () => {
    const { id } = await bought(['phones_monthly']);
    await enqueueReconciliation(server.db, server.clock.now);
    expect(await enqueueReconciliation(server.db, server.clock.now)).toBe(false);
    server.clock.now = nextNight(server.clock.now);
    await runJobs(server);
    const jobs = await server.db
      .selectFrom('jobs')
      .select(['state', 'run_at'])
      .where('kind', '=', 'billing-reconciliation')
      .orderBy('run_at')
      .execute();
    expect(jobs.map(({ state }) => state)).toEqual(['done', 'pending']);
    expect(jobs[1]?.run_at).toEqual(nextNight(server.clock.now));
    server.clock.now = new Date();
    expect((await summary()).subscriptions[0]?.id).toBe(id);
  });

  it('moves seats of a scheduled start to the real items once it starts', async () => {
    const now = await fakeStripe.advance(0);
    const schedule = await server.stripe.subscriptionSchedules.create({
      customer: clinic.customer,
      start_date: now + 86_400,
      phases: [{ items: [{ price: server.price('analytics_monthly'), quantity: 1 }], duration: { interval: 'month' } }],
    });
    await assignSeatsOfSubscription(
      projector(),
      { practiceId: clinic.practiceId, subscription: schedule.id },
      testAudit(),
    );
    expect((await summary()).subscriptions).toMatchObject([
      { id: schedule.id, parent_subscription_id: null, status: 'not_started', plan_name: 'Practice Analytics' },
    ]);
    expect(await bundlesInUse()).toEqual([]);
    await fakeStripe.advance(2);
    const begun = await server.stripe.subscriptionSchedules.retrieve(schedule.id);
    await send(event('subscription_schedule.updated', begun));
    expect(await statuses()).toEqual(['active']);
    expect(await bundlesInUse()).toEqual(['analytics']);
  });

  it('keeps secrets and signatures out of the log', async () => {
    const subscription = await bought(['core_monthly']);
    const body = event('customer.subscription.created', subscription);
    const signature = sign(body);
    await send(body, signature);
    await send(body, sign(body, 'whsec_of_somebody_else'));
    const lines = server.log.join('');
    expect(lines).toContain('webhook');
    for (const secret of [SECRET, signature, 'sk_test_', 'whsec_']) expect(lines).not.toContain(secret);
  });
});
