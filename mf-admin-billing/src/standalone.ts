/**
 * The mock server of the standalone host: `npm run dev -w mf-admin-billing`. URL parameters choose the person and the data:
 * `?role=internal|super-admin`, `&practices=240` (how many), `&with=nothing`, `&stale`, `&job=slow`,
 * `&fail=practices|metadata|bulk|edit|customers|cards|stripe` and those of `customer-subscriptions/testing/standalone-handlers.ts`.
 * In bulk changes, practice 4 fails. Changes are remembered until the page reloads.
 */
import {
  bulkUpdateFeatures,
  createSetupIntent,
  listCustomers,
  listPaymentMethods,
  listPracticeFeatures,
  readAllFeaturesMetadata,
  readBillingRevision,
  readPractice,
  readPracticeState,
  readUpcomingCharges,
  updatePracticeFeatures,
  type UpcomingCharges,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { aCard, aCustomer, installFakeStripe, cardless, CardServer } from 'shared-ui/testing/cards';
import { ActivityServer, anActivityItem, anApproval } from './activity/testing/activity-server';
import { someRecords } from './all-practices/testing/practice-records';
import { PracticesServer } from './all-practices/testing/practices-server';
import { practiceHandlers } from './customer-subscriptions/testing/standalone-handlers';

const searchParams = new URLSearchParams(location.search);
installFakeStripe();
const superAdmin = searchParams.get('role') !== 'internal';
const empty = searchParams.get('with') === 'nothing';
const fail = searchParams.get('fail') ?? '';
const ofOnePractice = decodeURIComponent(location.hash).startsWith('#/internal/practices/:practice');

export const session = {
  user: { id: 'u-alone', name: 'Ivy Internal', email: 'internal@console.example' },
  flags: { super_admin: superAdmin, task_admin: false, internal: true, developer: false },
};
export const practice = { id: 1, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };

const practices = new PracticesServer(empty ? [] : someRecords(Number(searchParams.get('practices') ?? '240')));
practices.insiders = [2, 3, 5, 8, 13, 21];
practices.syncLimit = 50;
practices.heldBySubscriptions = 3;
practices.batchSize = searchParams.get('job') === 'slow' ? 4 : 25;
practices.failing.set(4, 'The practice was being changed by somebody else. Try again.');

const cards = new CardServer();
cards.customers = empty ? [] : [aCustomer({ description: 'Main office' }), cardless];
cards.dashboard = () => (superAdmin ? 'https://dashboard.example/test' : null);
cards.paidBy = (card) => (card === 'pm_visa' ? 'Practice Core' : undefined);
cards.cards.set('cus_olivia', [
  aCard(),
  aCard(
    { id: 'pm_amex', is_default: false, expiry: 'expired' },
    { brand: 'amex', last4: '0005', exp_month: 2, exp_year: 2026 },
  ),
  aCard({ id: 'pm_discover', is_default: false, expiry: 'soon' }, { brand: 'discover', last4: '1117' }),
  aCard({ id: 'pm_jcb', is_default: false }, { brand: 'jcb', last4: '0505' }),
]);

const now = Math.floor(Date.now() / 1000);
const since = now - 12 * 86_400;
cards.openInvoices = empty ? [] : [{ invoice_id: 'in_1', number: 'BRIGHT-0007', amount_due: 45_000, currency: 'usd' }];
/** The open invoices are Olivia's. */
const charges: UpcomingCharges = {
  as_of: since,
  until: since,
  charges: [],
  next_charge: null,
  overdue: [],
  debts: empty
    ? []
    : [
        {
          customer: { id: 'cus_olivia', name: 'Olivia Owner' },
          currency: 'usd',
          amount_due: 45_000,
          card: null,
          since,
          next_attempt: null,
        },
      ],
  ends: [],
  months: [],
  problems: [],
};

const activity = new ActivityServer(
  empty ? [] : [anApproval({ requested_by: 'Sasha Admin', requested_at: now, expires_at: now + 86_400 })],
  empty ? [] : [anActivityItem({ practice_id: practice.id, practice_name: practice.name, at: since, link: null })],
);

const failing = {
  practices: answer(listPracticeFeatures, connectionFailure),
  metadata: answer(readAllFeaturesMetadata, connectionFailure),
  bulk: answer(bulkUpdateFeatures, connectionFailure),
  edit: answer(updatePracticeFeatures, () => errorReply(500, 'broken', 'The features could not be saved.')),
  customers: answer(listCustomers, connectionFailure),
  cards: answer(listPaymentMethods, () =>
    errorReply(502, 'provider_unavailable', 'The payment provider isn’t responding. Try again in a minute.'),
  ),
  stripe: answer(createSetupIntent, () =>
    errorReply(502, 'provider_unavailable', 'The payment provider isn’t responding. Try again in a minute.'),
  ),
};

export const handlers = [
  answer(readPractice, () => reply(readPractice, practice)),
  answer(readPracticeState, () => reply(readPracticeState, { insider: true, states: ['past_due', 'trial'] })),
  ...Object.entries(failing).flatMap(([name, handler]) => (name === fail ? [handler] : [])),
  // Both servers have practice records; each page uses its own.
  ...(ofOnePractice ? practiceHandlers(searchParams) : practices.handlers()),
  ...activity.handlers(),
  ...cards.cardHandlers(),
  answer(readUpcomingCharges, () => reply(readUpcomingCharges, charges)),
  answer(readBillingRevision, () => reply(readBillingRevision, { revision: 'r1' })),
];
