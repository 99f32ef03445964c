/** Parses text that is typed or pasted into a cell (specification: 5.3; DECISIONS 24 and server rule 10). */
import { EDIT_STEP_SECONDS, MAX_DAY_SECONDS } from 'shared-api/contracts';
import { hoursText, type StoredHours } from './cells';
import type { Entry } from './edits';

export type HoursProblem = 'not-a-number' | 'negative' | 'too-long' | 'off-step';

export type TypedHours = { seconds: number } | { problem: HoursProblem };

/**
 * Parses hours into seconds. A blank is 0, and a comma can replace the decimal point. Steps of half an hour apply only
 * to new values: a text that equals the computed or stored figure, as displayed, is always accepted and means exactly
 * that figure.
 */
export function parseHours(text: string, stored: StoredHours): TypedHours {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return { seconds: 0 };
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { problem: 'not-a-number' };
  // -0 becomes 0.
  const hours = Number(plain) + 0;
  const same = [stored.override, stored.original].find(
    (seconds) => seconds !== null && hoursText(seconds) === hours.toFixed(2) && decimalsOf(plain) <= 2,
  );
  if (same !== undefined && same !== null) return { seconds: same };
  if (hours < 0) return { problem: 'negative' };
  const seconds = hours * 3600;
  if (seconds > MAX_DAY_SECONDS) return { problem: 'too-long' };
  if (seconds % EDIT_STEP_SECONDS !== 0) return { problem: 'off-step' };
  return { seconds };
}

/** The edit that a text is. A text that is not a number stays until it is corrected. */
export function entryOf(text: string, stored: StoredHours): Entry {
  const typed = parseHours(text, stored);
  return 'seconds' in typed ? typed : { text, problem: typed.problem };
}

const decimalsOf = (plain: string): number => plain.split('.')[1]?.length ?? 0;
