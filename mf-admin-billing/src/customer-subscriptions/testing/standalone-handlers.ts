/** Handlers of the standalone host for the pages of one practice, used by `standalone.ts`. */
import {
  listPracticeSubscriptions,
  listPracticeUsers,
  listProductChanges,
  readPracticeFeatures,
  saveSubscriptions,
  searchCustomers,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import {
  aBundle,
  aFeature,
  aRecord,
  aWithheldFeature,
  FeaturesServer,
} from '../../features-summary/testing/features-server';
import { aChange, HistoryServer, someChanges } from '../../product-history/testing/history-server';
import { aCustomer, anItem, aSchedule, aSubscription, mastercard, NORTH, noon, PRACTICE } from './builders';
import { SubscriptionsServer } from './subscriptions-server';

const voice = (over: Parameters<typeof anItem>[0] = {}) =>
  anItem({ id: 'si_voice', description: 'Voice', amount: 12_900, bundles: [], features: [], ...over });

const noMethod = { payment_method_details: null, default_payment_method: null };

const phoneFeatures = [
  'Two-way SMS',
  'Online scheduling',
  'Reviews',
  'Campaigns',
  'Recall SMS',
  'Call tracking',
  'Forms',
].map((name) => ({ name: name.toLowerCase(), display_name: name }));

/** The practice's own customer, with subscriptions in every state. */
function mainOffice() {
  return aCustomer({
    description: 'Main office',
    subscriptions: [
      aSubscription({
        items: [
          anItem({ assigned_practices: [PRACTICE, NORTH], total_quantity: 3 }),
          voice({ assigned_practices: [PRACTICE], stop_date: noon('2026-11-30') }),
        ],
      }),
      aSchedule({
        items: [
          anItem({
            id: 'sched:growth',
            description: 'Growth',
            amount: 18_900,
            assigned_practices: [PRACTICE, NORTH],
          }),
        ],
        scheduled_differences: [
          {
            kind: 'ends',
            name: 'Treatment Plan Builder',
            amount_change: -3_900,
            currency: 'usd',
            interval: 'month',
            date: noon('2026-12-03'),
          },
          {
            kind: 'starts',
            name: 'Growth',
            amount_change: 18_900,
            currency: 'usd',
            interval: 'month',
            date: noon('2027-01-01'),
          },
        ],
      }),
      aSubscription({
        id: 'sub_phones',
        status: 'past_due',
        needs_attention: true,
        ...noMethod,
        items: [
          voice({
            id: 'si_phones',
            description: 'Phones',
            bundles: [{ name: 'phones', display_name: 'Phones', features: phoneFeatures }],
            assigned_practices: [PRACTICE],
          }),
        ],
      }),
      ...['sub_old_1', 'sub_old_2', 'sub_old_3'].map((id) =>
        aSubscription({
          id,
          status: 'canceled',
          items: [anItem({ id: `si_${id}`, assigned_practices: [PRACTICE] })],
        }),
      ),
    ],
  });
}

/** A group with free seats, and with subscriptions that have none. */
function harperGroup() {
  return aCustomer({
    id: 'cus_harper',
    name: 'Harper Dental Group',
    email: 'billing@harper.example',
    payment_methods: [{ id: 'pm_mc', card: mastercard, is_default: true }],
    subscriptions: [
      aSubscription({
        id: 'sub_harper',
        payment_method_details: { id: 'pm_mc', card: mastercard },
        items: [
          anItem({ id: 'si_h', total_quantity: 5, assigned_practices: [NORTH] }),
          voice({ id: 'si_hv', available_quantity: 0 }),
        ],
      }),
      aSchedule({
        id: 'sub_sched_harper',
        parent_subscription_id: 'sub_harper',
        items: [anItem({ id: 'sub_sched_harper:phase:1:growth', description: 'Growth' })],
      }),
      aSubscription({ id: 'sub_last', items: [anItem({ id: 'si_last', description: 'Insights', quantity: 1 })] }),
      aSubscription({ id: 'sub_full', items: [voice({ id: 'si_full', available_quantity: 0 })] }),
      aSubscription({ id: 'sub_gone', status: 'canceled' }),
    ],
  });
}

/** A customer that can't be loaded from the payment provider. */
function lakeside() {
  return aCustomer({
    id: 'cus_broken',
    name: 'Lakeside Orthodontics',
    email: null,
    payment_methods: [],
    error: 'The payment provider isn’t responding. Try again in a minute.',
    subscriptions: [
      aSubscription({
        id: 'sub_lakeside',
        ...noMethod,
        items: [anItem({ id: 'si_lakeside', assigned_practices: [PRACTICE] })],
      }),
    ],
  });
}

const noah = aCustomer({
  id: 'cus_noah',
  name: null,
  email: 'noah@practice.example',
  subscriptions: [],
  payment_methods: [],
});

/**
 * @param searchParams of the URL: `with=nothing` for a practice without data, `fail=features|save|flags|subscriptions|
 * search|attach|owners|history`; with `stale`, somebody else saves just before the person does
 */
export function practiceHandlers(searchParams: URLSearchParams) {
  const now = Math.floor(Date.now() / 1000);
  const nothing = searchParams.get('with') === 'nothing';
  const fail = searchParams.get('fail') ?? '';
  const features = new FeaturesServer(
    nothing
      ? null
      : aRecord({
          bundles: [aBundle('Core', ['subscription', 'trial']), aBundle('Voice', ['grant'])],
          product_features: ['Recall list', 'Patient search', 'Call tracking']
            .map((name) => aFeature(name, ['subscription'], [name === 'Call tracking' ? 'Voice' : 'Core']))
            .concat(aFeature('Team chat', ['grant'])),
          withheld: [aWithheldFeature('Reviews')],
        }),
  );
  let stale = searchParams.has('stale');
  features.override = ({ call }) => {
    if (fail === 'save' || (fail === 'flags' && call === 'flags')) {
      return errorReply(500, 'broken', 'The change could not be written.');
    }
    if (stale && call === 'access') {
      stale = false;
      features.changeByOther({ bundles: [aBundle('Core'), aBundle('Growth')] });
    }
    return undefined;
  };
  const subscriptions = new SubscriptionsServer(nothing ? [] : [mainOffice(), harperGroup(), lakeside(), noah]);
  if (!nothing) subscriptions.withheld = [aWithheldFeature('Reviews')];
  const history = new HistoryServer(
    nothing
      ? []
      : [
          ...someChanges(56, now),
          aChange({ id: 'legacy', created_at: now - 90 * 86_400, additional_data: '{"source": "legacy", "lines": [' }),
        ],
  );
  const failing = {
    features: answer(readPracticeFeatures, connectionFailure),
    subscriptions: answer(listPracticeSubscriptions, connectionFailure),
    search: answer(searchCustomers, connectionFailure),
    owners: answer(listPracticeUsers, connectionFailure),
    history: answer(listProductChanges, connectionFailure),
    attach: answer(saveSubscriptions, () =>
      errorReply(409, 'already_assigned', 'The last seat of Insights is taken.', { practices: [NORTH] }),
    ),
  };
  return [
    ...Object.entries(failing).flatMap(([name, handler]) => (name === fail ? [handler] : [])),
    ...features.handlers(),
    ...subscriptions.handlers(),
    ...history.handlers(),
  ];
}
