/** Tiered prices and prices with fractions of a cent, created at the provider. */
import { expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit } from '../../../testing/test-server.js';
import { assignSeatsOfSubscription } from '../commands/assign-subscription-seats.js';

describeWithDatabase('tiered and decimal prices', (database) => {
  const { server, sandbox, summary, upcoming, refresh } = billingWorld(database);
  const tiers = [
    { up_to: 2, unit_amount: 5_000 },
    { up_to: 5, unit_amount: 4_000, flat_amount: 300 },
    { up_to: 'inf' as const, unit_amount: 3_000 },
  ];
  const kinds: [string, number, Partial<Stripe.PriceCreateParams>, number][] = [
    ['graduated', 7, { billing_scheme: 'tiered', tiers_mode: 'graduated', tiers }, 10_000 + 12_300 + 6_000],
    ['graduated within the first tier', 1, { billing_scheme: 'tiered', tiers_mode: 'graduated', tiers }, 5_000],
    ['volume', 7, { billing_scheme: 'tiered', tiers_mode: 'volume', tiers }, 21_000],
    ['volume at a bound', 5, { billing_scheme: 'tiered', tiers_mode: 'volume', tiers }, 20_300],
    ['decimal', 3, { unit_amount_decimal: Stripe.Decimal.from('1033.5') }, 3_101],
    ['decimal below a cent', 1000, { unit_amount_decimal: Stripe.Decimal.from('0.25') }, 250],
    ['a package', 7, { unit_amount: 1_000, transform_quantity: { divide_by: 3, round: 'up' } }, 3_000],
  ];

  it.each(kinds)('are shown as the provider charges them, %s', async (_what, quantity, price, cents) => {
    const clinic = await server().aClinic();
    const { customer } = clinic;
    const { id: product } = await server().stripe.products.create({ name: 'Seats' });
    const made = await server().stripe.prices.create({
      product,
      currency: 'usd',
      recurring: { interval: 'month' },
      ...price,
    });
    const items = [{ price: server().price('core_monthly') }, { price: made.id, quantity }];
    const { id } = await server().stripe.subscriptions.create({ customer, items });
    await refresh(id);
    const context = { db: server().db, stripe: server().stripe };
    await assignSeatsOfSubscription(context, { practiceId: clinic.practiceId, subscription: id }, testAudit());
    const [paid] = (await server().stripe.invoices.list({ customer })).data;
    const { charges } = await upcoming(clinic);
    const { subscriptions } = await summary(clinic);
    expect(subscriptions).toMatchObject([
      { amount: cents + 19_900, items: [{ amount: 19_900 }, { plan_name: 'Seats', amount: cents, quantity }] },
    ]);
    expect(subscriptions[0]?.items[1]).not.toHaveProperty('by_usage');
    await sandbox().advance(32);
    const [renewed] = (await server().stripe.invoices.list({ customer })).data;
    expect([paid?.total, charges[0]?.amount, renewed?.total]).toEqual(Array(3).fill(cents + 19_900));
  });
});
