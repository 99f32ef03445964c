/** Ends an unpaid subscription. Its open invoices stay owed or are voided. */
import type { BillingOutcome, OpenInvoiceChoice } from 'shared-api/contracts';
import type { Db } from '../../../platform/database/tables.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { readFromStripe, writeToStripe } from '../../stripe/stripe-errors.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { type MirroredSubscription, assertNotShared, findPaidSubscription } from '../mirror/read-mirror.js';
import { isInArrears } from '../../stripe/statuses.js';
import { endNow } from './cancel.js';
import type { CommandDescription } from './finish-command.js';
import { listOpenInvoicesOf, voidOpenInvoicesOf } from './payment-outcome.js';
import { runCommand } from './run-command.js';

/** True for a started subscription that grants nothing, or is about to lose its items. */
export const isEndedAsUnpaid = (status: string): boolean => isInArrears(status) || status === 'paused';

/** The message shown while the bank collects a payment that a change depends on. */
export const COLLECTING = 'Wait until the bank has collected its payment.';

/** @throws AppError `not_found`, `not_unpaid`, `being_collected`, `shared` */
export async function planEndOfUnpaid(
  db: Db,
  practiceId: number,
  subscriptionId: string,
): Promise<MirroredSubscription> {
  const subscription = await findPaidSubscription(db, practiceId, subscriptionId);
  if (!isEndedAsUnpaid(subscription.view.status)) {
    throw new AppError(409, 'not_unpaid', 'Only a past due, unpaid or paused subscription can be ended like this.');
  }
  if (subscription.view.is_collecting === true) throw new AppError(409, 'being_collected', COLLECTING);
  await assertNotShared(db, practiceId, subscription.items, 'ended');
  return subscription;
}

export interface EndOfUnpaid {
  subscriptionId: string;
  openInvoices: OpenInvoiceChoice;
}

/** The provider no longer collects the remaining debt: https://docs.stripe.com/billing/subscriptions/cancel */
export function endUnpaidSubscription(
  context: BillingContext,
  { subscriptionId, openInvoices }: EndOfUnpaid,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, stripe, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.cancel',
    after: { status: 'canceled', open_invoices: openInvoices },
    doneMessage: 'Subscription ended',
    failedMessage: 'Nothing was ended.',
  };
  const content = { subscription: subscriptionId, openInvoices };
  const command = { name: 'end-unpaid', content, subscriptionId, description };
  return runCommand(context, command, caller, async (attempt) => {
    await planEndOfUnpaid(db, practiceId, subscriptionId);
    const owed = await readFromStripe(() => listOpenInvoicesOf(stripe, subscriptionId));
    await attempt.markSent();
    await endNow(context, subscriptionId);
    if (openInvoices === 'void') await writeToStripe(() => voidOpenInvoicesOf(stripe, subscriptionId));
    return { subscriptionId, prices: [], details: { owed: owed.length } };
  });
}
