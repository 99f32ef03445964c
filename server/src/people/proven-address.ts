/**
 * Accounts whose address nobody has proven: somebody else was shown the link that set its password, and may be the one who signs
 * in (docs/decisions/0061). Such an account gets nothing beyond the practice whose members the link was shown to.
 */
import { AppError } from '../http/app-error.js';
import type { Person } from './people-repository.js';

/** The practice whose owner was shown the link of the account's password. Null for a proven address. */
export type AddressProof = Pick<Person, 'email' | 'link_shown_to'>;

/** How an address is proven, for whoever was refused. */
export const HOW_TO_PROVE =
  'They can sign in through the identity provider, or use a mailed link to a new password. ' +
  'Otherwise an operator resets the account with “person reset-link”.';

export const addressUnproven = (email: string): AppError => {
  const message = `Nobody has proven yet that ${email} belongs to the person who uses this account. ${HOW_TO_PROVE}`;
  return new AppError(409, 'address_unproven', message, { fields: { email: message } });
};

/** @throws AppError `address_unproven` */
export function assertAddressProven({ email, link_shown_to: shownTo }: AddressProof): void {
  if (shownTo !== null) throw addressUnproven(email);
}
