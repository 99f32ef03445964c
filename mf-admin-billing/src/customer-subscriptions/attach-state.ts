/** The action for a subscription in the search results (specification, 4). Pure. */
import type { AdminItem, AdminSubscription } from 'shared-api/contracts';
import { hasSeat } from './groups';

export type AttachState = 'cancelled' | 'selected' | 'attached' | 'available' | 'full';

export interface AttachContext {
  /** Ids of subscriptions that are staged. */
  staged: ReadonlySet<string>;
  /** Ids of items on which the practice has a seat, from its own list. */
  attached: ReadonlySet<string>;
  practiceId: number;
}

export const hasFreeSeat = ({ available_quantity }: AdminItem): boolean => available_quantity > 0;

/** The first matching state, in the documented order. */
export function attachStateOf({ id, status, items }: AdminSubscription, facts: AttachContext): AttachState {
  if (status === 'canceled') return 'cancelled';
  if (facts.staged.has(id)) return 'selected';
  if (items.some((item) => facts.attached.has(item.id) || hasSeat(item, facts.practiceId))) return 'attached';
  return items.some(hasFreeSeat) ? 'available' : 'full';
}
