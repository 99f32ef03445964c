/**
 * Customers, cards and invoices at the payment provider (specification: billing, 3 and 7; internal administration, 7).
 * None of these calls contains card data, because the browser sends it directly to the provider. Amounts are cents, times
 * epoch seconds.
 */
import * as z from 'zod/mini';
import { permittedAction } from './billing-values.js';
import { defineCall, practiceId } from './call.js';
import { date } from './practice-settings.js';
import { stripeId } from './subscriptions.js';

const seconds = z.int();

const chargedSubscription = z.object({ subscription_id: z.string(), name: z.string() });
export type ChargedSubscription = z.infer<typeof chargedSubscription>;

/** A subscription that is still charged to its previous card, and why. */
const unmovedSubscription = z.extend(chargedSubscription, { problem: z.string() });
export type UnmovedSubscription = z.infer<typeof unmovedSubscription>;

export const paymentMethod = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  is_default: z.boolean(),
  created: seconds,
  /** `soon`: within 60 days. */
  expiry: z.enum(['valid', 'soon', 'expired']),
  /**
   * Live subscriptions charged to this card as their own card, regardless of the default card. Absent from older
   * servers.
   */
  charged_for: z.optional(z.array(chargedSubscription)),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A payment method other than a card. */
const otherMethod = z.object({
  id: z.string(),
  /** `SEPA Direct Debit ending in 3000`. */
  name: z.string(),
  is_default: z.boolean(),
  /** True if it debits a bank account. Absent from older servers. */
  is_debit: z.optional(z.boolean()),
});
export type OtherMethod = z.infer<typeof otherMethod>;

export const customer = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** True if it has a default payment method, which pays. Other methods don't count. */
  has_payment_method: z.boolean(),
  active_subscriptions: z.array(z.object({ id: z.string(), status: z.string() })),
  /** Why it couldn't be loaded. Only the id is then known. Other customers are not affected. */
  error: z.nullable(z.string()),
});
export type Customer = z.infer<typeof customer>;

/**
 * How many of a practice's customers an incomplete response contains. Repeating the request reads more. Absent from a
 * complete response.
 */
export const readingProgress = z.optional(z.object({ read: z.int(), total: z.int() }));
export type ReadingProgress = NonNullable<z.infer<typeof readingProgress>>;

export const practiceOwner = z.object({ user_id: z.string(), name: z.string(), email: z.string() });
export type PracticeOwner = z.infer<typeof practiceOwner>;

export const listCustomers = defineCall({
  name: 'listCustomers',
  method: 'GET',
  path: '/api/stripe/list_customers/',
  access: 'practice-or-internal',
  right: 'billing.read',
  summary: 'Customers of a practice, and the owners for whom one can be created',
  query: z.strictObject({ practice_id: practiceId }),
  answer: z.object({
    customers: z.array(customer),
    practice_owners: z.array(practiceOwner),
    /** The provider's dashboard, for links of super admins; null for others. */
    dashboard_url: z.nullable(z.string()),
    /** Whether a customer can be created now. Refused while an earlier one is being confirmed. Absent from older servers. */
    create: z.optional(permittedAction),
    /** Customers that haven't been read yet are missing. */
    progress: readingProgress,
  }),
});

const shortText = z.string().check(z.trim(), z.minLength(1, 'Must not be empty'), z.maxLength(100));

/** Forms validate their input with it before sending. */
export const customerToCreate = z.strictObject({
  email: z.email('Not an email address').check(z.maxLength(320)),
  first_name: shortText,
  last_name: shortText,
  /** Also accepts text, as sent by forms. */
  practice_id: practiceId as unknown as z.ZodMiniInt,
  user_id: z.string().check(z.minLength(1), z.maxLength(60)),
});

export const createCustomer = defineCall({
  name: 'createCustomer',
  method: 'POST',
  path: '/api/stripe/create_customer/',
  access: 'signed-in',
  right: 'billing',
  idempotent: true,
  summary: 'Create a customer for an owner of a practice that the person may open',
  body: customerToCreate,
  answer: z.object({ status: z.string(), message: z.string(), customer }),
  okStatus: ['success'],
});

export const readStripeInfo = defineCall({
  name: 'readStripeInfo',
  method: 'GET',
  path: '/api/stripe/get_stripe_related_info/',
  access: 'signed-in',
  summary: 'The publishable key and the script with which a browser shows the card form',
  answer: z.object({
    stripe_publishable_key: z.string(),
    /** URL of Stripe.js, or of the sandbox's script. */
    stripe_js_url: z.string(),
  }),
});

const customerParams = z.object({ customer: stripeId });
const ofMethod = z.strictObject({ payment_method_id: stripeId });
const done = z.object({ status: z.string(), message: z.string() });
const okStatus = ['success'];

