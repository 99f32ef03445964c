/** Requests the provider's previews of the cost of a change or a renewal. Changes nothing. */
import type Stripe from 'stripe';
import type { CostPreview, PlanInterval } from 'shared-api/contracts';
import { type Phase, WITH_SUBSCRIPTION, phaseParams } from '../commands/schedule-phases.js';
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import { isRenewed } from '../statuses.js';

type PreviewItem = Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item;

export const linesOf = (invoice: Stripe.Invoice): { description: string; amount: number }[] =>
  invoice.lines.data.map(({ description, amount }) => ({ description: description ?? '', amount }));

/** A full period of items, without prorations, credit or trial. */
export function previewFullPeriod(
  stripe: Stripe,
  customerId: string,
  items: readonly { price: string; quantity: number }[],
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    customer: customerId,
    preview_mode: 'recurring',
    subscription_details: { items: items.map(({ price: priceId, quantity }) => ({ price: priceId, quantity })) },
  });
}

/** The next invoice of a subscription, after a change of its items or of its schedule. */
export async function previewNextInvoice(
  stripe: Stripe,
  { view, schedule }: Pick<MirroredSubscription, 'view' | 'schedule'>,
  { items, phases }: { items: readonly PreviewItem[]; phases: readonly Phase[] },
): Promise<Stripe.Invoice> {
  if (schedule) {
    const current = await stripe.subscriptionSchedules.retrieve(schedule.id, WITH_SUBSCRIPTION);
    return stripe.invoices.createPreview({
      customer: view.customer_id,
      schedule: schedule.id,
      schedule_details: { phases: phaseParams(phases, current), proration_behavior: 'none' },
    });
  }
  return stripe.invoices.createPreview({
    customer: view.customer_id,
    subscription: view.id,
    subscription_details: { items: [...items], proration_behavior: 'none' },
  });
}

/** The amount that an invoice charges with this customer balance. Credit is negative. */
export function dueWith(total: number, balance: number): { due: number; balance: number } {
  const sum = total + balance;
  return { due: Math.max(0, sum), balance: Math.min(0, sum) };
}

/** True when anything other than this subscription will charge the customer. */
async function hasOtherCharges(stripe: Stripe, customerId: string, subscriptionId: string | null): Promise<boolean> {
  const [{ data: subscriptions }, { data: schedules }] = await Promise.all([
    stripe.subscriptions.list({ customer: customerId, limit: 100 }),
    stripe.subscriptionSchedules.list({ customer: customerId, limit: 100 }),
  ]);
  const isStarting = schedules.some(({ status }) => status === 'not_started');
  return isStarting || subscriptions.some(({ id, status }) => id !== subscriptionId && isRenewed(status));
}

/** The next invoice of a preview. It includes the customer's balance only if no other charge can use it first. */
export async function toNextInvoice(
  stripe: Stripe,
  payer: { customer: string; subscription: string | null },
  { total, balance, date }: { total: number; balance: number; date: number },
): Promise<NonNullable<CostPreview['next_invoice']>> {
  if (balance === 0 || !(await hasOtherCharges(stripe, payer.customer, payer.subscription))) {
    return { amount: dueWith(total, balance).due, date };
  }
  return { amount: Math.max(0, total), date, shared_balance: balance };
}

/** The credit that a change adds to the customer's balance, in cents. */
export function creditOf({ starting_balance: before, ending_balance: after }: Stripe.Invoice): number {
  return Math.max(0, before - (after ?? before));
}

export const intervalOf = (interval: string | undefined): PlanInterval => (interval === 'year' ? 'year' : 'month');
