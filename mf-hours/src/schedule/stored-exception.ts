/** An exception's dialog in session storage, which reopens it after a reload. */
import { hoursException } from 'shared-api/contracts';
import { loadStoredEdits } from 'shared-ui/versioned';
import { type ExceptionDialogRequest, type ExceptionForm, isForm } from './exception-form';

/** Storage key of a practice's dialog. */
export const storedName = (practiceId: number): string => `hours-exception ${practiceId}`;

export interface StoredException {
  start: ExceptionDialogRequest;
  form: ExceptionForm;
}

function startIn(value: unknown): ExceptionDialogRequest | undefined {
  const { date, exception } = (value ?? {}) as { date?: unknown; exception?: unknown };
  if (typeof date === 'string') return { date };
  const { data } = hoursException.safeParse(exception);
  return data && { exception: data };
}

/** Values entered before a reload; null if there are none. */
export function restoredException(userId: string, practiceId: number): StoredException | null {
  const stored = loadStoredEdits(storedName(practiceId), userId) as { start?: unknown; form?: unknown } | undefined;
  const start = startIn(stored?.start);
  return start && isForm(stored?.form) ? { start, form: stored.form } : null;
}
