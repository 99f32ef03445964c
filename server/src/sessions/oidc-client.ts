/** Talks to the identity provider: authorization code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client';
import type { OidcConfig } from '../config.js';

/** The provider's claims about a person: ID token and user info together. */
export interface Claims {
  issuer: string;
  subject: string;
  all: Record<string, unknown>;
}

/** The person's identity and session at the provider. */
export interface ProviderSession {
  issuer: string;
  subject: string;
  /** The provider's name of its session. Undefined where it states none. */
  sid: string | undefined;
  /** When the provider stated it. */
  issuedAt: Date;
}

/** What a token of the provider is verified by. */
export interface ProviderKeys {
  issuer: string;
  jwksUri: string;
  /** Signature algorithms that the provider states. */
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
  /** @param otherAccount asks for an account at the provider even if somebody is signed in there */
  start(otherAccount: boolean): Promise<StartedSignIn>;
  /**
   * Exchanges the code of the callback for the provider's claims about a person.
   *
   * @throws Error when the provider rejects the code, or its answer doesn't match the sign-in
   */
  finish(callback: URL, started: Omit<StartedSignIn, 'address'>): Promise<Claims>;
  /** @throws Error when the provider doesn't answer, or has no keys */
  keys(): Promise<ProviderKeys>;
}

/** The session at the provider that the claims of a sign-in come from. */
export function providerSessionOf({ issuer, subject, all }: Claims): ProviderSession {
  const { sid, iat } = all;
  return {
    issuer,
    subject,
    sid: typeof sid === 'string' && sid !== '' ? sid : undefined,
    issuedAt: new Date(Number(iat ?? 0) * 1000),
  };
}

/** The one that every provider has (OpenID Connect Core 1.0, section 15.1). */
const DEFAULT_ALGORITHM = 'RS256';

export const CALLBACK_PATH = '/api/session/oidc/callback';

export function oidcClient(config: OidcConfig, publicUrl: string): OidcClient {
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
    async start(otherAccount) {
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
        ...(otherAccount && { prompt: 'select_account' }),
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
      // The session is the one of the ID token, whatever the user info says.
      const { iss: issuer, sub: subject, iat, sid } = idToken;
      return { issuer, subject, all: { ...idToken, ...userInfo, iat, ...(sid !== undefined && { sid }) } };
    },

    async keys() {
      const { issuer: stated, jwks_uri: jwksUri, ...metadata } = (await discover()).serverMetadata();
      if (jwksUri === undefined) throw new Error('The identity provider has no address of its keys');
      const { id_token_signing_alg_values_supported: algorithms = [DEFAULT_ALGORITHM] } = metadata;
      return { issuer: stated, jwksUri, algorithms };
    },
  };
}
