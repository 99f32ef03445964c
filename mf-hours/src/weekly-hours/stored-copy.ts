/** The dialogs that copy hours, kept in session storage so that they reopen after a reload. */
import { type Day, days } from 'shared-api/contracts';

/** The session storage key of a practice's copy dialog. */
export const copyDialogKey = (practiceId: number): string => `copy-hours ${practiceId}`;

/** The initial source of a copied day. Without `id`, all visible providers. */
export interface CopyStart {
  id?: number;
  day?: Day;
}

export type CopyRequest = { kind: 'copy-day'; start: CopyStart } | { kind: 'copy-week'; id: number };

const isDay = (value: unknown): value is Day => days.some((day) => day === value);

/** The dialog that was open before a reload; null if none was, or if the stored one is unknown. */
export function parseCopyRequest(stored: unknown): CopyRequest | null {
  const { kind, id, start } = (stored ?? {}) as { kind?: unknown; id?: unknown; start?: unknown };
  if (kind === 'copy-week') return typeof id === 'number' ? { kind, id } : null;
  if (kind !== 'copy-day') return null;
  const from = (start ?? {}) as { id?: unknown; day?: unknown };
  return {
    kind,
    start: { ...(typeof from.id === 'number' && { id: from.id }), ...(isDay(from.day) && { day: from.day }) },
  };
}

export interface CopyDayForm {
  from: Day;
  /** A row id as text, or `'shown'` for all visible providers. */
  whose: string;
  to: readonly Day[];
}

export function isCopyDayForm(stored: unknown): stored is CopyDayForm {
  const { from, whose, to } = (stored ?? {}) as Partial<Record<keyof CopyDayForm, unknown>>;
  return isDay(from) && typeof whose === 'string' && Array.isArray(to) && to.every(isDay);
}

export const isIdList = (stored: unknown): stored is readonly number[] =>
  Array.isArray(stored) && stored.every((id) => typeof id === 'number');
