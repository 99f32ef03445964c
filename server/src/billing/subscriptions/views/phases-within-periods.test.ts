/** Phases set at the provider that start within a billing period. */
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { UpcomingCharge } from 'shared-api/contracts';
import type { Clinic } from '../../../testing/billing-server.js';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit } from '../../../testing/test-server.js';
import { completePurchases } from '../commands/complete-purchases.js';
import { assignSeatsOfSubscription } from '../commands/assign-subscription-seats.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { periodEnd } from './billing-periods.js';

const DAY_S = 86_400;
const DRAFT_S = 3_600;

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

describeWithDatabase('phases within billing periods', (database) => {
  const { server, sandbox, post, upcoming: upcomingOf, preview: previewOf } = billingWorld(database);
  let clinic: Clinic;
  let product: string;
  beforeAll(async () => {
    product = (await server().stripe.products.create({ name: 'Set-up' })).id;
  });
  beforeEach(async () => {
    server().clock.now = new Date((await sandbox().advance(0)) * 1000);
    clinic = await server().aClinic();
  });
  const upcoming = () => upcomingOf(clinic);
  const priced = (...keys: string[]) => keys.map((key) => ({ price: server().price(key), quantity: 1 }));

  /** Core, then the phase's items, starting ten days after a renewal. */
  const withPhase = async (renewals: number, settings: Partial<Phase>): Promise<number> => {
    const { customer } = clinic;
    const { id } = await server().stripe.subscriptions.create({ customer, items: priced('core_monthly') });
    const made = await server().stripe.subscriptionSchedules.create({ from_subscription: id });
    const [{ start_date: start } = { start_date: 0 }] = made.phases;
    const begins = periodEnd(start, { interval: 'month', count: renewals }, start) + 10 * DAY_S;
    await server().stripe.subscriptionSchedules.update(made.id, {
      phases: [
        { items: priced('core_monthly'), start_date: start, end_date: begins },
        {
          items: priced('core_monthly', 'forecasting:month'),
          start_date: begins,
          duration: { interval: 'year', interval_count: 2 },
          ...settings,
        },
      ],
    });
    await sandbox().changed();
    return begins;
  };

  /** The announced charges and the provider's charges since then. */
  const compare = async (): Promise<{ announced: UpcomingCharge[]; charged: [date: number, amount: number][] }> => {
    const { charges } = await upcoming();
    const before = new Set(
      (await server().stripe.invoices.list({ customer: clinic.customer })).data.map(({ id }) => id),
    );
    const now = await sandbox().advance(110);
    const { data } = await server().stripe.invoices.list({ customer: clinic.customer, limit: 100 });
    return {
      announced: charges.filter(({ date }) => date < now - DRAFT_S),
      charged: data
        .filter(({ id, status }) => !before.has(id) && status !== 'draft')
        .map(({ created, amount_due: due }): [number, number] => [created, due])
        .reverse(),
    };
  };

  /** The subscription, now used by the practice. */
  const used = async (): Promise<string> => {
    const [{ id } = { id: '' }] = (await server().stripe.subscriptions.list({ customer: clinic.customer })).data;
    const context = { db: server().db, stripe: server().stripe };
    await refreshSubscription(context, id, testAudit());
    await assignSeatsOfSubscription(context, { practiceId: clinic.practiceId, subscription: id }, testAudit());
    return id;
  };
  const digitalForms = () => ({
    feature_name: 'digital_forms',
    plan_id: server().price('digital_forms:month'),
    bundle_name: 'core',
  });
  const preview = (change: object) => previewOf(clinic, change);

  const settings: [string, () => Partial<Phase>][] = [
    ['nothing prorated', () => ({ proration_behavior: 'none' })],
    ['prorations on the next invoice', () => ({ proration_behavior: 'create_prorations' })],
    ['prorations on an invoice of their own', () => ({ proration_behavior: 'always_invoice' })],
    ['a new billing cycle', () => ({ billing_cycle_anchor: 'phase_start', proration_behavior: 'create_prorations' })],
    ['another interval', () => ({ items: priced('core_yearly'), proration_behavior: 'create_prorations' })],
    ['another interval, unprorated', () => ({ items: priced('core_yearly'), proration_behavior: 'none' })],
    [
      'an item for one invoice',
      () => ({
        add_invoice_items: [{ price_data: { currency: 'usd', product, unit_amount: 70_000 } }],
        proration_behavior: 'none',
      }),
    ],
    ['a trial', () => ({ trial: true, proration_behavior: 'create_prorations' })],
    ['a trial, unprorated', () => ({ trial: true, proration_behavior: 'none' })],
    ['the same items', () => ({ items: priced('core_monthly'), proration_behavior: 'create_prorations' })],
  ];

  describe('in the current period', () => {
    it('charge nothing for items a person adds before', async () => {
      const items = priced('core_monthly', 'digital_forms:month');
      await withPhase(0, { items, proration_behavior: 'always_invoice' });
      const id = await used();
      const optional_features = [digitalForms()];
      const shown = await preview({ kind: 'add', subscription_id: id, optional_features });
      const { due_today: expected_due, proration_date, next_invoice: next } = shown;
      const body = { optional_features, expected_due, proration_date };
      expect((await post(clinic, id, 'add-subscription-items', body)).statusCode).toBe(200);
      const [renewal] = (await upcoming()).charges;
      expect([next?.amount, next?.date]).toEqual([renewal?.amount, renewal?.date]);
    });

    it.each(settings)('are announced as they are charged, with %s', async (_what, phase) => {
      await withPhase(0, phase());
      const { announced, charged } = await compare();
      expect(announced.map(({ date, amount }) => [date, amount])).toEqual(charged);
      expect(announced.some(({ before_proration: isBefore }) => isBefore)).toBe(false);
    });
  });

  it('show the price after an initial free trial', async () => {
    const trialEnd = (await sandbox().advance(0)) + 30 * DAY_S;
    await withPhase(0, { items: priced('core_monthly'), trial_end: trialEnd, proration_behavior: 'none' });
    expect((await upcoming()).prices).toMatchObject([{ date: trialEnd, list: 19_900, amount: 19_900 }]);
  });

  it('are the next invoice of an earlier change', async () => {
    const begins = await withPhase(0, { proration_behavior: 'always_invoice' });
    const id = await used();
    const { next_invoice: next } = await preview({
      kind: 'add',
      subscription_id: id,
      optional_features: [digitalForms()],
    });
    expect(next?.date).toBe(begins);
    expect(next?.amount).toBe((await upcoming()).charges[0]?.amount);
  });

  it('charge a proration with a change, not with the next invoice', async () => {
    const tax = await server().stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 10 });
    await withPhase(0, { proration_behavior: 'create_prorations', default_tax_rates: [tax.id] });
    await sandbox().advance(12);
    const id = await used();
    const change = { kind: 'add', subscription_id: id, optional_features: [digitalForms()] };
    const { due_today: expected_due, proration_date, next_invoice: next, lines } = await preview(change);
    expect(lines.length).toBeGreaterThan(2);
    // No time before the change is charged.
    expect(proration_date).toBeGreaterThan((await sandbox().advance(0)) - 60);
    const path = `/api/${clinic.practiceId}/practice-features/${id}/add-subscription-items/`;
    const body = { optional_features: change.optional_features, expected_due, proration_date };
    const response = await server().call(clinic.caller, 'POST', path, body);
    expect(response.statusCode).toBe(200);
    const [renewal] = (await upcoming()).charges;
    expect(next).toEqual({ amount: renewal?.amount, date: renewal?.date });
  });

  it('credit the rest of a change’s charge when they start a new billing cycle', async () => {
    await withPhase(0, { billing_cycle_anchor: 'phase_start', proration_behavior: 'create_prorations' });
    const id = await used();
    const change = { kind: 'add', subscription_id: id, optional_features: [digitalForms()] };
    const { due_today: expected_due, proration_date, next_invoice: next } = await preview(change);
    expect(expected_due).toBeGreaterThan(0);
    const path = `/api/${clinic.practiceId}/practice-features/${id}/add-subscription-items/`;
    const body = { optional_features: change.optional_features, expected_due, proration_date };
    expect((await server().call(clinic.caller, 'POST', path, body)).statusCode).toBe(200);
    const [restart] = (await upcoming()).charges;
    expect(restart?.lines.some(({ description }) => description.startsWith('Unused time on Digital Forms'))).toBe(true);
    expect([next?.date, next?.amount]).toEqual([restart?.date, restart?.amount]);
  });

  it('keep an item bought while an earlier purchase is added to them', async () => {
    await withPhase(1, { proration_behavior: 'none' });
    const id = await used();
    const add = async (feature: string): Promise<void> => {
      const addOn = { ...digitalForms(), feature_name: feature, plan_id: server().price(`${feature}:month`) };
      const path = `/api/${clinic.practiceId}/practice-features/${id}/add-subscription-items/`;
      const response = await server().call(clinic.caller, 'POST', path, { optional_features: [addOn] });
      expect(response.statusCode).toBe(200);
    };
    await add('digital_forms');
    const isMissing = sql<string>`jsonb_set(purchase::jsonb, '{isMissingInPhases}', 'true')`;
    await server()
      .db.updateTable('billing_requests')
      .set({ purchase: isMissing })
      .where('subscription_id', '=', id)
      .execute();
    const { stripe } = server();
    const [bought] = (await stripe.subscriptions.retrieve(id)).items.data.slice(-1);
    await stripe.subscriptionItems.update(bought?.id ?? '', { metadata: '' });
    const label = stripe.subscriptionItems.update.bind(stripe.subscriptionItems);
    const spy = jest.spyOn(stripe.subscriptionItems, 'update').mockImplementationOnce(async (...sent) => {
      await add('treatment_plan_builder');
      return label(...sent);
    });
    await completePurchases({ db: server().db, stripe }, id, testAudit());
    spy.mockRestore();
    const { items } = await stripe.subscriptions.retrieve(id);
    expect(items.data.map(({ price }) => price.id)).toContain(server().price('treatment_plan_builder:month'));
  });

  describe('in a later period', () => {
    it.each(settings)('are announced for the time of their charge, with %s', async (_what, phase) => {
      await withPhase(2, phase());
      const { announced, charged } = await compare();
      expect(announced.map(({ date }) => date)).toEqual(charged.map(([date]) => date));
      const known = announced.filter(({ before_proration: isBefore }) => isBefore !== true);
      expect(charged).toEqual(expect.arrayContaining(known.map(({ date, amount }) => [date, amount])));
    });

    it.each([
      ['nothing prorated', 0],
      ['prorations on the next invoice', 1],
      ['prorations on an invoice of their own', 1],
      ['a new billing cycle', 1],
      ['another interval', 1],
      ['another interval, unprorated', 0],
      ['the same items', 0],
    ])('leave a proration’s amount open, with %s', async (what, count) => {
      const [, phase] = settings.find(([name]) => name === what) ?? [];
      await withPhase(2, phase?.() ?? {});
      const { charges } = await upcoming();
      expect(charges.filter(({ before_proration: isBefore }) => isBefore === true)).toHaveLength(count);
    });

    it('show the proration once their period has started', async () => {
      const begins = await withPhase(2, { proration_behavior: 'always_invoice' });
      await sandbox().advance(63);
      const { announced, charged } = await compare();
      expect(announced[0]).toMatchObject({ kind: 'scheduled_change', date: begins });
      expect(announced[0]).not.toHaveProperty('before_proration');
      expect(announced.map(({ date, amount }) => [date, amount])).toEqual(charged);
    });
  });
});
