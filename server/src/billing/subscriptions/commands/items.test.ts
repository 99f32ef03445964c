/** Cost and effect of adding and removing features, and of canceling. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type { TrialPlan } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { type BillingServer, billingServer } from '../../../testing/billing-server.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { createTestPerson, testAudit, signedIn } from '../../../testing/test-server.js';
import { reconcile } from '../mirror/reconcile.js';

describeWithDatabase('subscription items', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });
  const { post, summary, preview, chosen, recording, start, active, history } = billingActions(
    () => server,
    () => fakeStripe,
  );

  it('charges exactly the previewed amount for an add-on', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const now = await fakeStripe.advance(10);
    const shown = await preview(clinic, { kind: 'add', subscription_id: id, optional_features: [recording()] });
    expect(shown.due_today).toBeGreaterThan(0);
    expect(shown.due_today).toBeLessThan(2900);
    expect(shown.next_invoice?.amount).toBe(17_900 + 2900);
    expect(Math.abs((shown.proration_date ?? 0) - now)).toBeLessThan(10);
    await fakeStripe.advance(0.01);
    const cheap = await post(clinic, id, 'add-subscription-items', {
      optional_features: [recording()],
      proration_date: (shown.next_invoice?.date ?? 0) - 1,
    });
    expect([cheap.statusCode, cheap.json<{ code: string }>().code]).toEqual([409, 'preview_outdated']);
    const added = await post(clinic, id, 'add-subscription-items', {
      optional_features: [recording()],
      proration_date: shown.proration_date,
    });
    expect(added.json()).toMatchObject({ status: 'success', state: 'succeeded', message: 'Added Call Recording' });
    const [invoice] = (await server.stripe.invoices.list({ subscription: id })).data;
    expect(invoice).toMatchObject({ status: 'paid', total: shown.due_today });
    expect(await active(clinic)).toContain('call_recording');
  });

  it('removes an item at the end of the paid period, and renews without it', async () => {
    const clinic = await server.aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording()]);
    const itemId = items.find((one) => one.optional_feature === 'call_recording')?.id ?? '';
    const shown = await preview(clinic, { kind: 'remove', subscription_id: id, subscription_item_id: itemId });
    expect(shown).toMatchObject({ due_today: 0, lines: [], next_invoice: { amount: 17_900 } });
    const removed = await post(clinic, id, 'remove-subscription-item', { subscription_item_id: itemId });
    expect(removed.json()).toMatchObject({ status: 'success' });
    const [parent, child] = (await summary(clinic)).subscriptions;
    expect(parent?.items.find((one) => one.id === itemId)?.stop_date).toBe(shown.effective_at);
    expect(child).toMatchObject({
      parent_subscription_id: id,
      status: 'not_started',
      current_phase: { start_date: shown.effective_at },
    });
    expect(child?.id).toMatch(/^sub_sched_/);
    expect(child?.items.map((one) => one.id)).toEqual([`${child?.id}:phase:1:${server.price('phones_monthly')}`]);
    expect(await active(clinic)).toContain('call_recording');

    const codeOf = async (answer: ReturnType<typeof post>) => (await answer).json<{ code: string }>().code;
    const anew = { 'idempotency-key': 'another-click' };
    expect(await codeOf(post(clinic, id, 'remove-subscription-item', { subscription_item_id: itemId }, anew))).toBe(
      'already_ends',
    );
    expect(await codeOf(post(clinic, id, 'add-subscription-items', { optional_features: [recording()] }))).toBe(
      'invalid',
    );
    expect(
      await codeOf(post(clinic, child?.id ?? '', 'add-subscription-items', { optional_features: [recording()] })),
    ).toBe('scheduled');
    // An item added in between stays when the scheduled phase starts.
    const receptionist = chosen('virtual_receptionist', 'phones');
    const added = await post(clinic, id, 'add-subscription-items', { optional_features: [receptionist] });
    expect(added.json()).toMatchObject({ status: 'success' });
    await fakeStripe.advance(32);
    await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
    const after = (await summary(clinic)).subscriptions.find((one) => one.id === id);
    expect(after?.items.map((one) => one.plan_name)).toEqual(['Phones', 'Virtual Receptionist']);
    expect(await active(clinic)).not.toContain('call_recording');
    expect(await history(clinic)).toContain('REMOVE_FEATURE Call Recording');
  });

  it('removes nothing that a scheduled item needs', async () => {
    const clinic = await server.aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording()]);
    const schedule = await server.stripe.subscriptionSchedules.create({ from_subscription: id });
    const [phase] = schedule.phases;
    const now = ['phones_monthly', 'call_recording:month'].map((key) => ({ price: server.price(key), quantity: 1 }));
    const later = [...now, { price: server.price('call_transcripts:month'), quantity: 1 }];
    await server.stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { start_date: phase?.start_date ?? 0, end_date: phase?.end_date ?? 0, items: now },
        { items: later, duration: { interval: 'month', interval_count: 3 } },
      ],
      proration_behavior: 'none',
    });
    await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
    const itemId = items.find((one) => one.optional_feature === 'call_recording')?.id;
    const refused = await post(clinic, id, 'remove-subscription-item', { subscription_item_id: itemId });
    expect(refused.json()).toMatchObject({
      code: 'needed_later',
      message: 'Call Transcripts is scheduled to start and needs it. Contact support to remove Call Recording.',
    });
  });

  it('switches once for two tabs, and shows the second the new price', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const tabs = await Promise.all(
      ['phones_yearly', 'core_yearly'].map(async (key) => {
        const plan_id = server.price(key);
        const { due_today, proration_date } = await preview(clinic, { kind: 'switch', subscription_id: id, plan_id });
        return { plan_id, expected_due: due_today, proration_date };
      }),
    );
    // The period that the first switch starts is later than both previews.
    await fakeStripe.advance(0.001);
    const responses = await Promise.all(
      tabs.map((body, at) => post(clinic, id, 'switch-plan', body, { 'idempotency-key': `tab-number-${at}` })),
    );
    expect(responses.map((one) => one.statusCode).sort()).toEqual([200, 409]);
    expect(responses.map((one) => one.json<{ code?: string }>().code)).toContain('preview_outdated');
  });

  describe('when credit pays for two tabs', () => {
    /** Previews a switch from Core to Growth and the addition of Digital Forms, which both cost nothing today. */
    const twoTabs = async () => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, 'core_monthly');
      await server.stripe.customers.update(clinic.customer, { balance: -1_000_000 });
      const confirmed = async (change: object) => {
        const { due_today, proration_date, subscription_version } = await preview(clinic, {
          ...change,
          subscription_id: id,
        });
        expect(due_today).toBe(0);
        return { expected_due: 0, proration_date, subscription_version };
      };
      const plan = { plan_id: server.price('growth_monthly') };
      const features = { optional_features: [chosen('digital_forms', 'core')] };
      const switched = { ...plan, ...(await confirmed({ kind: 'switch', ...plan })) };
      const added = { ...features, ...(await confirmed({ kind: 'add', ...features })) };
      const send = {
        switch: (body: object = switched) => post(clinic, id, 'switch-plan', body),
        add: (body: object = added) => post(clinic, id, 'add-subscription-items', body),
      };
      return { clinic, id, send, switched };
    };
    const outdated = { statusCode: 409, code: 'preview_outdated' };
    const resultOf = (response: LightMyRequestResponse) => ({
      statusCode: response.statusCode,
      code: response.json<{ code?: string }>().code,
    });

    it('switches once, and repeats the preview for the second', async () => {
      const { clinic, id, send } = await twoTabs();
      const toPhones = { plan_id: server.price('phones_monthly') };
      const { proration_date, subscription_version } = await preview(clinic, {
        kind: 'switch',
        subscription_id: id,
        ...toPhones,
      });
      expect((await send.switch()).statusCode).toBe(200);
      const second = { ...toPhones, expected_due: 0, proration_date, subscription_version };
      expect(resultOf(await send.switch(second))).toEqual(outdated);
      const again = await preview(clinic, { kind: 'switch', subscription_id: id, ...toPhones });
      const { proration_date: date, subscription_version: version } = again;
      const confirmed = { ...second, proration_date: date, subscription_version: version };
      expect((await send.switch(confirmed)).statusCode).toBe(200);
    });

    it('adds nothing to a switched plan', async () => {
      const { send } = await twoTabs();
      expect((await send.switch()).statusCode).toBe(200);
      expect(resultOf(await send.add())).toEqual(outdated);
    });

    it('doesn’t switch a plan with another add-on', async () => {
      const { send } = await twoTabs();
      expect((await send.add()).statusCode).toBe(200);
      expect(resultOf(await send.switch())).toEqual(outdated);
    });

    it('doesn’t switch a subscription with an item added at the provider', async () => {
      const { id, send } = await twoTabs();
      await server.stripe.subscriptionItems.create({ subscription: id, price: server.price('forecasting:month') });
      expect(resultOf(await send.switch())).toEqual(outdated);
    });

    it('accepts a page’s request without a version', async () => {
      const { send, switched } = await twoTabs();
      await send.add();
      const { subscription_version: _version, ...body } = switched;
      expect((await send.switch(body)).statusCode).toBe(200);
    });
  });

  it('doesn’t switch to a plan that is already subscribed', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    await start(clinic, 'core_monthly');
    const refused = await post(clinic, id, 'switch-plan', { plan_id: server.price('core_yearly') });
    expect(refused.json()).toMatchObject({ code: 'already_subscribed' });
    expect((await post(clinic, id, 'switch-plan', { plan_id: server.price('phones_yearly') })).statusCode).toBe(200);
  });

  it('doesn’t offer a switch to a plan that is already subscribed', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const offered = async () => {
      const url = `/api/stripe-plan-trials/?practice_id=${clinic.practiceId}`;
      const { plans } = (await server.call(clinic.caller, 'GET', url)).json<{ plans: TrialPlan[] }>();
      const own = plans.filter(({ offer }) => offer.switch_from.some(({ subscription_id: from }) => from === id));
      return own.map((plan) => plan.id);
    };
    const growth = [server.price('growth_monthly'), server.price('growth_yearly')];
    expect(await offered()).toEqual(expect.arrayContaining([...growth, server.price('core_yearly')]));
    await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('growth_monthly') }],
    });
    await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
    const left = await offered();
    expect(left).toContain(server.price('core_yearly'));
    for (const price of growth) expect(left).not.toContain(price);
  });

  it('doesn’t switch to a paid plan that nobody uses', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('phones_monthly') }],
    });
    await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
    const refused = await post(clinic, id, 'switch-plan', { plan_id: server.price('phones_yearly') });
    expect(refused.json()).toMatchObject({ code: 'already_subscribed' });
  });

  it('reports an add-on as already added when its first response was lost', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const add = (key: string) =>
      post(clinic, id, 'add-subscription-items', { optional_features: [recording()] }, { 'idempotency-key': key });
    await fakeStripe.setFaults([
      { on: `POST /v1/subscriptions/${id}`, kind: 'lost', times: 2 },
      // The read before the change succeeds.
      { on: `GET /v1/subscriptions/${id}`, kind: 'slow', times: 1 },
      { on: `GET /v1/subscriptions/${id}`, kind: 'refuse' },
    ]);
    expect((await add('first-click')).statusCode).toBe(502);
    await fakeStripe.setFaults([]);
    expect((await add('other-click')).json()).toMatchObject({ message: 'Call Recording: Already added.' });
    expect((await server.stripe.subscriptions.retrieve(id)).items.data).toHaveLength(2);
  });

  it('cancels a subscription immediately only for a super admin', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const body = { subscription_id: id };
    expect((await post(clinic, id, 'cancel-subscription', body)).statusCode).toBe(403);
    const caller = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const admin = { ...clinic, caller };
    expect(await preview(admin, { kind: 'cancel', subscription_id: id })).toMatchObject({
      due_today: 0,
      next_invoice: null,
    });
    expect((await post(admin, id, 'cancel-subscription', body)).json()).toMatchObject({ status: 'success' });
    const { subscriptions, dashboard_url: dashboard } = await summary(admin);
    expect(subscriptions[0]).toMatchObject({ id, status: 'canceled' });
    expect(dashboard).toContain(fakeStripe.url);
    expect(await active(clinic)).toEqual([]);
    expect(
      (await post({ ...admin }, id, 'cancel-subscription', body, { 'idempotency-key': 'another-click' })).json(),
    ).toMatchObject({
      code: 'not_active',
    });
  });

  it('cancels with the previewed credit for the unused time', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    await fakeStripe.advance(10);
    const caller = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const admin = { ...clinic, caller };
    const shown = await preview(admin, { kind: 'cancel', subscription_id: id, with_credit: true });
    expect(shown).toMatchObject({ due_today: 0, next_invoice: null });
    expect(shown.credit).toBeGreaterThan(10_000);
    expect(shown.credit).toBeLessThan(19_900);
    expect(shown.lines.at(-1)).toEqual({ description: 'Added to the account balance', amount: shown.credit });
    const body = { subscription_id: id, with_credit: true };
    expect((await post(admin, id, 'cancel-subscription', body)).json()).toMatchObject({ status: 'success' });
    const owner = await server.stripe.customers.retrieve(clinic.customer);
    expect('balance' in owner && -owner.balance).toBe(shown.credit);
  });

  it.each(['keep', 'void'] as const)('ends a past due subscription, and can %s the debt', async (choice) => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const failing = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: clinic.customer,
    });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: failing.id } });
    await fakeStripe.advance(32);
    await reconcile({ db: server.db, stripe: server.stripe }, clinic.practiceId, testAudit());
    const caller = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const admin = { ...clinic, caller };
    const body = { subscription_id: id, open_invoices: choice };
    const [before] = (await summary(clinic)).subscriptions;
    expect(before).toMatchObject({ status: 'past_due', actions: { end_unpaid: { allowed: true } } });
    expect((await post(clinic, id, 'end-unpaid-subscription', body)).statusCode).toBe(403);
    expect((await post(admin, id, 'cancel-subscription', { subscription_id: id })).json()).toMatchObject({
      code: 'not_active',
    });
    const shown = await preview(admin, { kind: 'end-unpaid', subscription_id: id });
    expect(shown).toMatchObject({ due_today: 0, next_invoice: null, open_invoices: [{ amount_due: 19_900 }] });
    const response = await post(admin, id, 'end-unpaid-subscription', body);
    expect(response.json()).toMatchObject({ status: 'success', message: 'Subscription ended' });
    expect((await summary(clinic)).subscriptions).toMatchObject([{ status: 'canceled' }]);
    const { data: invoices } = await server.stripe.invoices.list({ subscription: id });
    expect(invoices.map(({ status }) => status)).toEqual([choice === 'void' ? 'void' : 'open', 'paid']);
    await fakeStripe.advance(40);
    expect((await server.stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
  });

  it.each([
    [
      'a price of another interval',
      () => [chosen('call_recording', 'phones', 'call_recording:year')],
      'isn’t sold at this price',
    ],
    [
      'a price of another feature',
      () => [{ ...recording(), plan_id: server.price('forecasting:month') }],
      'isn’t a price of',
    ],
    [
      'a feature of a bundle that is not there',
      () => [chosen('peer_benchmarks', 'analytics')],
      'Needs Practice Analytics',
    ],
    [
      'another price of the same feature',
      () => [chosen('insurance_verification', 'core', 'insurance_verification:month:intro')],
      'isn’t sold at this price',
    ],
    ['a feature that requires another one', () => [chosen('call_transcripts', 'phones')], 'needs Call Recording'],
    [
      'two features that exclude each other',
      () => [chosen('virtual_receptionist', 'phones'), chosen('answering_service', 'phones')],
      'cannot be used together',
    ],
    ['the same feature twice', () => [recording(), recording()], 'selected twice'],
    ['nothing', () => [], 'Please select at least one feature to add'],
  ])('refuses to add %s', async (_what, features, words) => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const response = await post(clinic, id, 'add-subscription-items', { optional_features: features() });
    expect([400, 422]).toContain(response.statusCode);
    expect(response.json<{ message: string }>().message).toContain(words);
    expect((await server.stripe.subscriptions.retrieve(id)).items.data).toHaveLength(1);
  });
});
