/** Time as subscriptions know it: what comes due happens in its order, each at its own moment. */
import type { CallContext } from './calls.js';
import { attemptPayment, subscriptionOf } from './invoices.js';
import { dueOf, passDue } from './schedule-life.js';
import { cancelNow, endTrial, keep, periodOf, recover, renew } from './subscription-life.js';

interface Due {
  at: number;
  /** Of what comes due at one moment, the lower comes first: a phase changes before its period is billed. */
  order: number;
  happen(): void;
}

function dueSchedules(context: CallContext): Due[] {
  const table = context.store.table('subscription_schedule');
  return table.all().flatMap((schedule) => {
    const at = dueOf(schedule);
    return at === null ? [] : [{ at, order: 0, happen: () => passDue(context, table.get(schedule.id)) }];
  });
}

function dueSubscriptions(context: CallContext): Due[] {
  const table = context.store.table('subscription');
  return table.all().flatMap((subscription): Due[] => {
    const { id, status, cancel_at: cancelAt, trial_end: trialEnd } = subscription;
    const cancel =
      cancelAt === null ? [] : [{ at: cancelAt, order: 1, happen: () => void cancelNow(context, table.get(id)) }];
    if (status === 'trialing' && trialEnd !== null) {
      return [...cancel, { at: trialEnd, order: 2, happen: () => void endTrial(context, table.get(id)) }];
    }
    if (!['active', 'past_due', 'unpaid'].includes(status)) return [];
    return [...cancel, { at: periodOf(subscription).end, order: 2, happen: () => void renew(context, table.get(id)) }];
  });
}

/** A payment that failed is tried again; after the last time the subscription counts as unpaid. */
function dueInvoices(context: CallContext): Due[] {
  const { store } = context;
  const table = store.table('invoice');
  return table.all().flatMap((invoice) => {
    const at = invoice.next_payment_attempt;
    if (invoice.status !== 'open' || at === null) return [];
    const happen = (): void => {
      const { invoice: after } = attemptPayment(context, table.get(invoice.id));
      if (after.status === 'paid') {
        recover(context, after);
        return;
      }
      const subscription = store.table('subscription').find(subscriptionOf(after));
      if (after.next_payment_attempt === null && subscription?.status === 'past_due') {
        keep(context, { ...subscription, status: 'unpaid' });
      }
    };
    return [{ at, order: 3, happen }];
  });
}

/** More than a lifetime of daily renewals: whoever comes this far goes in a circle. */
const MOST_EVENTS = 100_000;

/**
 * Puts the clock forward and lets happen what comes due on the way.
 *
 * @param until epoch seconds; a time that has passed does nothing but what is overdue
 */
export function passTime(context: CallContext, until: number): void {
  const { store } = context;
  for (let events = 0; events < MOST_EVENTS; events += 1) {
    const [next] = [...dueSchedules(context), ...dueSubscriptions(context), ...dueInvoices(context)]
      .filter(({ at }) => at <= until)
      .sort((one, other) => one.at - other.at || one.order - other.order);
    if (!next) {
      store.advanceTo(until);
      return;
    }
    store.advanceTo(next.at);
    next.happen();
  }
  throw new Error('Time stands still: something comes due again and again.');
}
