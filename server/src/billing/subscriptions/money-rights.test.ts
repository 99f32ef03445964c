/**
 * Which members of a practice may spend money and see amounts (DECISIONS, server rules 8 and 19; docs/decisions/0035).
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import {
  type FeatureSummary,
  type GrantableRight,
  type MemberRole,
  type TrialPlan,
  missingRight,
} from 'shared-api/contracts';
import { startFakeStripe, type FakeStripe } from '../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/billing-server.js';
import { billingActions } from '../../testing/billing-actions.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPerson, createTestPractice, signedIn } from '../../testing/test-server.js';

const dates = [
  'created',
  'trial_start',
  'trial_end',
  'canceled_at',
  'ends_at',
  'start_date',
  'end_date',
  'date',
  'stop_date',
  'ends',
];
const otherDates = ['trial_end_date', 'requested_at', 'at'];
const counts = ['id', 'quantity', 'trial_days', 'max_trials_allowed', 'max_trials', 'trials_used', 'trials_remaining'];
const notAmounts = new Set([...dates, ...otherDates, ...counts]);

/** Every number in a response that is neither a date nor a count. */
function amountsOf(value: unknown, key = ''): number[] {
  if (typeof value === 'number') return notAmounts.has(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => amountsOf(one, key));
  return Object.entries(value).flatMap(([name, one]) => amountsOf(one, name));
}

/** A response without its numbers: a date in epoch seconds may contain the digits of a card. */
const textsOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'number' ? undefined : value));

const notZero = (amount: number): boolean => amount !== 0;

