/** Overdue amounts, next charges, ending trials and expiring cards. */
import { type Contributions, contributionPractice } from 'shared-api';
import {
  type AttentionItem,
  type CardBlock,
  dayIn,
  missingRight,
  type UpcomingCharge,
  type UpcomingCharges,
} from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { isCharged, knownAmountText } from '../charges/charge-amount';
import { isPartial } from '../charges/partial-answer';
import { payerText, shortDayText } from '../figures';
import { nameOf } from '../overdue/debt-text';
import { expiringItems } from './expiring-cards';
import { contributionMessages } from './messages';
import { readCharges } from './read-charges';

const text = contributionMessages.charges;

/** Trials that end within this time need attention. In seconds. */
const TRIAL_NOTICE_SECONDS = 7 * 86_400;
const MAX_LINES = 3;

interface Viewer {
  basePath: string;
  timeZone: string;
  /** Why the user may not spend; undefined if they may. */
  reason: string | undefined;
}

function attentionItems(charges: UpcomingCharges, { basePath, timeZone, reason }: Viewer): AttentionItem[] {
  const { as_of: asOf } = charges;
  const plans = `${basePath}/subscriptions/plans`;
  const overdue = charges.debts.map((debt): AttentionItem => {
    const amount = formatMoney(debt.amount_due, debt.currency);
    return {
      // A different amount appears as news again.
      id: `debt-${debt.customer.id}-${debt.currency}-${debt.amount_due}`,
      severity: 'error',
      label: text.pastDue,
      title: text.owes(nameOf(debt), amount),
      detail: text.since(
        payerText(debt),
        shortDayText(debt.since, timeZone, asOf),
        debt.next_attempt === null ? null : shortDayText(debt.next_attempt, timeZone, asOf),
      ),
      action: {
        label: text.pay(amount),
        path: `${plans}?pay=${encodeURIComponent(debt.customer.id)}&currency=${debt.currency}&back=overview`,
        ...(reason !== undefined && { reason }),
      },
    };
  });
  const trials = charges.charges
    .filter(({ kind, date }) => kind === 'trial_conversion' && date <= asOf + TRIAL_NOTICE_SECONDS)
    .map((charge): AttentionItem => ({
      id: `trial-${charge.id}`,
      severity: 'warning',
      label: text.trial,
      title: text.trialEnds(charge.subscription?.name ?? text.aSubscription, shortDayText(charge.date, timeZone, asOf)),
      detail: text.trialCosts(formatMoney(charge.amount, charge.currency)),
      action: { label: text.review, path: plans },
    }));
  const withoutCard = charges.charges.filter((charge) => payerText(charge) === null && charge.amount > 0);
  const [first] = withoutCard;
  const cards: AttentionItem[] = first
    ? [
        {
          id: `no-card-${first.id}`.slice(0, 80),
          severity: 'warning',
          label: text.card,
          title: text.noCard(formatMoney(first.amount, first.currency), shortDayText(first.date, timeZone, asOf)),
          detail: text.noCardDetail(nameOf(first)),
          action: {
            label: text.addCard,
            path: `${basePath}/subscriptions/payment-methods`,
            ...(reason !== undefined && { reason }),
          },
        },
      ]
    : [];
  const expiring = expiringItems(charges.expiring_cards ?? [], basePath);
  return [...overdue, ...trials, ...cards, ...expiring].slice(0, 20);
}

type ContributedLine = Extract<CardBlock, { kind: 'lines' }>['lines'][number];

const partsOf = ({ subscription }: Pick<UpcomingCharge, 'subscription'>, amount: string): ContributedLine['parts'] => [
  { text: subscription?.name ?? text.aSubscription, tone: 'strong' },
  { text: ` ${amount}` },
];

const collectedLines = ({ unpaid = [] }: UpcomingCharges): ContributedLine[] =>
  unpaid
    .filter(({ state }) => state === 'collecting')
    .map((invoice) => ({
      lead: text.collecting,
      parts: partsOf(invoice, formatMoney(invoice.amount_due, invoice.currency)),
    }));

