/** Purchases of prices that the payment provider stopped selling. */
import { nameOfPrice } from '../../catalogue/catalogue.js';
import { refreshPricesOnSale } from '../../catalogue/sync-catalogue.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BillingMirror } from '../mirror/refresh.js';

const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * Runs a purchase or its preview. When the provider refuses it, checks for prices that aren't sold anymore, and stops
 * offering them.
 *
 * @throws AppError `not_sold`; the errors of `work`
 */
export async function whileSold<Result>(
  { db, stripe }: BillingMirror,
  now: Date,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'refused_by_provider') throw error;
    const archivedKeys = await refreshPricesOnSale(stripe, db, now).catch(() => []);
    if (archivedKeys.length === 0) throw error;
    const names = nameList.format(new Set(archivedKeys.map((key) => nameOfPrice(key) ?? key)));
    const message = `${names} can’t be bought anymore, so nothing was changed. Choose again from what is offered now.`;
    throw Object.assign(new AppError(409, 'not_sold', message), { cause: error });
  }
}
