/**
 * Changes of subscriptions that the provider doesn't charge now: paused collection, sent invoices, debits, unpaid
 * periods.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CostPreview } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { type Caller, createTestPerson, signedIn, testAudit } from '../../../testing/test-server.js';
import { refreshSubscription } from '../mirror/refresh.js';

const DAY_S = 86_400;

describeWithDatabase('a subscription that is not charged now', (database) => {
  let sandbox: FakeStripe;
  let server: BillingServer;
  let admin: Caller;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    sandbox = await startFakeStripe();
    cleanUp(() => sandbox.stop());
    server = await billingServer(database(), sandbox);
    cleanUp(() => server.close());
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
  });
  const { post, summary, start, recording } = billingActions(
    () => server,
    () => sandbox,
  );
  const preview = ({ caller, practiceId }: Clinic, change: object) =>
    server.call(caller, 'POST', `/api/${practiceId}/practice-features/preview/`, change);
  const refresh = (id: string) => refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
  const pause = async (id: string, behavior: 'void' | 'keep_as_draft' | 'mark_uncollectible') => {
    await server.stripe.subscriptions.update(id, { pause_collection: { behavior } });
    await refresh(id);
  };
  const chargeable = (id: string) => [
    { kind: 'add', subscription_id: id, optional_features: [recording()] },
    { kind: 'switch', subscription_id: id, plan_id: server.price('growth_monthly') },
  ];
  const send = (clinic: Clinic, { kind, subscription_id: id, ...body }: ReturnType<typeof chargeable>[number]) =>
    post(clinic, id, kind === 'add' ? 'add-subscription-items' : 'switch-plan', body);
  const invoicesOf = async (id: string) =>
    (await server.stripe.invoices.list({ subscription: id, limit: 100 })).data.length;

  it.each(['void', 'keep_as_draft', 'mark_uncollectible'] as const)(
    'refuses paid changes while collection is paused (%s), and warns in the preview',
    async (behavior) => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, 'phones_monthly');
      await pause(id, behavior);
      const before = await invoicesOf(id);
      const message =
        'Collection is paused at the payment provider, so nothing can be charged now. Contact support to resume it.';
      for (const change of chargeable(id)) {
        for (const response of [await preview(clinic, change), await send(clinic, change)]) {
          expect([response.statusCode, response.json()]).toMatchObject([409, { message }]);
        }
      }
      const [shown] = (await summary(clinic)).subscriptions;
      const refused = { allowed: false, reason: message };
      expect(shown?.actions).toMatchObject({ add_features: refused, switch_plan: refused });
      expect([shown?.items.length, await invoicesOf(id)]).toEqual([1, before]);
    },
  );

  it('previews no next invoice for a removal while collection is paused', async () => {
    const clinic = await server.aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording()]);
    const change = { kind: 'remove', subscription_id: id, subscription_item_id: items[1]?.id };
    expect((await preview(clinic, change)).json<CostPreview>().next_invoice).toMatchObject({ amount: 17_900 });
    await pause(id, 'void');
    expect((await preview(clinic, change)).json<CostPreview>().next_invoice).toBeNull();
    const resumes_at =
      (items[0] && (await server.stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end) ?? 0;
    await server.stripe.subscriptions.update(id, {
      pause_collection: { behavior: 'void', resumes_at: resumes_at - DAY_S },
    });
    await refresh(id);
    expect((await preview(clinic, change)).json<CostPreview>().next_invoice).toMatchObject({ amount: 17_900 });
  });

  it('refuses paid changes while invoices are sent', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    await server.stripe.subscriptions.update(id, { collection_method: 'send_invoice', days_until_due: 30 });
    await refresh(id);
    const before = await invoicesOf(id);
    for (const change of chargeable(id)) {
      for (const response of [await preview(clinic, change), await send(clinic, change)]) {
        expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
          409,
          'Its invoices are sent by email, so nothing can be charged now. Contact support to change it.',
        ]);
      }
    }
    expect(await invoicesOf(id)).toBe(before);
  });

  it('asks for a card if a debit would take days to pay for a change', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const { data: cards } = await server.stripe.paymentMethods.list({ customer: clinic.customer });
    const sepa = await server.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Praxis Nord', email: 'nord@example.com' },
    });
    await server.stripe.paymentMethods.attach(sepa.id, { customer: clinic.customer });
    await server.stripe.subscriptions.update(id, { default_payment_method: sepa.id });
    await refresh(id);
    const [add] = chargeable(id);
    if (!add) throw new Error('There is no change.');
    const response = await send(clinic, add);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      422,
      'SEPA Direct Debit ending in 3000 takes days to pay. Choose a card for this change.',
    ]);
    const { kind: _kind, subscription_id: _id, ...body } = add;
    const paid = await post(clinic, id, 'add-subscription-items', { ...body, payment_method_id: cards[0]?.id });
    expect(paid.json()).toMatchObject({ status: 'success' });
  });

  describe('cancellation with credit', () => {
    const cancel = (clinic: Clinic, id: string, withCredit: boolean) =>
      server.call(admin, 'POST', `/api/${clinic.practiceId}/practice-features/${id}/cancel-subscription/`, {
        subscription_id: id,
        with_credit: withCredit,
      });
    const credit = (clinic: Clinic, id: string) =>
      server.call(admin, 'POST', `/api/${clinic.practiceId}/practice-features/preview/`, {
        kind: 'cancel',
        subscription_id: id,
        with_credit: true,
      });
    const balanceOf = async ({ customer }: Clinic) => {
      const customerBalance = await server.stripe.customers.retrieve(customer);
      return customerBalance.deleted ? null : customerBalance.balance;
    };

    it('is refused while collection is paused, and gives no credit without it', async () => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, 'phones_monthly');
      await pause(id, 'void');
      for (const response of [await credit(clinic, id), await cancel(clinic, id, true)]) {
        expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'collection_paused' }]);
      }
      expect((await cancel(clinic, id, false)).json()).toMatchObject({ status: 'success' });
      expect(await balanceOf(clinic)).toBe(0);
    });

    it.each(['void', 'keep_as_draft', 'mark_uncollectible'] as const)(
      'gives no credit for an unpaid period, also after the pause (%s)',
      async (behavior) => {
        const clinic = await server.aClinic();
        const { id } = await start(clinic, 'phones_monthly');
        await pause(id, behavior);
        await sandbox.advance(32);
        await server.stripe.subscriptions.update(id, { pause_collection: '' });
        await refresh(id);
        for (const response of [await credit(clinic, id), await cancel(clinic, id, true)]) {
          expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'period_unpaid' }]);
        }
        expect(await balanceOf(clinic)).toBe(0);
      },
    );

    it('credits the unused time of a paid period', async () => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, 'phones_monthly');
      await sandbox.advance(32);
      await refresh(id);
      const previewedCredit = (await credit(clinic, id)).json<CostPreview>().credit;
      expect(previewedCredit).toBeGreaterThan(16_000);
      expect((await cancel(clinic, id, true)).json()).toMatchObject({ status: 'success' });
      expect(await balanceOf(clinic)).toBe(-previewedCredit);
    });
  });
});
