/** A valid change for each call that moves money, creates a customer or changes its cards. */
import { refreshSubscription } from '../billing/subscriptions/mirror/refresh.js';
import type { PaymentsWorld } from './payments-world.js';
import { billingActions } from './billing-actions.js';
import { type Caller, createTestPerson, signedIn, testAudit } from './test-server.js';

/** A valid change, and another one of the same kind. */
export interface Change {
  caller: Caller;
  practiceId: number;
  url: string;
  body: object;
  otherBody: object;
}

export const moneyCalls = [
  'addSubscriptionItems',
  'cancelSubscription',
  'cancelTrial',
  'confirmPaymentMethod',
  'createCustomer',
  'deletePaymentMethod',
  'endUnpaidSubscription',
  'payOpenInvoices',
  'removeSubscriptionItem',
  'setDefaultPaymentMethod',
  'setSubscriptionPaymentMethod',
  'startSubscription',
  'startTrial',
  'switchPlan',
  'undoItemRemoval',
] as const;

/** The change's write at the provider, for injected errors. */
export const writeOf: Record<(typeof moneyCalls)[number], string> = {
  addSubscriptionItems: 'POST /v1/subscriptions/',
  cancelSubscription: 'DELETE /v1/subscriptions/',
  cancelTrial: 'DELETE /v1/subscriptions/',
  confirmPaymentMethod: 'POST /v1/customers/',
  createCustomer: 'POST /v1/customers',
  deletePaymentMethod: 'POST /v1/payment_methods/',
  endUnpaidSubscription: 'DELETE /v1/subscriptions/',
  payOpenInvoices: 'POST /v1/invoices/',
  removeSubscriptionItem: 'POST /v1/subscription_schedules/',
  setDefaultPaymentMethod: 'POST /v1/customers/',
  setSubscriptionPaymentMethod: 'POST /v1/subscriptions/',
  startSubscription: 'POST /v1/subscriptions',
  startTrial: 'POST /v1/subscriptions',
  switchPlan: 'POST /v1/subscriptions/',
  undoItemRemoval: 'POST /v1/subscription_schedules/',
};

