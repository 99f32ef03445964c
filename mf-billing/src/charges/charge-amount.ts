/** What is known of an upcoming charge's amount. The page and the overview say it in the same words. */
import type { UpcomingCharge } from 'shared-api/contracts';
import { amountText } from '../figures';
import { messages } from './messages';

/** False for a renewal that a coupon or a credit makes free. */
export const isCharged = ({
  amount,
  by_usage: usage,
  before_proration: before,
  shared_balance: shared,
}: UpcomingCharge): boolean => amount > 0 || usage === true || before === true || shared !== undefined;

/** The amount as far as it is known. */
export const knownAmountText = ({
  amount,
  currency,
  by_usage: usage,
  before_proration: before,
}: UpcomingCharge): string =>
  amount === 0 && before === true ? messages.unknownAmount : amountText(amount, currency, usage);
