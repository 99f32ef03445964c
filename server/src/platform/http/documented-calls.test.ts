/**
 * Every call in the specification's tables, with exactly the documented payload and none of our headers (server rule 6,
 * DECISIONS 1 to 9).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setVoiceAccount } from '../../practices/phone-numbers/phone-moves-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Change, moneyChanges } from '../../testing/money-changes.js';
import { type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';
import { type Caller, createTestPerson, createTestPractice, signedIn } from '../../testing/test-server.js';
import { SANDBOX_ORG_ACCOUNT } from '../../practices/twilio/voice-provider.js';

interface DocumentedCall {
  caller: Caller;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body?: unknown;
}

describeWithDatabase('documented calls', (database) => {
  let world: PaymentsWorld;
  let admin: Caller;
  let practiceId: number;
  let owner: string;
  let customer: string;
  beforeAll(async () => {
    world = await paymentsWorld(database());
    const { server } = world;
    admin = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { super_admin: true, task_admin: true } }),
    );
    const providers = [{ provider_id: 1, first_name: 'Amy', last_name: 'Hygienist' }];
    practiceId = await createTestPractice(server.db, { providers });
    const person = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
    owner = person.id;
    customer = await world.aCustomer({ id: practiceId, ownerId: owner, caller: await signedIn(server, person) });
  });
  afterAll(() => world.close());

  const { post, changes } = { post: 'POST', changes: moneyChanges(() => world) } as const;
  const read = async (url: string): Promise<unknown> => (await world.server.callWithoutKey(admin, 'GET', url)).json();
  const of = (path: string) => `/api/${practiceId}/${path}`;
  const get = (path: () => string) => (): Promise<DocumentedCall> =>
    Promise.resolve({ caller: admin, method: 'GET', url: path() });
  const send =
    (path: () => string, body: () => unknown, method: 'POST' | 'PUT' = post) =>
    async (): Promise<DocumentedCall> => ({ caller: admin, method, url: path(), body: await body() });
  const money =
    (change: () => Promise<Change>, body: (change: Change) => object = ({ body: own }) => own) =>
    async (): Promise<DocumentedCall> => {
      const made = await change();
      return { caller: made.caller, method: post, url: made.url, body: body(made) };
    };
  const card = async () => (await world.stripe.paymentMethods.attach('pm_card_visa', { customer })).id;
  const nothing = () => undefined;

  const billing: Record<string, () => Promise<DocumentedCall>> = {
    'feature-summary': get(() => of('practice-features/feature-summary/')),
    'stripe-plan-trials': get(() => `/api/stripe-plan-trials/?practice_id=${practiceId}`),
    'optional-features': get(() => '/api/bundles/optional-features/'),
    'add-subscription-items': money(changes.addSubscriptionItems),
    'cancel-subscription': money(changes.cancelSubscription),
    'remove-subscription-item': money(changes.removeSubscriptionItem),
    'start-trial': money(changes.startTrial, ({ body }) => ({ ...body, optional_features: [] })),
    'start-trial, no feature as null': money(changes.startTrial, ({ body }) => ({ ...body, optional_features: null })),
    'cancel-trial': money(changes.cancelTrial),
    'start-subscription': money(changes.startSubscription),
    'start-subscription, no feature as null': money(changes.startSubscription, ({ body }) => ({
      ...body,
      optional_features: null,
    })),
    list_customers: get(() => `/api/stripe/list_customers/?practice_id=${practiceId}`),
    create_customer: money(changes.createCustomer),
    'create_customer, practice as text': money(changes.createCustomer, (change) => ({
      ...change.body,
      practice_id: String(change.practiceId),
    })),
    get_stripe_related_info: get(() => '/api/stripe/get_stripe_related_info/'),
    plans: get(() => '/api/stripe/plans/?pbn_default=true'),
    list_practice_invoices: get(() => `/api/stripe/list_practice_invoices/?practice_id=${practiceId}&starting_after=`),
  };

  const internal: Record<string, () => Promise<DocumentedCall>> = {
    'features of a practice': get(() => of('features/')),
    'bundles, features and flags of a practice': get(() => of('features/bundles_features_flags/')),
    update_practice_features: send(
      () => of('features/update_practice_features/'),
      () => ({
        bundles: [],
        product_features: [],
        account_expiration_date: null,
        snapshot_expiration_date: null,
        baseline_date: '2026-01-31',
      }),
      'PUT',
    ),
    'update_practice_features, with names': send(
      () => of('features/update_practice_features/'),
      () => ({ bundles: [{ name: 'phones' }], features: [], product_features: [{ name: 'call_recording' }] }),
      'PUT',
    ),
    update_practice_feature_flags: send(
      () => of('features/update_practice_feature_flags/'),
      () => ({ features: [] }),
      'PUT',
    ),
    'bundles, features and flags': get(() => '/api/features/bundles_features_flags/'),
    'features of all practices': get(() => '/api/features/'),
    bulk_update: send(
      () => '/api/features/bulk_update/',
      () => ({ action: 'add', type: 'bundle', items: ['phones'], practice_ids: [practiceId] }),
    ),
    practice_subscriptions: get(() => of('admin-billing/practice_subscriptions/')),
    search: get(() => of('admin-billing/search/?query=Olivia')),
    save_subscriptions: send(
      () => of('admin-billing/save_subscriptions/'),
      async () => {
        await world.stripe.customers.update(customer, { invoice_settings: { default_payment_method: await card() } });
        const { id } = await world.subscribe(customer, 'core_monthly');
        await world.server.app.jobs.drain();
        const { data } = (await read(of('admin-billing/search/?query=Olivia'))) as {
          data: { id: string; subscriptions: { id: string; items: { id: string }[] }[] }[];
        };
        const subscriptions = data.flatMap((found) => found.subscriptions);
        const items = subscriptions.find((one) => one.id === id)?.items.map((item) => item.id);
        return { customers: [customer], subscription_items: items };
      },
    ),
    remove_subscription: send(
      () => of('admin-billing/remove_subscription/'),
      async () => {
        const { data } = (await read(of('admin-billing/practice_subscriptions/'))) as {
          data: { subscriptions: { items: { id: string }[] }[] }[];
        };
        const [item] = data.flatMap((one) => one.subscriptions).flatMap(({ items }) => items);
        return { subscription_item_id: item?.id, deactivate_features: true };
      },
    ),
    practice_users: get(() => `/practice_users/${practiceId}`),
    'product-change-history': get(() =>
      of('product-change-history/?page=1&page_size=10&sort_by=created_at&sort_order=desc'),
    ),
    list_customer_payment_methods: get(() => `/api/stripe/${customer}/list_customer_payment_methods/`),
    set_default_payment_method: send(
      () => `/api/stripe/${customer}/set_default_payment_method/`,
      async () => ({ payment_method_id: await card() }),
    ),
    delete_payment_method: send(
      () => `/api/stripe/${customer}/delete_payment_method/`,
      async () => ({ payment_method_id: await card() }),
    ),
  };

  const settings: Record<string, () => Promise<DocumentedCall>> = {
    practice_settings: get(() => of('settings/practice_settings/')),
    'update_practice_settings, whole': send(
      () => of('settings/update_practice_settings/'),
      () => read(of('settings/practice_settings/')),
    ),
    'update_practice_settings, advanced clinics': send(
      () => of('settings/update_practice_settings/'),
      () => ({ use_clinics: true, parent_practice_id: null, clinicnum: 1, additional_clinicnums: [] }),
    ),
    create_clinic_practices: send(
      () => of('settings/create_clinic_practices/'),
      async () => {
        const clinic = { clinic_num: 2, description: 'West', address: '', address2: '', city: '', state: '', zip: '' };
        await world.server.db
          .insertInto('pms_clinics')
          .values({ practice_id: practiceId, ...clinic })
          .execute();
        return { clinics: [{ clinicNum: 2, name: '', additionalClinics: [], clinicData: { Description: 'West' } }] };
      },
    ),
    clinic_creation_status: get(() => of('settings/clinic_creation_status/')),
    create_tables: send(() => of('settings/create_tables/'), nothing),
    pms_sync_info: get(() => of('settings/pms_sync_info/')),
    pms_sync_now: send(() => of('settings/pms_sync_now/'), nothing),
    pms_full_update: send(() => of('settings/pms_full_update/'), nothing),
    restart_database_service: send(() => of('settings/restart_database_service/'), nothing),
    restart_phone_service: send(() => of('settings/restart_phone_service/'), nothing),
    unblock_pms_update: send(
      () => of('settings/unblock_pms_update/'),
      () => ({ unblock: true }),
    ),
    'provider-hours': get(() => of('provider-hours/')),
    'provider-hours, bulk_update': send(
      () => of('provider-hours/bulk_update/'),
      async () => ((await read(of('provider-hours/'))) as { message: unknown }).message,
    ),
    'provider-hours-worked': get(() => of('provider-hours-worked/?view_type=week&days=7&week_offset=0')),
    'provider-hours-worked, month': get(() => of('provider-hours-worked/?view_type=month&days=-1&month_offset=0')),
    'provider-hours-worked, saved': send(
      () => of('provider-hours-worked/'),
      () => ({
        1: { '2026-11-02': { date: '2026-11-02', employee_id: 1, available_hours: 28_800, worked_hours: 27_000 } },
      }),
    ),
    recalculate: send(
      () => of('provider-hours-worked/recalculate/'),
      () => ({ full_update: true }),
    ),
    summary: get(() => of('provider-hours-worked/summary/?start_date=2026-11-01&end_date=2026-11-07')),
  };

  const voiceAccount = `AC${'5'.repeat(32)}`;
  const phones: Record<string, () => Promise<DocumentedCall>> = {
    'phone numbers': get(() => of('phone-numbers/')),
    transfer: send(
      () => of('phone-numbers/transfer/'),
      async () => {
        const number = { sid: `PN${'5'.repeat(32)}`, phone_number: '+13125550142' };
        await world.sandbox.control('twilio/seed', {
          accounts: [
            { sid: SANDBOX_ORG_ACCOUNT, friendly_name: 'Organization' },
            { sid: voiceAccount, friendly_name: 'Bright Dental', numbers: [number] },
          ],
        });
        await setVoiceAccount(world.server.db, practiceId, voiceAccount);
        return {
          phone_number: number.phone_number,
          phone_number_sid: number.sid,
          origin_account_sid: voiceAccount,
          destination_account_sid: SANDBOX_ORG_ACCOUNT,
        };
      },
    ),
  };

  describe.each([
    ['billing', billing],
    ['internal administration', internal],
    ['settings and hours', settings],
    ['phone transfer', phones],
  ])('%s', (_document, calls) => {
    it.each(Object.keys(calls))('%s', async (name) => {
      const call = await calls[name]?.();
      if (!call) throw new Error(`No call ${name}`);
      const response = await world.server.callWithoutKey(call.caller, call.method, call.url, call.body);
      expect([response.statusCode, response.statusCode < 300 || response.body]).toEqual([expect.any(Number), true]);
    });
  });

  describe('without a selection', () => {
    it.each([
      ['start-trial', changes.startTrial, 'customer_id', 'Please select a customer first'],
      ['start-trial without consent', changes.startTrial, 'consent_given', 'Please provide consent to start the trial'],
      ['start-subscription', changes.startSubscription, 'customer_id', 'Please select a customer first'],
      [
        'remove-subscription-item',
        changes.removeSubscriptionItem,
        'subscription_item_id',
        'No subscription item selected',
      ],
      ['cancel-subscription', changes.cancelSubscription, 'subscription_id', 'No subscription selected'],
      [
        'add-subscription-items',
        changes.addSubscriptionItems,
        'optional_features',
        'Please select at least one feature to add',
      ],
    ])('%s returns the documented sentence', async (_name, change, field, sentence) => {
      const { caller, url, body } = await change();
      for (const missing of [undefined, null]) {
        const response = await world.server.callWithoutKey(caller, post, url, { ...body, [field]: missing });
        expect([response.statusCode, response.json()]).toEqual([
          400,
          expect.objectContaining({ message: sentence, error: sentence, fields: { [field]: sentence } }),
        ]);
      }
    });
  });
});
