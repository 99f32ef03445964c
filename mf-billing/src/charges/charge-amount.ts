/** Describes the known amount of an upcoming charge. The page and the overview use the same words. */
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

/** The known part of the amount. */
export const knownAmountText = ({
  amount,
  currency,
  by_usage: usage,
  before_proration: before,
}: UpcomingCharge): string =>
  amount === 0 && before === true ? messages.unknownAmount : amountText(amount, currency, usage);
