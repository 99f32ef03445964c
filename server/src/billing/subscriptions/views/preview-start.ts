/** Previews the start of a plan or of its trial. */
import type { CostPreview } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { readEntitlementInputs } from '../../entitlements/entitlement-sources.js';
import { noInputs } from '../../entitlements/sources.js';
import { defaultMethodOf } from '../../payments/charged-method.js';
import { readFromStripe } from '../../stripe/stripe-errors.js';
import { assertNotInArrears, type StartPlan, planStart, previewOfStart } from '../commands/start.js';
import { assertTrialAvailable } from '../mirror/trials.js';
import { cardIn, findCustomer } from './customer-billing.js';
import { discountsAt, discountSourcesOf } from './discounts-at.js';
import { itemsChargedEarlier, readNextInvoice } from './next-invoice.js';
import { alreadyPaidBy } from './offers.js';
import { emptyPreview, liftsOf, namesOf, type PreviewContext, previewWithAllLines } from './preview-parts.js';
import { type FullPeriod, chargedLines, pendingItemsOf, periodIn } from './provider-previews.js';
import { recurringIn } from './recurring-after.js';

const DAY_S = 86_400;

export async function previewStart(context: PreviewContext, start: StartPlan, isTrial: boolean): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const { plan, prices: priceIds } = await planStart(db, practiceId, start);
  const { customer: customerId } = start;
  if (isTrial) {
    await assertNotInArrears(db, customerId);
    await assertTrialAvailable(db, practiceId, plan);
  }
  const [catalogue, sources] = await Promise.all([readCataloguePrices(db), readEntitlementInputs(db, [practiceId])]);
  const items = priceIds.map((priceId) => ({ price: priceId, quantity: 1 }));
  const [today, owner, lifts] = await readFromStripe(() =>
    Promise.all([
      previewWithAllLines(stripe, previewOfStart(stripe, customerId, priceIds)),
      findCustomer(stripe, customerId),
      liftsOf(context, priceIds, catalogue),
    ]),
  );
  const period = periodIn(today);
  const trialEnd = period.start + plan.trialDays * DAY_S;
  const paid = discountSourcesOf(undefined, owner, undefined);
  const periodAt = (date: number): FullPeriod => ({
    customerId,
    subscription: undefined,
    items,
    discounts: discountsAt(paid, date),
  });
  // Just after the next renewal, when a coupon for one invoice is used up.
  const recurring = await readFromStripe(() => recurringIn(stripe, periodAt((isTrial ? trialEnd : period.end) + 1)));
  const common = {
    ...emptyPreview,
    currency: today.currency,
    effective_at: period.start,
    recurring,
    card: owner ? cardIn(defaultMethodOf(owner)) : null,
    starts: namesOf(priceIds, catalogue),
    lifts,
    paid_twice: alreadyPaidBy(plan, sources.get(practiceId) ?? noInputs),
  };
  const full = recurring?.amount ?? today.total;
  const stated = (next: { total: number; balance: number; date: number }) =>
    readFromStripe(() =>
      readNextInvoice(
        context,
        { customer: customerId, subscription: null },
        { ...next, currency: today.currency },
        context.now,
      ),
    );
  if (isTrial) {
    // The trial's own invoice includes the customer's pending items and debt.
    const begun = await readFromStripe(() =>
      previewWithAllLines(stripe, previewOfStart(stripe, customerId, priceIds, { trialEnd })),
    );
    const payer = { customer: customerId, subscription: null };
    const byOthers = await readFromStripe(() => itemsChargedEarlier(context, payer, today, trialEnd, context.now));
    const taken = [...new Set([...pendingItemsOf(begun), ...byOthers])];
    const charged =
      taken.length === 0 ? today : await readFromStripe(() => previewOfStart(stripe, customerId, priceIds, { taken }));
    // A coupon for one invoice still applies to the first charge.
    const first = trialEnd < (owner?.discount?.end ?? Infinity) ? charged.total : full;
    return {
      ...common,
      trial_end: trialEnd,
      due_today: begun.amount_due,
      lines: chargedLines(begun).filter(({ amount }) => amount !== 0),
      next_invoice: await stated({ total: first, balance: begun.ending_balance ?? 0, date: trialEnd }),
    };
  }
  return {
    ...common,
    due_today: today.amount_due,
    lines: chargedLines(today),
    next_invoice: await stated({ total: full, balance: today.ending_balance ?? 0, date: period.end }),
  };
}
