/** Sentences about subscriptions, trials, seats, customers, cards and invoices. */
import { formatMoney } from 'shared-api/contracts';
import type { SentencePart } from 'shared-api/contracts/activity';
import { isInArrears, isOver } from '../../../billing/stripe/statuses.js';
import { toNamedProduct } from '../../../billing/catalogue/catalogue.js';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { Describe, LoggedChange } from '../logged-change.js';
import type { Names } from '../names.js';
import { listOf, numberOf, recordOf, textOf, textsOf } from '../recorded.js';
import { added, fromTo, name, namesOf, removed, sentence } from '../sentence.js';

const plans = { page: 'subscriptions/plans', internalPage: 'subscriptions' };
const cards = { page: 'subscriptions/payment-methods', internalPage: 'payment-methods' };
const invoices = { page: 'subscriptions/payment-history', internalPage: 'payment-methods' };

/** What was bought, each with its price: `Call Recording $29.00 a month`. */
function boughtTexts(after: unknown): string[] {
  return listOf(recordOf(after)['bought']).flatMap((value) => {
    const item = recordOf(value);
    const title = textOf(item['name']);
    const amount = numberOf(item['amount']);
    if (title === undefined) return [];
    if (amount === undefined) return [title];
    const interval = item['interval'] === 'year' ? 'a year' : 'a month';
    return [`${title} ${formatMoney(amount, textOf(item['currency']))} ${interval}`];
  });
}

const planOf = (after: unknown, names: Names): string => {
  const side = recordOf(after);
  return textOf(side['plan_name']) ?? names.price(textOf(side['plan']) ?? '') ?? 'a plan';
};

/** ` in Growth`, if the entry names the subscription. */
const inPlan = (after: unknown): string => {
  const plan = textOf(recordOf(after)['plan_name']);
  return plan === undefined ? '' : ` in ${plan}`;
};

const itemOf = ({ entityId, before, after }: LoggedChange, names: Names): string => {
  const [was, is] = [recordOf(before), recordOf(after)];
  const recorded = textOf(is['item_name']) ?? textOf(was['item_name']);
  return recorded ?? names.item(textOf(is['item']) ?? entityId) ?? 'an item';
};