export const listPaymentMethods = defineCall({
  name: 'listPaymentMethods',
  method: 'GET',
  path: '/api/stripe/:customer/list_customer_payment_methods/',
  access: 'customer',
  right: 'billing.read',
  summary: 'Payment methods of a customer, the default first',
  params: customerParams,
  answer: z.object({
    payment_methods: z.array(paymentMethod),
    /** Other payment methods, e.g. bank debits. Absent from older servers. */
    other_methods: z.optional(z.array(otherMethod)),
  }),
});

/** An unpaid invoice with the amount to charge now. */
export const openInvoice = z.object({
  invoice_id: z.string(),
  number: z.nullable(z.string()),
  amount_due: z.int(),
  currency: z.string(),
  /** The subscription that it belongs to. Null without one, absent from older servers. */
  subscription: z.optional(
    z.nullable(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The card that its renewals are charged to; null without one. */
        card: z.nullable(z.object({ id: z.string(), brand: z.string(), last4: z.string() })),
      }),
    ),
  ),
});
export type OpenInvoice = z.infer<typeof openInvoice>;

export const listOpenInvoices = defineCall({
  name: 'listOpenInvoices',
  method: 'GET',
  path: '/api/stripe/:customer/list_open_invoices/',
  access: 'customer',
  right: 'billing.read',
  summary: 'Overdue invoices of a customer that a new card would be charged for, oldest first',
  params: customerParams,
  answer: z.object({
    invoices: z.array(openInvoice),
    /** The total per currency. */
    totals: z.array(z.object({ currency: z.string(), amount_due: z.int() })),
    /** Whether they can be paid now. Refused while an earlier payment is being confirmed. Absent from older servers. */
    pay: z.optional(permittedAction),
  }),
});
export type OpenInvoices = z.infer<typeof listOpenInvoices.answer>;

export const setDefaultPaymentMethod = defineCall({
  name: 'setDefaultPaymentMethod',
  method: 'POST',
  path: '/api/stripe/:customer/set_default_payment_method/',
  access: 'customer',
  right: 'billing',
  idempotent: true,
  summary: 'Make a card the default',
  params: customerParams,
  body: z.extend(ofMethod, {
    /** Subscriptions with their own card that follow the default card from now on. The others keep their card. */
    move_subscriptions: z.optional(z.array(stripeId).check(z.maxLength(500))),
  }),
  answer: z.extend(done, {
    /** Subscriptions from `move_subscriptions` that still have their own card. Absent or empty if all were moved. */
    not_moved: z.optional(z.array(unmovedSubscription)),
  }),
  okStatus,
});

export const deletePaymentMethod = defineCall({
  name: 'deletePaymentMethod',
  method: 'POST',
  path: '/api/stripe/:customer/delete_payment_method/',
  access: 'customer',
  right: 'billing',
  idempotent: true,
  stepUp: true,
  summary: 'Remove a card, unless a live subscription depends on it',
  params: customerParams,
  body: z.extend(ofMethod, {
    /** The card that becomes the default if the default is removed. If null or absent, the newest one. */
    new_default_payment_method_id: z.optional(z.nullable(stripeId)),
  }),
  answer: done,
  okStatus,
});

export const createSetupIntent = defineCall({
  name: 'createSetupIntent',
  method: 'POST',
  path: '/api/stripe/:customer/create_setup_intent/',
  access: 'customer',
  right: 'billing',
  summary: 'The client secret with which the browser adds a card at the provider',
  params: customerParams,
  answer: z.object({ client_secret: z.string() }),
});

/** The result of charging an open invoice. */
const paymentAttempt = z.object({
  invoice_id: z.string(),
  number: z.nullable(z.string()),
  paid: z.boolean(),
  amount: z.int(),
  currency: z.string(),
  /** Why it isn't paid; null if it is. */
  problem: z.nullable(z.string()),
  /** True while it is unknown whether it is paid. It is then polled like any unsettled change. */
  being_confirmed: z.optional(z.boolean()),
  /** With this, the browser runs the bank's authentication of the payment. */
  client_secret: z.optional(z.string()),
});
export type PaymentAttempt = z.infer<typeof paymentAttempt>;

export const payOpenInvoices = defineCall({
  name: 'payOpenInvoices',
  method: 'POST',
  path: '/api/stripe/:customer/pay_open_invoices/',
  access: 'customer',
  right: 'billing',
  idempotent: true,
  stepUp: true,
  summary: 'Charge open invoices of a customer now, to a stored card',
  params: customerParams,
  body: z.strictObject({
    invoice_ids: z.array(stripeId).check(z.minLength(1, 'Choose an invoice'), z.maxLength(100)),
    /** The default card by default. */
    payment_method_id: z.optional(stripeId),
    /** The amount that the person saw. Any other amount is rejected, and nothing is charged. Only for one currency. */
    expected_due: z.optional(z.int()),
    /**
     * True to charge the invoices' subscriptions to this card from now on. A subscription whose invoice is declined keeps
     * its card.
     */
    use_for_renewals: z.optional(z.boolean()),
  }),
  answer: z.object({
    /**
     * `success` if all are paid, `requires_action` if the bank requires authentication, otherwise `partial` or
     * `failed`.
     */
    status: z.enum(['success', 'requires_action', 'partial', 'failed']),
    message: z.string(),
    results: z.array(paymentAttempt),
    /** With `use_for_renewals`, paid subscriptions that still have their previous card. */
    not_moved: z.optional(z.array(unmovedSubscription)),
  }),
});

