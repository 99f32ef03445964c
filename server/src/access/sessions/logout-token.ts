/** Logout tokens of the identity provider (OpenID Connect Back-Channel Logout 1.0, sections 2.4 and 2.6). */
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { OidcConfig } from '../../platform/config/config.js';
import type { OidcClient } from './oidc-client.js';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TOKEN_TYPES = ['logout+jwt', 'application/logout+jwt', 'jwt'];
/**
 * How far the provider's clock may differ. A sign-in accepts such a clock, so a logout must too. Each token works once
 * within this time.
 */
const CLOCK_TOLERANCE_SECONDS = 300;

/** Algorithms with a public key. Others would let anyone who knows the client's secret end sessions. */
const publicKeyAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export interface LogoutToken {
  issuer: string;
  jti: string;
  /** Undefined: the token names only the session. */
  subject: string | undefined;
  /** Undefined: all sessions of the identity. */
  sid: string | undefined;
  issuedAt: Date;
  /** The token has expired by then, so it needn't be remembered longer. */
  usableUntil: Date;
}

const reasons = {
  malformed: 'The request has no logout token that can be read.',
  signature: 'The signature of the logout token isn’t the identity provider’s.',
  issuer: 'The logout token comes from another issuer.',
  audience: 'The logout token is for another client.',
  expired: 'The logout token has expired.',
  time: 'The logout token has no valid time.',
  type: 'The token is of another type.',
  nonce: 'A logout token must not have a nonce.',
  event: 'The token isn’t about a logout.',
  identity: 'The logout token names neither a person nor a session.',
  jti: 'The logout token has no id.',
  replayed: 'The logout token was used before.',
} as const;

export type LogoutRefusal = keyof typeof reasons;

/** A token that is invalid by the standard. */
export class LogoutTokenError extends Error {
  constructor(readonly reason: LogoutRefusal) {
    super(reasons[reason]);
  }
}

const claimReasons: Readonly<Record<string, LogoutRefusal>> = { iss: 'issuer', aud: 'audience', typ: 'type' };

/** The refusal for a verification error. Undefined when the provider's keys couldn't be fetched. */
function refusalOf(error: unknown): LogoutRefusal | undefined {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return claimReasons[error.claim] ?? 'time';
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return 'signature';
  }
  return error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid ? 'malformed' : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A claim that is a text, or absent. @throws LogoutTokenError */
function optionalText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '') throw new LogoutTokenError('identity');
  return value;
}

/** Checks the claims by the standard. Issuer, audience and expiry were checked with the signature. */
function readClaims(payload: JWTPayload, now: Date): LogoutToken {
  const { iss: issuer = '', aud, iat, exp, jti, events, sub, sid } = payload;
  if (iat === undefined || exp === undefined || iat > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) {
    throw new LogoutTokenError('time');
  }
  // Other audiences aren't trusted (OpenID Connect Core 1.0, section 3.1.3.7).
  if (Array.isArray(aud) && aud.length > 1) throw new LogoutTokenError('audience');
  if (payload['nonce'] !== undefined) throw new LogoutTokenError('nonce');
  if (!isRecord(events) || !isRecord(events[LOGOUT_EVENT])) throw new LogoutTokenError('event');
  if (typeof jti !== 'string' || jti === '') throw new LogoutTokenError('jti');
  const named = { subject: optionalText(sub), sid: optionalText(sid) };
  if (named.subject === undefined && named.sid === undefined) throw new LogoutTokenError('identity');
  return {
    ...named,
    issuer,
    jti,
    issuedAt: new Date(iat * 1000),
    usableUntil: new Date((exp + CLOCK_TOLERANCE_SECONDS) * 1000),
  };
}

/**
 * @param token as it was sent
 * @throws LogoutTokenError when the token is invalid by the standard
 * @throws Error when the provider's keys can't be fetched
 */
export type VerifyLogoutToken = (token: string, now: Date) => Promise<LogoutToken>;

export function logoutTokenVerifier(
  client: Pick<OidcClient, 'keys'>,
  { clientId }: Pick<OidcConfig, 'clientId'>,
): VerifyLogoutToken {
  // Fetches the keys when they are first needed, and again for a key that it doesn't know.
  let keySet: { jwksUri: string; get: ReturnType<typeof createRemoteJWKSet> } | undefined;

  return async (token, now) => {
    const { issuer, jwksUri, algorithms } = await client.keys();
    if (keySet?.jwksUri !== jwksUri) keySet = { jwksUri, get: createRemoteJWKSet(new URL(jwksUri)) };
    const { get } = keySet;
    const verifyWithKeys = () =>
      jwtVerify(token, get, {
        issuer,
        audience: clientId,
        algorithms: publicKeyAlgorithms.filter((name) => algorithms.includes(name)),
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: now,
      });
    let verified;
    try {
      verified = await verifyWithKeys().catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // The provider may have made a key since. Calls are limited, so unknown keys can't cause many requests to it.
        await get.reload();
        return verifyWithKeys();
      });
    } catch (error) {
      const reason = refusalOf(error);
      throw reason === undefined ? error : new LogoutTokenError(reason);
    }
    const { typ } = verified.protectedHeader;
    if (typ !== undefined && !TOKEN_TYPES.includes(typ.toLowerCase())) throw new LogoutTokenError('type');
    return readClaims(verified.payload, now);
  };
}
