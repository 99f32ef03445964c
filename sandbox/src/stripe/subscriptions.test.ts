import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, stripeSandbox } from './testing/stripe-sandbox.js';

const DAY = 86_400;

describe('subscriptions of the sandbox', () => {
  let sandbox: StripeSandbox;
  let stripe: Stripe;
  let prices: Awaited<ReturnType<typeof aCatalogue>>;
  beforeAll(async () => {
    sandbox = await stripeSandbox();
    ({ stripe } = sandbox);
    prices = await aCatalogue(stripe);
  });
  afterAll(() => sandbox.close());

  const start = async (over: Partial<Stripe.SubscriptionCreateParams> = {}, card?: string) => {
    const customer = await aCustomer(stripe, card);
    return stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }], ...over });
  };
  const read = (id: string) => stripe.subscriptions.retrieve(id);
  const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription })).data;
  const periodOf = (subscription: Stripe.Subscription) => subscription.items.data[0];
  const codeOf = (
    work: Promise<unknown>,
  ): Promise<{ code?: string; status?: number; param?: string; decline?: string }> =>
    work.then(
      () => ({}),
      (error: Stripe.errors.StripeError) => ({
        ...(error.code && { code: error.code }),
        ...(error.statusCode && { status: error.statusCode }),
        ...(error.param && { param: error.param }),
        ...(error.decline_code && { decline: error.decline_code }),
      }),
    );

  it('becomes active after the first invoice is paid, with a number and a PDF', async () => {
    const subscription = await start({ expand: ['latest_invoice'] });
    expect(subscription.status).toBe('active');
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 9900, billing_reason: 'subscription_create' });
    expect(invoice.number).toMatch(/-0001$/);
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    const pdf = await fetch(invoice.invoice_pdf ?? '');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const page = await (await fetch(invoice.hosted_invoice_url ?? '')).text();
    expect(page).toContain(invoice.number);
  });

  it('requires a card to start', async () => {
    const customer = await stripe.customers.create({ name: 'No card' });
    const refused = stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }] });
    expect(await codeOf(refused)).toMatchObject({ code: 'resource_missing', status: 400 });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  });

  it('becomes incomplete after a decline, or is not created under `error_if_incomplete`', async () => {
    const incomplete = await start({}, 'pm_card_chargeCustomerFail');
    expect(incomplete.status).toBe('incomplete');
    const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail');
    const refused = stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.core.id }],
      payment_behavior: 'error_if_incomplete',
    });
    expect(await codeOf(refused)).toMatchObject({ status: 402, code: 'card_declined', decline: 'generic_decline' });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });

  it('waits for the browser to pay the first invoice under `default_incomplete`', async () => {
    const expand = ['latest_invoice.confirmation_secret'];
    const made = await start({ payment_behavior: 'default_incomplete', expand });
    const invoice = made.latest_invoice as Stripe.Invoice;
    expect([made.status, invoice.status]).toEqual(['incomplete', 'open']);
    const secret = invoice.confirmation_secret?.client_secret ?? '';
    const [intent = ''] = secret.split('_secret_');
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('requires_confirmation');
    // The SDK is for servers, so its types lack the client secret that browsers send.
    const shown = { client_secret: secret } as Stripe.PaymentIntentConfirmParams;
    await sandbox.browser.paymentIntents.confirm(intent, shown);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  });

  it('rejects prices with different intervals', async () => {
    const mixed = start({ items: [{ price: prices.core.id }, { price: prices.yearly.id }] });
    expect(await codeOf(mixed)).toMatchObject({ status: 400, param: 'items' });
  });

  it('charges exactly the previewed amount for an added item', async () => {
    const subscription = await start();
    const now = await sandbox.advance(10);
    const items = [{ price: prices.addOn.id }];
    const shown = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: now },
    });
    await sandbox.advance(0.01);
    const changed = await stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      proration_date: now,
      expand: ['latest_invoice'],
    });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    expect(shown.amount_due).toBeGreaterThan(0);
    expect(shown.amount_due).toBeLessThan(3000);
    expect(invoice).toMatchObject({ status: 'paid', total: shown.total, billing_reason: 'subscription_update' });
    expect(shown.lines.data[0]?.description).toMatch(/^Remaining time on Reminders after /);
    expect(changed.items.data).toHaveLength(2);
  });

  it('changes nothing during a preview', async () => {
    const subscription = await start();
    const before = await invoicesOf(subscription.id);
    await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ price: prices.addOn.id }], proration_behavior: 'always_invoice' },
    });
    expect((await read(subscription.id)).items.data).toHaveLength(1);
    expect(await invoicesOf(subscription.id)).toEqual(before);
  });

  it('adds prorations to the next invoice unless invoiced immediately', async () => {
    const subscription = await start();
    await stripe.subscriptions.update(subscription.id, { items: [{ price: prices.addOn.id }] });
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
    const next = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(next.lines.data.filter((line) => line.parent?.subscription_item_details?.proration)).toHaveLength(1);
    expect(next.total).toBeGreaterThan(9900 + 3000);
    await sandbox.advance(32);
    const [renewal] = await invoicesOf(subscription.id);
    expect(renewal).toMatchObject({ total: next.total, status: 'paid', billing_reason: 'subscription_cycle' });
  });

  it('credits a removed item, and the next invoice uses up the credit', async () => {
    const subscription = await start({ items: [{ price: prices.core.id }, { price: prices.addOn.id }] });
    const addOn = subscription.items.data[1];
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: addOn?.id ?? '', deleted: true }],
      proration_behavior: 'always_invoice',
    });
    const customer = await stripe.customers.retrieve(String(subscription.customer));
    expect(customer).toMatchObject({ balance: -3000 });
    await sandbox.advance(32);
    const [renewal] = await invoicesOf(subscription.id);
    expect(renewal).toMatchObject({ total: 9900, amount_due: 6900, starting_balance: -3000, ending_balance: 0 });
  });

  it('changes nothing when the charge is declined under `error_if_incomplete`', async () => {
    const subscription = await start();
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(subscription.customer),
    });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
    const change = stripe.subscriptions.update(subscription.id, {
      items: [{ price: prices.addOn.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });
    expect(await codeOf(change)).toMatchObject({ status: 402, code: 'card_declined' });
    expect((await read(subscription.id)).items.data).toHaveLength(1);
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
  });

  it('charges nothing during a trial, and the first period at its end', async () => {
    const trial = await start({ trial_period_days: 14, expand: ['latest_invoice'] });
    expect(trial).toMatchObject({ status: 'trialing', latest_invoice: { total: 0, status: 'paid' } });
    expect((trial.trial_end ?? 0) - (trial.trial_start ?? 0)).toBe(14 * DAY);
    await sandbox.advance(14.1);
    const after = await read(trial.id);
    expect(after.status).toBe('active');
    expect(periodOf(after)?.current_period_start).toBe(trial.trial_end);
    expect((await invoicesOf(trial.id))[0]).toMatchObject({ total: 9900, status: 'paid' });
  });

  it('charges the customer’s debt at the start of a trial', async () => {
    const { id: customer } = await aCustomer(stripe);
    await stripe.customers.createBalanceTransaction(customer, { amount: 2500, currency: 'usd' });
    const trial = await start({ customer, trial_period_days: 14, expand: ['latest_invoice'] });
    expect(trial).toMatchObject({
      status: 'trialing',
      latest_invoice: { total: 0, amount_paid: 2500, status: 'paid' },
    });
  });

  it('cancels at the end of a trial without a card if requested', async () => {
    const customer = await stripe.customers.create({ name: 'Only looking' });
    const trial = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.core.id }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    await sandbox.advance(8);
    expect((await read(trial.id)).status).toBe('canceled');
  });

  it('becomes past due after a failed renewal, unpaid after the last retry, active when paid', async () => {
    const subscription = await start();
    const customer = String(subscription.customer);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad.id } });
    await sandbox.advance(31.5);
    expect((await read(subscription.id)).status).toBe('past_due');
    await sandbox.advance(16);
    expect((await read(subscription.id)).status).toBe('unpaid');
    const open = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data;
    expect(open[0]).toMatchObject({ attempt_count: 4, next_payment_attempt: null });

    expect(await codeOf(stripe.invoices.pay(open[0]?.id ?? ''))).toMatchObject({ status: 402 });
    const good = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: good.id } });
    for (const invoice of open) await stripe.invoices.pay(invoice.id);
    expect((await read(subscription.id)).status).toBe('active');
  });

  it('ends immediately when canceled and refuses further changes', async () => {
    const subscription = await start();
    const canceled = await stripe.subscriptions.cancel(subscription.id);
    expect(canceled).toMatchObject({ status: 'canceled' });
    expect(canceled.ended_at).not.toBeNull();
    const change = stripe.subscriptions.update(subscription.id, { items: [{ price: prices.addOn.id }] });
    expect(await codeOf(change)).toMatchObject({ status: 400 });
    expect(await codeOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({ code: 'resource_missing' });
  });

  it('ends at the end of the period if requested', async () => {
    const subscription = await start();
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(periodOf(subscription)?.current_period_end);
    await sandbox.advance(32);
    expect((await read(subscription.id)).status).toBe('canceled');
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
  });

  describe('with a schedule', () => {
    const scheduled = async () => {
      const subscription = await start({ items: [{ price: prices.core.id }, { price: prices.addOn.id }] });
      const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
      const [now] = schedule.phases;
      return { subscription, schedule, now };
    };

    it('removes an item without a charge when the phase without it starts', async () => {
      const { subscription, schedule, now } = await scheduled();
      const end = now?.end_date ?? 0;
      await stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        phases: [
          {
            start_date: now?.start_date ?? 0,
            end_date: end,
            items: [{ price: prices.core.id }, { price: prices.addOn.id }],
          },
          { start_date: end, items: [{ price: prices.core.id }], duration: { interval: 'month', interval_count: 1 } },
        ],
      });
      expect((await read(subscription.id)).items.data).toHaveLength(2);
      await sandbox.advance(32);
      expect((await read(subscription.id)).items.data).toHaveLength(1);
      expect((await invoicesOf(subscription.id))[0]).toMatchObject({ total: 9900 });
      await sandbox.advance(31);
      expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'completed' });
    });

    it('starts on the planned day', async () => {
      const customer = await aCustomer(stripe);
      const now = await sandbox.advance(0);
      const schedule = await stripe.subscriptionSchedules.create({
        customer: customer.id,
        start_date: now + 5 * DAY,
        phases: [{ items: [{ price: prices.core.id }], duration: { interval: 'month', interval_count: 3 } }],
      });
      expect(schedule).toMatchObject({ status: 'not_started', subscription: null });
      await sandbox.advance(6);
      const started = await stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['subscription'] });
      expect(started).toMatchObject({ status: 'active', subscription: { status: 'active' } });
    });

    it('stays unchanged when the schedule is released', async () => {
      const { subscription, schedule } = await scheduled();
      expect(await stripe.subscriptionSchedules.release(schedule.id)).toMatchObject({
        status: 'released',
        released_subscription: subscription.id,
      });
      expect((await read(subscription.id)).schedule).toBeNull();
    });
  });
});
