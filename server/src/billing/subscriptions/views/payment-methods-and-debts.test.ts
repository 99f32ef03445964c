/** Default methods other than cards, and open invoices that aren't debts. */
import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { Clinic } from '../../../testing/billing-server.js';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

const DAY_S = 86_400;

describeWithDatabase('accounts with other methods than cards', (database) => {
  const { server, sandbox, start, upcoming, subscribe, setObject, cents } = billingWorld(database);
  const withSepa = async (clinic: Clinic) => {
    const method = await server().stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Praxis Nord', email: 'nord@example.com' },
    });
    await server().stripe.paymentMethods.attach(method.id, { customer: clinic.customer });
    await server().stripe.customers.update(clinic.customer, {
      invoice_settings: { default_payment_method: method.id },
    });
    return method.id;
  };
  const withSource = async (clinic: Clinic, more: object = {}) => {
    const card = { customer: clinic.customer, last4: '4242', brand: 'Visa', ...more };
    const { id } = await setObject('card', undefined, card);
    await setObject('customer', clinic.customer, { default_source: id });
    return id;
  };

  describe('default cards that expire', () => {
    const expired = { exp_month: 1, exp_year: 2020 };
    const expiring = async (clinic: Clinic) =>
      ((await upcoming(clinic)).expiring_cards ?? []).map(({ customer, id, expiry }) => [customer.id, id, expiry]);
    const cardOf = async (clinic: Clinic) =>
      (await server().stripe.customers.listPaymentMethods(clinic.customer)).data[0];

    it('are listed, unlike others', async () => {
      const clinic = await server().aClinic();
      const card = await cardOf(clinic);
      expect(await expiring(clinic)).toEqual([]);
      await setObject('payment_method', card?.id, { card: { ...card?.card, ...expired } });
      expect(await expiring(clinic)).toEqual([[clinic.customer, card?.id, 'expired']]);
    });

    it('are listed in time, without any other change', async () => {
      const before = server().clock.now;
      // A card can be charged until the end of its month.
      const hoursBefore = (hours: number) => new Date(Date.UTC(2027, 6, 1) - 60 * DAY_S * 1000 - hours * 3_600_000);
      server().clock.now = hoursBefore(1);
      const clinic = await server().aClinic();
      const card = await cardOf(clinic);
      await setObject('payment_method', card?.id, { card: { ...card?.card, exp_month: 6, exp_year: 2027 } });
      const first = await expiring(clinic);
      server().clock.now = hoursBefore(0);
      const later = await expiring(clinic);
      server().clock.now = before;
      expect([first, later]).toEqual([[], [[clinic.customer, card?.id, 'soon']]]);
    });

    it('are listed if they use the older API', async () => {
      const clinic = await server().aClinic({ card: null });
      const id = await withSource(clinic, expired);
      expect(await expiring(clinic)).toEqual([[clinic.customer, id, 'expired']]);
    });
  });

  describe('a default other than a card', () => {
    it('stays when a card is removed, and is listed', async () => {
      const clinic = await server().aClinic();
      const sepa = await withSepa(clinic);
      const list = async () =>
        (
          await server().call(clinic.caller, 'GET', `/api/stripe/${clinic.customer}/list_customer_payment_methods/`)
        ).json<{ payment_methods: { id: string; is_default: boolean }[]; other_methods: object[] }>();
      const { payment_methods: cards, other_methods: others } = await list();
      expect(cards.map((card) => card.is_default)).toEqual([false]);
      expect(others).toEqual([
        { id: sepa, name: 'SEPA Direct Debit ending in 3000', is_default: true, is_debit: true },
      ]);
      const removed = await server().call(
        clinic.caller,
        'POST',
        `/api/stripe/${clinic.customer}/delete_payment_method/`,
        {
          payment_method_id: cards[0]?.id,
        },
      );
      expect([removed.statusCode, (await list()).other_methods]).toEqual([200, others]);
    });

    it('becomes the default when the only card is removed', async () => {
      const clinic = await server().aClinic();
      const sepa = await withSepa(clinic);
      const change = (call: string, card?: string) =>
        server().call(clinic.caller, 'POST', `/api/stripe/${clinic.customer}/${call}/`, { payment_method_id: card });
      const { data } = await server().stripe.paymentMethods.list({ customer: clinic.customer, type: 'card' });
      await change('set_default_payment_method', data[0]?.id);
      expect((await change('delete_payment_method', data[0]?.id)).statusCode).toBe(200);
      const owner = (await server().stripe.customers.retrieve(clinic.customer)) as Stripe.Customer;
      expect(owner.invoice_settings.default_payment_method).toBe(sepa);
      const entries = await server()
        .db.selectFrom('audit_log')
        .select('after')
        .where('entity_id', '=', clinic.customer)
        .where('action', '=', 'card.default')
        .orderBy('sequence')
        .execute();
      expect(entries.at(-1)?.after).toMatchObject({ method_name: 'SEPA Direct Debit ending in 3000' });
    });

    it('can’t start anything with an immediate charge', async () => {
      const clinic = await server().aClinic({ card: null });
      await withSepa(clinic);
      const url = `/api/${clinic.practiceId}/practice-features/${server().price('core_monthly')}/start-subscription/`;
      const refused = await server().call(clinic.caller, 'POST', url, { customer_id: clinic.customer });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        { message: 'SEPA Direct Debit ending in 3000 takes days to pay. Choose a card for the first charge.' },
      ]);
    });

    it.each([
      ['SEPA debit', withSepa, { card: null, method_name: 'SEPA Direct Debit ending in 3000' }],
      ['source', withSource, { card: { brand: 'visa', last4: '4242' } }],
    ])('announces the conversion of a trial paid by %s', async (_what, add, shown) => {
      const clinic = await server().aClinic({ card: null });
      await add(clinic);
      await subscribe(clinic, 'core_monthly', {
        trial_period_days: 10,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      });
      const { charges, ends } = await upcoming(clinic);
      expect(charges[0]).toMatchObject({ kind: 'trial_conversion', amount: await cents('core_monthly'), ...shown });
      expect(ends).toEqual([]);
    });

    it.each(['cancel', 'pause'] as const)(
      'announces no charge for a trial that an unpaid end would %s',
      async (end) => {
        const clinic = await server().aClinic({ card: null });
        const { id, trial_end: date } = await subscribe(clinic, 'core_monthly', {
          trial_period_days: 10,
          trial_settings: { end_behavior: { missing_payment_method: end } },
        });
        const { charges, ends, prices } = await upcoming(clinic);
        expect([charges, prices]).toEqual([[], []]);
        expect(ends).toMatchObject([{ date, subscription: { id }, item: null }]);
        await sandbox().advance(45);
        const { data } = await server().stripe.invoices.list({ customer: clinic.customer });
        expect(data.filter(({ total }) => total > 0)).toEqual([]);
      },
    );
  });

  describe('an open invoice', () => {
    it('isn’t a debt until its due date', async () => {
      const clinic = await server().aClinic();
      const { id, latest_invoice: invoice } = await subscribe(clinic, 'core_monthly');
      const now = await sandbox().advance(0);
      const total = await cents('core_monthly');
      await setObject('subscription', id, { collection_method: 'send_invoice', days_until_due: 30 });
      await setObject('invoice', String(invoice), {
        ...{ collection_method: 'send_invoice', due_date: now + 30 * DAY_S, status: 'open' },
        ...{ amount_paid: 0, amount_remaining: total, attempted: false },
      });
      const { overdue, debts, unpaid, charges } = await upcoming(clinic);
      expect([overdue, debts]).toEqual([[], []]);
      expect(unpaid).toMatchObject([{ state: 'due', card: null, amount_due: total, due_date: now + 30 * DAY_S }]);
      expect(charges[0]).toMatchObject({ card: null, is_sent: true });
      await setObject('invoice', String(invoice), { due_date: now - DAY_S });
      expect((await upcoming(clinic)).overdue).toMatchObject([{ since: now - DAY_S, card: null }]);
    });

    it('is being collected while a bank debit is in progress', async () => {
      const clinic = await server().aClinic();
      const { id } = await start(clinic, 'core_monthly');
      const sepa = await withSepa(clinic);
      await server().stripe.subscriptions.update(id, { default_payment_method: sepa });
      await sandbox().advance(32);
      const { overdue, unpaid } = await upcoming(clinic);
      expect(overdue).toEqual([]);
      expect(unpaid).toMatchObject([
        { state: 'collecting', card: null, method_name: 'SEPA Direct Debit ending in 3000' },
      ]);
    });
  });
});
