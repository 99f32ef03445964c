/**
 * Mirrors the payment method of a customer's subscriptions after a change of its default. One call reads it, however
 * many subscriptions follow the default, so that pages show it before the provider's webhook arrives.
 */
import type { Db } from '../../../platform/database/tables.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { defaultMethodOf, EXPAND_CUSTOMER } from '../../payments/charged-method.js';
import { invalidateCustomers } from '../../stripe/cached-responses.js';
import { readFromStripe } from '../../stripe/stripe-errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BillingMirror } from './refresh.js';
import { claimIfLatest, nextSequence } from './sequence-repository.js';
import { defaultPayerOf, type SubscriptionSnapshot } from './snapshots.js';
import { listOpenSubscriptions } from './subscriptions-repository.js';

type Shown = Omit<SubscriptionSnapshot, 'items' | 'schedule'>;

/**
 * Rows of an older release don't store whether the method is the subscription's own. The nightly comparison rereads
 * them.
 */
const followsDefault = ({ is_sent, payment_method: card, other_method: other }: Shown): boolean =>
  is_sent === false && (card ?? other)?.is_own !== true;

async function writePayer(
  transaction: Db,
  id: string,
  payer: Pick<Shown, 'payment_method' | 'other_method'>,
): Promise<void> {
  const row = await transaction
    .selectFrom('billing_subscriptions')
    .select('shown')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !followsDefault(row.shown)) return;
  await transaction
    .updateTable('billing_subscriptions')
    .set({ shown: JSON.stringify({ ...row.shown, ...payer }) })
    .where('id', '=', id)
    .execute();
}

/** Call it after the change at the provider. @throws AppError when the provider doesn't respond */
async function refreshPayers({ db, stripe }: BillingMirror, customerId: string): Promise<void> {
  const ids = (await listOpenSubscriptions(db, customerId)).sort();
  if (ids.length === 0) return;
  const sequences: (readonly [string, number])[] = [];
  for (const id of ids) sequences.push([id, await nextSequence(db, id)]);
  const customer = await readFromStripe(() => stripe.customers.retrieve(customerId, { expand: EXPAND_CUSTOMER }));
  if (customer.deleted) return;
  const payer = defaultPayerOf(defaultMethodOf(customer));
  await inTransaction(db, async (transaction) => {
    for (const [id, sequence] of sequences) {
      // A later read also has the default.
      if (await claimIfLatest(transaction, id, sequence)) await writePayer(transaction, id, payer);
    }
    await invalidateCustomers(transaction, [customerId]);
  });
}

/** The change has been made. If it can't be read back, the webhook mirrors it. */
export async function refreshPayersQuietly(mirror: BillingMirror, customerId: string): Promise<void> {
  try {
    await refreshPayers(mirror, customerId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
