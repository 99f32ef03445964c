/**
 * Double clicks, two tabs, lost responses and an unreachable provider: each request makes one change or none, and gets
 * a clear message.
 */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { BillingOutcome, FeatureSummary } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { testAudit } from '../../../testing/test-server.js';
import { reconcile } from '../mirror/reconcile.js';

describeWithDatabase('billing commands', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  /** A second replica on the same database. */
  let copy: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    copy = await billingServer(database(), fakeStripe);
    cleanUp(() => copy.close());
  });
  afterEach(() => fakeStripe.setFaults([]));

  /** Repeats the same click, by default with the same key. */
  const act = (
    at: BillingServer,
    { caller, practiceId }: Clinic,
    path: string,
    body: unknown,
    key = 'the-same-click',
  ) => at.call(caller, 'POST', `/api/${practiceId}/practice-features/${path}/`, body, { 'idempotency-key': key });
  const startOn = (at: BillingServer, clinic: Clinic, key?: string, plan = 'phones_monthly') =>
    act(at, clinic, `${at.price(plan)}/start-subscription`, { customer_id: clinic.customer }, key);
  const trialOn = (at: BillingServer, clinic: Clinic, key?: string) =>
    act(
      at,
      clinic,
      `${at.price('phones_monthly')}/start-trial`,
      { customer_id: clinic.customer, consent_given: true },
      key,
    );
  /** The provider starts subscriptions, but neither its responses nor those of later reads arrive. */
  const unanswered = () =>
    fakeStripe.setFaults([
      { on: 'POST /v1/subscriptions', kind: 'lost' },
      { on: 'GET /v1/subscriptions', kind: 'refuse' },
    ]);
  const subscriptionsOf = async ({ customer: customerId }: Clinic) =>
    (await server.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data;
  const invoicesOf = async ({ customer: customerId }: Clinic) =>
    (await server.stripe.invoices.list({ customer: customerId })).data;
  const summary = async ({ caller, practiceId }: Clinic): Promise<FeatureSummary> =>
    (await server.call(caller, 'GET', `/api/${practiceId}/practice-features/feature-summary/`)).json();

  it('starts one subscription for a double click, also on two replicas', async () => {
    const clinic = await server.aClinic();
    const responses = await Promise.all([startOn(server, clinic), startOn(copy, clinic), startOn(server, clinic)]);
    expect(responses.map((one) => one.json<BillingOutcome>())).toMatchObject(
      responses.map(() => ({ status: 'success', state: 'succeeded', message: 'Subscription started' })),
    );
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
    expect(await invoicesOf(clinic)).toHaveLength(1);
  });

  it('starts one subscription when two tabs send different keys', async () => {
    const clinic = await server.aClinic();
    const responses = await Promise.all([
      startOn(server, clinic, 'tab-number-1'),
      startOn(copy, clinic, 'tab-number-2'),
    ]);
    expect(responses.map((one) => one.statusCode).sort()).toEqual([200, 409]);
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
  });

  it('starts one of several concurrently requested trials', async () => {
    const clinic = await server.aClinic();
    const tries = ['one', 'two', 'three', 'four'].map((name, at) =>
      trialOn(at % 2 === 0 ? server : copy, clinic, `trial-${name}`),
    );
    expect((await Promise.all(tries)).map((one) => one.statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
  });

  it('repeats the response for the same key, and refuses the key for another plan', async () => {
    const clinic = await server.aClinic();
    const first = await startOn(server, clinic, 'the-same-key');
    expect((await startOn(copy, clinic, 'the-same-key')).json()).toEqual(first.json());
    const other = await startOn(server, clinic, 'the-same-key', 'core_monthly');
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
  });

  it('returns 502 when the provider can’t be reached, and succeeds on a retry with the same key', async () => {
    const clinic = await server.aClinic();
    await fakeStripe.setFaults([{ on: 'POST /v1/subscriptions', kind: 'refuse', times: 2 }]);
    const failed = await startOn(server, clinic, 'tried-again-1');
    expect([failed.statusCode, failed.json()]).toEqual([
      502,
      expect.objectContaining({ code: 'provider_unavailable', message: expect.stringContaining('don’t know yet') }),
    ]);
    expect(await summary(clinic)).toMatchObject({ subscriptions: [], confirming: true });
    expect((await startOn(copy, clinic, 'tried-again-1')).statusCode).toBe(200);
    expect(await summary(clinic)).toMatchObject({ confirming: false });
    expect(await invoicesOf(clinic)).toHaveLength(1);
  });

  it('starts one subscription although every response was lost', async () => {
    const clinic = await server.aClinic();
    await unanswered();
    expect((await startOn(server, clinic)).statusCode).toBe(502);
    await fakeStripe.setFaults([]);
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
    expect(await summary(clinic)).toMatchObject({ confirming: true });
    // Neither the response nor the webhook has arrived. The person clicks again.
    expect((await startOn(copy, clinic)).json()).toMatchObject({ status: 'success' });
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
    expect(await invoicesOf(clinic)).toHaveLength(1);
    expect((await summary(clinic)).subscriptions).toHaveLength(1);
  });

  it('stops confirming after reconciliation, then returns success for the same key', async () => {
    const clinic = await server.aClinic();
    await unanswered();
    expect((await startOn(server, clinic, 'never-answered')).statusCode).toBe(502);
    await fakeStripe.setFaults([]);
    await reconcile(server, clinic.practiceId, testAudit());
    expect(await summary(clinic)).toMatchObject({ confirming: false, subscriptions: [{ status: 'active' }] });
    expect((await startOn(copy, clinic, 'never-answered')).json()).toMatchObject({ status: 'success' });
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
  });

  it('writes one audit entry with the person who started the subscription', async () => {
    const clinic = await server.aClinic();
    await Promise.all([startOn(server, clinic), startOn(copy, clinic)]);
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'entity_id'])
      .where('practice_id', '=', clinic.practiceId)
      .where('action', '=', 'subscription.start')
      .execute();
    const [subscription] = await subscriptionsOf(clinic);
    expect(rows).toEqual([{ actor_kind: 'person', entity_id: subscription?.id }]);
  });

  it('counts a trial once when its response was lost', async () => {
    const clinic = await server.aClinic();
    await unanswered();
    expect((await trialOn(server, clinic)).statusCode).toBe(502);
    await fakeStripe.setFaults([]);
    expect((await trialOn(server, clinic)).json()).toMatchObject({ status: 'success' });
    const trials = await server.db
      .selectFrom('practice_trials')
      .select(['state'])
      .where('practice_id', '=', clinic.practiceId)
      .execute();
    expect(trials).toEqual([{ state: 'active' }]);
  });

  it('returns `confirming` when the refetch fails', async () => {
    const clinic = await server.aClinic();
    await fakeStripe.setFaults([{ on: 'GET /v1/subscriptions/', kind: 'error' }]);
    const response = await startOn(server, clinic);
    expect(response.json()).toMatchObject({ status: 'confirming' });
    expect(await summary(clinic)).toMatchObject({ confirming: true });
    await fakeStripe.setFaults([]);
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
  });

  it('keeps secrets out of responses and logs', async () => {
    const clinic = await server.aClinic();
    server.log.length = 0;
    await fakeStripe.setFaults([{ on: 'POST /v1/subscriptions', kind: 'error', times: 1 }]);
    const bodies = [(await startOn(server, clinic)).body];
    await fakeStripe.setFaults([]);
    bodies.push((await startOn(server, clinic)).body, JSON.stringify(await summary(clinic)));
    const all = [...bodies, ...server.log].join('');
    for (const secret of ['sk_test_', 'whsec_', '_secret_']) expect(all).not.toContain(secret);
  });
});
