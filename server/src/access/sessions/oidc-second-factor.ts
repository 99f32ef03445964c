/**
 * The identity provider's `amr` and `acr` claims state how a person signed in there (RFC 8176, OpenID Connect Core 2).
 */
import { methodsOf, needsSecondFactor } from '../accounts/second-factors-service.js';
import type { Config, OidcConfig } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError, signedOut } from '../../platform/errors/app-error.js';
import { findPerson } from '../people/people-repository.js';
import type { Claims } from './oidc-client.js';
import { listClaim } from './oidc-people.js';
import type { SessionDevice } from './session-device.js';
import { recordRefusedSignIn } from './sign-in-audit.js';

/** True when the provider states that the person used a second factor. */
export function usedSecondFactor({ all }: Pick<Claims, 'all'>, { mfaValues }: Pick<OidcConfig, 'mfaValues'>): boolean {
  const stated = [...(listClaim(all['amr']) ?? []), ...(listClaim(all['acr']) ?? [])];
  return stated.some((value) => mfaValues.includes(value));
}

/**
 * A person who needs a second factor, or has one here, must have used one at the provider. Otherwise the provider would
 * be a way around it. Refusals are audited.
 *
 * @returns whether the provider stated a second factor
 * @throws AppError `second_factor_required`
 */
export async function checkProviderSecondFactor(
  db: Db,
  personId: string,
  claims: Pick<Claims, 'all'>,
  config: Pick<Config, 'requireMfa' | 'accountKeys'> & { oidc: OidcConfig },
  { device, now }: { device: SessionDevice; now: Date },
): Promise<boolean> {
  if (usedSecondFactor(claims, config.oidc)) return true;
  const person = await findPerson(db, personId);
  if (!person) throw signedOut();
  const needs = needsSecondFactor(person, config) || (await methodsOf(db, personId)).length > 0;
  if (!needs) return false;
  await recordRefusedSignIn(db, { person }, { reason: 'no_second_factor', device }, config, now);
  const { name } = config.oidc;
  throw new AppError(
    403,
    'second_factor_required',
    `Your account needs a second factor, and ${name} didn’t ask for one. Turn it on at ${name}, or ask your administrator.`,
  );
}
