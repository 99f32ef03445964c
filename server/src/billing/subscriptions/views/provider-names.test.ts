/** Products outside the catalogue have the provider's name, the same one everywhere. */
import { expect, it } from '@jest/globals';
import type { AnswerOf, CostPreview, listPaymentMethods, searchCustomers, UpcomingCharges } from 'shared-api/contracts';
import type { Clinic } from '../../../testing/billing-server.js';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { createTestPerson, signedIn } from '../../../testing/test-server.js';

const DAY_S = 86_400;

describeWithDatabase('a price outside the catalogue', (database) => {
  const { server, sandbox, summary, refresh } = billingWorld(database);
  const read = async <Answer>({ caller }: Pick<Clinic, 'caller'>, url: string): Promise<Answer> =>
    (await server().call(caller, 'GET', url)).json();
  const aPrice = async () => {
    const product = await server().stripe.products.create({ name: 'Consulting' });
    return server().stripe.prices.create({
      product: product.id,
      nickname: 'Consulting at the special rate',
      currency: 'usd',
      unit_amount: 54_000,
      recurring: { interval: 'month' },
    });
  };

  it('is named by its product in subscriptions, charges, ends, cards, refusals and searches', async () => {
    const clinic = await server().aClinic();
    const { practiceId, customer } = clinic;
    const price = await aPrice();
    const { data: cards } = await server().stripe.paymentMethods.list({ customer });
    const { id } = await server().stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: cards[0]?.id ?? '',
    });
    await refresh(id);
    const admin = await signedIn(
      server(),
      await createTestPerson(server().db, { flags: { super_admin: true, internal: true } }),
    );
    const practice = `/api/${practiceId}`;
    const { charges } = await read<UpcomingCharges>(clinic, `${practice}/practice-features/upcoming-charges/`);
    const ending: CostPreview = (
      await server().call(admin, 'POST', `${practice}/practice-features/preview/`, {
        kind: 'cancel',
        subscription_id: id,
      })
    ).json();
    const methods = await read<AnswerOf<typeof listPaymentMethods>>(
      clinic,
      `/api/stripe/${customer}/list_customer_payment_methods/`,
    );
    const removed = await server().call(clinic.caller, 'POST', `/api/stripe/${customer}/delete_payment_method/`, {
      payment_method_id: cards[0]?.id,
    });
    const searchResult = await read<AnswerOf<typeof searchCustomers>>(
      { caller: admin },
      `${practice}/admin-billing/search/?query=${customer}`,
    );
    expect({
      summary: (await summary(clinic)).subscriptions[0]?.plan_name,
      charge: charges[0]?.subscription?.name,
      ending: ending.ends.map(({ name }) => name),
      card: methods.payment_methods[0]?.charged_for?.map(({ name }) => name),
      removal: removed.json<{ message: string }>().message,
      search: searchResult.data[0]?.subscriptions[0]?.items[0]?.description,
    }).toEqual({
      summary: 'Consulting',
      charge: 'Consulting',
      ending: ['Consulting'],
      card: ['Consulting'],
      removal: 'Consulting is charged to this card. Charge it to another card first.',
      search: 'Consulting',
    });
  });

  it('is named by its product when overdue or scheduled', async () => {
    const clinic = await server().aClinic();
    const { practiceId, customer } = clinic;
    const price = await aPrice();
    const failing = await server().stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await server().stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    await server().stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } });
    const now = await sandbox().advance(31.5);
    await server().stripe.subscriptionSchedules.create({
      customer,
      start_date: now + 10 * DAY_S,
      phases: [{ items: [{ price: price.id }] }],
    });
    const { overdue, charges } = await read<UpcomingCharges>(
      clinic,
      `/api/${practiceId}/practice-features/upcoming-charges/`,
    );
    expect(overdue.map(({ subscription }) => subscription?.name)).toEqual(['Consulting']);
    expect(charges.find(({ kind }) => kind === 'scheduled_start')?.subscription?.name).toBe('Consulting');
  });
});
