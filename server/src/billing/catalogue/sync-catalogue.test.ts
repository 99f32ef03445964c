import { beforeAll, expect, it } from '@jest/globals';
import type { OptionalFeature, Plan } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { type BillingServer, billingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, signedIn } from '../../testing/test-server.js';
import { addOns } from './add-ons.js';
import { recordCataloguePrices, readCataloguePrices } from './catalogue-prices.js';
import { plans } from './plans.js';
import { syncCatalogue } from './sync-catalogue.js';

describeWithDatabase('syncCatalogue', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });

  const pricesThere = async () =>
    (await server.stripe.prices.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })).map(({ id }) => id).sort();
  const get = async <Answer>(url: string): Promise<Answer> =>
    (await server.call(await signedIn(server, await createTestPerson(server.db)), 'GET', url)).json<Answer>();

  it('creates the catalogue once, also when two servers start', async () => {
    const before = await pricesThere();
    expect(before).toHaveLength(plans.length + addOns.flatMap(({ prices }) => prices).length);
    const twice = await Promise.all([
      syncCatalogue(server, server.db, new Date()),
      syncCatalogue(server, server.db, new Date()),
    ]);
    expect(twice).toEqual([
      { products: 0, prices: 0 },
      { products: 0, prices: 0 },
    ]);
    expect(await pricesThere()).toEqual(before);
  });

  it('lists plans and features with the ids of their prices', async () => {
    const all = await get<Plan[]>('/api/stripe/plans/');
    const offered = await get<Plan[]>('/api/stripe/plans/?pbn_default=true');
    expect(all).toHaveLength(plans.length);
    expect(offered.map(({ name }) => name)).not.toContain('Front Desk Essentials');
    expect(all.find(({ id }) => id === server.price('growth_yearly'))).toMatchObject({
      name: 'Growth',
      amount: 429_000,
      currency: 'usd',
      interval: 'year',
      bundles: [{ name: 'core' }, { name: 'patient_engagement' }, { name: 'analytics' }],
    });
    const features = await get<OptionalFeature[]>('/api/bundles/optional-features/');
    expect(features.find((one) => one.feature_name === 'insurance_verification')?.stripe_plans).toEqual([
      { is_default: false, plan: expect.objectContaining({ interval: 'month', amount: 2900 }) },
      { is_default: true, plan: expect.objectContaining({ interval: 'month', amount: 4900 }) },
      { is_default: true, plan: expect.objectContaining({ interval: 'year', amount: 49_000 }) },
    ]);
    expect(features.find((one) => one.feature_name === 'email_campaigns')).toMatchObject({
      feature_group: 'Campaigns',
      group_min_required: 1,
      group_max_allowed: 2,
    });
  });

  it('recognizes a replaced price', async () => {
    const former = server.price('core_monthly');
    await recordCataloguePrices(server.db, new Map([['core_monthly', 'price_dearer']]), new Date());
    const { current, keyOf } = await readCataloguePrices(server.db);
    expect([current.get('core_monthly'), keyOf.get(former)]).toEqual(['price_dearer', 'core_monthly']);
    await syncCatalogue(server, server.db, new Date());
    expect((await readCataloguePrices(server.db)).current.get('core_monthly')).toBe(former);
  });

  it('keeps an archived price, and neither sells nor replaces it', async () => {
    const archived = server.price('phones_yearly');
    await server.stripe.prices.update(archived, { active: false });
    const before = await pricesThere();
    expect(await syncCatalogue(server, server.db, new Date())).toEqual({ products: 0, prices: 0 });
    const { current, keyOf } = await readCataloguePrices(server.db);
    expect([current.get('phones_yearly'), keyOf.get(archived)]).toEqual([undefined, 'phones_yearly']);
    expect(await pricesThere()).toEqual(before);
    await server.stripe.prices.update(archived, { active: true });
    await syncCatalogue(server, server.db, new Date());
    expect((await readCataloguePrices(server.db)).current.get('phones_yearly')).toBe(archived);
  });

  it('sells no price of an archived product', async () => {
    const price = server.price('phones_yearly');
    const { product } = await server.stripe.prices.retrieve(price);
    await server.stripe.products.update(String(product), { active: false });
    await syncCatalogue(server, server.db, new Date());
    expect((await readCataloguePrices(server.db)).current.has('phones_yearly')).toBe(false);
    await server.stripe.products.update(String(product), { active: true });
    await syncCatalogue(server, server.db, new Date());
    expect((await readCataloguePrices(server.db)).current.get('phones_yearly')).toBe(price);
  });
});
