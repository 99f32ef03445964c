/** Our own changes are visible before the provider reports them. No webhook is delivered here. */
import { beforeAll, expect, it } from '@jest/globals';
import type { PaymentMethod, Subscription, UpcomingCharges } from 'shared-api/contracts';
import { settleUnsettled } from '../subscriptions/commands/settle-in-background.js';
import { refreshSubscription } from '../subscriptions/mirror/refresh.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { billingActions } from '../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { testAudit } from '../../testing/test-server.js';

describeWithDatabase('a change before its webhook', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });
  const { start, summary } = billingActions(
    () => server,
    () => fakeStripe,
  );
  const attach = async ({ customer }: Clinic, card: string) =>
    (await server.stripe.paymentMethods.attach(card, { customer })).id;
  const ofCustomer = async ({ caller, customer }: Clinic, call: string, body: object) => {
    const response = await server.call(caller, 'POST', `/api/stripe/${customer}/${call}/`, body);
    return [response.statusCode, response.json<object>()] as const;
  };
  const defaultCard = async ({ caller, customer }: Clinic) => {
    const url = `/api/stripe/${customer}/list_customer_payment_methods/`;
    const { payment_methods: cards } = (await server.call(caller, 'GET', url)).json<{
      payment_methods: PaymentMethod[];
    }>();
    return cards.find((card) => card.is_default)?.id ?? '';
  };
  /** The card of each subscription and of its next charge, by the subscription's id. */
  const shownCards = async (clinic: Clinic, ids: readonly string[]) => {
    const url = `/api/${clinic.practiceId}/practice-features/upcoming-charges/`;
    const { charges } = (await server.call(clinic.caller, 'GET', url)).json<UpcomingCharges>();
    const { subscriptions } = await summary(clinic);
    return ids.map((id) => [
      subscriptions.find((one) => one.id === id)?.payment_method?.id,
      charges.find(({ subscription }) => subscription?.id === id)?.card?.id,
    ]);
  };
  const shown = async (clinic: Clinic, id: string): Promise<Subscription | undefined> =>
    (await summary(clinic)).subscriptions.find((one) => one.id === id);
  /** Two subscriptions that follow the default card, and one that doesn't. */
  const withSubscriptions = async () => {
    const clinic = await server.aClinic();
    const visa = await defaultCard(clinic);
    const amex = await attach(clinic, 'pm_card_amex');
    const core = await start(clinic, 'core_monthly');
    await fakeStripe.advance(0.001);
    const phones = await start(clinic, 'phones_monthly');
    await fakeStripe.advance(0.001);
    const analytics = await start(clinic, 'analytics_monthly');
    const url = `/api/${clinic.practiceId}/practice-features/set-subscription-payment-method/`;
    await server.call(clinic.caller, 'POST', url, { subscription_id: core.id, payment_method_id: amex });
    const ids = [core.id, phones.id, analytics.id] as const;
    return { clinic, visa, amex, ids };
  };

  it('shows a new default card everywhere, and leaves subscriptions’ own cards', async () => {
    const { clinic, visa, amex, ids } = await withSubscriptions();
    const mastercard = await attach(clinic, 'pm_card_mastercard');
    const own = [amex, amex];
    expect(await shownCards(clinic, ids)).toEqual([own, [visa, visa], [visa, visa]]);
    await ofCustomer(clinic, 'set_default_payment_method', { payment_method_id: mastercard });
    expect(await shownCards(clinic, ids)).toEqual([own, [mastercard, mastercard], [mastercard, mastercard]]);
  });

  it('shows the next default card when the default is removed', async () => {
    const { clinic, visa, amex, ids } = await withSubscriptions();
    const mastercard = await attach(clinic, 'pm_card_mastercard');
    const removal = { payment_method_id: visa, new_default_payment_method_id: mastercard };
    expect((await ofCustomer(clinic, 'delete_payment_method', removal))[0]).toBe(200);
    const next = [mastercard, mastercard];
    expect(await shownCards(clinic, ids)).toEqual([[amex, amex], next, next]);
  });

  it('shows an added card that becomes the default', async () => {
    const { clinic, ids } = await withSubscriptions();
    const { id: intent } = await server.stripe.setupIntents.create({ customer: clinic.customer });
    await server.stripe.setupIntents.confirm(intent, { payment_method: 'pm_card_mastercard' });
    const added = { setup_intent_id: intent, make_default: true, retry_open_invoices: false };
    const [status, { payment_method: card }] = (await ofCustomer(clinic, 'confirm_payment_method', added)) as [
      number,
      { payment_method: PaymentMethod },
    ];
    expect([status, (await shownCards(clinic, ids)).slice(1)]).toEqual([
      200,
      [
        [card.id, card.id],
        [card.id, card.id],
      ],
    ]);
  });

  it.each(['set_default_payment_method', 'delete_payment_method'])(
    'shows the default card once the lost response of %s is settled',
    async (call) => {
      const { clinic, visa, ids } = await withSubscriptions();
      const mastercard = await attach(clinic, 'pm_card_mastercard');
      const body =
        call === 'delete_payment_method'
          ? { payment_method_id: visa, new_default_payment_method_id: mastercard }
          : { payment_method_id: mastercard };
      const changed =
        call === 'delete_payment_method'
          ? `POST /v1/payment_methods/${visa}/detach`
          : `POST /v1/customers/${clinic.customer}`;
      await fakeStripe.setFaults([
        { on: changed, kind: 'lost', times: 1 },
        { on: changed, kind: 'refuse', times: 1 },
      ]);
      await ofCustomer(clinic, call, body);
      await fakeStripe.setFaults([]);
      await settleUnsettled({ db: server.db, stripe: server.stripe }, new Date());
      expect((await shownCards(clinic, ids)).slice(1)).toEqual([
        [mastercard, mastercard],
        [mastercard, mastercard],
      ]);
    },
  );

  it('shows a subscription as paid once the lost response of its payment is settled', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    const visa = await defaultCard(clinic);
    const failing = await attach(clinic, 'pm_card_chargeCustomerFail');
    await ofCustomer(clinic, 'set_default_payment_method', { payment_method_id: failing });
    await fakeStripe.advance(31.5);
    const { data } = await server.stripe.invoices.list({ customer: clinic.customer, status: 'open' });
    const invoice_ids = data.map((invoice) => invoice.id);
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    expect(await shown(clinic, id)).toMatchObject({ status: 'past_due' });
    const body = { invoice_ids, payment_method_id: visa };
    await fakeStripe.setFaults([{ on: `POST /v1/invoices/${invoice_ids[0]}/pay`, kind: 'refuse' }]);
    await ofCustomer(clinic, 'pay_open_invoices', body);
    await fakeStripe.setFaults([]);
    await server.stripe.invoices.pay(invoice_ids[0] ?? '', { payment_method: visa });
    await settleUnsettled({ db: server.db, stripe: server.stripe }, new Date());
    expect(await shown(clinic, id)).toMatchObject({ status: 'active', payment_url: null });
  });
});
