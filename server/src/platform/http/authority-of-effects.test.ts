/** A call that waits for the payment provider or another change only takes effect if its caller still has access. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withLease } from '../../billing/requests/lease.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Change, moneyCalls, moneyChanges } from '../../testing/money-changes.js';
import { type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';
import { createTestPerson, createTestPractice, signedIn } from '../../testing/test-server.js';

describeWithDatabase('authority of a call that waits', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());
  const changes = moneyChanges(() => world);

  const countOf = async (table: 'idempotency_keys' | 'billing_requests'): Promise<number> => {
    const { count } = await world.server.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const until = async (happened: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await happened())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  /** Removes the caller's access: a membership or a staff flag. */
  const endAuthority = async ({ practiceId }: Change): Promise<void> => {
    await world.server.db.deleteFrom('memberships').where('practice_id', '=', practiceId).execute();
    await world.server.db.updateTable('people').set({ super_admin: false }).execute();
  };

  it.each(moneyCalls)('refuses %s by somebody who lost access while it waited', async (name) => {
    const change = await changes[name]();
    const { caller, practiceId, url, body } = change;
    const before = [await world.auditActions(practiceId), await countOf('billing_requests')];
    const keys = await countOf('idempotency_keys');
    const answer = await withLease(world.server.db, `practice:${practiceId}`, async () => {
      const waiting = world.server.call(caller, 'POST', url, body, { 'idempotency-key': randomUUID() });
      // The key is stored right before the handler, so the body has been checked.
      await until(async () => (await countOf('idempotency_keys')) > keys);
      await endAuthority(change);
      return { waiting };
    });
    const { statusCode } = await answer.waiting;
    // A customer of another practice doesn't exist for the caller.
    expect([name, statusCode]).toEqual([name, url.startsWith('/api/stripe/cus_') ? 404 : 403]);
    expect([await world.auditActions(practiceId), await countOf('billing_requests')]).toEqual(before);
  });

  describe('while the provider is slow', () => {
    /** Runs after the provider has received a call and before it responds. */
    const whileWaiting = async <Answer>(call: () => Promise<Answer>, meanwhile: () => Promise<unknown>) => {
      await world.sandbox.setFaults([{ on: 'GET /v1/', kind: 'slow', delay_ms: 2000, times: 1 }]);
      const before = world.sandbox.calls();
      const answer = call();
      await until(() => world.sandbox.calls() > before);
      await meanwhile();
      return answer;
    };
    const aSuperAdmin = async () => {
      const person = await createTestPerson(world.server.db, { flags: { super_admin: true } });
      const takeFlag = () =>
        world.server.db.updateTable('people').set({ super_admin: false }).where('id', '=', person.id).execute();
      return { caller: await signedIn(world.server, person), takeFlag };
    };

    it('refuses settings from a former super admin', async () => {
      const { caller, takeFlag } = await aSuperAdmin();
      const practiceId = await createTestPractice(world.server.db);
      const { id } = await world.server.stripe.customers.create({ name: 'Other' });
      const url = `/api/${practiceId}/settings/update_practice_settings/`;
      const save = () => world.server.call(caller, 'POST', url, { stripe_customer_id: id });
      expect((await whileWaiting(save, takeFlag)).statusCode).toBe(403);
      expect(await world.auditActions(practiceId)).toEqual(['practice.add']);
    });

    it('attaches no seat for a former super admin', async () => {
      const { caller, takeFlag } = await aSuperAdmin();
      const owner = await world.aPaymentsPractice();
      const customerId = await world.aCustomer(owner);
      await world.addCard(owner.caller, customerId, 'pm_card_visa');
      const { items } = await world.subscribe(customerId, 'phones_monthly');
      const practiceId = await createTestPractice(world.server.db);
      const url = `/api/${practiceId}/admin-billing/save_subscriptions/`;
      const body = { customers: [customerId], subscription_items: items.data.map((item) => item.id) };
      const save = () => world.server.call(caller, 'POST', url, body);
      expect((await whileWaiting(save, takeFlag)).statusCode).toBe(403);
      expect(await world.auditActions(practiceId)).toEqual(['practice.add']);
    });
  });
});
