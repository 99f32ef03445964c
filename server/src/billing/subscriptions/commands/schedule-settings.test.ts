/** Settings that others made on a subscription and its schedule survive the console's changes (DECISIONS, rule 25). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit } from '../../../testing/test-server.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { idOf } from '../mirror/snapshots.js';
import { isWithoutChanges, phaseParams } from './schedule-phases.js';

describeWithDatabase('changes of a subscription that others have configured', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let taxRates = { state: '', city: '' };
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    for (const id of ['LOYAL', 'HALF'])
      await server.stripe.coupons.create({ id, percent_off: 50, duration: 'forever' });
    const aTaxRate = async (display_name: string) =>
      (await server.stripe.taxRates.create({ display_name, percentage: 5, inclusive: false })).id;
    taxRates = { state: await aTaxRate('State'), city: await aTaxRate('City') };
  });
  const { post, start, chosen, recording } = billingActions(
    () => server,
    () => fakeStripe,
  );

  const receptionist = () => chosen('virtual_receptionist', 'phones');
  const cardOf = async ({ customer }: Clinic): Promise<string> =>
    (await server.stripe.paymentMethods.attach('pm_card_mastercard', { customer })).id;

  /** Everything in a phase besides its dates and items. */
  const settings = (card: string) => ({
    automatic_tax: { enabled: true, liability: { type: 'account' as const, account: 'acct_1' } },
    application_fee_percent: 2.5,
    billing_thresholds: { amount_gte: 90_000, reset_billing_cycle_anchor: false },
    collection_method: 'charge_automatically' as const,
    default_payment_method: card,
    default_tax_rates: [taxRates.state],
    description: 'Agreed with Dr. Hart',
    discounts: [{ coupon: 'LOYAL' }],
    invoice_settings: { days_until_due: 14, footer: 'Thank you', issuer: { type: 'self' as const } },
    metadata: { contract: 'C-17' },
    on_behalf_of: 'acct_1',
    proration_behavior: 'create_prorations' as const,
    transfer_data: { destination: 'acct_1', amount_percent: 10 },
  });

  /** A subscription with two add-ons, whose next phase was configured by others. */
  const configured = async () => {
    const clinic = await server.aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording(), receptionist()]);
    const card = await cardOf(clinic);
    const { stripe } = server;
    const created = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [phase] = created.phases;
    if (!phase) throw new Error('A schedule without a phase');
    const prices = phase.items.map(({ price }) => ({ price: idOf(price) ?? '', quantity: 1 }));
    const dates = { start_date: phase.start_date, end_date: phase.end_date };
    const withDiscount = prices.map((one) => ({
      ...one,
      discounts: [{ coupon: 'HALF' }],
      tax_rates: [taxRates.city],
      metadata: { note: 'negotiated' },
    }));
    const schedule = await stripe.subscriptionSchedules.update(created.id, {
      phases: [
        { ...dates, items: prices },
        { items: withDiscount, duration: { interval: 'month', interval_count: 2 }, ...settings(card) },
      ],
      proration_behavior: 'none',
    });
    await refreshSubscription({ db: server.db, stripe }, id, testAudit());
    const [recordingItem = ''] = items.flatMap((one) => (one.optional_feature === 'call_recording' ? [one.id] : []));
    return { clinic, id, schedule, recordingItem };
  };
  const settingsOf = (phase: Stripe.SubscriptionSchedule.Phase) => ({
    ...phase,
    start_date: 0,
    end_date: 0,
    items: [],
  });
  const laterPhases = async (id: string, from: number) =>
    (await server.stripe.subscriptionSchedules.retrieve(id)).phases.filter(({ start_date }) => start_date >= from);

  it.each([
    [
      'an item is removed',
      async ({ clinic, id, recordingItem }: Awaited<ReturnType<typeof configured>>) => {
        const response = await post(clinic, id, 'remove-subscription-item', { subscription_item_id: recordingItem });
        return response.statusCode;
      },
    ],
    [
      'a removal is undone',
      async ({ clinic, id, recordingItem }: Awaited<ReturnType<typeof configured>>) => {
        const item = { subscription_item_id: recordingItem };
        await post(clinic, id, 'remove-subscription-item', item);
        return (await post(clinic, id, 'undo-item-removal', item)).statusCode;
      },
    ],
  ])('keeps the settings of a later phase when %s', async (_what, change) => {
    const made = await configured();
    const [, before] = made.schedule.phases;
    if (!before) throw new Error('No later phase');
    expect(await change(made)).toBe(200);
    const phases = await laterPhases(made.schedule.id, before.start_date);
    expect(phases.map(settingsOf)).toEqual([settingsOf(before)]);
    // The provider drops the discount of an item removed from a phase.
    const staying = phases.flatMap(({ items }) => items).filter(({ price }) => price !== recording().plan_id);
    expect(staying).toHaveLength(2);
    for (const item of staying) {
      const former = before.items.find(({ price }) => price === item.price);
      expect(item).toEqual({ ...former, metadata: { ...item.metadata, ...former?.metadata } });
    }
  });

  it('keeps the settings of a later phase when an item is added', async () => {
    const made = await configured();
    const [, before] = made.schedule.phases;
    if (!before) throw new Error('No later phase');
    const more = chosen('call_transcripts', 'phones');
    const response = await post(made.clinic, made.id, 'add-subscription-items', { optional_features: [more] });
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    const phases = await laterPhases(made.schedule.id, before.start_date);
    expect(phases.map(settingsOf)).toEqual([settingsOf(before)]);
    expect(phases[0]?.items.map(({ price }) => price)).toContain(more.plan_id);
  });

  it('keeps a subscription’s card, description and metadata when an item is removed', async () => {
    const clinic = await server.aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording()]);
    const own = { default_payment_method: await cardOf(clinic), description: 'Agreed with Dr. Hart' };
    await server.stripe.subscriptions.update(id, { ...own, metadata: { contract: 'C-17' } });
    const item = items.find((one) => one.optional_feature !== null)?.id;
    const response = await post(clinic, id, 'remove-subscription-item', { subscription_item_id: item });
    expect(response.statusCode).toBe(200);
    const read = () => server.stripe.subscriptions.retrieve(id);
    expect(await read()).toMatchObject({ ...own, metadata: { contract: 'C-17' } });
    await fakeStripe.advance(32);
    const after = await read();
    expect(after).toMatchObject({ ...own, metadata: { contract: 'C-17' } });
    expect(after.items.data).toHaveLength(1);
  });
});

