/** How Activity shows a subscription ended by a person, whoever reports the end first. */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { settleUnsettled } from '../commands/settle-in-background.js';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { createTestPerson, signedIn, testAudit } from '../../../testing/test-server.js';
import { providerActor } from './provider-changes.js';
import { refreshSubscription } from './refresh.js';

describeWithDatabase('a subscription that a person has ended', (database) => {
  let sandbox: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    sandbox = await startFakeStripe();
    cleanUp(() => sandbox.stop());
    server = await billingServer(database(), sandbox);
    cleanUp(() => server.close());
  });
  afterEach(() => sandbox.setFaults([]));
  const { post, start, summary } = billingActions(
    () => server,
    () => sandbox,
  );
  const mirror = () => ({ db: server.db, stripe: server.stripe });
  const report = (id: string) => refreshSubscription(mirror(), id, { ...testAudit(), actor: providerActor });
  const settle = () => settleUnsettled(mirror(), new Date());
  /** The actions about its end, by actor. */
  const entries = async ({ practiceId }: Clinic) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select(['action', 'actor_kind'])
        .where('practice_id', '=', practiceId)
        .where('action', 'in', ['subscription.end', 'subscription.cancel', 'trial.end', 'trial.cancel'])
        .execute()
    ).map(({ action, actor_kind: kind }) => [action, kind]);

  const endings = {
    cancel: async (clinic: Clinic) => {
      const { id } = await start(clinic, 'phones_monthly');
      return { id, action: 'cancel-subscription', path: id, body: { subscription_id: id } };
    },
    'cancel-trial': async (clinic: Clinic) => {
      const plan = server.price('phones_monthly');
      await post(clinic, plan, 'start-trial', { customer_id: clinic.customer, consent_given: true });
      const id = (await summary(clinic)).subscriptions[0]?.id ?? '';
      return { id, action: 'cancel-trial', path: plan, body: { trial_id: id } };
    },
    'end-unpaid': async (clinic: Clinic) => {
      const { id } = await start(clinic, 'phones_monthly');
      await sandbox.control('stripe/objects', { object: 'subscription', id, fields: { status: 'unpaid' } });
      await report(id);
      const body = { subscription_id: id, open_invoices: 'keep' };
      return { id, action: 'end-unpaid-subscription', path: id, body };
    },
  };

  it.each([
    ['cancel', 'report first', ['subscription.cancel', 'person']],
    ['cancel', 'settlement first', ['subscription.cancel', 'person']],
    ['cancel-trial', 'report first', ['trial.cancel', 'person']],
    ['cancel-trial', 'settlement first', ['trial.cancel', 'person']],
    ['end-unpaid', 'report first', ['subscription.cancel', 'person']],
    ['end-unpaid', 'settlement first', ['subscription.cancel', 'person']],
  ] as const)('has one entry after a lost response of %s, with the %s', async (kind, order, entry) => {
    const clinic = await server.aClinic();
    const { id, action, path, body } = await endings[kind](clinic);
    const admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const caller = kind === 'cancel-trial' ? clinic.caller : admin;
    await sandbox.setFaults([
      { on: `DELETE /v1/subscriptions/${id}`, kind: 'lost' },
      { on: `GET /v1/subscriptions/${id}`, kind: 'refuse' },
    ]);
    expect((await post({ ...clinic, caller }, path, action, body)).statusCode).toBe(502);
    await sandbox.setFaults([]);
    for (const step of order === 'report first' ? [report, settle] : [settle, report]) await step(id);
    expect((await summary(clinic)).subscriptions.find((one) => one.id === id)?.status ?? 'canceled').toBe('canceled');
    expect(await entries(clinic)).toEqual([entry]);
  });

  it('has the provider’s entry when nobody requested the end', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    await server.stripe.subscriptions.cancel(id);
    await report(id);
    expect(await entries(clinic)).toEqual([['subscription.end', 'system']]);
  });
});
