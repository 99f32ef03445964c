/** Talks to the identity provider: authorization code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client';
import type { OidcConfig } from '../config.js';

/** The provider's claims about a person: ID token and user info together. */
export interface Claims {
  issuer: string;
  subject: string;
  all: Record<string, unknown>;
}

export interface StartedSignIn {
  /** The address to which the browser is redirected. */
  address: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcClient {
  start(): Promise<StartedSignIn>;
  /**
   * Exchanges the code of the callback for the provider's claims about a person.
   *
   * @throws Error when the provider rejects the code, or its answer doesn't match the sign-in
   */
  finish(callback: URL, started: Omit<StartedSignIn, 'address'>): Promise<Claims>;
}

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
    async start() {
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
      return { issuer: idToken.iss, subject: idToken.sub, all: { ...idToken, ...userInfo } };
    },
  };
}