/** @param world available once the tests run */
export function moneyChanges(world: () => PaymentsWorld): Record<(typeof moneyCalls)[number], () => Promise<Change>> {
  const { post, plan, chosen, recording, start } = billingActions(
    () => world().server,
    () => world().sandbox,
  );

  const changeOf =
    (action: string, bodies: (id: string) => [object, object], features?: () => unknown[]) =>
    async (): Promise<Change> => {
      const clinic = await world().server.aClinic();
      const { id } = await start(clinic, 'phones_monthly', features?.());
      const [body, otherBody] = bodies(id);
      return { ...clinic, url: `/api/${clinic.practiceId}/practice-features/${id}/${action}/`, body, otherBody };
    };
  const startOf = (action: string, more: object) => async (): Promise<Change> => {
    const clinic = await world().server.aClinic();
    const url = `/api/${clinic.practiceId}/practice-features/${world().server.price('phones_monthly')}/${action}/`;
    const body = { customer_id: clinic.customer, ...more };
    return { ...clinic, url, body, otherBody: { ...body, optional_features: [recording()] } };
  };
  const aRunningItem = async () => {
    const clinic = await world().server.aClinic();
    const receptionist = chosen('virtual_receptionist', 'phones');
    const { id, items } = await start(clinic, 'phones_monthly', [recording(), receptionist]);
    const [item = '', other = ''] = items.flatMap((one) => (one.optional_feature === null ? [] : [one.id]));
    const url = (action: string) => `/api/${clinic.practiceId}/practice-features/${id}/${action}/`;
    const bodies = { body: { subscription_item_id: item }, otherBody: { subscription_item_id: other } };
    return { clinic, id, url, ...bodies };
  };

  /** A customer with three cards. The first one is the default. */
  const threeCards = async () => {
    const owner = await world().aPaymentsPractice();
    const customerId = await world().aCustomer(owner);
    for (const card of ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex']) {
      await world().addCard(owner.caller, customerId, card);
    }
    const cards = (await world().cards(owner.caller, customerId)).map(({ id }) => id);
    return { caller: owner.caller, practiceId: owner.id, url: `/api/stripe/${customerId}`, cards };
  };

  const changes: Record<(typeof moneyCalls)[number], () => Promise<Change>> = {
    startSubscription: startOf('start-subscription', {}),
    startTrial: startOf('start-trial', { consent_given: true }),
    addSubscriptionItems: changeOf('add-subscription-items', () => [
      { optional_features: [recording()] },
      { optional_features: [chosen('virtual_receptionist', 'phones')] },
    ]),
    switchPlan: changeOf('switch-plan', () => [
      { plan_id: world().server.price('phones_yearly') },
      { plan_id: world().server.price('phones_yearly'), expected_due: 1 },
    ]),
    cancelSubscription: async () => {
      const change = await changeOf('cancel-subscription', (id) => [
        { subscription_id: id },
        { subscription_id: 'sub_other' },
      ])();
      const admin = await createTestPerson(world().server.db, { flags: { super_admin: true } });
      return { ...change, caller: await signedIn(world().server, admin) };
    },
    endUnpaidSubscription: async () => {
      const { url, body, otherBody, ...change } = await changes.cancelSubscription();
      const { subscription_id: id } = body as { subscription_id: string };
      const mirror = { db: world().server.db, stripe: world().stripe };
      await world().sandbox.control('stripe/objects', { object: 'subscription', id, fields: { status: 'unpaid' } });
      await refreshSubscription(mirror, id, testAudit());
      const open_invoices = 'void';
      return {
        ...change,
        url: url.replace('cancel-subscription', 'end-unpaid-subscription'),
        body: { ...body, open_invoices },
        otherBody: { ...otherBody, open_invoices },
      };
    },
    removeSubscriptionItem: async () => {
      const { clinic, url, body, otherBody } = await aRunningItem();
      return { ...clinic, url: url('remove-subscription-item'), body, otherBody };
    },
    undoItemRemoval: async () => {
      const { clinic, id, url, body, otherBody } = await aRunningItem();
      await post(clinic, id, 'remove-subscription-item', body);
      return { ...clinic, url: url('undo-item-removal'), body, otherBody };
    },
    cancelTrial: async () => {
      const { url, ...change } = await changes.startTrial();
      await world().server.call(change.caller, 'POST', url, change.body);
      const trial = (await plan({ ...change, customer: '' }, 'phones_monthly'))?.active_trial?.id;
      return {
        ...change,
        url: url.replace('start-trial', 'cancel-trial'),
        body: { trial_id: trial },
        otherBody: { trial_id: 'sub_other' },
      };
    },
    createCustomer: async () => {
      const { id: practiceId, ownerId, caller } = await world().aPaymentsPractice();
      const names = { email: 'owner@bright.example', first_name: 'Olivia', last_name: 'Owner' };
      const body = { ...names, practice_id: practiceId, user_id: ownerId };
      const otherBody = { ...body, first_name: 'Oscar' };
      return { caller, practiceId, url: '/api/stripe/create_customer/', body, otherBody };
    },
    payOpenInvoices: async () => {
      const owner = await world().aPaymentsPractice();
      const customerId = await world().aCustomer(owner);
      await world().addCard(owner.caller, customerId, 'pm_card_chargeCustomerFail');
      await world().subscribe(customerId, 'core_monthly');
      const { data } = await world().stripe.invoices.list({ customer: customerId, status: 'open' });
      const card = await world().stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
      const body = { invoice_ids: data.map(({ id }) => id), payment_method_id: card.id };
      const url = `/api/stripe/${customerId}/pay_open_invoices/`;
      return { caller: owner.caller, practiceId: owner.id, url, body, otherBody: { ...body, expected_due: 1 } };
    },
    deletePaymentMethod: async () => {
      const { url, cards, ...change } = await threeCards();
      const [, card, other] = cards;
      const body = { payment_method_id: card };
      return { ...change, url: `${url}/delete_payment_method/`, body, otherBody: { payment_method_id: other } };
    },
    setDefaultPaymentMethod: async () => {
      const { url, cards, ...change } = await threeCards();
      const [, card, other] = cards;
      const body = { payment_method_id: card };
      return { ...change, url: `${url}/set_default_payment_method/`, body, otherBody: { payment_method_id: other } };
    },
    setSubscriptionPaymentMethod: async () => {
      const clinic = await world().server.aClinic();
      const { id } = await start(clinic, 'phones_monthly');
      const attach = (card: string) => world().stripe.paymentMethods.attach(card, { customer: clinic.customer });
      const [card, other] = [await attach('pm_card_mastercard'), await attach('pm_card_amex')];
      const url = `/api/${clinic.practiceId}/practice-features/set-subscription-payment-method/`;
      const body = { subscription_id: id, payment_method_id: card.id };
      return { ...clinic, url, body, otherBody: { ...body, payment_method_id: other.id } };
    },
    confirmPaymentMethod: async () => {
      const owner = await world().aPaymentsPractice();
      const customerId = await world().aCustomer(owner);
      const body = {
        setup_intent_id: await world().aSetupIntent(customerId, 'pm_card_visa'),
        make_default: false,
        retry_open_invoices: false,
      };
      const url = `/api/stripe/${customerId}/confirm_payment_method/`;
      return { caller: owner.caller, practiceId: owner.id, url, body, otherBody: { ...body, make_default: true } };
    },
  };
  return changes;
}
