/** What can be done with a subscription that was found (specification, 4). Pure. */
import type { AdminItem, AdminSubscription } from 'shared-api/contracts';
import { hasSeat } from './groups';

export type AttachState = 'cancelled' | 'selected' | 'attached' | 'available' | 'full';

export interface AttachFacts {
  /** Ids of subscriptions that are staged. */
  staged: ReadonlySet<string>;
  /** Ids of items on which the practice has a seat, as far as its own list tells. */
  attached: ReadonlySet<string>;
  practice: number;
}

export const isFree = ({ available_quantity }: AdminItem): boolean => available_quantity > 0;

/** The first that holds, in the documented order. */
export function attachStateOf({ id, status, items }: AdminSubscription, facts: AttachFacts): AttachState {
  if (status === 'canceled') return 'cancelled';
  if (facts.staged.has(id)) return 'selected';
  if (items.some((item) => facts.attached.has(item.id) || hasSeat(item, facts.practice))) return 'attached';
  return items.some(isFree) ? 'available' : 'full';
}