describe('phaseParams', () => {
  const phase = (over: Partial<Stripe.SubscriptionSchedule.Phase>): Stripe.SubscriptionSchedule.Phase => ({
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'usd',
    default_payment_method: null,
    description: null,
    discounts: [],
    end_date: 2000,
    invoice_settings: null,
    items: [],
    metadata: null,
    on_behalf_of: null,
    proration_behavior: 'none',
    start_date: 1000,
    transfer_data: null,
    trial_end: null,
    ...over,
  });
  const schedule = (...phases: Stripe.SubscriptionSchedule.Phase[]) => ({
    phases,
    current_phase: null,
    subscription: null,
  });

  it('splits a trial with its phase, without repeating one-time effects', () => {
    const before = phase({
      add_invoice_items: [
        {
          discountable: true,
          discounts: [],
          metadata: null,
          period: { start: { type: 'phase_start' }, end: { type: 'phase_end' } },
          price: 'price_setup',
          quantity: 1,
        },
      ],
      billing_cycle_anchor: 'phase_start',
      proration_behavior: 'create_prorations',
      trial_end: 1800,
    });
    const parts = [
      { start_date: 1000, end_date: 1500, items: [] },
      { start_date: 1500, end_date: 2000, items: [] },
      { start_date: 2000, end_date: 3000, items: [] },
    ];
    const params = phaseParams(parts, schedule(before));
    expect(params.map(({ trial_end }) => trial_end)).toEqual([1500, 1800, undefined]);
    expect(params.map((one) => one.add_invoice_items?.length)).toEqual([1, undefined, undefined]);
    expect(params.map((one) => one.billing_cycle_anchor)).toEqual(['phase_start', undefined, undefined]);
    expect(params.map((one) => one.proration_behavior)).toEqual(['create_prorations', 'none', 'none']);
  });

  it('keeps a discount in use instead of redeeming its coupon again', () => {
    const discount = { coupon: 'LOYAL', discount: 'di_1', promotion_code: null };
    const [params] = phaseParams([{ start_date: 1000, items: [] }], schedule(phase({ discounts: [discount] })));
    expect(params?.discounts).toEqual([{ discount: 'di_1' }]);
  });

  it.each([
    ['only in their dates', {}, true],
    ['in their card', { default_payment_method: 'pm_1' }, false],
    ['in a discount', { discounts: [{ coupon: 'LOYAL', discount: null, promotion_code: null }] }, false],
    ['in their metadata', { metadata: { contract: 'C-17' } }, false],
    ['in a trial', { trial_end: 2500 }, false],
  ])('detects whether phases differ %s', (_what, over, isSame) => {
    const [now, later] = [phase({}), phase({ start_date: 2000, end_date: 3000, ...over })];
    const parts = [
      { start_date: 1000, end_date: 2000, items: [] },
      { start_date: 2000, end_date: 3000, items: [] },
    ];
    expect(isWithoutChanges(phaseParams(parts, schedule(now, later)))).toBe(isSame);
  });
});
