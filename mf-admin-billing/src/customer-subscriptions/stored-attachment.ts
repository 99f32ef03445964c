/** Keeps the attach dialog in session storage, so that it reopens after a reload. */
import type { StagedList } from './staging';

/** Storage name of the selection. */
export const attachmentRecord = (practiceId: number): string => `attachment ${practiceId}`;

/** The person's selection. */
export interface Attachment {
  staged: StagedList;
  /** Whether features of the selection that staff removed manually are restored. */
  liftWithheld: boolean;
}

/** The dialog's initial search from before a reload; null if it wasn't open. */
export const searchIn = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);

/** True for a stored selection of this version. */
export function isAttachment(stored: unknown): boolean {
  const { staged, liftWithheld } = (stored ?? {}) as Partial<Attachment>;
  return (
    typeof liftWithheld === 'boolean' &&
    Array.isArray(staged) &&
    staged.every(
      (one: Partial<StagedList[number]> | null) =>
        typeof one?.subscriptionId === 'string' &&
        [one.items, one.scheduledSubscriptions, one.leftOut].every(Array.isArray),
    )
  );
}
