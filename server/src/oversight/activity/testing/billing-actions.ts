/** Actions of people and the payment provider on subscriptions, seats and cards. */
import type { Subscription } from 'shared-api/contracts';
import { providerActor } from '../../../billing/subscriptions/mirror/provider-changes.js';
import { refreshSubscription } from '../../../billing/subscriptions/mirror/refresh.js';
import { PRACTICE_KEY } from '../../../billing/subscriptions/mirror/snapshots.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { createTestPerson, createTestPractice, signedIn } from '../../../testing/test-server.js';
import type { Acting } from './acting.js';

export async function changeBilling(acting: Acting) {
  const { server, stripe, admin, call } = acting;
  const actions = billingActions(
    () => server,
    () => stripe,
  );
  const clinic = await server.aClinic();
  const post = (subscription: string, action: string, body: unknown, caller = clinic.caller) =>
    call(caller, 'POST', `/api/${clinic.practiceId}/practice-features/${subscription}/${action}/`, body);
  const { id }: Subscription = await actions.start(clinic, 'phones_monthly');
  await post(id, 'add-subscription-items', { optional_features: [actions.recording()] });
  const recordingItem = async () => {
    const { data } = (await server.stripe.subscriptions.retrieve(id)).items;
    return data.find(({ price }) => price.id === server.price('call_recording:month'))?.id;
  };
  await post(id, 'remove-subscription-item', { subscription_item_id: await recordingItem() });
  await post(id, 'undo-item-removal', { subscription_item_id: await recordingItem() });
  const spare = await server.stripe.paymentMethods.attach('pm_card_mastercard', { customer: clinic.customer });
  await call(clinic.caller, 'POST', `/api/${clinic.practiceId}/practice-features/set-subscription-payment-method/`, {
    subscription_id: id,
    payment_method_id: spare.id,
  });
  await post(id, 'switch-plan', { plan_id: server.price('phones_yearly') });
  await call(admin, 'PUT', `/api/${clinic.practiceId}/features/update_practice_features/`, {
    bundles: ['phones'],
    product_features: ['call_recording'],
  });
  await call(admin, 'POST', `/api/${clinic.practiceId}/practice-features/restore/`, {
    items: [{ kind: 'feature', name: 'call_log' }],
  });
  const plan = server.price('analytics_monthly');
  await post(plan, 'start-trial', { customer_id: clinic.customer, consent_given: true });
  const trial = await actions.plan(clinic, 'analytics_monthly');
  await post(plan, 'cancel-trial', { trial_id: trial?.active_trial?.id });
  await post(id, 'cancel-subscription', { subscription_id: id }, admin);
  await changeSeats(acting);
  await changeCards(acting);
}

async function changeSeats({ server, admin, call }: Acting) {
  const id = await createTestPractice(server.db);
  const customer = await server.stripe.customers.create({ name: 'Group' });
  const method = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const subscription = await server.stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: method.id,
    items: [{ price: server.price('core_monthly'), quantity: 2 }],
  });
  const [item] = subscription.items.data;
  await call(admin, 'POST', `/api/${id}/admin-billing/save_subscriptions/`, {
    customers: [customer.id],
    subscription_items: [item?.id],
  });
  await call(admin, 'POST', `/api/${id}/admin-billing/remove_subscription/`, {
    subscription_item_id: item?.id,
    deactivate_features: true,
  });
}

async function changeCards({ server, practiceId, call }: Acting) {
  const ownerOfMoney = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
  const caller = await signedIn(server, ownerOfMoney);
  const { customer } = (
    await call(caller, 'POST', '/api/stripe/create_customer/', {
      email: 'owner@bright.example',
      first_name: 'Olivia',
      last_name: 'Owner',
      practice_id: practiceId,
      user_id: ownerOfMoney.id,
    })
  ).json<{ customer: { id: string } }>();
  const url = (step: string) => `/api/stripe/${customer.id}/${step}/`;
  const add = async (card: string) => {
    const intent = await server.stripe.setupIntents.create({ customer: customer.id });
    await server.stripe.setupIntents.confirm(intent.id, { payment_method: card });
    await call(caller, 'POST', url('confirm_payment_method'), {
      setup_intent_id: intent.id,
      make_default: false,
      retry_open_invoices: false,
    });
  };
  await add('pm_card_visa');
  await add('pm_card_mastercard');
  const cards = (await server.stripe.customers.listPaymentMethods(customer.id)).data;
  const cardOf = (brand: string) => cards.find(({ card }) => card?.brand === brand)?.id;
  await call(caller, 'POST', url('set_default_payment_method'), { payment_method_id: cardOf('mastercard') });
  await call(caller, 'POST', url('delete_payment_method'), { payment_method_id: cardOf('visa') });
  const declined = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await server.stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: declined.id,
    items: [{ price: server.price('core_monthly') }],
  });
  const [invoice] = (await server.stripe.invoices.list({ customer: customer.id, status: 'open' })).data;
  await call(caller, 'POST', url('pay_open_invoices'), { invoice_ids: [invoice?.id] });
}

/** Payments fail and succeed, a trial and a subscription end; each is processed as after a webhook. */
export async function advanceProviderClock({ server, stripe, call }: Acting) {
  const actions = billingActions(
    () => server,
    () => stripe,
  );
  const [paying, trying] = [await server.aClinic(), await server.aClinic()];
  const { id } = await server.stripe.subscriptions.create({
    customer: paying.customer,
    items: [{ price: server.price('core_monthly') }],
    metadata: { [PRACTICE_KEY]: String(paying.practiceId) },
  });
  const plan = server.price('analytics_monthly');
  await call(trying.caller, 'POST', `/api/${trying.practiceId}/practice-features/${plan}/start-trial/`, {
    customer_id: trying.customer,
    consent_given: true,
  });
  const [trial] = await actions.subscriptionsOf(trying);
  const refresh = async (subscriptionId: string) => {
    const context = { actor: providerActor, now: server.clock.now };
    await refreshSubscription({ db: server.db, stripe: server.stripe }, subscriptionId, context);
  };
  await refresh(id);
  const declined = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: paying.customer,
  });
  await server.stripe.customers.update(paying.customer, {
    invoice_settings: { default_payment_method: declined.id },
  });
  await stripe.advance(31.5);
  await refresh(id);
  await refresh(trial?.id ?? '');
  const [open] = (await server.stripe.invoices.list({ customer: paying.customer, status: 'open' })).data;
  const card = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: paying.customer });
  await server.stripe.invoices.pay(open?.id ?? '', { payment_method: card.id });
  await refresh(id);
  await stripe.advance(50);
  await refresh(id);
  await server.stripe.subscriptions.cancel(id);
  await refresh(id);
}
