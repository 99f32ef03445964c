/** The debt of a subscription with several open invoices is the same in every call. */
import { beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, CostPreview, OpenInvoices, readInvoiceTotals, UpcomingCharges } from 'shared-api/contracts';
import { refreshSubscription } from '../subscriptions/mirror/refresh.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { billingActions } from '../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPerson, signedIn, testAudit } from '../../testing/test-server.js';

describeWithDatabase('several open invoices of a subscription', (database) => {
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
  const { start } = billingActions(
    () => server,
    () => sandbox,
  );
  const read = async <Answer>({ caller }: Clinic, url: string): Promise<Answer> =>
    (await server.call(caller, 'GET', url)).json();
  const refresh = (id: string) => refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
  /** A subscription unpaid for months, with the numbers of its open invoices. */
  const unpaid = async (clinic: Clinic) => {
    const { id } = await start(clinic, 'phones_monthly');
    const { customer } = clinic;
    const failing = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await server.stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } });
    await sandbox.advance(125);
    expect((await refresh(id))?.status).toBe('unpaid');
    const { data } = await server.stripe.invoices.list({ subscription: id, status: 'open' });
    expect(data.length).toBeGreaterThan(2);
    return { id, numbers: data.map(({ number }) => number).sort(), owed: 17_900 * data.length };
  };
  const stated = async (clinic: Clinic) => {
    const { practiceId, customer } = clinic;
    const [charges, open, totals] = await Promise.all([
      read<UpcomingCharges>(clinic, `/api/${practiceId}/practice-features/upcoming-charges/`),
      read<OpenInvoices>(clinic, `/api/stripe/${customer}/list_open_invoices/`),
      read<AnswerOf<typeof readInvoiceTotals>>(
        clinic,
        `/api/stripe/practice_invoice_totals/?practice_id=${practiceId}`,
      ),
    ]);
    return {
      overdue: charges.overdue.map(({ number }) => number).sort(),
      unpaid: charges.unpaid,
      amounts: [
        charges.debts.map(({ amount_due: due }) => due),
        charges.months.filter(({ overdue }) => overdue > 0).map(({ overdue }) => overdue),
        open.totals.map(({ amount_due: due }) => due),
        totals.totals.map(({ outstanding }) => outstanding),
      ],
    };
  };

  it('are all owed while it is unpaid, and listed before it ends', async () => {
    const clinic = await server.aClinic();
    const { id, numbers, owed } = await unpaid(clinic);
    expect(await stated(clinic)).toEqual({
      overdue: numbers,
      unpaid: [],
      amounts: [[owed], [owed], [owed], [owed]],
    });
    const url = `/api/${clinic.practiceId}/practice-features/preview/`;
    const preview: CostPreview = (
      await server.call(admin, 'POST', url, { kind: 'end-unpaid', subscription_id: id })
    ).json();
    expect(preview.open_invoices?.map(({ number }) => number).sort()).toEqual(numbers);
    expect(preview.open_invoices?.reduce((sum, { amount_due: due }) => sum + due, 0)).toBe(owed);
  });

  it('count as no debt before they are due, and charge no new card', async () => {
    const clinic = await server.aClinic();
    const { customer } = clinic;
    await server.stripe.subscriptions.create({
      customer,
      items: [{ price: server.price('core_monthly') }],
      collection_method: 'send_invoice',
      days_until_due: 20,
    });
    await sandbox.advance(0.1);
    const [{ id: first } = { id: '' }] = (await server.stripe.invoices.list({ customer, status: 'open' })).data;
    const openIds = async () => {
      const url = `/api/stripe/${customer}/list_open_invoices/`;
      const { invoices, totals } = await read<OpenInvoices>(clinic, url);
      return [invoices.map(({ invoice_id: id }) => id), totals.map(({ amount_due: due }) => due)];
    };
    expect((await stated(clinic)).amounts.slice(0, 3)).toEqual([[], [], []]);
    expect(await openIds()).toEqual([[], []]);
    // The provider's clock is ahead: a past-due subscription means that the due date has passed.
    await sandbox.advance(21);
    const [subscription] = (await server.stripe.subscriptions.list({ customer })).data;
    expect(subscription?.status).toBe('past_due');
    expect((await stated(clinic)).amounts.slice(0, 3)).toEqual([[19_900], [19_900], [19_900]]);
    expect(await openIds()).toEqual([[first], [19_900]]);
    // The next one isn't due yet.
    await sandbox.advance(11);
    expect((await server.stripe.invoices.list({ customer, status: 'open' })).data).toHaveLength(2);
    expect((await stated(clinic)).amounts.slice(0, 3)).toEqual([[19_900], [19_900], [19_900]]);
    expect(await openIds()).toEqual([[first], [19_900]]);
  });

  it('stay owed after it ends', async () => {
    const clinic = await server.aClinic();
    const { id, numbers, owed } = await unpaid(clinic);
    await server.stripe.subscriptions.cancel(id);
    await refresh(id);
    expect(await stated(clinic)).toEqual({ overdue: numbers, unpaid: [], amounts: [[owed], [owed], [owed], [owed]] });
  });
});
