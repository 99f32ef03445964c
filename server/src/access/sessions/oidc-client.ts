/** Talks to the identity provider: authorization code flow with PKCE, state and nonce. */
import { setTimeout } from 'node:timers/promises';
import * as oidc from 'openid-client';
import type { Config, OidcConfig } from '../../platform/config/config.js';
import type { AccountPrompt } from './oidc-sign-ins.js';

/** The provider's claims about a person: ID token and user info together. */
export interface Claims {
  issuer: string;
  subject: string;
  all: Record<string, unknown>;
  /** As the provider signed it. Absent for claims that were stored in between. */
  idToken?: string | undefined;
}

/** The person's identity and session at the provider. */
export interface ProviderSession {
  issuer: string;
  subject: string;
  /** The provider's id for its session. Undefined if it sends none. */
  sid: string | undefined;
  /** When the provider issued it. */
  issuedAt: Date;
  /** The ID token as the provider signed it. */
  idToken?: string | undefined;
}

/** Keys and algorithms for verifying the provider's tokens. */
export interface ProviderKeys {
  issuer: string;
  jwksUri: string;
  /** Signature algorithms that the provider advertises. */
  algorithms: readonly string[];
}

export interface StartedSignIn {
  /** The address to which the browser is redirected. */
  address: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcClient {
  /** @param account has the provider ask for an account even if somebody is signed in there */
  start(account: AccountPrompt | undefined): Promise<StartedSignIn>;
  /**
   * Exchanges the code of the callback for the provider's claims about a person.
   *
   * @throws Error when the provider rejects the code, or its response doesn't match the sign-in
   */
  finish(callback: URL, started: Omit<StartedSignIn, 'address'>): Promise<Claims>;
  /** Also false for a provider that doesn't respond soon. */
  canEndSession(): Promise<boolean>;
  /**
   * Where the browser ends its session at the provider (OpenID Connect RP-Initiated Logout 1.0).
   *
   * @param idToken of the session. Without it, most providers ask for confirmation
   * @throws Error when the provider has no such address, or doesn't respond
   */
  endSession(idToken: string | undefined): Promise<string>;
  /** @throws Error when the provider doesn't respond, or has no keys */
  keys(): Promise<ProviderKeys>;
}

/** The provider's session that a sign-in's claims come from. */
export function providerSessionOf({ issuer, subject, all, idToken }: Claims): ProviderSession {
  const { sid, iat } = all;
  return {
    issuer,
    subject,
    sid: typeof sid === 'string' && sid !== '' ? sid : undefined,
    issuedAt: new Date(Number(iat ?? 0) * 1000),
    idToken,
  };
}

/** The algorithm that every provider supports (OpenID Connect Core 1.0, section 15.1). */
const DEFAULT_ALGORITHM = 'RS256';

/** How long a sign-out waits for the provider's discovery document. */
const SIGN_OUT_DISCOVERY_TIMEOUT_MS = 2000;

export const CALLBACK_PATH = '/api/session/oidc/callback';

function oidcClient(config: OidcConfig, publicUrl: string): OidcClient {
  const issuer = new URL(config.issuer);
  const redirectUri = new URL(CALLBACK_PATH, publicUrl).href;
  let discovered: Promise<oidc.Configuration> | undefined;

  // Discovery runs at the first sign-in, so that the console starts while the provider is down. A failure is not
  // cached.
  const discover = (): Promise<oidc.Configuration> => {
    discovered ??= oidc
      .discovery(issuer, config.clientId, config.clientSecret, undefined, {
        timeout: 10,
        // The settings accept a provider without TLS only outside production.
        ...(issuer.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  };

  return {
    async start(account) {
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const state = oidc.randomState();
      const nonce = oidc.randomNonce();
      const address = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(account && { prompt: account }),
      });
      return { address: address.href, state, nonce, codeVerifier };
    },

    async finish(callback, { state, nonce, codeVerifier }) {
      const provider = await discover();
      const tokens = await oidc.authorizationCodeGrant(provider, callback, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
      });
      const idToken = tokens.claims();
      if (!idToken) throw new Error('The identity provider sent no id token');
      const userInfo = provider.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(provider, tokens.access_token, idToken.sub)
        : {};
      // The ID token identifies the session, even if the user info contradicts it.
      const { iss: issuer, sub: subject, iat, sid } = idToken;
      return {
        issuer,
        subject,
        all: { ...idToken, ...userInfo, iat, ...(sid !== undefined && { sid }) },
        idToken: tokens.id_token,
      };
    },

    async canEndSession() {
      const timeout = setTimeout(SIGN_OUT_DISCOVERY_TIMEOUT_MS, undefined, { ref: false });
      const provider = await Promise.race([discover(), timeout]).catch(() => undefined);
      return provider?.serverMetadata().end_session_endpoint !== undefined;
    },

    async endSession(idToken) {
      const address = oidc.buildEndSessionUrl(await discover(), {
        ...(idToken !== undefined && { id_token_hint: idToken }),
        ...(config.returnAfterSignOut && { post_logout_redirect_uri: new URL('/', publicUrl).href }),
      });
      return address.href;
    },

    async keys() {
      const { issuer: stated, jwks_uri: jwksUri, ...metadata } = (await discover()).serverMetadata();
      if (jwksUri === undefined) throw new Error('The identity provider has no address for its keys');
      const { id_token_signing_alg_values_supported: algorithms = [DEFAULT_ALGORITHM] } = metadata;
      return { issuer: stated, jwksUri, algorithms };
    },
  };
}

/** One client per configuration, so that discovery runs once. */
const clients = new WeakMap<OidcConfig, OidcClient>();

/** Undefined without an identity provider. */
export function oidcClientOf({
  oidc: settings,
  publicUrl,
}: Pick<Config, 'oidc' | 'publicUrl'>): OidcClient | undefined {
  if (!settings || publicUrl === undefined) return undefined;
  const client = clients.get(settings) ?? oidcClient(settings, publicUrl);
  clients.set(settings, client);
  return client;
}
