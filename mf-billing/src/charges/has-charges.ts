import type { UpcomingCharges } from 'shared-api/contracts';
import { isPartial } from './partial-answer';

/** False if a practice was never charged and won't be. True until that is known. */
export function hasCharges(data: UpcomingCharges | undefined): boolean {
  if (!data || isPartial(data)) return true;
  const { charges, months, ends, unpaid = [], overdue } = data;
  return (
    charges.length + ends.length + unpaid.length + overdue.length > 0 ||
    months.some((month) => month.paid !== 0 || month.upcoming !== 0 || month.overdue !== 0)
  );
}
