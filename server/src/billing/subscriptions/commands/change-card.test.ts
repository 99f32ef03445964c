/** The cards that subscriptions are charged to: their own, or the customer's default. */
import { beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, listOpenInvoices, PaymentMethod, setDefaultPaymentMethod } from 'shared-api/contracts';
import { idOf } from '../mirror/snapshots.js';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { type BillingServer, billingServer, type Clinic } from '../../../testing/billing-server.js';
import { settleUnsettled } from './settle-in-background.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { describeWithDatabase } from '../../../testing/engines.js';

describeWithDatabase('the card of a subscription', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    await server.stripe.coupons.create({ id: 'LOYAL', percent_off: 10, duration: 'forever' });
  });
  const { summary, start } = billingActions(
    () => server,
    () => fakeStripe,
  );
  const attach = async ({ customer }: Clinic, card: string) =>
    (await server.stripe.paymentMethods.attach(card, { customer })).id;
  const ofCustomer = ({ caller, customer }: Clinic, call: string, body: unknown) =>
    server.call(caller, 'POST', `/api/stripe/${customer}/${call}/`, body);
  const changeCard = ({ caller, practiceId }: Clinic, subscriptionId: string, cardId: string) =>
    server.call(caller, 'POST', `/api/${practiceId}/practice-features/set-subscription-payment-method/`, {
      subscription_id: subscriptionId,
      payment_method_id: cardId,
    });
  const ownCard = async (id: string) => idOf((await server.stripe.subscriptions.retrieve(id)).default_payment_method);
  const cards = async ({ caller, customer }: Clinic) =>
    (await server.call(caller, 'GET', `/api/stripe/${customer}/list_customer_payment_methods/`)).json<{
      payment_methods: PaymentMethod[];
    }>().payment_methods;
  const defaultCard = async (clinic: Clinic) => (await cards(clinic)).find((card) => card.is_default)?.id ?? '';
  /** Both may have started in the same second. */
  const startBoth = async (clinic: Clinic) => {
    for (const plan of ['core_monthly', 'phones_monthly']) await start(clinic, plan);
    const { subscriptions } = await summary(clinic);
    const named = (name: string) => ({ id: subscriptions.find((one) => one.plan_name === name)?.id ?? '' });
    return [named('Core'), named('Phones')] as const;
  };
  const shownCard = async (clinic: Clinic) => (await summary(clinic)).subscriptions[0]?.payment_method;
  const unsettle = (scope: string, practiceId: number, request: object = {}) =>
    server.db
      .insertInto('billing_requests')
      .values({
        ...{ practice_id: practiceId, key: `test ${scope}`, id: crypto.randomUUID(), fingerprint: 'test' },
        ...{
          action: 'switch',
          state: 'processing',
          scope,
          asked_at: new Date(),
          keep_until: new Date(Date.now() + 6e6),
        },
        ...request,
      })
      .execute();

  it('becomes its own card or the default again, and is charged at the next renewal', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const visa = await defaultCard(clinic);
    const mastercard = await attach(clinic, 'pm_card_mastercard');
    expect(await shownCard(clinic)).toMatchObject({ id: visa, is_own: false });
    expect((await changeCard(clinic, id, mastercard)).json()).toEqual({ status: 'success', message: 'Card changed' });
    expect(await ownCard(id)).toBe(mastercard);
    expect(await shownCard(clinic)).toEqual({ id: mastercard, brand: 'mastercard', last4: '4444', is_own: true });
    const [charged] = (await cards(clinic)).filter((card) => card.id === mastercard);
    expect(charged?.charged_for).toEqual([{ subscription_id: id, name: 'Core' }]);
    expect((await changeCard(clinic, id, visa)).statusCode).toBe(200);
    expect(await ownCard(id)).toBeNull();
    expect(await shownCard(clinic)).toMatchObject({ id: visa, is_own: false });
    expect((await cards(clinic)).map((card) => card.charged_for)).toEqual([[], []]);
  });

  it('moves to a new default on request, unlike other subscriptions with their own card', async () => {
    const clinic = await server.aClinic();
    const [core, phones] = await startBoth(clinic);
    const [amex, mastercard] = [await attach(clinic, 'pm_card_amex'), await attach(clinic, 'pm_card_mastercard')];
    for (const { id } of [core, phones]) await changeCard(clinic, id, amex);
    const documented = await ofCustomer(clinic, 'set_default_payment_method', { payment_method_id: mastercard });
    expect(documented.json()).toMatchObject({ status: 'success', message: 'Default payment method changed' });
    expect([await ownCard(core.id), await ownCard(phones.id)]).toEqual([amex, amex]);
    const moved = await ofCustomer(clinic, 'set_default_payment_method', {
      payment_method_id: mastercard,
      move_subscriptions: [core.id, core.id],
    });
    expect(moved.json()).toEqual({ status: 'success', message: 'Default payment method changed', not_moved: [] });
    expect([await ownCard(core.id), await ownCard(phones.id)]).toEqual([null, amex]);
    const shown = (await summary(clinic)).subscriptions.find((one) => one.id === core.id)?.payment_method;
    expect(shown).toMatchObject({ id: mastercard, is_own: false });
  });

  it('moves the subscriptions that it can, and names the others', async () => {
    const clinic = await server.aClinic();
    const [core, phones] = await startBoth(clinic);
    const amex = await attach(clinic, 'pm_card_amex');
    for (const { id } of [core, phones]) await changeCard(clinic, id, amex);
    await unsettle(`subscription:${core.id}`, clinic.practiceId);
    const move_subscriptions = [core.id, phones.id];
    const visa = await defaultCard(clinic);
    const response = await ofCustomer(clinic, 'set_default_payment_method', {
      payment_method_id: visa,
      move_subscriptions,
    });
    const { not_moved: unmoved, ...rest } = response.json<AnswerOf<typeof setDefaultPaymentMethod>>();
    expect(rest).toEqual({
      status: 'success',
      message: 'Default payment method changed, but Core couldn’t be moved to it',
    });
    expect(unmoved).toEqual([
      { subscription_id: core.id, name: 'Core', problem: expect.stringMatching(/^An earlier change is still being/) },
    ]);
    expect([await ownCard(core.id), await ownCard(phones.id)]).toEqual([amex, null]);
    expect((await changeCard(clinic, core.id, visa)).json()).toMatchObject({ code: 'being_confirmed' });
    await server.db.deleteFrom('billing_requests').where('scope', '=', `subscription:${core.id}`).execute();
  });

  it.each(['on a call for it alone', 'with the default card'])(
    'is recorded when the provider’s response is lost %s',
    async (way) => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, 'core_monthly');
      const mastercard = await attach(clinic, 'pm_card_mastercard');
      const isAlone = way === 'on a call for it alone';
      if (!isAlone) await changeCard(clinic, id, mastercard);
      await fakeStripe.setFaults([{ on: `POST /v1/subscriptions/${id}`, kind: 'lost', times: 2 }]);
      const visa = await defaultCard(clinic);
      const body = { payment_method_id: visa, move_subscriptions: [id] };
      const response = isAlone
        ? await changeCard(clinic, id, mastercard)
        : await ofCustomer(clinic, 'set_default_payment_method', body);
      await fakeStripe.setFaults([]);
      expect([response.statusCode, response.json()]).toMatchObject([200, { status: 'success' }]);
      expect(await ownCard(id)).toBe(isAlone ? mastercard : null);
      const entries = await server.db
        .selectFrom('audit_log')
        .select('after')
        .where('entity_id', '=', id)
        .where('action', '=', 'subscription.card')
        .orderBy('sequence')
        .execute();
      expect(entries.at(-1)?.after).toMatchObject({ payment_method: isAlone ? mastercard : visa });
    },
  );

  it('is recorded when the server died after the provider made it', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const card = await attach(clinic, 'pm_card_mastercard');
    const content = { customer: clinic.customer, subscription: id, card, isDefault: false };
    await unsettle(`subscription:${id}`, clinic.practiceId, {
      action: 'subscription.card',
      content: JSON.stringify(content),
      absent_after: new Date(),
    });
    await server.stripe.subscriptions.update(id, { default_payment_method: card });
    expect((await changeCard(clinic, id, card)).statusCode).toBe(200);
    const entries = await server.db.selectFrom('audit_log').select('after').where('entity_id', '=', id).execute();
    expect(entries.filter(({ after }) => (after as { request?: string }).request !== undefined)).toMatchObject([
      { after: { payment_method: card, follows_default: false } },
    ]);
  });

  it('replaces a source of the older API, and lets the default be charged again', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const source = (await fakeStripe.control('stripe/objects', {
      object: 'card',
      fields: { customer: clinic.customer, last4: '4242', brand: 'Visa' },
    })) as { id: string };
    await fakeStripe.control('stripe/objects', { object: 'subscription', id, fields: { default_source: source.id } });
    expect((await changeCard(clinic, id, await defaultCard(clinic))).statusCode).toBe(200);
    const { default_source: left, default_payment_method: own } = await server.stripe.subscriptions.retrieve(id);
    expect([left, own]).toEqual([null, null]);
  });

  it('refuses others’ cards and subscriptions, and changes nothing', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const [mine, theirs] = [await start(clinic, 'core_monthly'), await start(other, 'core_monthly')];
    const [visa, foreign] = [await defaultCard(clinic), await defaultCard(other)];
    const mastercard = await attach(clinic, 'pm_card_mastercard');
    const refused = [
      await changeCard(clinic, mine.id, foreign),
      await changeCard(clinic, theirs.id, visa),
      await changeCard(clinic, 'sub_none', visa),
      await changeCard(clinic, mine.id, 'pm_none'),
      await ofCustomer(clinic, 'set_default_payment_method', {
        payment_method_id: mastercard,
        move_subscriptions: [mine.id, theirs.id],
      }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect(await defaultCard(clinic)).toBe(visa);
    expect([await ownCard(mine.id), await ownCard(theirs.id)]).toEqual([null, null]);
    await server.stripe.subscriptions.cancel(mine.id);
    expect((await changeCard(clinic, mine.id, mastercard)).json()).toMatchObject({ code: 'not_active' });
  });

  it('applies to a schedule’s phases, and leaves everything else unchanged', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const [amex, mastercard] = [await attach(clinic, 'pm_card_amex'), await attach(clinic, 'pm_card_mastercard')];
    const created = await server.stripe.subscriptionSchedules.create({ from_subscription: id });
    const [phase] = created.phases;
    const items = [{ price: server.price('core_monthly'), quantity: 1 }];
    await server.stripe.subscriptionSchedules.update(created.id, {
      phases: [
        { items, start_date: phase?.start_date ?? 0, end_date: phase?.end_date ?? 0 },
        {
          items: [...items, { price: server.price('phones_monthly'), quantity: 1 }],
          duration: { interval: 'month', interval_count: 2 },
          default_payment_method: amex,
          description: 'Agreed with Dr. Hart',
          discounts: [{ coupon: 'LOYAL' }],
        },
      ],
    });
    const later = async () => {
      const { phases } = await server.stripe.subscriptionSchedules.retrieve(created.id);
      const { default_payment_method: card, description, discounts, items: own } = phases[1] ?? phases[0] ?? {};
      return [idOf(card), description, discounts?.map(({ coupon }) => idOf(coupon)), own?.length];
    };
    const before = await later();
    expect(before).toEqual([amex, 'Agreed with Dr. Hart', ['LOYAL'], 2]);
    expect((await changeCard(clinic, id, mastercard)).statusCode).toBe(200);
    expect(await later()).toEqual([mastercard, ...before.slice(1)]);
    expect((await changeCard(clinic, id, await defaultCard(clinic))).statusCode).toBe(200);
    expect([await ownCard(id), ...(await later())]).toEqual([null, null, ...before.slice(1)]);
    await fakeStripe.advance(32);
    expect(await ownCard(id)).toBeNull();
  });

  it('lets a card be removed only once nothing is charged to it', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const [visa, mastercard] = [await defaultCard(clinic), await attach(clinic, 'pm_card_mastercard')];
    await changeCard(clinic, id, mastercard);
    const remove = (cardId: string) => ofCustomer(clinic, 'delete_payment_method', { payment_method_id: cardId });
    expect((await remove(mastercard)).json()).toMatchObject({
      code: 'card_in_use',
      message: 'Core is charged to this card. Charge it to another card first.',
    });
    const move_subscriptions = [id];
    await ofCustomer(clinic, 'set_default_payment_method', { payment_method_id: visa, move_subscriptions });
    expect((await remove(mastercard)).statusCode).toBe(200);
    expect((await remove(visa)).json()).toMatchObject({
      code: 'card_in_use',
      message: 'Core is charged to this card. Make another card the default first.',
    });
  });

  it('keeps paying with the card that paid an overdue invoice, on request', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const declined = await attach(clinic, 'pm_card_chargeCustomerFail');
    await changeCard(clinic, id, declined);
    await fakeStripe.advance(31.5);
    const visa = await defaultCard(clinic);
    const url = `/api/stripe/${clinic.customer}/list_open_invoices/`;
    const open = (await server.call(clinic.caller, 'GET', url)).json<AnswerOf<typeof listOpenInvoices>>().invoices;
    expect(open.map(({ subscription }) => subscription)).toMatchObject([{ id, name: 'Core', card: { id: declined } }]);
    const invoice_ids = open.map((invoice) => invoice.invoice_id);
    const failed = { invoice_ids, payment_method_id: declined, use_for_renewals: true };
    expect((await ofCustomer(clinic, 'pay_open_invoices', failed)).json()).toMatchObject({ status: 'failed' });
    expect(await ownCard(id)).toBe(declined);
    const paid = await ofCustomer(clinic, 'pay_open_invoices', {
      invoice_ids,
      payment_method_id: visa,
      use_for_renewals: true,
    });
    expect(paid.json()).toMatchObject({ status: 'success', not_moved: [] });
    expect(await ownCard(id)).toBeNull();
  });

  it('keeps paying with the card also when the payment’s response is lost', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const visa = await defaultCard(clinic);
    await changeCard(clinic, id, await attach(clinic, 'pm_card_chargeCustomerFail'));
    await fakeStripe.advance(31.5);
    const { data } = await server.stripe.invoices.list({ customer: clinic.customer, status: 'open' });
    const invoice_ids = data.map((invoice) => invoice.id);
    const isPaid = `POST /v1/invoices/${invoice_ids[0]}/pay`;
    await fakeStripe.setFaults([
      { on: isPaid, kind: 'lost', times: 1 },
      { on: isPaid, kind: 'refuse' },
    ]);
    const body = { invoice_ids, payment_method_id: visa, use_for_renewals: true };
    const paid = await ofCustomer(clinic, 'pay_open_invoices', body);
    await fakeStripe.setFaults([]);
    expect(paid.json()).toMatchObject({ status: 'success', not_moved: [] });
    expect(await ownCard(id)).toBeNull();
  });

  it('names subscriptions that can’t keep paying with a card deleted before settlement', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    await changeCard(clinic, id, await attach(clinic, 'pm_card_chargeCustomerFail'));
    await fakeStripe.advance(31.5);
    const { data } = await server.stripe.invoices.list({ customer: clinic.customer, status: 'open' });
    const invoice_ids = data.map((invoice) => invoice.id);
    const amex = await attach(clinic, 'pm_card_amex');
    const body = { invoice_ids, payment_method_id: amex, use_for_renewals: true };
    await fakeStripe.setFaults([{ on: `POST /v1/invoices/${invoice_ids[0]}/pay`, kind: 'refuse' }]);
    expect((await ofCustomer(clinic, 'pay_open_invoices', body)).statusCode).toBe(502);
    await fakeStripe.setFaults([]);
    await server.stripe.invoices.pay(invoice_ids[0] ?? '', { payment_method: amex });
    await server.stripe.paymentMethods.detach(amex);
    await settleUnsettled({ db: server.db, stripe: server.stripe }, new Date());
    const { answer } = await server.db
      .selectFrom('billing_requests')
      .select('answer')
      .where('scope', '=', `customer:${clinic.customer}`)
      .executeTakeFirstOrThrow();
    expect(answer).toMatchObject({
      status: 'success',
      not_moved: [{ subscription_id: id, name: 'Core', problem: expect.stringMatching(/isn’t saved/) }],
    });
  });

  it.each(['a later phase', 'all phases of a schedule', 'a schedule that hasn’t started'])(
    'keeps a card named for %s, lists it, and moves it on request',
    async (place) => {
      const clinic = await server.aClinic();
      const { stripe } = server;
      const visa = await defaultCard(clinic);
      const amex = await attach(clinic, 'pm_card_amex');
      const card = { default_payment_method: amex };
      const items = [{ price: server.price('core_monthly'), quantity: 1 }];
      const duration = { interval: 'month', interval_count: 1 } as const;
      const plan = async (): Promise<string> => {
        if (place === 'a schedule that hasn’t started') {
          const start_date = (await fakeStripe.advance(0)) + 86_400;
          const planned = { customer: clinic.customer, start_date, phases: [{ items, duration, ...card }] };
          return (await stripe.subscriptionSchedules.create(planned)).id;
        }
        const { id } = await start(clinic, 'core_monthly');
        const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
        const [phase] = schedule.phases;
        const current = { items, start_date: phase?.start_date ?? 0, end_date: phase?.end_date ?? 0 };
        const isPhase = place === 'a later phase';
        await stripe.subscriptionSchedules.update(schedule.id, {
          phases: [current, { items, duration, ...(isPhase && card) }],
          ...(!isPhase && { default_settings: card }),
        });
        await stripe.subscriptions.update(id, { default_payment_method: '' });
        return id;
      };
      const id = await plan();
      const chargedFor = async () => (await cards(clinic)).find((one) => one.id === amex)?.charged_for;
      expect(await chargedFor()).toEqual([{ subscription_id: id, name: 'Core' }]);
      const remove = () => ofCustomer(clinic, 'delete_payment_method', { payment_method_id: amex });
      expect((await remove()).json()).toMatchObject({
        code: 'card_in_use',
        message: 'Core will be charged to this card. Charge it to another card first.',
      });
      const move = { payment_method_id: visa, move_subscriptions: [id] };
      expect((await ofCustomer(clinic, 'set_default_payment_method', move)).json()).toMatchObject({ not_moved: [] });
      expect(await chargedFor()).toEqual([]);
      expect((await remove()).statusCode).toBe(200);
    },
  );
});
