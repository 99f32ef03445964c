/** The token that the console calls a service with on a person's behalf (RFC 7519). */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, SignJWT, importJWK } from 'jose';
import type { Right } from 'shared-api/contracts';
import type { Config } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { type PersonPrincipal, rightsIn } from '../../platform/http/principal.js';
import { ALGORITHM, type SigningKey, TOKEN_SECONDS, listSigningKeys, signingKeyAt } from './signing-keys.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** The first kind that applies. */
export type PersonKind = 'super_admin' | 'task_admin' | 'internal' | 'member';

/** A token's claims besides the registered ones. */
export interface ServiceClaims {
  kind: PersonKind;
  /** The practice of the request, which the person may open. Null when it names none. */
  practice: number | null;
  /** The person's rights in that practice. Empty without one. */
  rights: Right[];
}

export function kindOf({ flags }: Pick<PersonPrincipal, 'flags'>): PersonKind {
  if (flags.super_admin) return 'super_admin';
  if (flags.task_admin) return 'task_admin';
  return flags.internal ? 'internal' : 'member';
}

/** The `iss` of tokens: the console's address in browsers. */
export function issuerOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

export interface SignedToken {
  token: string;
  /** Its `jti`, which is in the audit log. */
  id: string;
}

/** @returns a function that signs a token for one request of a person to a module's service */
export function tokenSigner(config: Pick<Config, 'publicUrl' | 'port'>, db: Db) {
  const issuer = issuerOf(config);
  let imported: { kid: string; key: CryptoKey | Uint8Array } | undefined;
  const importKey = async ({ kid, private_jwk }: SigningKey): Promise<CryptoKey | Uint8Array> => {
    if (imported?.kid !== kid) imported = { kid, key: await importJWK(private_jwk, ALGORITHM) };
    return imported.key;
  };
  return async (
    module: string,
    person: PersonPrincipal,
    practiceId: number | undefined,
    now: Date,
  ): Promise<SignedToken> => {
    const key = signingKeyAt(await listSigningKeys(db), now);
    if (!key)
      throw new AppError(
        503,
        'no_signing_key',
        'The console can’t sign requests to services right now. Try again in a minute.',
      );
    const id = randomUUID();
    const seconds = epochSeconds(now);
    const claims: ServiceClaims = {
      kind: kindOf(person),
      practice: practiceId ?? null,
      rights: practiceId === undefined ? [] : rightsIn(person, practiceId),
    };
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(module)
      .setSubject(person.id)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + TOKEN_SECONDS)
      .setJti(id)
      .sign(await importKey(key));
    return { token, id };
  };
}
