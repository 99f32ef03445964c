/** The dialog that attaches subscriptions in session storage, which opens it again after a reload. */
import type { StagedList } from './staging';

/** The name under which the selection is stored. */
export const attachmentRecord = (practiceId: number): string => `attachment ${practiceId}`;

/** What the person has selected. */
export interface Attachment {
  staged: StagedList;
  /** Whether features of the selection that staff removed manually are restored. */
  liftWithheld: boolean;
}

/** The search with which the dialog was opened before a reload; null if it wasn't open. */
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
