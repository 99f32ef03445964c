/** The cost per period of a removal and its undo while another item is scheduled for some months. */
import { expect, it } from '@jest/globals';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

describeWithDatabase('a removal next to scheduled phases', (database) => {
  const { server, start, post, preview, recording, upcoming, refresh, cents } = billingWorld(database);

  it('and its undo match the upcoming charges', async () => {
    const clinic = await server().aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording()]);
    const { subscriptionSchedules } = server().stripe;
    const { id: schedule, phases } = await subscriptionSchedules.create({ from_subscription: id });
    const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = phases;
    const bought = items.map(({ price_id: price }) => ({ price, quantity: 1 }));
    const scheduled = { price: server().price('answering_service:month'), quantity: 1 };
    await subscriptionSchedules.update(schedule, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        { start_date, end_date, items: bought },
        { items: [...bought, scheduled], duration: { interval: 'month', interval_count: 3 } },
        { items: bought },
      ],
    });
    await refresh(id);
    const item = items.find(({ optional_feature: feature }) => feature === 'call_recording');
    const subscription_item_id = item?.id ?? '';
    const firstRenewal = async () => (await upcoming(clinic)).charges[0]?.amount;
    const stated = async (kind: string) => {
      const { recurring, next_invoice: next } = await preview(clinic, {
        kind,
        subscription_id: id,
        subscription_item_id,
      });
      return [recurring?.amount, next?.amount];
    };
    const withBoth = await firstRenewal();
    const withOne = (withBoth ?? 0) - (item?.amount ?? 0);
    expect(withOne).toBe((await cents('phones_monthly')) + (await cents('answering_service:month')));
    expect(await stated('remove')).toEqual([withOne, withOne]);
    expect((await post(clinic, id, 'remove-subscription-item', { subscription_item_id })).statusCode).toBe(200);
    expect(await firstRenewal()).toBe(withOne);
    expect(await stated('undo-removal')).toEqual([withBoth, withBoth]);
    expect((await post(clinic, id, 'undo-item-removal', { subscription_item_id })).statusCode).toBe(200);
    expect(await firstRenewal()).toBe(withBoth);
  });
});