const chargeLines = ({ charges, as_of: asOf }: UpcomingCharges, timeZone: string): ContributedLine[] =>
  charges.filter(isCharged).map((charge) => ({
    lead: shortDayText(charge.date, timeZone, asOf),
    parts: partsOf(charge, knownAmountText(charge)),
  }));

type Figure = Extract<CardBlock, { kind: 'figures' }>['figures'][number];

/** Maximum number of currencies that fit next to the next charge. */
const MAX_CURRENCIES = 4;

/** The cost of the coming months, in this currency and in every other charged one. */
function monthFigures({ months }: UpcomingCharges, currency: string, partial: boolean): Figure[] {
  const upcoming = new Map([[currency, 0]]);
  for (const month of months) upcoming.set(month.currency, (upcoming.get(month.currency) ?? 0) + month.upcoming);
  const charged = [...upcoming].filter(([one, sum]) => sum > 0 || one === currency).slice(0, MAX_CURRENCIES);
  return charged.map(([one, sum]) => {
    const isKnown = !partial || sum > 0;
    const label = partial && isKnown ? text.sixMonthsKnown : text.sixMonths;
    return {
      label: charged.length === 1 ? label : text.inCurrency(label, one),
      value: isKnown ? formatMoney(sum, one) : text.unknown,
    };
  });
}

export const contribute: Contributions['overview.card'] = async (context) => {
  const { time_zone: timeZone, rights, owners } = contributionPractice(context);
  const { basePath } = context;
  const reason = (rights?.includes('billing') ?? true) ? undefined : missingRight('billing', undefined, owners);
  const charges = await readCharges(context);
  const { as_of: asOf, next_charge: next, months } = charges;
  const partial = isPartial(charges);
  const currency = next?.currency ?? months[0]?.currency ?? 'usd';
  const own = months.filter((month) => month.currency === currency);
  const figures = monthFigures(charges, currency, partial);
  const thisMonth = dayIn(timeZone, new Date(asOf * 1000)).slice(0, 7);
  const today = own.findIndex(({ month }) => month === thisMonth);
  return {
    attention: attentionItems(charges, { basePath, timeZone, reason }),
    link: { label: text.link, path: `${context.basePath}/subscriptions/plans` },
    ...(partial && { lead: text.incomplete }),
    blocks: [
      {
        kind: 'figures',
        figures: [
          next
            ? {
                label: (partial ? text.nextKnown : text.next)(shortDayText(next.date, timeZone, asOf)),
                value: formatMoney(next.amount, next.currency),
              }
            : { label: text.nextCharge, value: partial ? text.unknown : text.none },
          ...figures,
        ],
      },
      {
        kind: 'bars',
        label: figures.length === 1 ? text.bars : text.inCurrency(text.bars, currency),
        ...(today >= 0 && { today }),
        bars: own.map(({ month, paid, upcoming: coming, overdue }) => ({
          label: text.month(month),
          // What is paid is filled, within a frame of what the month costs.
          value: paid === 0 ? coming + overdue : paid,
          ...(paid > 0 && coming + overdue > 0 && { of: paid + coming + overdue }),
          upcoming: paid === 0 && coming + overdue > 0,
          text: text.monthText(
            month,
            [
              [text.kinds.paid, paid === 0 ? '' : formatMoney(paid, currency)],
              [text.kinds.upcoming, coming === 0 ? '' : formatMoney(coming, currency)],
              [text.kinds.overdue, overdue === 0 ? '' : formatMoney(overdue, currency)],
            ],
            partial,
          ),
        })),
      },
      {
        kind: 'lines',
        lines: [...collectedLines(charges), ...chargeLines(charges, timeZone)].slice(0, MAX_LINES),
        empty: partial ? text.missing : text.noCharges,
      },
    ],
  };
};
