/** The hour after the provider drafts a renewal: it isn't charged yet, but no change affects it anymore. */
import { expect, it } from '@jest/globals';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

const DAY_S = 86_400;

describeWithDatabase('a renewal that the provider has drafted', (database) => {
  const { server, sandbox, start, preview, chosen, recording, summary, upcoming, refresh } = billingWorld(database);
  /** A clinic whose plan with call recording was just renewed. */
  const renewed = async () => {
    const clinic = await server().aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording()]);
    const retrieved = await server().stripe.subscriptions.retrieve(id);
    const renewal = retrieved.items.data[0]?.current_period_end ?? 0;
    const now = await sandbox().advance(0);
    await sandbox().advance((renewal - now) / DAY_S + 0.01);
    await refresh(id);
    return { clinic, id, items, renewal };
  };

  it('is the next charge', async () => {
    const { clinic, renewal } = await renewed();
    const [first, second] = (await upcoming(clinic)).charges;
    expect(first).toMatchObject({ kind: 'renewal', amount: 20_800 });
    expect((first?.date ?? 0) - renewal).toBeLessThan(2 * 3_600);
    expect((second?.date ?? 0) - renewal).toBeGreaterThan(27 * DAY_S);
    await sandbox().advance(0.1);
    expect((await upcoming(clinic)).charges[0]).toEqual({ ...second, id: expect.any(String) });
  });

  it('is the next invoice in the preview of each change', async () => {
    const { clinic, id, items } = await renewed();
    const [{ amount, date } = { amount: 0, date: 0 }] = (await upcoming(clinic)).charges;
    const [, addOn] = items;
    const optional_features = [chosen('answering_service', 'phones')];
    const changes = [
      { kind: 'add', subscription_id: id, optional_features },
      { kind: 'switch', subscription_id: id, plan_id: server().price('phones_yearly') },
      { kind: 'remove', subscription_id: id, subscription_item_id: addOn?.id },
    ];
    for (const change of changes) {
      expect((await preview(clinic, change)).next_invoice).toEqual({ amount, date });
    }
  });

  it('is charged although the subscription ends afterwards', async () => {
    const { clinic, id } = await renewed();
    await server().stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await refresh(id);
    const [{ amount, date } = { amount: 0, date: 0 }] = (await upcoming(clinic)).charges;
    const change = { kind: 'add', subscription_id: id, optional_features: [chosen('answering_service', 'phones')] };
    expect((await preview(clinic, change)).next_invoice).toEqual({ amount, date });
    const [shown] = (await summary(clinic)).subscriptions;
    const { cancel_at: end, canceled_at } = await server().stripe.subscriptions.retrieve(id);
    expect(shown).toMatchObject({ status: 'active', canceled_at, ends_at: end });
  });

  it('is charged although collection is paused afterwards', async () => {
    const { clinic, id } = await renewed();
    await server().stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
    const { charges } = await upcoming(clinic);
    expect(charges.map(({ amount }) => amount)).toEqual([20_800]);
    await sandbox().advance(0.1);
    const { data } = await server().stripe.invoices.list({ subscription: id, limit: 1 });
    expect(data).toMatchObject([{ status: 'paid', amount_paid: 20_800 }]);
  });
});
