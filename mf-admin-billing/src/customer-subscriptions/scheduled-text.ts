/** Formats scheduled changes as text. Pure. */
import type { AdminSubscription, ScheduledDifference } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { dayText } from '../instants';
import { upcomingPhase } from './groups';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.subscription;

/** The upcoming phase: `Jan 1, 2027 to Jan 1, 2028, ends afterwards`. */
export function phaseText({ current_phase, phases, end_behavior }: AdminSubscription, timeZone: string): string {
  const phase = upcomingPhase(phases, current_phase);
  if (!phase) return '';
  const end = phase.end_date === null ? null : dayText(phase.end_date, timeZone);
  const after = end_behavior === 'release' || end_behavior === 'cancel' ? messages.ends[end_behavior] : '';
  return [messages.from(dayText(phase.start_date, timeZone), end), after].filter((part) => part !== '').join(', ');
}

/** `Treatment Plan Builder ends, −$39.00 per month on Dec 3, 2026`. */
export function differenceText(difference: ScheduledDifference, timeZone: string): string {
  const { kind, name, amount_change: change, currency, interval, date } = difference;
  const amount = `${change > 0 ? '+' : ''}${formatMoney(change, currency)} ${messages.per[interval]}`;
  return messages.differenceOn(messages.difference[kind](name), change === 0 ? null : amount, dayText(date, timeZone));
}
