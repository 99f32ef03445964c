/** Charges of a customer whose credit several subscriptions share. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CostPreview, UpcomingCharges } from 'shared-api/contracts';
import { type StandIn, startStandIn } from '../../stripe/testing/stripe-stand-in.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/a-billing-server.js';
import { describeOnEveryEngine } from '../../testing/engines.js';

const DAY_S = 86_400;

describeOnEveryEngine('upcoming charges', (database) => {
  let standIn: StandIn;
  let server: BillingServer;
  beforeAll(async () => {
    standIn = await startStandIn();
    server = await billingServer(database(), standIn);
  });
  afterAll(async () => {
    await server.close();
    await standIn.stop();
  });

  const read = async ({ caller, practice }: Clinic): Promise<UpcomingCharges> => {
    const answer = await server.call(caller, 'GET', `/api/${practice}/practice-features/upcoming-charges/`);
    return answer.json<UpcomingCharges>();
  };

  /** Starts subscriptions that are charged first in the same second. */
  const startTogether = async ({ customer }: Clinic, keys: readonly string[]): Promise<string[]> => {
    const trial_end = (await standIn.advance(0)) + 10 * DAY_S;
    const started = await Promise.all(
      keys.map((key) =>
        server.stripe.subscriptions.create({ customer, items: [{ price: server.price(key) }], trial_end }),
      ),
    );
    return started.map(({ id }) => id);
  };

  /** Gives the customer credit: what is left of a plan that ends at once. Returns it in cents, below zero. */
  const giveCredit = async ({ customer }: Clinic, key: string): Promise<number> => {
    const { id } = await server.stripe.subscriptions.create({ customer, items: [{ price: server.price(key) }] });
    await server.stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    const found = await server.stripe.customers.retrieve(customer);
    return 'balance' in found ? found.balance : 0;
  };

  describe('when two subscriptions are charged in one moment', () => {
    let clinic: Clinic;
    let subscriptions: string[];
    beforeEach(async () => {
      clinic = await server.aClinic();
      subscriptions = await startTogether(clinic, ['core_monthly', 'phones_monthly']);
    });

    it('states the credit once for both, and the provider charges their sum less the credit', async () => {
      const credit = await giveCredit(clinic, 'phones_monthly');
      expect(credit).toBeLessThan(0);
      const { charges, months, next_charge: next } = await read(clinic);
      const [one, other, later] = charges;
      expect([one?.shared_balance, other?.shared_balance]).toEqual([credit, credit]);
      expect(next?.shared_balance).toBe(credit);
      expect(later).not.toHaveProperty('shared_balance');
      const announced = (one?.amount ?? 0) + (other?.amount ?? 0) + credit;
      await standIn.advance(10.5);
      const { data } = await server.stripe.invoices.list({ customer: clinic.customer, limit: 2 });
      expect(data.map(({ parent }) => parent?.subscription_details?.subscription).sort()).toEqual(subscriptions.sort());
      expect(data.reduce((sum, { amount_due: due }) => sum + due, 0)).toBe(announced);
      const monthOfFirst = months.reduce((sum, { upcoming }) => sum + upcoming, 0);
      const listed = charges.reduce((sum, { amount, date }) => (date < lastDay(months) ? sum + amount : sum), credit);
      expect(monthOfFirst).toBe(listed);
    });

    it('charges nothing for either where the credit covers both', async () => {
      await giveCredit(clinic, 'growth_yearly');
      const { charges } = await read(clinic);
      expect(charges.slice(0, 2).map(({ amount, shared_balance: shared }) => [amount, shared])).toEqual([
        [0, undefined],
        [0, undefined],
      ]);
    });

    it('previews another plan before the credit that they may use', async () => {
      const credit = await giveCredit(clinic, 'phones_monthly');
      const change = { kind: 'trial', plan_id: server.price('engagement_monthly'), customer_id: clinic.customer };
      const answer = await server.call(
        clinic.caller,
        'POST',
        `/api/${clinic.practice}/practice-features/preview/`,
        change,
      );
      const { next_invoice: next, recurring } = answer.json<CostPreview>();
      expect(next).toMatchObject({ amount: recurring?.amount, shared_balance: credit });
    });
  });

  it('takes the credit off the charge where one subscription alone can use it', async () => {
    const clinic = await server.aClinic();
    await startTogether(clinic, ['core_monthly']);
    const credit = await giveCredit(clinic, 'phones_monthly');
    const [first] = (await read(clinic)).charges;
    const total = first?.lines.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    expect(first?.amount).toBe(total + credit);
    expect(first).not.toHaveProperty('shared_balance');
  });
});

/** Epoch seconds of the first day after the months. */
function lastDay(months: UpcomingCharges['months']): number {
  const [year = 0, month = 0] = months.at(-1)?.month.split('-').map(Number) ?? [];
  return Date.UTC(year, month, 1) / 1000;
}
