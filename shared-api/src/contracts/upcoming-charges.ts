/**
 * What a practice will be charged, by the provider's own previews. Amounts are cents, times epoch seconds. The pages show what
 * is answered here and work nothing out themselves.
 */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';
import { customerProblem } from './payments.js';
import { stripeId } from './subscriptions.js';

const seconds = z.int();
const cents = z.int();
const payer = z.object({ id: z.string(), name: z.nullable(z.string()) });
const card = z.nullable(z.object({ id: z.string(), brand: z.string(), last4: z.string() }));
const ofSubscription = z.nullable(z.object({ id: z.string(), name: z.string() }));

export const chargeKinds = [
  'renewal',
  'trial_conversion',
  'scheduled_start',
  'scheduled_change',
  'open_invoice',
] as const;

export const upcomingCharge = z.object({
  /** Unique in the list, and the same each time it is asked for. */
  id: z.string(),
  kind: z.enum(chargeKinds),
  /** When it is charged; of an open invoice the next attempt, or now where the provider makes none. */
  date: seconds,
  amount: cents,
  /**
   * What is on the customer's balance, credit below zero, and comes off one or several of the customer's charges of this moment: the
   * provider does not say of which. `amount` is before it. Absent where nothing is shared.
   */
  shared_balance: z.optional(cents),
  currency: z.string(),
  customer: payer,
  /** The card that is charged; null where none is stored. */
  card,
  subscription: ofSubscription,
  lines: z.array(z.object({ description: z.string(), amount: cents })),
});
export type UpcomingCharge = z.infer<typeof upcomingCharge>;

/** An invoice that is due and not paid. */
export const overdueInvoice = z.object({
  invoice_id: z.string(),
  number: z.nullable(z.string()),
  amount_due: cents,
  currency: z.string(),
  customer: payer,
  card,
  subscription: ofSubscription,
  /** When it was first due. */
  since: seconds,
  /** When the provider charges the card again by itself; null where it has given up or never does. */
  next_attempt: z.nullable(seconds),
  attempts: z.int(),
  /** What the bank said last, in words. */
  last_problem: z.nullable(z.string()),
  hosted_invoice_url: z.nullable(z.string()),
});
export type OverdueInvoice = z.infer<typeof overdueInvoice>;

/** Everything that a customer owes in one currency. */
export const debt = z.object({
  customer: payer,
  currency: z.string(),
  amount_due: cents,
  /** Of the oldest invoice. */
  card,
  since: seconds,
  next_attempt: z.nullable(seconds),
});
export type Debt = z.infer<typeof debt>;

/** Something that ends without a charge. */
export const upcomingEnd = z.object({
  date: seconds,
  subscription: z.object({ id: z.string(), name: z.string() }),
  /** Null where the whole subscription ends. */
  item: z.nullable(z.string()),
});
export type UpcomingEnd = z.infer<typeof upcomingEnd>;

export const readUpcomingCharges = defineCall({
  name: 'readUpcomingCharges',
  method: 'GET',
  path: '/api/:practice/practice-features/upcoming-charges/',
  access: 'practice-or-internal',
  right: 'billing.read',
  summary: 'Every charge of the next 13 months, by date; what is overdue; what ends; paid and upcoming by month',
  params: practiceParams,
  /** One customer of the practice alone, as after a failure. */
  query: z.strictObject({ customer_id: z.optional(stripeId) }),
  answer: z.object({
    /** The provider's present time, and until when charges are listed. */
    as_of: seconds,
    until: seconds,
    /** By date. */
    charges: z.array(upcomingCharge),
    /** The first of them with an amount, another attempt at an open invoice included; null where nothing will be charged. */
    next_charge: z.nullable(upcomingCharge),
    /** Oldest first. */
    overdue: z.array(overdueInvoice),
    /** The same by customer, that of the oldest invoice first. */
    debts: z.array(debt),
    ends: z.array(upcomingEnd),
    /** Twelve months of the practice's calendar, `YYYY-MM`, in order: five past ones, this one, six to come. */
    months: z.array(
      z.object({ month: z.string(), currency: z.string(), paid: cents, upcoming: cents, overdue: cents }),
    ),
    /** Customers whose charges are unknown; everything else is complete. */
    problems: z.array(customerProblem),
  }),
});
export type UpcomingCharges = z.infer<typeof readUpcomingCharges.answer>;