describeWithDatabase('billing rights in a practice', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });
  const { post, summary, start, recording, plan } = billingActions(
    () => server,
    () => fakeStripe,
  );

  const aMember = async (
    clinic: Pick<Clinic, 'practiceId'>,
    role: MemberRole,
    rights: GrantableRight[] | null = null,
  ): Promise<Caller> =>
    signedIn(server, await createTestPerson(server.db, { practices: [clinic.practiceId], role, rights }));

  interface Paying {
    clinic: Clinic;
    subscription: string;
    item: string;
    card: string;
  }

  /** A clinic that pays for a plan with an add-on. */
  async function paying(): Promise<Paying> {
    const clinic = await server.aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording()]);
    const [method] = (await server.stripe.customers.listPaymentMethods(clinic.customer)).data;
    const addOn = items.find((one) => one.optional_feature !== null);
    return { clinic, subscription: id, item: addOn?.id ?? '', card: method?.id ?? '' };
  }

  const ofCustomer = (caller: Caller, customerId: string, call: string, body?: unknown) =>
    server.call(caller, body === undefined ? 'GET' : 'POST', `/api/stripe/${customerId}/${call}/`, body);
  const ofFeatures = (caller: Caller, practiceId: number, call: string, body?: unknown) =>
    server.call(caller, body === undefined ? 'GET' : 'POST', `/api/${practiceId}/practice-features/${call}/`, body);

  /** Every call that spends money, manages cards, or shows what would be charged. */
  function spendingCalls({ clinic, subscription: subscriptionId, item: itemId, card: cardId }: Paying, caller: Caller) {
    const { practiceId, customer: customerId } = clinic;
    const features = (call: string, body?: unknown) => ofFeatures(caller, practiceId, call, body);
    const cards = (call: string, body?: unknown) => ofCustomer(caller, customerId, call, body);
    const core = server.price('core_monthly');
    const newCustomer = {
      email: 'a@test.example',
      first_name: 'A',
      last_name: 'B',
      user_id: 'x',
      practice_id: practiceId,
    };
    return [
      () => features(`${core}/start-subscription`, { customer_id: customerId }),
      () => features(`${core}/start-trial`, { customer_id: customerId, consent_given: true }),
      () => features(`${core}/cancel-trial`, { trial_id: subscriptionId }),
      () => features(`${subscriptionId}/add-subscription-items`, { optional_features: [recording()] }),
      () => features(`${subscriptionId}/switch-plan`, { plan_id: server.price('phones_yearly') }),
      () => features(`${subscriptionId}/remove-subscription-item`, { subscription_item_id: itemId }),
      () => features(`${subscriptionId}/undo-item-removal`, { subscription_item_id: itemId }),
      () => features('restore', { items: [{ kind: 'bundle', name: 'phones' }] }),
      () => features('preview', { kind: 'start', plan_id: core, customer_id: customerId }),
      () => features('requests/any_request'),
      () => features('requests/any_request/settle', {}),
      () => server.call(caller, 'GET', `/api/${practiceId}/practice-features/add-on-offers/?plan_id=${core}`),
      () => cards('set_default_payment_method', { payment_method_id: cardId }),
      () => cards('delete_payment_method', { payment_method_id: cardId }),
      () => cards('create_setup_intent', {}),
      () => cards('pay_open_invoices', { invoice_ids: ['in_123'], payment_method_id: cardId, expected_due: 100 }),
      () =>
        cards('confirm_payment_method', {
          setup_intent_id: 'seti_1234567890',
          make_default: true,
          retry_open_invoices: true,
        }),
      () => server.call(caller, 'POST', '/api/stripe/create_customer/', newCustomer),
    ];
  }

  /** Every call that shows amounts, cards or invoices. */
  function readingCalls({ clinic }: Paying, caller: Caller) {
    const { practiceId, customer: customerId } = clinic;
    const get = (url: string) => () => server.call(caller, 'GET', url);
    return [
      get(`/api/stripe/list_customers/?practice_id=${practiceId}`),
      get(`/api/stripe/${customerId}/list_customer_payment_methods/`),
      get(`/api/stripe/${customerId}/list_open_invoices/`),
      get(`/api/stripe/list_practice_invoices/?practice_id=${practiceId}`),
      get(`/api/stripe/practice_invoice_totals/?practice_id=${practiceId}`),
      get(`/api/stripe/export_practice_invoices/?practice_id=${practiceId}&format=csv`),
      get(`/api/${practiceId}/practice-features/upcoming-charges/`),
    ];
  }

  async function outcomes(calls: readonly (() => Promise<LightMyRequestResponse>)[]) {
    const found: [number, string][] = [];
    for (const call of calls) {
      const response = await call();
      const body = response.statusCode === 200 ? {} : response.json<{ message?: string }>();
      found.push([response.statusCode, body.message ?? '']);
    }
    return found;
  }

  /** The provider's data of a clinic, and the number of customers. */
  async function providerData({ customer: customerId }: Clinic): Promise<unknown> {
    const { stripe } = server;
    const [found, cards, subscriptions, invoices, customers] = await Promise.all([
      stripe.customers.retrieve(customerId),
      stripe.customers.listPaymentMethods(customerId),
      stripe.subscriptions.list({ customer: customerId, status: 'all' }),
      stripe.invoices.list({ customer: customerId }),
      stripe.customers.list({ limit: 100 }),
    ]);
    return [found, cards.data, subscriptions.data, invoices.data, customers.data.length];
  }

  it.each<[string, MemberRole, GrantableRight[] | null]>([
    ['staff', 'staff', null],
    ['staff who may see amounts', 'staff', ['billing.read', 'settings', 'hours']],
    ['a manager from whom the right was taken', 'manager', ['billing.read', 'settings', 'communication']],
  ])('returns 403 for billing changes by %s, and changes nothing at the provider', async (_who, role, rights) => {
    const world = await paying();
    const before = await providerData(world.clinic);
    const calls = spendingCalls(world, await aMember(world.clinic, role, rights));
    expect(await outcomes(calls)).toEqual(calls.map(() => [403, missingRight('billing')]));
    expect(await providerData(world.clinic)).toEqual(before);
  });

  it.each<[string, MemberRole, GrantableRight[] | null]>([
    ['an owner', 'owner', null],
    ['a manager', 'manager', null],
    ['staff with the right', 'staff', ['billing']],
  ])('allows billing changes by %s', async (_who, role, rights) => {
    const world = await paying();
    const caller = await aMember(world.clinic, role, rights);
    const found = await outcomes([...spendingCalls(world, caller), ...readingCalls(world, caller)]);
    expect(found.filter(([status]) => status === 403)).toEqual([]);
    // The plan is started. Some of the other calls are rejected for other reasons than rights.
    expect(found[0]).toEqual([200, '']);
    expect(found.filter(([status]) => status === 200).length).toBeGreaterThan(10);
  });

  it('requires billing.read for routes that show amounts', async () => {
    const world = await paying();
    const refused = readingCalls(world, await aMember(world.clinic, 'staff'));
    expect(await outcomes(refused)).toEqual(refused.map(() => [403, missingRight('billing.read')]));
    const allowed = readingCalls(world, await aMember(world.clinic, 'staff', ['billing.read']));
    expect((await outcomes(allowed)).map(([status]) => status)).toEqual(allowed.map(() => 200));
  });

  describe('feature summary', () => {
    const ofDifferentStates = async () => {
      const world = await paying();
      const { clinic } = world;
      await post(clinic, world.subscription, 'remove-subscription-item', { subscription_item_id: world.item });
      const bank = await server.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
        customer: clinic.customer,
      });
      const asked = await post(clinic, server.price('core_monthly'), 'start-subscription', {
        customer_id: clinic.customer,
        payment_method_id: bank.id,
      });
      expect(asked.json()).toMatchObject({ status: 'requires_action' });
      return world;
    };
    const actionsOf = ({ subscriptions }: FeatureSummary) =>
      subscriptions
        .flatMap(({ actions, items }) => [
          ...Object.values(actions),
          ...items.flatMap((item) => Object.values(item.actions)),
        ])
        .flatMap((action) => action ?? []);

    it('hides every amount, the customer, cards, secrets and actions from staff', async () => {
      const { clinic } = await ofDifferentStates();
      const full = await summary(clinic);
      expect(full.amounts_hidden ?? false).toBe(false);
      expect(full.pending_requests[0]?.client_secret).toEqual(expect.any(String));
      expect(amountsOf(full).filter(notZero).length).toBeGreaterThan(5);

      const shown = await summary({ ...clinic, caller: await aMember(clinic, 'staff') });
      expect(amountsOf(shown).length).toBe(amountsOf(full).length);
      expect(amountsOf(shown).filter(notZero)).toEqual([]);
      expect(textsOf(shown)).not.toMatch(/cus_|pm_|_secret_|invoice|4242|3184|Test Dental/);
      expect(shown).toMatchObject({ amounts_hidden: true, dashboard_url: null, pending_requests: [] });
      for (const one of shown.subscriptions) {
        expect(one).toMatchObject({ customer_id: '', customer_name: null, payment_method: null, payment_url: null });
      }
      expect(new Set(actionsOf(shown).map(({ allowed, reason }) => `${allowed} ${reason}`))).toEqual(
        new Set([`false ${missingRight('billing')}`]),
      );
      // The practice's subscriptions and entitlements do not change.
      const used = ({ subscriptions, bundles, features, revision }: FeatureSummary) => ({
        subscriptions: subscriptions.map(({ id, status, plan_name, items }) => [id, status, plan_name, items.length]),
        bundles,
        features,
        revision,
      });
      expect(used(shown)).toEqual(used(full));
    });

    it('shows amounts without actions and secrets to members with only billing.read', async () => {
      const { clinic } = await ofDifferentStates();
      const full = await summary(clinic);
      const shown = await summary({ ...clinic, caller: await aMember(clinic, 'staff', ['billing.read']) });
      expect(amountsOf(shown)).toEqual(amountsOf(full));
      expect(shown.amounts_hidden ?? false).toBe(false);
      expect(shown.subscriptions[0]).toMatchObject({
        customer_id: clinic.customer,
        payment_method: { last4: expect.any(String) },
      });
      expect(new Set(actionsOf(shown).map(({ allowed, reason }) => `${allowed} ${reason}`))).toEqual(
        new Set([`false ${missingRight('billing')}`]),
      );
      expect(shown.pending_requests).toHaveLength(1);
      expect(shown.pending_requests[0]).not.toHaveProperty('client_secret');
    });

    it('offers restoring withheld features only to people who may do it', async () => {
      const { clinic } = await paying();
      const admin = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
      const url = `/api/${clinic.practiceId}/features/update_practice_features/`;
      expect((await server.call(admin, 'PUT', url, { bundles: [] })).statusCode).toBe(200);
      const offered = async (caller: Caller) =>
        (await summary({ ...clinic, caller })).withheld.map((one) => one.can_restore);
      expect(await offered(clinic.caller)).toContain(true);
      expect(await offered(await aMember(clinic, 'staff', ['billing.read']))).not.toContain(true);
    });
  });

  describe('plans on offer', () => {
    const plans = async ({ practiceId }: Clinic, caller: Caller) =>
      (await server.call(caller, 'GET', `/api/stripe-plan-trials/?practice_id=${practiceId}`)).json<{
        plans: TrialPlan[];
        amounts_hidden?: boolean;
      }>();

    it('hides amounts and savings from staff, and offers no trial or switch', async () => {
      const { clinic } = await paying();
      const full = await plans(clinic, clinic.caller);
      expect(amountsOf(full).filter(notZero).length).toBeGreaterThan(3);
      expect(full.plans.some(({ offer }) => offer.switch_from.length > 0)).toBe(true);
      const shown = await plans(clinic, await aMember(clinic, 'staff'));
      expect(shown.amounts_hidden).toBe(true);
      expect(amountsOf(shown).filter(notZero)).toEqual([]);
      for (const { offer } of shown.plans) {
        expect(offer).toMatchObject({ yearly_saving: null, switch_from: [] });
        expect(offer.trial).toMatchObject({ offered: false, reason: missingRight('billing'), blocked_customers: [] });
      }
    });

    it('shows amounts and offers no trial to members with only billing.read', async () => {
      const { clinic } = await paying();
      const caller = await aMember(clinic, 'staff', ['billing.read']);
      const shown = await plans(clinic, caller);
      expect(amountsOf(shown)).toEqual(amountsOf(await plans(clinic, clinic.caller)));
      expect(shown.amounts_hidden ?? false).toBe(false);
      expect((await plan({ ...clinic, caller }, 'core_monthly'))?.offer.trial).toMatchObject({
        offered: false,
        reason: missingRight('billing'),
      });
    });
  });

  describe('when two practices share a customer', () => {
    const shared = async () => {
      const clinic = await server.aClinic();
      const other = await createTestPractice(server.db);
      await server.nameCustomer(other, clinic.customer);
      return { clinic, other };
    };
    const inPractices = async (roles: readonly (readonly [practice: number, role: MemberRole])[]) => {
      const [first, ...others] = roles;
      const person = await createTestPerson(server.db, { practices: [first?.[0] ?? 0], role: first?.[1] ?? 'staff' });
      for (const [practiceId, role] of others) {
        await server.db
          .insertInto('memberships')
          .values({ practice_id: practiceId, person_id: person.id, role })
          .execute();
      }
      return signedIn(server, person);
    };
    const statusesFor = async (caller: Caller, customerId: string) => [
      (await ofCustomer(caller, customerId, 'list_customer_payment_methods')).statusCode,
      (await ofCustomer(caller, customerId, 'create_setup_intent', {})).statusCode,
    ];

    it('accepts the right in either practice', async () => {
      const { clinic, other } = await shared();
      for (const roles of [
        [
          [clinic.practiceId, 'staff'],
          [other, 'manager'],
        ],
        [
          [clinic.practiceId, 'owner'],
          [other, 'staff'],
        ],
      ] as const) {
        expect(await statusesFor(await inPractices(roles), clinic.customer)).toEqual([200, 200]);
      }
    });

    it('ignores the right in a practice that doesn’t own the customer', async () => {
      const { clinic, other } = await shared();
      const own = (await server.aClinic()).practiceId;
      const caller = await inPractices([
        [clinic.practiceId, 'staff'],
        [other, 'staff'],
        [own, 'owner'],
      ]);
      expect(await statusesFor(caller, clinic.customer)).toEqual([403, 403]);
      expect(await statusesFor(await inPractices([[own, 'owner']]), clinic.customer)).toEqual([404, 404]);
    });
  });

  it('gives internal staff and admins access without a right', async () => {
    const { clinic } = await paying();
    for (const flags of [{ internal: true }, { task_admin: true }, { super_admin: true }]) {
      const caller = await signedIn(server, await createTestPerson(server.db, { flags }));
      expect((await ofCustomer(caller, clinic.customer, 'list_customer_payment_methods')).statusCode).toBe(200);
      expect((await ofFeatures(caller, clinic.practiceId, 'upcoming-charges')).statusCode).toBe(200);
    }
  });
});
