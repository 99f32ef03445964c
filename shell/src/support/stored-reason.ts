/** Keeps a support access reason in session storage while it is typed, so that it survives a reload. */
import type { WaitingPractice } from '../session/support-accesses';

/** Storage name of the reason while the form is open. */
export const REASON_RECORD = 'support-reason';

/** The practice of the stored reason, or null. */
export function practiceOfReason(stored: unknown): WaitingPractice | null {
  const { id, name } = (stored ?? {}) as Partial<WaitingPractice>;
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : null;
}
