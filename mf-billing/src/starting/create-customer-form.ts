/** The form of a new customer: defaults, validation and request. */
import {
  type BodyOf,
  type createCustomer,
  type Customer,
  customerToCreate,
  type PracticeOwner,
} from 'shared-api/contracts';

export interface CustomerDraft {
  owner: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** The last word of a name is the last name: `Dr. Kim Osei` becomes `Dr. Kim` and `Osei`. */
export function draftOf({ user_id, name, email }: PracticeOwner): CustomerDraft {
  const parts = name.trim().split(/\s+/);
  const lastName = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return { owner: user_id, firstName: parts.slice(0, lastName === '' ? 1 : -1).join(' '), lastName, email };
}

export function toRequest(draft: CustomerDraft, practiceId: number): BodyOf<typeof createCustomer> {
  return {
    email: draft.email.trim(),
    first_name: draft.firstName.trim(),
    last_name: draft.lastName.trim(),
    practice_id: practiceId,
    user_id: draft.owner,
  };
}

/** Validation problems of the contract, by field. */
export function problemsOf(draft: CustomerDraft, practiceId: number): Record<string, string> {
  const { error } = customerToCreate.safeParse(toRequest(draft, practiceId));
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

/** Customers with the same email, ignoring case. */
export function customersWithEmail(customers: readonly Customer[], email: string): Customer[] {
  return customers.filter((customer) => customer.email?.toLowerCase() === email.trim().toLowerCase());
}
