/** Every call that moves money or creates a customer: one key makes one change and gets one answer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from 'shared-api/contracts';
import { allContracts } from '../http/all-contracts.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { billingActions } from '../testing/billing-actions.js';
import { type PaymentsWorld, paymentsWorld } from '../testing/payments-world.js';
import {
  type Caller,
  createTestPerson,
  createTestPractice,
  anonymousCaller,
  signedIn,
} from '../testing/test-server.js';

/** A valid change, and another one of the same kind. */
interface Change {
  caller: Caller;
  practiceId: number;
  url: string;
  body: object;
  otherBody: object;
}

const moneyCalls = [
  'addSubscriptionItems',
  'cancelSubscription',
  'cancelTrial',
  'confirmPaymentMethod',
  'createCustomer',
  'payOpenInvoices',
  'removeSubscriptionItem',
  'startSubscription',
  'startTrial',
  'switchPlan',
  'undoItemRemoval',
] as const;

describe('idempotent contracts', () => {
  it('marks exactly the calls that move money or create customers as idempotent', () => {
    const marked = [...allContracts.values()].filter(({ idempotent }) => idempotent).map(({ name }) => name);
    expect(marked.sort()).toEqual([...moneyCalls]);
  });
});

describeOnEveryEngine('idempotency keys', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());
  const { post, plan, chosen, recording, start } = billingActions(
    () => world.server,
    () => world.sandbox,
  );

  const changeOf =
    (action: string, bodies: (id: string) => [object, object], features?: () => unknown[]) =>
    async (): Promise<Change> => {
      const clinic = await world.server.aClinic();
      const { id } = await start(clinic, 'phones_monthly', features?.());
      const [body, otherBody] = bodies(id);
      return { ...clinic, url: `/api/${clinic.practiceId}/practice-features/${id}/${action}/`, body, otherBody };
    };
  const startOf = (action: string, more: object) => async (): Promise<Change> => {
    const clinic = await world.server.aClinic();
    const url = `/api/${clinic.practiceId}/practice-features/${world.server.price('phones_monthly')}/${action}/`;
    const body = { customer_id: clinic.customer, ...more };
    return { ...clinic, url, body, otherBody: { ...body, optional_features: [recording()] } };
  };
  const aRunningItem = async () => {
    const clinic = await world.server.aClinic();
    const receptionist = chosen('virtual_receptionist', 'phones');
    const { id, items } = await start(clinic, 'phones_monthly', [recording(), receptionist]);
    const [item = '', other = ''] = items.flatMap((one) => (one.optional_feature === null ? [] : [one.id]));
    const url = (action: string) => `/api/${clinic.practiceId}/practice-features/${id}/${action}/`;
    const bodies = { body: { subscription_item_id: item }, otherBody: { subscription_item_id: other } };
    return { clinic, id, url, ...bodies };
  };

  const changes: Record<(typeof moneyCalls)[number], () => Promise<Change>> = {
    startSubscription: startOf('start-subscription', {}),
    startTrial: startOf('start-trial', { consent_given: true }),
    addSubscriptionItems: changeOf('add-subscription-items', () => [
      { optional_features: [recording()] },
      { optional_features: [chosen('virtual_receptionist', 'phones')] },
    ]),
    switchPlan: changeOf('switch-plan', () => [
      { plan_id: world.server.price('phones_yearly') },
      { plan_id: world.server.price('phones_yearly'), expected_due: 1 },
    ]),
    cancelSubscription: async () => {
      const change = await changeOf('cancel-subscription', (id) => [
        { subscription_id: id },
        { subscription_id: 'sub_other' },
      ])();
      const admin = await createTestPerson(world.server.db, { flags: { super_admin: true } });
      return { ...change, caller: await signedIn(world.server, admin) };
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
      await world.server.call(change.caller, 'POST', url, change.body);
      const trial = (await plan({ ...change, customer: '' }, 'phones_monthly'))?.active_trial?.id;
      return {
        ...change,
        url: url.replace('start-trial', 'cancel-trial'),
        body: { trial_id: trial },
        otherBody: { trial_id: 'sub_other' },
      };
    },
    createCustomer: async () => {
      const { id: practiceId, ownerId, caller } = await world.aPaymentsPractice();
      const names = { email: 'owner@bright.example', first_name: 'Olivia', last_name: 'Owner' };
      const body = { ...names, practice_id: practiceId, user_id: ownerId };
      const otherBody = { ...body, first_name: 'Oscar' };
      return { caller, practiceId, url: '/api/stripe/create_customer/', body, otherBody };
    },
    payOpenInvoices: async () => {
      const owner = await world.aPaymentsPractice();
      const customerId = await world.aCustomer(owner);
      await world.addCard(owner.caller, customerId, 'pm_card_chargeCustomerFail');
      await world.subscribe(customerId, 'core_monthly');
      const { data } = await world.stripe.invoices.list({ customer: customerId, status: 'open' });
      const card = await world.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
      const body = { invoice_ids: data.map(({ id }) => id), payment_method_id: card.id };
      const url = `/api/stripe/${customerId}/pay_open_invoices/`;
      return { caller: owner.caller, practiceId: owner.id, url, body, otherBody: { ...body, expected_due: 1 } };
    },
    confirmPaymentMethod: async () => {
      const owner = await world.aPaymentsPractice();
      const customerId = await world.aCustomer(owner);
      const body = {
        setup_intent_id: await world.aSetupIntent(customerId, 'pm_card_visa'),
        make_default: false,
        retry_open_invoices: false,
      };
      const url = `/api/stripe/${customerId}/confirm_payment_method/`;
      return { caller: owner.caller, practiceId: owner.id, url, body, otherBody: { ...body, make_default: true } };
    },
  };

  const auditOf = ({ practiceId }: Change) => world.auditActions(practiceId);
  const send = ({ caller, url }: Change, body: object, key: string) =>
    world.server.call(caller, 'POST', url, body, { 'idempotency-key': key });
  const codeOf = (answer: Awaited<ReturnType<typeof send>>) => [answer.statusCode, answer.json<ErrorBody>().code];

  describe.each(moneyCalls)('%s', (name) => {
    it('requires an Idempotency-Key header in a valid form', async () => {
      const change = await changes[name]();
      const before = await auditOf(change);
      const { caller, url, body } = change;
      const missing = await world.server.callWithoutKey(caller, 'POST', url, body);
      expect(codeOf(missing)).toEqual([400, 'idempotency_key_required']);
      expect(missing.json<ErrorBody>().message).toContain('This call needs an Idempotency-Key header');
      for (const key of ['', 'short', 'with spaces in it', 'x'.repeat(101)]) {
        expect(codeOf(await send(change, body, key))).toEqual([400, 'idempotency_key_invalid']);
      }
      expect(await auditOf(change)).toEqual(before);
    });

    it('makes one change per key, repeats its answer, and refuses the key with another body', async () => {
      const change = await changes[name]();
      const key = randomUUID();
      const before = await auditOf(change);
      const first = await send(change, change.body, key);
      expect([first.statusCode, first.body]).toEqual([200, expect.any(String)]);
      const made = await auditOf(change);
      expect(made.length).toBeGreaterThan(before.length);
      expect(codeOf(await send(change, change.otherBody, key))).toEqual([422, 'idempotency_key_reused']);
      const again = await send(change, change.body, key);
      expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
      expect(await auditOf(change)).toEqual(made);
    });
  });

  it('refuses a key that was used for another call or practice', async () => {
    const change = await changes.startSubscription();
    const key = randomUUID();
    await send(change, change.body, key);
    const trial = { ...change, url: change.url.replace('start-subscription', 'start-trial') };
    const body = { ...change.body, consent_given: true };
    expect(codeOf(await send(trial, body, key))).toEqual([422, 'idempotency_key_reused']);
    const superAdmin = await signedIn(
      world.server,
      await createTestPerson(world.server.db, { flags: { super_admin: true } }),
    );
    const second = randomUUID();
    const mine = { ...(await changes.startSubscription()), caller: superAdmin };
    expect((await send(mine, mine.body, second)).statusCode).toBe(200);
    const practiceId = await createTestPractice(world.server.db);
    const theirs = { ...mine, url: mine.url.replace(`/${mine.practiceId}/`, `/${practiceId}/`) };
    expect(codeOf(await send(theirs, mine.body, second))).toEqual([422, 'idempotency_key_reused']);
  });

  it('accepts the same key from two people', async () => {
    const [one, other] = [await changes.createCustomer(), await changes.createCustomer()];
    const key = randomUUID();
    expect((await send(one, one.body, key)).statusCode).toBe(200);
    expect((await send(other, other.body, key)).statusCode).toBe(200);
  });

  it('accepts a key again after a malformed body', async () => {
    const change = await changes.createCustomer();
    const key = randomUUID();
    expect(codeOf(await send(change, { ...change.body, email: 'nobody' }, key))).toEqual([400, 'invalid']);
    expect((await send(change, change.body, key)).statusCode).toBe(200);
  });

  it('checks the session and the right before the key', async () => {
    const { url, body } = await changes.startSubscription();
    const { callWithoutKey, db } = world.server;
    expect((await callWithoutKey(anonymousCaller, 'POST', url, body)).statusCode).toBe(401);
    const stranger = await signedIn(world.server, await createTestPerson(db));
    expect((await callWithoutKey(stranger, 'POST', url, body)).statusCode).toBe(403);
  });

  it('lists the header in the OpenAPI page for exactly these calls', async () => {
    interface OpenApi {
      paths: Record<
        string,
        Record<string, { operationId: string; parameters?: { name: string; in: string; required?: boolean }[] }>
      >;
    }
    const { paths } = (await world.server.call(anonymousCaller, 'GET', '/api/docs/json')).json<OpenApi>();
    const described = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters = [] }) =>
        parameters.some((one) => one.in === 'header' && one.name === 'idempotency-key' && one.required),
      )
      .map(({ operationId }) => operationId);
    expect(described.sort()).toEqual([...moneyCalls]);
  });
});
