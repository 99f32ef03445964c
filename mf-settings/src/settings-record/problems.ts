/** Validation of typed values (specification: settings and hours, 5.1). The server validates with the same contract. */
import {
  areStatusIds,
  editedValue,
  type SettingsEdit,
  type SettingsField,
  type SettingsPath,
  settingsPathAt,
  settingsPathOf,
  STATUS_IDS_MESSAGE,
} from 'shared-api/contracts';
import { UNREADABLE_DATE } from 'shared-ui/date-pickers';
import { messages } from '../messages';
import { changedKeys, type Draft, type SaveScope, scopeOf, type ServerErrors } from './draft';

const text = messages.settings.problems;

const MAX_NAME_LENGTH = 100;
const MAX_CUSTOMER_ID_LENGTH = 255;
const MAX_STATUS_IDS_LENGTH = 400;
const MAX_PHONE_NUMBERS = 1_000_000;

/** The problem with a value; undefined if it's valid. */
export function problemOf(path: SettingsPath, value: unknown): string | undefined {
  switch (path) {
    case 'practice_name':
      return nameProblem(String(value));
    case 'stripe_customer_id':
      return String(value ?? '').length > MAX_CUSTOMER_ID_LENGTH ? text.tooLong(MAX_CUSTOMER_ID_LENGTH) : undefined;
    case 'market_iq_max_phone_numbers':
      return countProblem(value as number | null);
    case 'baseline_date':
    case 'account_expiration_date':
    case 'snapshot_expiration_date':
      return value === UNREADABLE_DATE ? text.date : undefined;
    case 'parent_practice_id':
    case 'clinicnum':
      // Text that is not a whole number stays as typed.
      return typeof value === 'string' ? text.wholeOrNothing : undefined;
    case 'additional_data.dentrix_completed_appointment_status_ids':
      if (!areStatusIds(String(value))) return STATUS_IDS_MESSAGE;
      return String(value).length > MAX_STATUS_IDS_LENGTH ? text.tooLong(MAX_STATUS_IDS_LENGTH) : undefined;
    default:
      return undefined;
  }
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return text.empty;
  return name.trim().length > MAX_NAME_LENGTH ? text.tooLong(MAX_NAME_LENGTH) : undefined;
}

function countProblem(count: number | null): string | undefined {
  if (count === null) return text.number;
  if (!Number.isInteger(count)) return text.whole;
  if (count < 0) return text.negative;
  return count > MAX_PHONE_NUMBERS ? text.tooMany(MAX_PHONE_NUMBERS) : undefined;
}

export interface Problem {
  path: SettingsPath;
  message: string;
}

/** The problems that prevent a save of a part. */
export function problemsOf(draft: Draft, part: SaveScope): Problem[] {
  return changedKeys(draft, part).flatMap((key) => {
    const path = settingsPathOf(key);
    const message = problemOf(path, editedValue(draft.edits.get(key) as SettingsEdit));
    return message === undefined ? [] : [{ path, message }];
  });
}

/** The visible problems of a part's fields: those of visited fields, and the server's. */
export function shownProblems(draft: Draft, part: SaveScope): Problem[] {
  const own = problemsOf(draft, part).filter(({ path }) => draft.visited.has(path));
  const refused = Object.entries(draft.serverErrors)
    .map(([path, message]) => ({ path: path as SettingsPath, message }))
    .filter(({ path }) => scopeOf(path) === part);
  return [...own, ...refused.filter(({ path }) => !own.some((problem) => problem.path === path))];
}

/** The error that a field shows, as in `shownProblems`. */
export function shownProblem({ edits, visited, serverErrors }: Draft, path: SettingsField): string | undefined {
  const edit = edits.get(path);
  const own = edit && visited.has(path) ? problemOf(path, editedValue(edit)) : undefined;
  return own ?? serverErrors[path];
}

/** The server's field errors that belong to settings. */
export function refusalsIn(fields: Readonly<Record<string, string>> | undefined): ServerErrors {
  const found = Object.entries(fields ?? {}).flatMap(([dotted, message]) => {
    const path = settingsPathAt(dotted);
    return path ? [[path, message] as const] : [];
  });
  return Object.fromEntries(found);
}