/** Called after the browser has sent the card to the provider. A first card becomes the default. */
export const confirmPaymentMethod = defineCall({
  name: 'confirmPaymentMethod',
  method: 'POST',
  path: '/api/stripe/:customer/confirm_payment_method/',
  access: 'customer',
  right: 'billing',
  idempotent: true,
  summary: 'Store a card that was added in the browser, and retry open invoices on request',
  params: customerParams,
  body: z.strictObject({
    setup_intent_id: stripeId,
    make_default: z.boolean(),
    /** True to pay the customer's open invoices with the new card (DECISIONS 13). */
    retry_open_invoices: z.boolean(),
  }),
  answer: z.object({
    status: z.string(),
    message: z.string(),
    payment_method: paymentMethod,
    /** The results of these payments. */
    retried: z.array(paymentAttempt),
  }),
  okStatus,
});

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

export const invoice = z.object({
  invoice_id: z.string(),
  customer_id: z.string(),
  /** Null for drafts. */
  number: z.nullable(z.string()),
  created: seconds,
  customer_name: z.nullable(z.string()),
  customer_email: z.nullable(z.string()),
  total: z.int(),
  /** The amount paid and not refunded. */
  amount_paid: z.int(),
  /** The unpaid amount; 0 if nothing is due. */
  amount_remaining: z.int(),
  /**
   * Discounts, taxes, and amounts returned by credit notes and refunds. A credit note can return its amount as a
   * refund. Absent from older servers.
   */
  discount: z.optional(z.int()),
  tax: z.optional(z.int()),
  credited: z.optional(z.int()),
  refunded: z.optional(z.int()),
  /** Whether a payment is disputed: `open` until the bank decides, or `lost`. Absent from older servers. */
  dispute: z.optional(z.nullable(z.enum(['open', 'lost']))),
  /** The paid amount that was lost in disputes. Absent from older servers. */
  lost_in_dispute: z.optional(z.int()),
  /** The amount paid from the customer's credit; negative for an added earlier debit. Absent from older servers. */
  from_credit: z.optional(z.int()),
  /** When a sent invoice is due; null for others. Absent from older servers. */
  due_date: z.optional(z.nullable(seconds)),
  currency: z.string(),
  /** One of `invoiceStatuses`, or a future value of the provider. */
  status: z.string(),
  invoice_pdf: z.nullable(z.string()),
  hosted_invoice_url: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof invoice>;

/** Dates in the practice's time zone, both inclusive. */
const invoiceFilter = {
  practice_id: practiceId,
  status: z.optional(z.enum(invoiceStatuses)),
  customer_id: z.optional(stripeId),
  from_date: z.optional(date),
  to_date: z.optional(date),
};

/** A customer whose data could not be loaded. The response is complete for all others. */
export const customerProblem = z.object({ customer_id: z.string(), name: z.nullable(z.string()), message: z.string() });
export type CustomerProblem = z.infer<typeof customerProblem>;

export const listInvoices = defineCall({
  name: 'listInvoices',
  method: 'GET',
  path: '/api/stripe/list_practice_invoices/',
  access: 'practice',
  right: 'billing.read',
  summary: 'Invoices of all customers of a practice, newest first, by cursor',
  query: z.strictObject({ ...invoiceFilter, starting_after: z.optional(z.string().check(z.maxLength(2000))) }),
  answer: z.object({
    results: z.array(invoice),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
    dashboard_url: z.nullable(z.string()),
    problems: z.array(customerProblem),
    progress: readingProgress,
  }),
});

export const readInvoiceTotals = defineCall({
  name: 'readInvoiceTotals',
  method: 'GET',
  path: '/api/stripe/practice_invoice_totals/',
  access: 'practice',
  right: 'billing.read',
  summary: 'Paid and outstanding totals of all invoices that match a filter',
  query: z.strictObject(invoiceFilter),
  answer: z.object({
    /** Totals per currency; empty without invoices. */
    totals: z.array(z.object({ currency: z.string(), paid: z.int(), outstanding: z.int(), invoices: z.int() })),
    problems: z.array(customerProblem),
    progress: readingProgress,
  }),
});

/** Returns a file: `text/csv`, or `application/zip` with the PDFs of all invoices that have one. */
export const exportInvoices = defineCall({
  name: 'exportInvoices',
  method: 'GET',
  path: '/api/stripe/export_practice_invoices/',
  access: 'practice',
  right: 'billing.read',
  limited: 'exports',
  summary: 'All invoices that match a filter, as CSV or as an archive of their PDFs',
  query: z.strictObject({ ...invoiceFilter, format: z.enum(['csv', 'pdf']) }),
  answer: z.unknown(),
});