function switchSentence(from: string | undefined, to: string, interval: string | undefined): SentencePart[] {
  if (from === undefined) return sentence('switched the plan to ', added(to));
  if (from !== to) return sentence('switched the plan', ...fromTo({ label: '', before: from, after: to }));
  // The same plan at another interval. Entries of older releases don't name it.
  return sentence('switched ', name(to), ' to ', interval === undefined ? 'another interval' : added(`${interval}ly`));
}

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa ending 4242`. */
function cardText(after: unknown): string {
  const { brand, last4, method_name: other } = recordOf(after);
  const method = textOf(other);
  if (method !== undefined) return method;
  const digits = textOf(last4);
  const title = brands[textOf(brand) ?? ''] ?? 'card';
  return digits === undefined ? `a ${title === 'card' ? '' : `${title} `}card` : `${title} ending ${digits}`;
}

/** ` of Olivia Owner`, if the entry names the card's owner. */
const ofCustomer = (after: unknown, preposition = 'of'): string => {
  const customer = textOf(recordOf(after)['customer_name']);
  return customer === undefined ? '' : ` ${preposition} ${customer}`;
};

export const billingSentences = {
  'subscription.start': ({ after }, names) => {
    const bought = boughtTexts(after);
    return {
      sentence: sentence('started ', ...namesOf(bought.length > 0 ? bought : [planOf(after, names)], added)),
      ...plans,
    };
  },

  'subscription.add_items': ({ after }) => {
    const side = recordOf(after);
    const features = textsOf(side['features']).map((feature) => toNamedProduct(feature).display_name);
    const bought = boughtTexts(after);
    return {
      sentence: sentence('added ', ...namesOf(bought.length > 0 ? bought : features, added), inPlan(after)),
      ...plans,
    };
  },

  'subscription.remove_item': (change, names) => ({
    sentence: sentence('set ', name(itemOf(change, names)), inPlan(change.after), ' to end with the paid period'),
    ...plans,
  }),

  'subscription.undo_removal': (change, names) => ({
    sentence: sentence('kept ', added(itemOf(change, names)), inPlan(change.after), ', which was set to end'),
    ...plans,
  }),

  'subscription.switch_plan': ({ after }, names) => {
    const side = recordOf(after);
    const to = names.price(textOf(side['plan']) ?? '') ?? planOf(after, names);
    const from = textOf(side['from']);
    return { sentence: switchSentence(from, to, textOf(side['interval'])), ...plans };
  },

  'subscription.cancel': ({ after }, names) => {
    const side = recordOf(after);
    const plan = removed(planOf({ ...side, plan: undefined }, names));
    const choice = side['owed'] === 0 ? undefined : textOf(side['open_invoices']);
    const invoices = { keep: '; its open invoices stay owed', void: ' and voided its open invoices' };
    const credit = side['with_credit'] === true ? ' and credited the unused time' : '';
    const rest = choice === 'keep' || choice === 'void' ? invoices[choice] : credit;
    return { sentence: sentence('canceled ', plan, rest), ...plans };
  },

  'subscription.past_due': ({ after }, names) => ({
    sentence: sentence('couldn’t collect the payment for ', name(planOf(after, names)), ', so it’s past due'),
    ...plans,
  }),

  'subscription.unpaid': ({ after }, names) => ({
    sentence: sentence(
      'stopped trying to collect the payment for ',
      name(planOf(after, names)),
      ', so its features are off until it’s paid',
    ),
    ...plans,
  }),

  'subscription.recover': ({ after }, names) => ({
    sentence: sentence('received the overdue payment for ', name(planOf(after, names)), ', so it’s active again'),
    ...plans,
  }),

  'subscription.end': ({ before, after }, names) => {
    const status = textOf(recordOf(before)['status']) ?? '';
    const isOwed = isInArrears(status);
    const reason = isOwed
      ? ' because its payment stayed past due'
      : recordOf(after)['scheduled']
        ? ', as scheduled'
        : '';
    return { sentence: sentence('ended ', removed(planOf(after, names)), reason), ...plans };
  },

  'trial.end': ({ after }, names) => {
    const side = recordOf(after);
    const goesOn = !isOver(textOf(side['status']) ?? '');
    return {
      sentence: sentence(
        'ended the trial of ',
        name(planOf(after, names)),
        goesOn ? ' and started its paid subscription' : '',
      ),
      ...plans,
    };
  },

  'trial.start': ({ after }, names) => ({
    sentence: sentence('started a trial of ', added(planOf(after, names))),
    ...plans,
  }),

  'trial.cancel': ({ after }, names) => ({
    sentence: sentence('canceled the trial of ', removed(planOf(after, names))),
    ...plans,
  }),

  'item.assign': (change, names) => ({
    sentence: sentence('gave the practice a seat on ', added(itemOf(change, names))),
    ...plans,
  }),

  'item.unassign': (change, names) => {
    const isKept = recordOf(change.after)['features'] === 'kept';
    return {
      sentence: sentence(
        'took the practice’s seat on ',
        removed(itemOf(change, names)),
        isKept ? ' and left its features' : ' and its features',
      ),
      ...plans,
    };
  },

  'customer.create': ({ after }) => {
    const side = recordOf(after);
    return {
      sentence: sentence(
        'created the billing customer ',
        added(textOf(side['name']) ?? textOf(side['email']) ?? 'without a name'),
      ),
      ...cards,
    };
  },

  'subscription.card': ({ after }, names) => {
    const { follows_default: followsDefault } = recordOf(after) as { follows_default?: unknown };
    return {
      sentence: sentence(
        'charged ',
        name(planOf(after, names)),
        ' to ',
        added(cardText(after)),
        followsDefault === true ? ', the default card' : '',
      ),
      ...plans,
    };
  },

  'card.add': ({ after }) => ({
    sentence: sentence(
      'added ',
      added(cardText(after)),
      ofCustomer(after, 'for'),
      recordOf(after)['is_default'] === true ? ', the default card now' : '',
    ),
    ...cards,
  }),

  'card.default': ({ after }) => {
    const { method_name: other, former } = recordOf(after);
    return {
      sentence: sentence(
        'made ',
        added(cardText(after)),
        other === undefined ? ' the default card' : ' the default payment method',
        ofCustomer(after),
        ...(former === undefined ? [] : [' instead of ', name(cardText(former))]),
      ),
      ...cards,
    };
  },

  'card.remove': ({ after }) => ({
    sentence: sentence('removed ', removed(cardText(after)), ofCustomer(after)),
    ...cards,
  }),

  'invoice.pay': ({ after }) => {
    const side = recordOf(after);
    const amount = numberOf(side['amount']);
    const invoice = textOf(side['number']);
    const money = amount === undefined ? 'an invoice' : formatMoney(amount, textOf(side['currency']));
    const what = invoice === undefined ? '' : ` for invoice ${invoice}`;
    if (side['paid'] === true) return { sentence: sentence('paid ', name(money), what), ...invoices };
    const problem = textOf(side['problem']);
    return {
      sentence: sentence('tried to pay ', name(money), what, problem === undefined ? '' : `: ${problem}`),
      ...invoices,
    };
  },
} satisfies Partial<Record<AuditAction, Describe>>;
