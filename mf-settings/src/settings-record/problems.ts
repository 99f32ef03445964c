/** What is wrong with what was typed (specification: settings and hours, 5.1). The server judges by the same contract. */
import { areStatusIds, STATUS_IDS_MESSAGE } from 'shared-api/contracts';
import { UNREADABLE_DATE } from 'shared-ui/date-pickers';
import { messages } from '../messages';
import { changedFields, type Draft } from './draft';
import { fieldAt, type FieldPath } from './values';

const words = messages.settings.problems;

const LONGEST_NAME = 100;
const LONGEST_CUSTOMER_ID = 255;
const LONGEST_STATUS_IDS = 400;
const MOST_PHONE_NUMBERS = 1_000_000;

/** Undefined where nothing is wrong. */
export function problemOf(path: FieldPath, value: unknown): string | undefined {
  switch (path) {
    case 'practice_name':
      return nameProblem(String(value));
    case 'stripe_customer_id':
      return String(value ?? '').length > LONGEST_CUSTOMER_ID ? words.tooLong(LONGEST_CUSTOMER_ID) : undefined;
    case 'market_iq_max_phone_numbers':
      return countProblem(value as number | null);
    case 'baseline_date':
    case 'account_expiration_date':
    case 'snapshot_expiration_date':
      return value === UNREADABLE_DATE ? words.date : undefined;
    case 'additional_data.dentrix_completed_appointment_status_ids':
      if (!areStatusIds(String(value))) return STATUS_IDS_MESSAGE;
      return String(value).length > LONGEST_STATUS_IDS ? words.tooLong(LONGEST_STATUS_IDS) : undefined;
    default:
      return undefined;
  }
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return words.empty;
  return name.trim().length > LONGEST_NAME ? words.tooLong(LONGEST_NAME) : undefined;
}

function countProblem(count: number | null): string | undefined {
  if (count === null) return words.number;
  if (!Number.isInteger(count)) return words.whole;
  if (count < 0) return words.negative;
  return count > MOST_PHONE_NUMBERS ? words.tooMany(MOST_PHONE_NUMBERS) : undefined;
}

export interface Problem {
  path: FieldPath;
  message: string;
}

/** What stands in the way of saving. */
export function problemsOf(draft: Draft): Problem[] {
  return changedFields(draft).flatMap((path) => {
    const message = problemOf(path, draft.edits[path]);
    return message === undefined ? [] : [{ path, message }];
  });
}

/** What is said at the fields: of those that were left, and what the server refused. */
export function shownProblems(draft: Draft): Problem[] {
  const own = problemsOf(draft).filter(({ path }) => draft.left.has(path));
  const refused = Object.entries(draft.refusals).map(([path, message]) => ({ path: path as FieldPath, message }));
  return [...own, ...refused.filter(({ path }) => !own.some((problem) => problem.path === path))];
}

/** The fields of a refusal that are fields of the settings. */
export function refusalsIn(fields: Readonly<Record<string, string>> | undefined): Draft['refusals'] {
  const found = Object.entries(fields ?? {}).flatMap(([dotted, message]) => {
    const path = fieldAt(dotted);
    return path ? [[path, message] as const] : [];
  });
  return Object.fromEntries(found);
}
