/**
 * All charges of the next 13 months, computed from the provider's own previews of the existing subscriptions, schedules
 * and items. All pages read upcoming charges from here.
 */
import type { Debt, ExpiringCard, OverdueInvoice, UpcomingCharge, UpcomingCharges } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { cardExpiry } from '../../payments/card-expiry.js';
import { describeProblems, progressOf } from '../../payments/customer-problems.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { findPractice } from '../../../access/practice-records/practice-lookups.js';
import type { BillingContext } from '../billing-context.js';
import { type PaidInMonth, readPaidByMonth } from '../mirror/invoices-repository.js';
import { applyBalance, usedBalances } from './apply-balance.js';
import { addMonths, monthOf, monthsAround } from './months.js';
import { epochSeconds } from '../../../platform/dates/epoch-seconds.js';
import { MONTHS_AHEAD, type Projected, readProjected } from './project-customer.js';

const HALF_YEAR_S = 190 * 86_400;

const byDate = <One extends { date: number }>(list: readonly One[]): One[] =>
  [...list].sort((one, other) => one.date - other.date);

/** Each currency once, the most frequent one first. */
function byCount(currencies: readonly string[]): string[] {
  const countOf = (currency: string): number => currencies.filter((one) => one === currency).length;
  return [...new Set(currencies)].sort((one, other) => countOf(other) - countOf(one) || one.localeCompare(other));
}

/** Paid, overdue and upcoming totals of twelve months in the practice's time zone. */
function monthsOf(
  upcoming: readonly UpcomingCharge[],
  allOverdue: readonly OverdueInvoice[],
  paid: readonly PaidInMonth[],
  asOf: number,
  timeZone: string,
): UpcomingCharges['months'] {
  const currencies = byCount([...upcoming, ...allOverdue, ...paid].map(({ currency }) => currency));
  const sumOf = (
    list: readonly { amount: number; date: number; currency: string }[],
    month: string,
    currency: string,
  ) =>
    list
      .filter((one) => one.currency === currency && monthOf(one.date, timeZone) === month)
      .reduce((sum, { amount }) => sum + amount, 0);
  const listed = upcoming.filter(({ kind }) => kind !== 'open_invoice');
  const charges = [...listed, ...usedBalances(listed)];
  const present = monthOf(asOf, timeZone);
  return (currencies.length === 0 ? ['usd'] : currencies).flatMap((currency) =>
    monthsAround(asOf, timeZone).map((month) => ({
      month,
      currency,
      paid: paid.find((one) => one.month === month && one.currency === currency)?.amount ?? 0,
      upcoming: sumOf(charges, month, currency),
      overdue:
        month === present
          ? allOverdue.filter((one) => one.currency === currency).reduce((sum, { amount_due: due }) => sum + due, 0)
          : 0,
    })),
  );
}

/** One debt for each customer and currency, in the order of the oldest invoice. */
function debtsOf(overdue: readonly OverdueInvoice[]): Debt[] {
  const debts = new Map<string, Debt>();
  for (const { customer, currency, card, method_name: name, since, amount_due: due, next_attempt: next } of overdue) {
    const key = `${customer.id} ${currency}`;
    const payer = { card, ...(name !== undefined && { method_name: name }) };
    const debt = debts.get(key) ?? { customer, currency, amount_due: 0, ...payer, since, next_attempt: null };
    const attempts = [debt.next_attempt, next].filter((attempt) => attempt !== null);
    debts.set(key, {
      ...debt,
      amount_due: debt.amount_due + due,
      next_attempt: attempts.length === 0 ? null : Math.min(...attempts),
    });
  }
  return [...debts.values()];
}

/** Default cards that have expired or expire soon. */
function expiringCards(projected: readonly Projected[], now: Date): ExpiringCard[] {
  return projected.flatMap(({ customer: { id, name, email }, defaultCard: card }) => {
    if (!card) return [];
    const expiry = cardExpiry(card.exp_month, card.exp_year, now);
    return expiry === 'valid' ? [] : [{ customer: { id, name: name ?? email }, ...card, expiry }];
  });
}

/**
 * @param customerId one customer of the practice; undefined for all of them
 * @throws AppError `not_found` for another practice's customer
 */
export async function readUpcomingCharges(
  context: BillingContext,
  customerId: string | undefined,
  now: Date,
): Promise<UpcomingCharges> {
  const { db, practiceId } = context;
  const [own, prices, practice] = await Promise.all([
    listCustomerIds(db, practiceId),
    readCataloguePrices(db),
    findPractice(db, practiceId),
  ]);
  if (customerId !== undefined && !own.includes(customerId))
    throw notFound('This customer doesn’t belong to this practice.');
  const seconds = epochSeconds(now);
  const ids = customerId === undefined ? own : [customerId];
  const { reads, unread } = await readProjected(context, prices, ids, now);
  const projected = reads.flatMap((read) => ('problem' in read ? [] : (read.result ?? [])));
  const asOf = Math.max(seconds, ...projected.map((one) => one.asOf));
  const charges = byDate(projected.flatMap((one) => applyBalance(one.charges, one.customer)));
  const overdue = projected.flatMap((one) => one.overdue).sort((one, other) => one.since - other.since);
  const readable = reads.flatMap((read) => ('problem' in read ? [] : [read.customer]));
  const timeZone = practice?.time_zone ?? 'UTC';
  const paid = await readPaidByMonth(db, readable, seconds - HALF_YEAR_S, timeZone);
  return {
    as_of: asOf,
    until: addMonths(asOf, MONTHS_AHEAD),
    charges,
    next_charge: charges.find(({ amount }) => amount > 0) ?? null,
    overdue,
    unpaid: projected.flatMap((one) => one.unpaid),
    debts: debtsOf(overdue),
    prices: projected.flatMap((one) => one.prices),
    ends: byDate(projected.flatMap((one) => one.ends)),
    expiring_cards: expiringCards(projected, now),
    months: monthsOf(charges, overdue, paid, asOf, timeZone),
    problems: await describeProblems(db, reads),
    ...progressOf(ids, unread),
  };
}
