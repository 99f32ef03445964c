/**
 * The meaning of subscription statuses: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */

/** Ended permanently. */
const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/** A payment failed and is still owed. */
const IN_ARREARS: ReadonlySet<string> = new Set(['past_due', 'unpaid']);

/** Its items grant entitlements (docs/decisions/0022). */
const USABLE: ReadonlySet<string> = new Set(['active', 'past_due', 'trialing']);

export const isOver = (status: string): boolean => OVER.has(status);

/** True for a subscription that charges a card now or later. */
export const isLive = (status: string): boolean => !OVER.has(status);

export const isUsable = (status: string): boolean => USABLE.has(status);

interface Charged {
  status: string;
  trial_end: number | null;
  period: { start: number };
}

/**
 * True while the first charge after a trial is owed. Its features were never paid, so they end with the trial; a failed renewal
 * has a grace period (docs/decisions/0022).
 */
export const isFirstChargeOwed = ({ status, trial_end: trialEnd, period }: Charged): boolean =>
  IN_ARREARS.has(status) && trialEnd !== null && period.start === trialEnd;

/** True after a failed payment. */
export const isInArrears = (status: string): boolean => IN_ARREARS.has(status);

/** True while a renewal's or a start's payment is missing. */
export const isPaymentMissing = (status: string): boolean => IN_ARREARS.has(status) || status === 'incomplete';

interface Collected {
  status: string;
  is_collecting?: boolean;
}

/** True while the person must pay or confirm a payment. A payment that the bank is collecting needs no action. */
export const needsAttention = ({ status, is_collecting: isCollecting }: Collected): boolean =>
  isPaymentMissing(status) && isCollecting !== true;

/** A start whose first payment never succeeded. It isn't displayed, because nothing started. */
export const isFailedStart = (status: string): boolean => status === 'incomplete_expired';

/** True for a subscription that the provider renews and charges automatically. */
export const isRenewed = (status: string): boolean =>
  status === 'active' || status === 'past_due' || status === 'trialing';

export const OVER_STATUSES: readonly string[] = [...OVER];
export const ARREARS_STATUSES: readonly string[] = [...IN_ARREARS];
