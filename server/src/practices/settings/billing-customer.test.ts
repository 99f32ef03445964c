import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PracticeSettings } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { type PaymentsPractice, type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';
import { type Caller, createTestPerson, signedIn } from '../../testing/test-server.js';

const unknown = 'Stripe has no customer with this id. Check the id, or leave the field empty.';
const unchecked = 'Stripe isn’t responding, so this id can’t be checked. Try again in a minute.';
const down = [{ on: 'GET /v1/customers', kind: 'error', times: 9 }];

describeWithDatabase('billing customer of a practice', (database) => {
  let world: PaymentsWorld;
  let superAdmin: Caller;
  let practice: PaymentsPractice;
  beforeAll(async () => {
    world = await paymentsWorld(database());
    superAdmin = await signedIn(
      world.server,
      await createTestPerson(world.server.db, { flags: { super_admin: true } }),
    );
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    practice = await world.aPaymentsPractice();
  });

  const save = (body: object, caller = superAdmin) =>
    world.server.call(caller, 'POST', `/api/${practice.id}/settings/update_practice_settings/`, body);
  const settings = async () =>
    (await world.get(superAdmin, `/api/${practice.id}/settings/practice_settings/`)).json<PracticeSettings>();
  const customer = (id: string, caller = superAdmin) =>
    world.get(caller, `/api/${practice.id}/settings/billing_customer/?customer=${id}`);

  it('returns the customer with its name and number of subscriptions', async () => {
    const id = await world.aCustomer(practice);
    expect((await customer(id)).json()).toEqual({
      id,
      name: 'Olivia Owner',
      email: 'owner@bright.example',
      active_subscriptions: 0,
    });
  });

  it('returns 404 for an unknown Stripe customer, and 403 to owners', async () => {
    const id = await world.aCustomer(practice);
    expect([(await customer('cus_nobody')).statusCode, (await customer(id, practice.caller)).statusCode]).toEqual([
      404, 403,
    ]);
    await world.stripe.customers.del(id);
    expect((await customer(id)).json()).toMatchObject({ code: 'not_found', message: unknown });
  });

  describe('saving the billing customer', () => {
    it('saves and clears an existing Stripe customer', async () => {
      const id = await world.aCustomer(practice);
      expect((await save({ stripe_customer_id: id })).statusCode).toBe(200);
      expect((await settings()).stripe_customer_id).toBe(id);
      expect((await save({ stripe_customer_id: '' })).statusCode).toBe(200);
      expect((await settings()).stripe_customer_id).toBeNull();
    });

    it('refuses an unknown Stripe customer at its field, and saves nothing', async () => {
      const refused = await save({ is_pediatric: true, stripe_customer_id: 'cus_nobody' });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        { message: `Billing customer id: ${unknown}`, fields: { stripe_customer_id: unknown } },
      ]);
      expect(await settings()).toMatchObject({ is_pediatric: false, stripe_customer_id: null });
    });

    it('refuses a new customer at its field while Stripe is down, and accepts an unchanged one', async () => {
      const id = await world.aCustomer(practice);
      await save({ stripe_customer_id: id });
      await world.sandbox.setFaults(down);
      const refused = await save({ is_pediatric: true, stripe_customer_id: 'cus_other' });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        503,
        { code: 'customer_unchecked', message: unchecked, fields: { stripe_customer_id: unchecked } },
      ]);
      expect((await settings()).is_pediatric).toBe(false);
      expect((await save({ is_pediatric: true, stripe_customer_id: id })).statusCode).toBe(200);
      await world.sandbox.setFaults([]);
    });

    it('returns 403 to owners before calling Stripe', async () => {
      expect((await save({ stripe_customer_id: 'cus_nobody' }, practice.caller)).statusCode).toBe(403);
    });
  });

  it('omits Stripe data when the settings are read with ?omit=billing', async () => {
    const url = `/api/${practice.id}/settings/practice_settings/?omit=billing`;
    const read = (await world.get(superAdmin, url)).json<PracticeSettings>();
    expect(read).toHaveProperty('clinic_information');
    expect(read).not.toHaveProperty('stripe_data');
    expect(await settings()).toHaveProperty('stripe_data');
  });
});
