/** Starting plans and trials with every kind of card. */
import { beforeAll, expect, it } from '@jest/globals';
import type { BillingOutcome } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { type BillingServer, billingServer } from '../../../testing/billing-server.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit } from '../../../testing/test-server.js';
import { reconcile } from '../mirror/reconcile.js';
import { refreshPricesOnSale } from '../../catalogue/sync-catalogue.js';
import { refreshSubscription } from '../mirror/refresh.js';

describeWithDatabase('startSubscription and startTrial', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });
  const { post, answerBank, summary, preview, plan, recording, start, active, history, subscriptionsOf } =
    billingActions(
      () => server,
      () => fakeStripe,
    );

  it('starts and charges the plan, and shows its features', async () => {
    const clinic = await server.aClinic();
    const shown = await preview(clinic, {
      kind: 'start',
      plan_id: server.price('phones_monthly'),
      customer_id: clinic.customer,
    });
    expect(shown).toMatchObject({ due_today: 17_900, next_invoice: { amount: 17_900 }, currency: 'usd' });
    const subscription = await start(clinic, 'phones_monthly', [recording()]);
    expect(subscription).toMatchObject({
      status: 'active',
      plan_name: 'Phones',
      plan_interval: 'month',
      amount: 20_800,
      parent_subscription_id: null,
      customer_id: clinic.customer,
      payment_method: { brand: 'visa', last4: '4242' },
      payment_url: null,
    });
    expect(subscription.items.map((item) => [item.plan_name, item.optional_feature, item.stop_date])).toEqual([
      ['Phones', null, null],
      ['Call Recording', 'call_recording', null],
    ]);
    const { bundles, confirming, dashboard_url: dashboard } = await summary(clinic);
    expect(bundles.find(({ name }) => name === 'phones')).toMatchObject({ is_active: true, sources: ['subscription'] });
    expect(await active(clinic)).toEqual(expect.arrayContaining(['call_log', 'call_recording']));
    expect([confirming, dashboard]).toEqual([false, null]);
    expect(await history(clinic)).toEqual(['ADD_BUNDLE Phones', 'ADD_FEATURE Call Recording']);
    const again = await post(clinic, server.price('phones_yearly'), 'start-subscription', {
      customer_id: clinic.customer,
    });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'already_active']);
  });

  it('ends the features of a trial whose first charge fails, and keeps those of a failed renewal', async () => {
    const [tried, renewed] = [await server.aClinic(), await server.aClinic()];
    const body = { customer_id: tried.customer, consent_given: true };
    expect((await post(tried, server.price('phones_monthly'), 'start-trial', body)).statusCode).toBe(200);
    await start(renewed, 'phones_monthly');
    for (const { customer } of [tried, renewed]) {
      const failing = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
      await server.stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } });
    }
    const shown = async (clinic: typeof tried) => {
      await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
      const [one] = (await summary(clinic)).subscriptions;
      return [one?.status, one?.has_grace];
    };
    await fakeStripe.advance(15);
    expect(await shown(tried)).toEqual(['past_due', false]);
    expect(await active(tried)).not.toContain('call_log');
    await fakeStripe.advance(18);
    expect(await shown(renewed)).toEqual(['past_due', true]);
    expect(await active(renewed)).toContain('call_log');
  });

  it.each([
    ['unpaid', 'phones_monthly', 'plan_owed', 'not paid. Pay its open invoice instead.'],
    ['unpaid', 'phones_yearly', 'plan_owed', 'not paid. Pay its open invoice instead.'],
    ['paused', 'phones_monthly', 'plan_paused', 'paused. Contact support to resume or end it.'],
    ['paused', 'phones_yearly', 'plan_paused', 'paused. Contact support to resume or end it.'],
  ])('starts no second subscription of a plan that is %s (%s)', async (status, key, code, remedy) => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    await fakeStripe.control('stripe/objects', { object: 'subscription', id, fields: { status } });
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    expect(await active(clinic)).not.toContain('call_log');
    const message = `Phones is already subscribed and ${remedy}`;
    for (const call of ['start-subscription', 'start-trial']) {
      const body = { customer_id: clinic.customer, ...(call === 'start-trial' && { consent_given: true }) };
      const refused = await post(clinic, server.price(key), call, body);
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { code, message }]);
    }
    const { offer } = (await plan(clinic, key)) ?? {};
    expect(offer).toMatchObject({ reason: message, trial: { offered: false } });
    expect(offer?.owed).toEqual(
      code === 'plan_owed' ? { subscription_id: id, customer_id: clinic.customer } : undefined,
    );
    expect((await subscriptionsOf(clinic)).length).toBe(1);
  });

  it.each(['preview', 'start'])('stops offering a plan when its %s reveals an archived price', async (way) => {
    const clinic = await server.aClinic();
    const key = way === 'preview' ? 'analytics_yearly' : 'core_yearly';
    const id = server.price(key);
    expect(await plan(clinic, key)).toBeDefined();
    await server.stripe.prices.update(id, { active: false });
    const start = { plan_id: id, customer_id: clinic.customer };
    const response =
      way === 'preview'
        ? await server.call(clinic.caller, 'POST', `/api/${clinic.practiceId}/practice-features/preview/`, {
            kind: 'start',
            ...start,
          })
        : await post(clinic, id, 'start-subscription', { customer_id: clinic.customer });
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'not_sold', message: expect.stringMatching(/can’t be bought anymore, so nothing was changed/) },
    ]);
    expect(await plan(clinic, key)).toBeUndefined();
    expect(await subscriptionsOf(clinic)).toEqual([]);
    await server.stripe.prices.update(id, { active: true });
    await refreshPricesOnSale(server.stripe, server.db, new Date());
    expect(await plan(clinic, key)).toBeDefined();
  });

  it('starts a trial that charges at its end, and keeps it used after cancellation', async () => {
    const clinic = await server.aClinic();
    const key = 'phones_monthly';
    expect((await plan(clinic, key))?.trial_eligibility).toMatchObject({ is_eligible: true, trials_remaining: 1 });
    const body = { customer_id: clinic.customer, consent_given: true };
    const refused = await post(clinic, server.price(key), 'start-trial', { ...body, consent_given: false });
    expect(refused.json()).toMatchObject({ message: 'Please provide consent to start the trial' });
    const shown = await preview(clinic, { kind: 'trial', plan_id: server.price(key), customer_id: clinic.customer });
    expect(shown).toMatchObject({ due_today: 0, next_invoice: { amount: 17_900 } });
    expect((shown.next_invoice?.date ?? 0) - shown.effective_at).toBe(14 * 86_400);
    expect((await post(clinic, server.price(key), 'start-trial', body)).json()).toMatchObject({ status: 'success' });
    const running = await plan(clinic, key);
    expect(running?.trial_eligibility).toEqual({
      is_eligible: false,
      trials_used: 1,
      trials_remaining: 0,
      max_trials: 1,
    });
    const { bundles, features } = await summary(clinic);
    expect(bundles.find(({ name }) => name === 'phones')).toMatchObject({ is_trial: true, sources: ['trial'] });
    expect(features.find(({ name }) => name === 'call_log')).toMatchObject({ is_trial: true, trial_status: 'active' });

    const trial = running?.active_trial?.id ?? '';
    const wrong = await post(clinic, server.price('analytics_monthly'), 'cancel-trial', { trial_id: trial });
    expect(wrong.statusCode).toBe(404);
    expect((await post(clinic, server.price(key), 'cancel-trial', { trial_id: trial })).json()).toMatchObject({
      status: 'success',
    });
    expect(await plan(clinic, key)).toMatchObject({
      active_trial: null,
      trial_eligibility: { is_eligible: false, trials_used: 1 },
    });
    expect(await history(clinic)).toEqual(['TRIAL_CANCEL Phones', 'TRIAL_START Phones']);
    const once = await post(clinic, server.price(key), 'start-trial', body, { 'idempotency-key': 'a-second-one' });
    expect(once.json()).toMatchObject({ code: 'trial_not_available' });
  });

  it('requires a card first', async () => {
    const clinic = await server.aClinic({ card: null });
    const body = { customer_id: clinic.customer };
    for (const [action, more] of [
      ['start-trial', { consent_given: true }],
      ['start-subscription', {}],
    ] as const) {
      const response = await post(clinic, server.price('phones_monthly'), action, { ...body, ...more });
      expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
        422,
        'A payment method is required',
      ]);
    }
    expect((await plan(clinic, 'phones_monthly'))?.trial_eligibility.trials_used).toBe(0);
  });

  it('starts nothing with a declined card, and starts with another card', async () => {
    const clinic = await server.aClinic({ card: 'pm_card_chargeCustomerFail' });
    const body = { customer_id: clinic.customer };
    const declined = await post(clinic, server.price('core_monthly'), 'start-subscription', body);
    expect([declined.statusCode, declined.json()]).toEqual([
      402,
      expect.objectContaining({
        code: 'card_declined',
        message: 'Your card was declined. Nothing was started. Try another card.',
      }),
    ]);
    expect(await subscriptionsOf(clinic)).toEqual([]);
    const good = await server.stripe.paymentMethods.attach('pm_card_mastercard', { customer: clinic.customer });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: good.id } });
    expect((await start(clinic, 'core_monthly')).payment_method?.brand).toBe('mastercard');
  });

  it("waits for the bank's confirmation, and becomes active after the payment", async () => {
    const clinic = await server.aClinic({ card: 'pm_card_authenticationRequired' });
    const response = await post(clinic, server.price('core_monthly'), 'start-subscription', {
      customer_id: clinic.customer,
    });
    const outcome = response.json<BillingOutcome>();
    expect(outcome).toMatchObject({
      status: 'requires_action',
      client_secret: expect.stringMatching(/^pi_.*_secret_/),
    });
    expect(await summary(clinic)).toMatchObject({ confirming: true, subscriptions: [{ status: 'incomplete' }] });
    expect(await active(clinic)).toEqual([]);
    await answerBank(outcome.client_secret);
    await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
    expect(await summary(clinic)).toMatchObject({ confirming: false, subscriptions: [{ status: 'active' }] });
    expect(await active(clinic)).toContain('practice_dashboard');
  });

  it('resumes an unconfirmed start, and starts again with another card after a refusal', async () => {
    const clinic = await server.aClinic({ card: 'pm_card_authenticationRequired' });
    const again = async (key: string) =>
      (
        await post(
          clinic,
          server.price('core_monthly'),
          'start-subscription',
          { customer_id: clinic.customer },
          { 'idempotency-key': key },
        )
      ).json<BillingOutcome>();
    const first = await again('first-dialog');
    expect(await again('second-dialog')).toMatchObject({
      status: 'requires_action',
      client_secret: first.client_secret,
    });
    expect(await subscriptionsOf(clinic)).toHaveLength(1);
    await answerBank(first.client_secret, false);
    const good = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: clinic.customer });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: good.id } });
    expect(await again('third-dialog')).toMatchObject({ status: 'success', message: 'Subscription started' });
    const { data: invoices } = await server.stripe.invoices.list({ customer: clinic.customer });
    expect(invoices.map(({ status }) => status).sort()).toEqual(['paid', 'void']);
    expect((await subscriptionsOf(clinic)).map(({ status }) => status).sort()).toEqual([
      'active',
      'incomplete_expired',
    ]);
    expect((await summary(clinic)).subscriptions.map(({ status }) => status)).toEqual(['active']);
  });

  it.each(['another interval', 'a trial'])('cancels an unconfirmed start when the person starts %s', async (other) => {
    const clinic = await server.aClinic({ card: 'pm_card_authenticationRequired' });
    const body = { customer_id: clinic.customer };
    await post(clinic, server.price('phones_monthly'), 'start-subscription', body);
    const good = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: clinic.customer });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: good.id } });
    const started =
      other === 'a trial'
        ? await post(clinic, server.price('phones_monthly'), 'start-trial', { ...body, consent_given: true })
        : await post(clinic, server.price('phones_yearly'), 'start-subscription', body);
    expect(started.json()).toMatchObject({ status: 'success' });
    const { data: invoices } = await server.stripe.invoices.list({ customer: clinic.customer, status: 'open' });
    expect(invoices).toEqual([]);
    expect((await subscriptionsOf(clinic)).map(({ status }) => status).sort()).toEqual(
      [other === 'a trial' ? 'trialing' : 'active', 'incomplete_expired'].sort(),
    );
  });

  it("waits for the bank's confirmation of an add-on, and finishes after the payment", async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const asking = await server.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: clinic.customer,
    });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: asking.id } });
    const response = await post(clinic, id, 'add-subscription-items', { optional_features: [recording()] });
    const outcome = response.json<BillingOutcome>();
    expect(outcome).toMatchObject({
      status: 'requires_action',
      message: 'Your bank wants you to confirm this payment.',
    });
    expect(await summary(clinic)).toMatchObject({ confirming: true });
    await answerBank(outcome.client_secret);
    await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
    const [one] = (await summary(clinic)).subscriptions;
    expect(one).toMatchObject({ status: 'active', payment_url: null });
    expect(one?.items).toHaveLength(2);
    expect((await server.stripe.invoices.list({ subscription: id })).data.map(({ status }) => status)).toEqual([
      'paid',
      'paid',
    ]);
  });

  it('changes nothing when the card declines an add-on', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const bad = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: clinic.customer });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: bad.id } });
    const response = await post(clinic, id, 'add-subscription-items', { optional_features: [recording()] });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([402, 'card_declined']);
    expect((await summary(clinic)).subscriptions).toMatchObject([{ status: 'active', amount: 17_900 }]);
  });
});
