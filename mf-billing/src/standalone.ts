/**
 * Request handlers of the standalone host: `npm run dev -w mf-billing`. URL parameters set the person and the data:
 * - `role=staff|super-admin`, super admin by default
 * - `with=nothing|trouble|no-customer|no-owner|no-addons`
 * - `next=success|confirming|requires_action`: the outcome of a change
 * - `stripe=http://localhost:4242`: the card form and bank step of a running sandbox instead of the fake script
 * - `rights=billing.read,hours`: rights in the practice, all by default
 * - `fail=summary|plans|customers|cards|invoices|preview|change|silence`: the request that fails
 *
 * Changes are stored in memory until the page reloads.
 */
import {
  addSubscriptionItems,
  createSetupIntent,
  listCustomers,
  listInvoices,
  listPaymentMethods,
  listTrialPlans,
  previewChange,
  readFeatureSummary,
  readStripeInfo,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import {
  aBundle,
  aCard,
  aCharge,
  aFeature,
  anInvoice,
  anItem,
  anOffer,
  anOverdue,
  aPlan,
  aSchedule,
  aSubscription,
  aSummary,
  cardless,
  aCustomer,
  coreItem,
  named,
  noon,
  noTrial,
  smsItem,
  staff,
  superAdmin,
  trialUsed,
  upcomingCharges,
  aWithheld,
} from './testing/builders';
import { BillingServer } from './testing/billing-server';
import { installFakeStripe } from 'shared-ui/testing/cards';

const searchParams = new URLSearchParams(location.search);
const sandbox = searchParams.get('stripe');
if (sandbox === null) installFakeStripe();
const flags = searchParams.get('role') === 'staff' ? staff : superAdmin;
const has = searchParams.get('with') ?? '';
const next = searchParams.get('next') ?? 'success';
const fail = searchParams.get('fail') ?? '';

export const session = { user: { id: 'u-alone', name: 'Sam Staff', email: 'sam@console.example' }, flags };
const rights = searchParams.get('rights')?.split(',');
export const practice = {
  id: 1,
  name: 'Bright Smiles Dental',
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
  ...(rights && { rights }),
};

const soon = Math.floor(Date.now() / 1000) + 9 * 86_400;
const ending = anItem({
  id: 'si_online',
  plan_name: 'Online scheduling',
  amount: 3900,
  optional_feature: 'online_scheduling',
  stop_date: noon('2026-11-30'),
});
const tracking = anItem({
  id: 'si_tracking',
  plan_name: 'Call tracking',
  amount: 7400,
  quantity: 2,
  optional_feature: 'call_tracking',
});
const troubled = aSubscription({
  id: 'sub_late',
  plan_name: 'Phone Intelligence',
  status: 'past_due',
  items: [anItem({ id: 'si_late', plan_name: 'Phone Intelligence', amount: 12_900 })],
  payment_url: 'https://pay.example/in_late',
});
const ended = aSubscription({
  id: 'sub_old',
  plan_name: 'Starter',
  plan_interval: 'year',
  status: 'canceled',
  canceled_at: noon('2025-02-28'),
  items: [anItem({ id: 'si_old', plan_name: 'Starter', amount: 99_000 })],
});

const server = new BillingServer({
  summary: aSummary({
    subscriptions:
      has === 'nothing'
        ? []
        : [
            aSubscription({ items: [coreItem, smsItem, ending, tracking] }),
            aSchedule(),
            ...(has === 'trouble' ? [troubled, { ...troubled, id: 'sub_worse', status: 'unpaid' as const }] : []),
            ended,
          ],
    bundles: [
      aBundle(),
      aBundle({
        id: 2,
        name: 'phones',
        display_name: 'Phones',
        description: 'Calls and their recordings.',
        is_trial: true,
        trial_end_date: soon,
        sources: ['trial'],
        features: ['Call recording', 'Missed calls'].map(named),
        included_features: ['call_recording', 'missed_calls'],
      }),
    ],
    features: [
      ...aSummary().features,
      aFeature('Online scheduling', { addon: true }),
      aFeature('Beta reports', { sources: ['grant'], description: 'Granted for the trial of new reports.' }),
    ],
    dashboard_url: flags.super_admin ? 'https://dashboard.example/test' : null,
    withheld: [aWithheld()],
  }),
  charges: upcomingCharges({
    charges: [
      aCharge(),
      aCharge({
        id: 'trial',
        kind: 'trial_conversion',
        date: soon,
        amount: 12_900,
        subscription: { id: 'sub_trial', name: 'Phone Intelligence' },
        lines: [{ description: 'Phone Intelligence', amount: 12_900 }],
      }),
    ],
    overdue: has === 'trouble' ? [anOverdue()] : [],
  }),
  openInvoices:
    has === 'trouble' ? [{ invoice_id: 'in_late', number: 'BSD-0009', amount_due: 20_800, currency: 'usd' }] : [],
  plans: [
    aPlan(),
    aPlan({
      id: 'price_phone',
      name: 'Phone Intelligence',
      amount: 12_900,
      active_trial: { id: 'sub_trial', trial_start: soon - 14 * 86_400, trial_end: soon, days_left: 9 },
    }),
    aPlan({ id: 'price_reviews', name: 'Reviews', amount: 5900, ...trialUsed }),
    aPlan({
      id: 'price_core',
      name: 'Practice Core',
      amount: 45_000,
      features: coreItem.features,
      ...noTrial,
      offer: anOffer({ state: 'active', gains: [] }),
    }),
    aPlan({ id: 'price_voice', name: 'Voice', amount: 9900, ...noTrial, description: null }),
    aPlan({
      id: 'price_growth_year',
      name: 'Growth',
      amount: 189_000,
      interval: 'year',
      offer: anOffer({
        yearly_saving: 37_800,
        paid_twice: [{ ...named('Reviews'), through: 'Practice Core' }],
        switch_from: [{ subscription_id: 'sub_core', plan_name: 'Practice Core' }],
      }),
    }),
  ],
  customers: has === 'no-customer' || has === 'no-owner' ? [] : [aCustomer(), cardless],
  ...(has === 'no-owner' && { owners: [] }),
  ...(has === 'no-addons' && { offers: [] }),
  invoices: Array.from({ length: 60 }, (_, at) =>
    anInvoice({
      invoice_id: `in_${at}`,
      number: at === 1 ? null : `BSD-${String(60 - at).padStart(4, '0')}`,
      created: noon('2026-11-01') - at * 30 * 86_400,
      status: ['paid', 'draft', 'open', 'void', 'uncollectible', 'processing'][at < 6 ? at : 0] ?? 'paid',
      ...(at === 2 && { invoice_pdf: null }),
      ...(at === 3 && { currency: 'eur' }),
    }),
  ),
});
server.cards.set('cus_olivia', [
  aCard(),
  aCard({ id: 'pm_mc', is_default: false, expiry: 'expired' }, { brand: 'mastercard', last4: '4444', exp_year: 2024 }),
  aCard(
    { id: 'pm_amex', is_default: false, expiry: 'soon' },
    { brand: 'amex', last4: '0005', exp_month: 12, exp_year: 2026 },
  ),
  aCard({ id: 'pm_disc', is_default: false }, { brand: 'discover', last4: '9424' }),
  aCard({ id: 'pm_other', is_default: false }, { brand: 'jcb', last4: '0505' }),
]);
if (next === 'requires_action')
  server.outcome = { status: next, message: '', client_secret: 'pi_1_secret_1', request_id: 'req_1' };
if (next === 'confirming') {
  server.outcome = { status: next, message: 'Your change is being confirmed.' };
  server.summary = { ...server.summary, confirming: true };
}

const broken = () => errorReply(500, 'broken', 'The server could not do this. It was written down; try again.');
const failures = {
  summary: [answer(readFeatureSummary, broken)],
  plans: [answer(listTrialPlans, broken)],
  customers: [answer(listCustomers, broken)],
  cards: [answer(listPaymentMethods, broken)],
  invoices: [answer(listInvoices, broken)],
  preview: [answer(previewChange, broken)],
  change: [answer(addSubscriptionItems, () => errorReply(402, 'card_declined', 'Your card was declined.'))],
  silence: [answer(addSubscriptionItems, connectionFailure)],
};

/** Creates a setup intent in the sandbox like the console's server. Returns its client secret. */
async function intentOfSandbox(): Promise<string> {
  const response = await fetch(`${sandbox}/v1/setup_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
  });
  return ((await response.json()) as { client_secret: string }).client_secret;
}

const ofSandbox = [
  answer(readStripeInfo, () =>
    reply(readStripeInfo, {
      stripe_publishable_key: 'pk_test_sandbox',
      stripe_js_url: `${sandbox}/stripe-js/v3`,
    }),
  ),
  answer(createSetupIntent, async () => reply(createSetupIntent, { client_secret: await intentOfSandbox() })),
];

export const handlers = [
  ...(sandbox === null ? [] : ofSandbox),
  ...(failures[fail as keyof typeof failures] ?? []),
  ...server.handlers(),
];
