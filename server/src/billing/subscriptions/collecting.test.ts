/** A payment of a start, change or renewal that a bank collects within days isn't a debt. */
import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { readStates } from '../../practices/directory/practice-states.js';
import type { Clinic } from '../../testing/billing-server.js';
import { billingWorld } from '../../testing/billing-world.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, signedIn } from '../../testing/test-server.js';

describeWithDatabase('a payment that the bank is collecting', (database) => {
  const { server, sandbox, post, summary, plan, start, subscriptionsOf, upcoming, refresh } = billingWorld(database);
  const debits = {
    sepa_debit: { iban: 'DE89370400440532013000' },
    us_bank_account: { routing_number: '110000000', account_number: '000123456789' },
  };
  const failing = { sepa_debit: { iban: 'DE62370400440532013001' } };
  const withDebit = async ({ customer }: Clinic, details: Partial<typeof debits>): Promise<string> => {
    const [type] = Object.keys(details);
    const method = await server().stripe.paymentMethods.create({
      ...details,
      type,
      billing_details: { name: 'Praxis Nord', email: 'nord@example.com' },
    } as Stripe.PaymentMethodCreateParams);
    await server().stripe.paymentMethods.attach(method.id, { customer });
    return method.id;
  };
  /** A start of Phones outside the console, paid by a debit. */
  const collecting = async (clinic: Clinic, details: Partial<typeof debits>): Promise<Stripe.Subscription> => {
    const made = await server().stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server().price('phones_monthly') }],
      default_payment_method: await withDebit(clinic, details),
      payment_behavior: 'allow_incomplete',
    });
    await refresh(made.id);
    return made;
  };
  const openInvoices = async ({ caller, customer }: Clinic) =>
    (await server().call(caller, 'GET', `/api/stripe/${customer}/list_open_invoices/`)).json<{ invoices: object[] }>()
      .invoices;

  describe.each(['sepa_debit', 'us_bank_account'] as const)('for a first charge by %s', (type) => {
    it('is shown as being collected, not as a debt', async () => {
      const clinic = await server().aClinic();
      const { id, status } = await collecting(clinic, { [type]: debits[type] });
      expect(status).toBe('incomplete');
      const [shown] = (await summary(clinic)).subscriptions;
      expect(shown).toMatchObject({ id, is_collecting: true, needs_attention: false, payment_url: null });
      expect(shown?.actions.add_features).toEqual({
        allowed: false,
        reason: 'Wait until the bank has collected its payment.',
      });
      const { overdue, debts, unpaid } = await upcoming(clinic);
      expect([overdue, debts]).toEqual([[], []]);
      expect(unpaid).toMatchObject([{ state: 'collecting', amount_due: 17_900, subscription: { id, name: 'Phones' } }]);
      expect(await openInvoices(clinic)).toEqual([]);
    });

    it.each(['phones_monthly', 'phones_yearly'])('starts no second subscription of the plan (%s)', async (key) => {
      const clinic = await server().aClinic();
      const { id } = await collecting(clinic, { [type]: debits[type] });
      const message =
        'Phones is already subscribed, and the bank is collecting its payment. Wait until it is paid, usually within 5 business days.';
      for (const call of ['start-subscription', 'start-trial']) {
        const body = { customer_id: clinic.customer, ...(call === 'start-trial' && { consent_given: true }) };
        const refused = await post(clinic, server().price(key), call, body);
        expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'plan_collecting', message }]);
      }
      expect((await plan(clinic, key))?.offer).toMatchObject({ reason: message, trial: { offered: false } });
      expect((await subscriptionsOf(clinic)).map((one) => [one.id, one.status])).toEqual([[id, 'incomplete']]);
    });
  });

  it('refuses a second start when the mirror only shows the first one as incomplete', async () => {
    const clinic = await server().aClinic();
    const asking = await server().stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: clinic.customer,
    });
    const body = { customer_id: clinic.customer, payment_method_id: asking.id };
    const first = await post(clinic, server().price('phones_monthly'), 'start-subscription', body);
    expect(first.json()).toMatchObject({ status: 'requires_action' });
    const [made] = await subscriptionsOf(clinic);
    const { latest_invoice: invoice } = await server().stripe.subscriptions.retrieve(made?.id ?? '', {
      expand: ['latest_invoice.confirmation_secret'],
    });
    const [intent = ''] = (invoice as Stripe.Invoice).confirmation_secret?.client_secret.split('_secret_') ?? [];
    await sandbox().control('stripe/objects', {
      object: 'payment_intent',
      id: intent,
      fields: { status: 'processing' },
    });
    for (const key of ['phones_monthly', 'phones_yearly']) {
      const again = await post(clinic, server().price(key), 'start-subscription', { customer_id: clinic.customer });
      expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'plan_collecting' }]);
    }
    expect((await server().stripe.subscriptions.retrieve(made?.id ?? '')).status).toBe('incomplete');
  });

  it('becomes active once collected', async () => {
    const clinic = await server().aClinic();
    const { id } = await collecting(clinic, { sepa_debit: debits.sepa_debit });
    await sandbox().advance(6);
    await refresh(id);
    const [shown] = (await summary(clinic)).subscriptions;
    expect(shown).toMatchObject({ status: 'active', needs_attention: false });
    expect(shown?.is_collecting).toBe(false);
  });

  it('lets the plan be started again once the bank refuses it', async () => {
    const clinic = await server().aClinic();
    const { id } = await collecting(clinic, failing);
    await sandbox().advance(6);
    await refresh(id);
    expect((await plan(clinic, 'phones_monthly'))?.offer.reason).toBeNull();
    expect(await start(clinic, 'phones_monthly')).toMatchObject({ status: 'active' });
  });

  it('names the debit that retries a failed renewal', async () => {
    const clinic = await server().aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const sepa = await withDebit(clinic, { ...failing });
    await server().stripe.subscriptions.update(id, { default_payment_method: sepa });
    await sandbox().advance(38);
    const { charges, overdue } = await upcoming(clinic);
    expect(overdue).toMatchObject([{ card: null, method_name: 'SEPA Direct Debit ending in 3001' }]);
    expect(charges[0]).toMatchObject({ kind: 'open_invoice', method_name: 'SEPA Direct Debit ending in 3001' });
  });

  it('isn’t a debt for staff while the subscription is past due', async () => {
    const clinic = await server().aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const sepa = await withDebit(clinic, { sepa_debit: debits.sepa_debit });
    await server().stripe.subscriptions.update(id, { default_payment_method: sepa });
    await sandbox().advance(32);
    const statesNow = async () => {
      await refresh(id);
      const practiceStates = await readStates(server().db, [clinic.practiceId], new Date());
      return practiceStates.get(clinic.practiceId)?.states.includes('past_due');
    };
    await sandbox().control('stripe/objects', { object: 'subscription', id, fields: { status: 'past_due' } });
    expect(await statesNow()).toBe(false);
    expect((await summary(clinic)).subscriptions[0]).toMatchObject({ is_collecting: true, needs_attention: false });
    const staff = await signedIn(server(), await createTestPerson(server().db, { flags: { internal: true } }));
    const url = `/api/${clinic.practiceId}/admin-billing/practice_subscriptions/`;
    const { data } = (await server().call(staff, 'GET', url)).json<{ data: { subscriptions: object[] }[] }>();
    expect(data[0]?.subscriptions[0]).toMatchObject({ is_collecting: true, needs_attention: false });
  });

  it('charges no other card for a renewal during collection', async () => {
    const clinic = await server().aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const sepa = await withDebit(clinic, { sepa_debit: debits.sepa_debit });
    await server().stripe.subscriptions.update(id, { default_payment_method: sepa });
    await sandbox().advance(32);
    expect(await openInvoices(clinic)).toEqual([]);
    const [open] = (await server().stripe.invoices.list({ customer: clinic.customer, status: 'open' })).data;
    const paid = await server().call(clinic.caller, 'POST', `/api/stripe/${clinic.customer}/pay_open_invoices/`, {
      invoice_ids: [open?.id],
    });
    expect(paid.json()).toMatchObject({
      status: 'failed',
      results: [{ paid: false, problem: 'The bank is already collecting this payment.' }],
    });
  });
});
