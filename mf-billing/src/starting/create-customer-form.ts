/** The form of a new customer: defaults, problems and what is sent. */
import { type BodyOf, createCustomer, type PracticeOwner } from 'shared-api/contracts';

export interface CustomerDraft {
  owner: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** The last word is the last name: `Dr. Kim Osei` is `Dr. Kim` and `Osei`. */
export function draftOf({ user_id, name, email }: PracticeOwner): CustomerDraft {
  const parts = name.trim().split(/\s+/);
  const lastName = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return { owner: user_id, firstName: parts.slice(0, lastName === '' ? 1 : -1).join(' '), lastName, email };
}

export function toRequest(draft: CustomerDraft, practice: number): BodyOf<typeof createCustomer> {
  return {
    email: draft.email.trim(),
    first_name: draft.firstName.trim(),
    last_name: draft.lastName.trim(),
    practice_id: practice,
    user_id: draft.owner,
  };
}

/** What the contract finds wrong, by the name of its field. */
export function problemsOf(draft: CustomerDraft, practice: number): Record<string, string> {
  const { error } = createCustomer.body.safeParse(toRequest(draft, practice));
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}
