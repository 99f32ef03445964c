/** Upcoming charges of a customer whose credit is shared by several subscriptions. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CostPreview, UpcomingCharges } from 'shared-api/contracts';
import type { Clinic } from '../../../testing/billing-server.js';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

const DAY_S = 86_400;

describeWithDatabase('upcoming charges', (database) => {
  const { server, sandbox, upcoming } = billingWorld(database);

  /** Starts subscriptions with first charges in the same second. */
  const startTogether = async ({ customer: customerId }: Clinic, keys: readonly string[]): Promise<string[]> => {
    const trial_end = (await sandbox().advance(0)) + 10 * DAY_S;
    const started = await Promise.all(
      keys.map((key) =>
        server().stripe.subscriptions.create({
          customer: customerId,
          items: [{ price: server().price(key) }],
          trial_end,
        }),
      ),
    );
    return started.map(({ id }) => id);
  };

  /**
   * Gives the customer credit: the unused part of a plan that ends immediately. Returns it in cents, as a negative
   * number.
   */
  const giveCredit = async ({ customer: customerId }: Clinic, key: string): Promise<number> => {
    const { id } = await server().stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: server().price(key) }],
    });
    await server().stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    const retrieved = await server().stripe.customers.retrieve(customerId);
    return 'balance' in retrieved ? retrieved.balance : 0;
  };

  const previewTrial = async ({ caller, practiceId, customer: customerId }: Clinic): Promise<CostPreview> => {
    const change = { kind: 'trial', plan_id: server().price('engagement_monthly'), customer_id: customerId };
    const response = await server().call(caller, 'POST', `/api/${practiceId}/practice-features/preview/`, change);
    return response.json<CostPreview>();
  };

  describe('when two subscriptions are charged at the same time', () => {
    let clinic: Clinic;
    let subscriptionIds: string[];
    beforeEach(async () => {
      clinic = await server().aClinic();
      subscriptionIds = await startTogether(clinic, ['core_monthly', 'phones_monthly']);
    });

    it('shows the shared credit once, and the provider charges the sum minus the credit', async () => {
      const credit = await giveCredit(clinic, 'phones_monthly');
      expect(credit).toBeLessThan(0);
      const { charges, months, next_charge: next } = await upcoming(clinic);
      const [one, other, later] = charges;
      expect([one?.shared_balance, other?.shared_balance]).toEqual([credit, credit]);
      expect(next?.shared_balance).toBe(credit);
      expect(later).not.toHaveProperty('shared_balance');
      const announced = (one?.amount ?? 0) + (other?.amount ?? 0) + credit;
      await sandbox().advance(10.5);
      const { data } = await server().stripe.invoices.list({ customer: clinic.customer, limit: 2 });
      expect(data.map(({ parent }) => parent?.subscription_details?.subscription).sort()).toEqual(
        subscriptionIds.sort(),
      );
      expect(data.reduce((sum, { amount_due: due }) => sum + due, 0)).toBe(announced);
      const monthOfFirst = months.reduce((sum, { upcoming }) => sum + upcoming, 0);
      const listed = charges.reduce((sum, { amount, date }) => (date < lastDay(months) ? sum + amount : sum), credit);
      expect(monthOfFirst).toBe(listed);
    });

    it('lists two charges of zero when the credit covers both', async () => {
      await giveCredit(clinic, 'growth_yearly');
      const { charges } = await upcoming(clinic);
      expect(charges.slice(0, 2).map(({ amount, shared_balance: shared }) => [amount, shared])).toEqual([
        [0, undefined],
        [0, undefined],
      ]);
    });

    it('previews another plan without the credit that they use first', async () => {
      await giveCredit(clinic, 'phones_monthly');
      const { next_invoice: next, recurring } = await previewTrial(clinic);
      expect(next).toEqual({ amount: recurring?.amount, date: expect.any(Number) });
    });
  });

  it('previews the first charge with the whole credit', async () => {
    const clinic = await server().aClinic();
    await server().stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server().price('core_yearly') }],
    });
    await server().stripe.customers.update(clinic.customer, { balance: -1_000_000 });
    const { next_invoice: next, trial_end: end } = await previewTrial(clinic);
    expect(next).toEqual({ amount: 0, date: end });
    const trial = { customer_id: clinic.customer, consent_given: true };
    const path = `/api/${clinic.practiceId}/practice-features/${server().price('engagement_monthly')}/start-trial/`;
    expect((await server().call(clinic.caller, 'POST', path, trial)).statusCode).toBe(200);
    const { charges } = await upcoming(clinic);
    expect(charges[0]).toMatchObject({ amount: 0, kind: 'trial_conversion' });
    expect(charges[0]).not.toHaveProperty('shared_balance');
    await sandbox().advance(((end ?? 0) - (await sandbox().advance(0))) / DAY_S + 0.5);
    const { data } = await server().stripe.invoices.list({ customer: clinic.customer, limit: 1 });
    expect(data).toMatchObject([{ amount_due: next?.amount, status: 'paid' }]);
  });

  it('subtracts the credit from the charge of a single subscription', async () => {
    const clinic = await server().aClinic();
    await startTogether(clinic, ['core_monthly']);
    const credit = await giveCredit(clinic, 'phones_monthly');
    const [first] = (await upcoming(clinic)).charges;
    const [item] = first?.lines ?? [];
    expect(first?.amount).toBe((item?.amount ?? 0) + credit);
    expect(first?.lines.slice(1)).toEqual([{ description: 'Account credit', amount: credit }]);
    expect(first).not.toHaveProperty('shared_balance');
  });

  it.each([
    ['a credit for a part', -10_000, [['Account credit', -10_000]]],
    [
      'a credit for several charges',
      -30_000,
      [
        ['Account credit', -19_900],
        ['Account credit', -10_100],
      ],
    ],
    ['a debit', 2_500, [['Balance from before', 2_500]]],
  ])('lists the balance’s share, so that lines add up, with %s', async (_what, balance, expected) => {
    const clinic = await server().aClinic();
    await startTogether(clinic, ['core_monthly']);
    await server().stripe.customers.update(clinic.customer, { balance });
    const { charges } = await upcoming(clinic);
    const listed = charges.flatMap(({ lines }) => lines.slice(1).map((line) => [line.description, line.amount]));
    expect(listed).toEqual(expected);
    for (const { lines, amount } of charges) expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
  });

  it.each([
    ['usd', 30],
    ['jpy', 30],
    ['gbp', 20],
  ])('announces amounts below the minimum of %s as they are charged', async (currency, amount) => {
    const clinic = await server().aClinic();
    const { customer } = clinic;
    const { id: product } = await server().stripe.products.create({ name: 'Fax line' });
    const recurring = { interval: 'month' } as const;
    const price = await server().stripe.prices.create({ product, currency, unit_amount: amount, recurring });
    await server().stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    const { charges } = await upcoming(clinic);
    for (const { lines, amount: due } of charges) expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(due);
    // Only the first invoice is below the minimum, so its amount is carried over.
    expect(charges.slice(0, 3).map((charge) => charge.amount)).toEqual([2 * amount, 0, 2 * amount]);
    expect(charges[1]?.lines.at(-1)).toEqual({ description: 'Carried to the next invoice', amount: -amount });
    await sandbox().advance(100);
    const { data } = await server().stripe.invoices.list({ customer });
    expect(data.map(({ amount_paid: paid }) => paid).reverse()).toEqual([0, 2 * amount, 0, 2 * amount]);
  });

  it('shows the next attempt to collect an open invoice as the next charge', async () => {
    const clinic = await server().aClinic();
    await startTogether(clinic, ['core_monthly']);
    const failing = await server().stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: clinic.customer,
    });
    await server().stripe.customers.update(clinic.customer, {
      invoice_settings: { default_payment_method: failing.id },
    });
    await sandbox().advance(10.5);
    const { charges, next_charge: next, debts } = await upcoming(clinic);
    expect(next).toMatchObject({ kind: 'open_invoice', amount: debts[0]?.amount_due, date: debts[0]?.next_attempt });
    expect(next).toEqual(charges[0]);
  });

  it('shows the declined card, also after another one became the default', async () => {
    const clinic = await server().aClinic();
    await startTogether(clinic, ['core_monthly']);
    const { customer } = clinic;
    const attach = (card: string) => server().stripe.paymentMethods.attach(card, { customer });
    const makeDefault = (id: string) =>
      server().stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    const [good, failing] = [await attach('pm_card_mastercard'), await attach('pm_card_chargeCustomerFail')];
    await makeDefault(failing.id);
    await sandbox().advance(10.5);
    const isDeclined = { declined_method_id: failing.id, last_problem: expect.stringContaining('declined') };
    expect((await upcoming(clinic)).overdue).toMatchObject([isDeclined]);
    await makeDefault(good.id);
    expect((await upcoming(clinic)).overdue).toMatchObject([{ ...isDeclined, card: { id: good.id } }]);
  });
});

/** Epoch seconds of the first day after the months. */
function lastDay(months: UpcomingCharges['months']): number {
  const [year = 0, month = 0] = months.at(-1)?.month.split('-').map(Number) ?? [];
  return Date.UTC(year, month, 1) / 1000;
}
