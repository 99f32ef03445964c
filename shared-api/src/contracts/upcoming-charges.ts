/**
 * The upcoming charges of a practice, from the provider's previews. Amounts are cents, times epoch seconds. Pages show this
 * response and compute nothing themselves.
 */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';
import { customerProblem, readingProgress } from './payments.js';
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
  /** Unique within the list and stable across requests. */
  id: z.string(),
  kind: z.enum(chargeKinds),
  /** The time of the charge. For an open invoice, the next attempt, or now if none is planned. */
  date: seconds,
  amount: cents,
  /** True if a part depends on usage, which `amount` doesn't include. */
  by_usage: z.optional(z.boolean()),
  /**
   * True if a scheduled change in a later period adds or credits a proration, which `amount` doesn't include. The
   * provider calculates it once that period starts.
   */
  before_proration: z.optional(z.boolean()),
  /**
   * The customer's balance, negative for credit, shared by several charges at this time. The provider does not say
   * which of them uses it. `amount` does not include it. Absent if nothing is shared.
   */
  shared_balance: z.optional(cents),
  currency: z.string(),
  customer: payer,
  /** The charged card; null without one. */
  card,
  /** Name of the charged payment method other than a card. */
  method_name: z.optional(z.string()),
  /** True if an invoice is sent and nothing is charged automatically. */
  is_sent: z.optional(z.boolean()),
  subscription: ofSubscription,
  lines: z.array(z.object({ description: z.string(), amount: cents })),
});
export type UpcomingCharge = z.infer<typeof upcomingCharge>;

/** An overdue invoice. */
export const overdueInvoice = z.object({
  invoice_id: z.string(),
  number: z.nullable(z.string()),
  amount_due: cents,
  currency: z.string(),
  customer: payer,
  card,
  /** Name of the charged payment method other than a card. */
  method_name: z.optional(z.string()),
  subscription: ofSubscription,
  /** When it became due. */
  since: seconds,
  /** The provider's next automatic attempt; null if there is none. */
  next_attempt: z.nullable(seconds),
  attempts: z.int(),
  /** The bank's last message. */
  last_problem: z.nullable(z.string()),
  /** The card or bank account that was declined last; null if it is no longer stored. Older servers don't send it. */
  declined_method_id: z.optional(z.nullable(z.string())),
  hosted_invoice_url: z.nullable(z.string()),
});
export type OverdueInvoice = z.infer<typeof overdueInvoice>;

/** An open invoice that isn't overdue. */
export const unpaidInvoice = z.object({
  invoice_id: z.string(),
  number: z.nullable(z.string()),
  amount_due: cents,
  currency: z.string(),
  customer: payer,
  card,
  /** Name of the charged payment method other than a card. */
  method_name: z.optional(z.string()),
  subscription: ofSubscription,
  /** `collecting` while the bank collects it, which takes days. */
  state: z.enum(['due', 'collecting']),
  /** When it is due, or charged automatically; null if the provider doesn't say. */
  due_date: z.nullable(seconds),
  hosted_invoice_url: z.nullable(z.string()),
});
export type UnpaidInvoice = z.infer<typeof unpaidInvoice>;

/** The debt of a customer in one currency. */
export const debt = z.object({
  customer: payer,
  currency: z.string(),
  amount_due: cents,
  /** The card of the oldest invoice. */
  card,
  /** Name of the charged payment method other than a card. */
  method_name: z.optional(z.string()),
  since: seconds,
  next_attempt: z.nullable(seconds),
});
export type Debt = z.infer<typeof debt>;

/** A subscription's price per period, starting with its next charge. */
export const subscriptionPrice = z.object({
  subscription_id: z.string(),
  currency: z.string(),
  /** The time of that charge. */
  date: seconds,
  /** Without discounts and taxes. */
  list: cents,
  /** Discounts, and added taxes. */
  discount: cents,
  tax: cents,
  /** The price of the next charge, after both. It doesn't include the customer's balance. */
  amount: cents,
  /** The price of the same items after a coupon ends; null if none ends. */
  changes: z.nullable(z.object({ date: seconds, amount: cents })),
});
export type SubscriptionPrice = z.infer<typeof subscriptionPrice>;

/** A customer's default card that has expired, or expires within 60 days. */
export const expiringCard = z.object({
  customer: payer,
  id: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  expiry: z.enum(['soon', 'expired']),
});
export type ExpiringCard = z.infer<typeof expiringCard>;

/** An upcoming end without a charge. */
export const upcomingEnd = z.object({
  date: seconds,
  subscription: z.object({ id: z.string(), name: z.string() }),
  /** Null if the whole subscription ends. */
  item: z.nullable(z.string()),
});
export type UpcomingEnd = z.infer<typeof upcomingEnd>;

export const readUpcomingCharges = defineCall({
  name: 'readUpcomingCharges',
  method: 'GET',
  path: '/api/:practice/practice-features/upcoming-charges/',
  access: 'practice-or-internal',
  right: 'billing.read',
  summary:
    'Charges of the next 13 months by date, overdue invoices, ending items, and paid and upcoming amounts by month',
  params: practiceParams,
  /** Only one customer of the practice, e.g. for a retry after a failure. */
  query: z.strictObject({ customer_id: z.optional(stripeId) }),
  answer: z.object({
    /** The provider's current time, and the end of the listed period. */
    as_of: seconds,
    until: seconds,
    /** Sorted by date. */
    charges: z.array(upcomingCharge),
    /** The first charge with an amount, including attempts at open invoices; null if nothing will be charged. */
    next_charge: z.nullable(upcomingCharge),
    /** Oldest first. */
    overdue: z.array(overdueInvoice),
    /** Open invoices that aren't overdue. Absent from older servers, which list them as overdue. */
    unpaid: z.optional(z.array(unpaidInvoice)),
    /** Prices of subscriptions charged in this period. Absent from older servers. */
    prices: z.optional(z.array(subscriptionPrice)),
    /** Debts by customer, oldest invoice first. */
    debts: z.array(debt),
    ends: z.array(upcomingEnd),
    /** Absent from older servers. */
    expiring_cards: z.optional(z.array(expiringCard)),
    /**
     * Twelve months, `YYYY-MM`, in the practice's time zone: five past months, the current one and six upcoming ones.
     */
    months: z.array(
      z.object({ month: z.string(), currency: z.string(), paid: cents, upcoming: cents, overdue: cents }),
    ),
    /** Customers whose charges could not be loaded. Everything else is complete. */
    problems: z.array(customerProblem),
    /** Amounts and totals cover only customers that were read. */
    progress: readingProgress,
  }),
});
export type UpcomingCharges = z.infer<typeof readUpcomingCharges.answer>;
