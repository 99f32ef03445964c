/** The reason of a support access in session storage, which a reload asks for again with what was typed. */
import type { WaitingPractice } from '../session/support-accesses';

/** The name under which the reason is stored while it is asked for. */
export const REASON_RECORD = 'support-reason';

/** The practice that the stored reason is about; null if there is none. */
export function practiceOfReason(stored: unknown): WaitingPractice | null {
  const { id, name } = (stored ?? {}) as Partial<WaitingPractice>;
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : null;
}
