/** Starts for customers with pending items, a debt, or a discount for one invoice. */
import { expect, it } from '@jest/globals';
import type { CostPreview } from 'shared-api/contracts';
import type { Clinic } from '../../../testing/billing-server.js';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

const PHONES = 17_900;
const ANALYTICS = 12_900;
const TRAINING = 2_500;
const OFF = 1_000;
const DAY_S = 86_400;

describeWithDatabase('the start of a plan', (database) => {
  const { server, sandbox, post, preview, start, upcoming } = billingWorld(database);
  const wait = ({ customer }: Clinic) =>
    server().stripe.invoiceItems.create({ customer, amount: TRAINING, currency: 'usd', description: 'Training' });
  const owe = ({ customer }: Clinic, amount: number) =>
    server().stripe.customers.createBalanceTransaction(customer, { amount, currency: 'usd' });
  const changeOf = ({ customer }: Clinic, kind: 'start' | 'trial', key: string) => ({
    kind,
    plan_id: server().price(key),
    customer_id: customer,
  });
  const invoicesOf = async ({ customer }: Clinic) => (await server().stripe.invoices.list({ customer })).data;
  const tryPhones = (clinic: Clinic, { due_today: due }: Partial<Pick<CostPreview, 'due_today'>>) =>
    post(clinic, server().price('phones_monthly'), 'start-trial', {
      customer_id: clinic.customer,
      consent_given: true,
      expected_due: due,
    });
  const nextOf = async (clinic: Clinic, id: string) => {
    const { charges } = await upcoming(clinic);
    const { amount, date } = charges.find(({ subscription }) => subscription?.id === id) ?? {};
    return { amount, date };
  };

  it('is followed by the next invoice a period later, whatever the first one contains', async () => {
    const clinic = await server().aClinic();
    await wait(clinic);
    const shown = await preview(clinic, changeOf(clinic, 'start', 'phones_monthly'));
    expect([shown.due_today, shown.next_invoice?.amount]).toEqual([PHONES + TRAINING, PHONES]);
    expect(shown.next_invoice?.date).toBeGreaterThan(shown.effective_at + 27 * DAY_S);
    const { id } = await start(clinic, 'phones_monthly');
    const { date } = await nextOf(clinic, id);
    expect(Math.abs((date ?? 0) - (shown.next_invoice?.date ?? 0))).toBeLessThan(60);
  });

  it('charges the customer’s debt with a trial, as previewed', async () => {
    const clinic = await server().aClinic();
    await owe(clinic, TRAINING);
    const shown = await preview(clinic, changeOf(clinic, 'trial', 'phones_monthly'));
    expect(shown).toMatchObject({
      due_today: TRAINING,
      lines: [{ description: 'Balance from before', amount: TRAINING }],
      next_invoice: { amount: PHONES },
    });
    for (const unseen of [{ due_today: 0 }, {}]) {
      const outdated = await tryPhones(clinic, unseen);
      expect([outdated.statusCode, outdated.json<{ code: string }>().code]).toEqual([409, 'preview_outdated']);
    }
    expect((await tryPhones(clinic, shown)).statusCode).toBe(200);
    expect((await invoicesOf(clinic)).map(({ amount_paid: paid }) => paid)).toEqual([TRAINING]);
    await sandbox().advance(15);
    expect((await invoicesOf(clinic)).map(({ amount_paid: paid }) => paid)).toEqual([PHONES, TRAINING]);
  });

  it('omits items on another subscription’s earlier invoice from the first charge after a trial', async () => {
    const clinic = await server().aClinic();
    const coupon = await server().stripe.coupons.create({ amount_off: OFF, currency: 'usd', duration: 'once' });
    await start(clinic, 'analytics_monthly');
    await sandbox().advance(25);
    await wait(clinic);
    await sandbox().control('stripe/customer-discount', { customer: clinic.customer, coupon: coupon.id });
    const shown = await preview(clinic, changeOf(clinic, 'trial', 'phones_monthly'));
    expect([shown.due_today, shown.next_invoice?.amount]).toEqual([0, PHONES]);
    expect((await tryPhones(clinic, shown)).statusCode).toBe(200);
    const announcedAmounts = (await upcoming(clinic)).charges.slice(0, 2).map(({ amount }) => amount);
    expect(announcedAmounts).toEqual([ANALYTICS + TRAINING - OFF, PHONES]);
    await sandbox().advance(16);
    const [second, first] = await invoicesOf(clinic);
    expect([first?.amount_paid, second?.amount_paid]).toEqual(announcedAmounts);
  });

  it('isn’t previewed as a trial for a plan without one', async () => {
    const clinic = await server().aClinic();
    await expect(preview(clinic, changeOf(clinic, 'trial', 'core_monthly'))).rejects.toThrow('Core has no trial.');
  });
});
