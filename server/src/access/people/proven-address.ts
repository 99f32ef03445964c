/**
 * Accounts whose address nobody has proven: somebody else was shown the link that set its password, and may be the one
 * who signs in (docs/decisions/0061). Such an account gets access to no practice other than the one that was shown the
 * link.
 */
import type { Config } from '../../platform/config/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Person } from './people-repository.js';
import type { SignInWays } from './sign-in-ways.js';

/** The practice whose owner was shown the account's password link. Null for a proven address. */
export type AddressProof = Pick<Person, 'email' | 'link_shown_to'>;

/** The settings that decide how an address can be proven on this console. */
export type ProofWays = SignInWays & Pick<Config, 'mail'>;

/** An operator's reset, which every console supports. */
export const onlyByOperator: ProofWays = { localAccounts: false, oidc: undefined, mail: undefined };

/** The possible next steps, for the error message. */
function howToProve({ localAccounts, oidc, mail }: ProofWays): string {
  const ways = [
    ...(oidc ? ['sign in through the identity provider'] : []),
    ...(mail && localAccounts ? ['use a mailed link to a new password'] : []),
  ];
  const reset = 'An operator can reset the account with “person reset-link”.';
  return ways.length === 0 ? reset : `They can ${ways.join(' or ')}. ${reset}`;
}

export const addressUnproven = (email: string, ways: ProofWays): AppError => {
  const message = `Nobody has proven yet that ${email} belongs to the person who uses this account. ${howToProve(ways)}`;
  return new AppError(409, 'address_unproven', message, { fields: { email: message } });
};

/** @throws AppError `address_unproven` */
export function assertAddressProven({ email, link_shown_to: shownTo }: AddressProof, ways: ProofWays): void {
  if (shownTo !== null) throw addressUnproven(email, ways);
}
