/**
 * Every call that moves money or creates a customer, when the provider's response is missing or an error: one change or
 * none, even if requested again.
 */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { FeatureSummary, TrialPlan } from 'shared-api/contracts';
import { insertRequest, markSent } from './requests-repository.js';
import { settleUnsettled } from '../subscriptions/commands/settle-in-background.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { type BillingServer, billingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { testAudit } from '../../testing/test-server.js';
import { type Change, moneyCalls, moneyChanges, writeOf } from '../../testing/money-changes.js';
import { type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';

describeWithDatabase('requests without an answer', (database) => {
  let world: PaymentsWorld;
  /** A second replica on the same database. */
  let copy: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    world = await paymentsWorld(database());
    cleanUp(() => world.close());
    copy = await billingServer(database(), world.sandbox);
    cleanUp(() => copy.close());
  });
  afterEach(() => world.sandbox.setFaults([]));

  const changes = moneyChanges(() => world);
  const send = (at: BillingServer, { caller, url, body }: Change, key: string) =>
    at.call(caller, 'POST', url, body, { 'idempotency-key': key });
  const outcome = (response: Awaited<ReturnType<typeof send>>) => [
    response.statusCode,
    response.json<{ code?: string }>().code,
  ];
  const auditOf = async ({ practiceId }: Change) => (await world.auditActions(practiceId)).sort();
  /** The provider's number of objects and the paid amounts. */
  const atProvider = async () => {
    const { stripe } = world;
    const [subscriptions, customers, invoices] = await Promise.all([
      stripe.subscriptions.list({ status: 'all', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
      stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 }),
      stripe.invoices.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    ]);
    return {
      subscriptions: subscriptions.filter(({ status }) => status !== 'canceled').length,
      items: subscriptions.reduce((sum, { items }) => sum + items.data.length, 0),
      schedules: subscriptions.filter(({ schedule }) => schedule !== null).length,
      customers: customers.length,
      paid: invoices.reduce((sum, invoice) => sum + invoice.amount_paid, 0),
    };
  };
  const differenceSince = async (before: Awaited<ReturnType<typeof atProvider>>) => {
    const after = await atProvider();
    return Object.entries(after).map(([name, value]) => [name, value - before[name as keyof typeof before]]);
  };
  /** The effect of the change without errors. */
  const regularEffect = async (name: (typeof moneyCalls)[number]) => {
    const change = await changes[name]();
    const before = await atProvider();
    expect((await send(world.server, change, 'regular-run')).statusCode).toBe(200);
    return { provider: await differenceSince(before), audit: await auditOf(change) };
  };
  /** Nothing sent before can still be in flight. */
  const waitUntilNothingIsOnItsWay = ({ practiceId }: Change) =>
    world.server.db
      .updateTable('billing_requests')
      .set({ absent_after: sql<Date>`now()` })
      .where('practice_id', '=', practiceId)
      .where('state', '=', 'processing')
      .execute();
  const settleNow = () => settleUnsettled({ db: world.server.db, stripe: world.stripe }, new Date());

  describe.each(moneyCalls)('%s', (name) => {
    it('blocks other keys on other replicas until the change is known to be missing', async () => {
      const regular = await regularEffect(name);
      const change = await changes[name]();
      const before = await atProvider();
      await world.sandbox.setFaults([{ on: writeOf[name], kind: 'refuse' }]);
      expect(outcome(await send(world.server, change, 'first-key'))).toEqual([502, 'provider_unavailable']);
      await world.sandbox.setFaults([]);
      expect(outcome(await send(copy, change, 'other-key'))).toEqual([409, 'being_confirmed']);
      await settleNow();
      expect(outcome(await send(copy, change, 'other-key'))).toEqual([409, 'being_confirmed']);
      await waitUntilNothingIsOnItsWay(change);
      await settleNow();
      expect((await send(copy, change, 'other-key')).statusCode).toBe(200);
      expect([await differenceSince(before), await auditOf(change)]).toEqual([regular.provider, regular.audit]);
    });

    it('resends it under the same key', async () => {
      const regular = await regularEffect(name);
      const change = await changes[name]();
      const before = await atProvider();
      await world.sandbox.setFaults([{ on: writeOf[name], kind: 'refuse' }]);
      expect((await send(world.server, change, 'first-key')).statusCode).toBe(502);
      await world.sandbox.setFaults([]);
      expect((await send(copy, change, 'first-key')).statusCode).toBe(200);
      expect([await differenceSince(before), await auditOf(change)]).toEqual([regular.provider, regular.audit]);
    });

    it.each(['lost', 'executed_error'])('finds the change when the response got %s', async (kind) => {
      const regular = await regularEffect(name);
      const change = await changes[name]();
      const before = await atProvider();
      await world.sandbox.setFaults([{ on: writeOf[name], kind, times: kind === 'lost' ? 2 : 1 }]);
      const response = await send(world.server, change, 'first-key');
      await world.sandbox.setFaults([]);
      expect(response.statusCode).toBe(200);
      expect((await send(copy, change, 'first-key')).json()).toEqual(response.json());
      expect([await differenceSince(before), await auditOf(change)]).toEqual([regular.provider, regular.audit]);
    });

    it.each(['first-key', 'other-key'])('can be retried with %s after an error that changed nothing', async (key) => {
      const regular = await regularEffect(name);
      const change = await changes[name]();
      const before = await atProvider();
      await world.sandbox.setFaults([{ on: writeOf[name], kind: 'error', times: 2 }]);
      const failed = await send(world.server, change, 'first-key');
      await world.sandbox.setFaults([]);
      expect([failed.statusCode, failed.json<{ message: string }>().message]).toEqual([
        502,
        expect.stringContaining('nothing was changed'),
      ]);
      expect((await send(copy, change, key)).statusCode).toBe(200);
      expect([await differenceSince(before), await auditOf(change)]).toEqual([regular.provider, regular.audit]);
    });
  });

  const planOf = async ({ caller, practiceId }: Change): Promise<TrialPlan | undefined> => {
    const response = await world.server.call(caller, 'GET', `/api/stripe-plan-trials/?practice_id=${practiceId}`);
    return response.json<{ plans: TrialPlan[] }>().plans.find(({ id }) => id === world.server.price('phones_monthly'));
  };
  const summaryOf = async ({ caller, practiceId }: Change): Promise<FeatureSummary> =>
    (await world.server.call(caller, 'GET', `/api/${practiceId}/practice-features/feature-summary/`)).json();
  const leaveUnsettled = async (name: (typeof moneyCalls)[number]): Promise<Change> => {
    const change = await changes[name]();
    await world.sandbox.setFaults([{ on: writeOf[name], kind: 'refuse' }]);
    await send(world.server, change, 'first-key');
    await world.sandbox.setFaults([]);
    return change;
  };
  const reason = expect.stringContaining('still being confirmed') as unknown;

  it('creates no second customer under another key when the first one turns out to exist', async () => {
    const change = await changes.createCustomer();
    const before = await atProvider();
    await world.sandbox.setFaults([
      { on: 'POST /v1/customers', kind: 'lost' },
      { on: 'GET /v1/customers', kind: 'refuse' },
    ]);
    expect((await send(world.server, change, 'first-key')).statusCode).toBe(502);
    await world.sandbox.setFaults([]);
    const response = await send(copy, change, 'other-key');
    const again = await send(copy, change, 'other-key');
    expect([response.statusCode, again.json()]).toEqual([200, response.json()]);
    expect((await differenceSince(before)).find(([name]) => name === 'customers')).toEqual(['customers', 1]);
    // A further request is for another one.
    expect((await send(copy, change, 'a-third-key')).statusCode).toBe(200);
    expect((await differenceSince(before)).find(([name]) => name === 'customers')).toEqual(['customers', 2]);
  });

  it('offers no plan while a start is being confirmed', async () => {
    const change = await leaveUnsettled('startSubscription');
    expect((await planOf(change))?.offer).toMatchObject({ reason, trial: { offered: false, reason } });
    expect(await summaryOf(change)).toMatchObject({ confirming: true });
    const trial = { ...change, url: change.url.replace('start-subscription', 'start-trial') };
    const body = { ...change.body, consent_given: true };
    expect(outcome(await send(copy, { ...trial, body }, 'key-of-a-trial'))).toEqual([409, 'being_confirmed']);
    await waitUntilNothingIsOnItsWay(change);
    await settleNow();
    expect((await planOf(change))?.offer).toMatchObject({ reason: null, trial: { offered: true } });
    expect(await summaryOf(change)).toMatchObject({ confirming: false });
  });

  it.each(['addSubscriptionItems', 'removeSubscriptionItem'] as const)(
    'allows no change of a subscription while %s is being confirmed',
    async (name) => {
      const change = await leaveUnsettled(name);
      const none = { allowed: false, reason };
      const [subscription] = (await summaryOf(change)).subscriptions;
      expect(subscription).toMatchObject({ actions: { add_features: none, switch_plan: none, cancel: none } });
      expect(subscription?.items.map(({ actions }) => actions)).toEqual(
        subscription?.items.map(() => ({ remove: none, undo_removal: none })),
      );
    },
  );

  it('blocks other changes of a trial, an invoice or a customer with a message', async () => {
    const none = { allowed: false, reason };
    const trial = await leaveUnsettled('cancelTrial');
    expect((await planOf(trial))?.active_trial).toMatchObject({ cancel: none });
    const payment = await leaveUnsettled('payOpenInvoices');
    const invoices = payment.url.replace('pay_open_invoices', 'list_open_invoices');
    expect((await world.server.call(payment.caller, 'GET', invoices)).json()).toMatchObject({ pay: none });
    expect(await summaryOf(payment)).toMatchObject({
      confirming: true,
      pending_requests: [{ message: 'A payment of open invoices is being confirmed by the payment provider.' }],
    });
    const customer = await leaveUnsettled('createCustomer');
    const list = `/api/stripe/list_customers/?practice_id=${customer.practiceId}`;
    expect((await world.server.call(customer.caller, 'GET', list)).json()).toMatchObject({ create: none });
  });

  it('checks with the provider immediately when a person follows the request', async () => {
    const change = await changes.startSubscription();
    await world.sandbox.setFaults([
      { on: 'POST /v1/subscriptions', kind: 'lost' },
      { on: 'GET /v1/subscriptions', kind: 'refuse' },
    ]);
    await send(world.server, change, 'first-key');
    await world.sandbox.setFaults([]);
    const [pending] = (await summaryOf(change)).pending_requests;
    const url = `/api/${change.practiceId}/practice-features/requests/${pending?.id}/settle/`;
    expect((await world.server.call(change.caller, 'POST', url, {})).json()).toMatchObject({ state: 'succeeded' });
  });

  it('shows the reason of a refusal to pages that follow the request, also after the next attempt', async () => {
    const change = await changes.startSubscription();
    await world.sandbox.setFaults([{ on: 'POST /v1/subscriptions', kind: 'error', status: 429 }]);
    const { message } = (await send(world.server, change, 'first-key')).json<{ message: string }>();
    await world.sandbox.setFaults([]);
    const { practiceId } = change;
    const { id } = await world.server.db
      .selectFrom('billing_requests')
      .select('id')
      .where('practice_id', '=', practiceId)
      .where('action', '=', 'start')
      .executeTakeFirstOrThrow();
    const read = async () => {
      const url = `/api/${practiceId}/practice-features/requests/${id}/`;
      return (await world.server.call(change.caller, 'GET', url)).json();
    };
    expect(await read()).toMatchObject({ id, state: 'failed', message });
    expect((await send(world.server, change, 'first-key')).statusCode).toBe(200);
    expect(await read()).toMatchObject({ id, state: 'failed', message });
  });

  it('leaves out requests not sent yet', async () => {
    const change = await changes.startSubscription();
    const { practiceId } = change;
    const { db } = world.server;
    const id = await insertRequest(db, {
      practiceId,
      key: 'not-sent-yet',
      fingerprint: 'any',
      action: 'start',
      scope: `start:${practiceId}`,
      content: {},
      actor: testAudit().actor,
      subscriptionId: null,
      purchase: null,
    });
    const shown = async () => {
      const { pending_requests: pending, confirming, revision } = await summaryOf(change);
      return [pending.map((one) => one.id), confirming, revision];
    };
    const [ids, confirming, revision] = await shown();
    expect([ids, confirming]).toEqual([[], false]);
    await markSent(db, id ?? '');
    expect(await shown()).toEqual([[id], true, expect.not.stringMatching(new RegExp(`^${String(revision)}$`))]);
  });

  it.each([
    ['is busy', 429, [503, 'provider_busy']],
    ['doesn’t know the console’s key', 401, [500, 'provider_setup']],
    ['doesn’t let the console’s key do it', 403, [500, 'provider_setup']],
  ])('reports that nothing changed, and blocks nothing, when the provider %s', async (_, status, expected) => {
    const change = await changes.startSubscription();
    const before = await atProvider();
    await world.sandbox.setFaults([{ on: 'POST /v1/subscriptions', kind: 'error', status }]);
    expect(outcome(await send(world.server, change, 'first-key'))).toEqual(expected);
    await world.sandbox.setFaults([]);
    expect(await summaryOf(change)).toMatchObject({ confirming: false });
    expect((await send(copy, change, 'other-key')).statusCode).toBe(200);
    expect((await differenceSince(before))[0]).toEqual(['subscriptions', 1]);
  });

  it('leaves no schedule of a removal whose second step failed', async () => {
    const change = await changes.removeSubscriptionItem();
    const before = await atProvider();
    await world.sandbox.setFaults([{ on: 'POST /v1/subscription_schedules', kind: 'executed_error', times: 1 }]);
    expect(outcome(await send(world.server, change, 'first-key'))).toEqual([502, 'provider_failed']);
    await world.sandbox.setFaults([]);
    expect((await differenceSince(before)).filter(([, value]) => value !== 0)).toEqual([]);
    expect((await send(copy, change, 'other-key')).statusCode).toBe(200);
  });

  it('doesn’t count a trial that the provider never started', async () => {
    const change = await changes.startTrial();
    const eligibility = async () => (await planOf(change))?.trial_eligibility;
    const before = await eligibility();
    await world.sandbox.setFaults([{ on: 'POST /v1/subscriptions', kind: 'error', times: 1 }]);
    expect((await send(world.server, change, 'first-key')).statusCode).toBe(502);
    expect(await eligibility()).toEqual(before);
  });

  it('settles a change whose server died between the charge and the record', async () => {
    const change = await changes.startSubscription();
    const before = await atProvider();
    // This server sees none of the provider's changes.
    await world.sandbox.setFaults([
      { on: 'POST /v1/subscriptions', kind: 'lost' },
      { on: 'GET /v1/subscriptions', kind: 'refuse' },
    ]);
    expect((await send(world.server, change, 'first-key')).statusCode).toBe(502);
    expect(outcome(await send(copy, change, 'other-key'))).toEqual([409, 'being_confirmed']);
    await world.sandbox.setFaults([]);
    await settleNow();
    expect(await summaryOf(change)).toMatchObject({ confirming: false, subscriptions: [{ status: 'active' }] });
    expect(outcome(await send(copy, change, 'other-key'))).toEqual([409, 'already_active']);
    expect((await differenceSince(before))[0]).toEqual(['subscriptions', 1]);
  });

  it('stores at most one unsettled request of a scope', async () => {
    const change = await leaveUnsettled('startSubscription');
    const { db } = world.server;
    const stored = await db
      .selectFrom('billing_requests')
      .selectAll()
      .where('practice_id', '=', change.practiceId)
      .executeTakeFirstOrThrow();
    const { purchase, content, actor, ...row } = stored;
    const second = db.insertInto('billing_requests').values({
      ...row,
      purchase: JSON.stringify(purchase),
      content: JSON.stringify(content),
      actor: JSON.stringify(actor),
      answer: null,
      key: 'another',
    });
    await expect(second.execute()).rejects.toThrow('billing_requests_unsettled');
  });
});
