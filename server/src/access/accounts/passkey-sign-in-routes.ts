/** Sign-in with only a passkey. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AccessContext } from '../context.js';
import { AppError } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { browserCookie } from '../sessions/browser-cookie.js';
import { signInBrowser } from '../sessions/browser-session.js';
import { deviceOf } from '../sessions/session-device.js';
import { assertLocalAccounts } from '../sessions/session-service.js';
import { hashToken, newToken } from '../tokens/secrets.js';
import { personOfPasskey, relyingPartyOf, startAssertion } from './passkeys-service.js';

const COOKIE_MAX_AGE_SECONDS = 300;

export function passkeySignInRoutes(app: FastifyInstance, context: AccessContext): void {
  const { config, db, now } = context;
  const asking = browserCookie(config.publicUrl, 'passkey', {
    sameSite: 'strict',
    maxAgeSeconds: COOKIE_MAX_AGE_SECONDS,
  });
  const ownerOf = (token: string): string => hashToken(token).toString('base64url');

  // The response is valid only in the browser that requested it, so that nobody is signed in to another person's
  // account.
  const ownerIn = (request: FastifyRequest): string => {
    const token = asking.read(request);
    if (token === undefined) throw new AppError(400, 'sign_in_expired', 'This sign-in has expired. Try again.');
    return ownerOf(token);
  };

  addRoute(app, contracts.startPasskeySignIn, async ({ request, reply }) => {
    assertLocalAccounts(config);
    const token = newToken();
    const use = { purpose: 'sign_in' as const, owner: ownerOf(token) };
    const challenge = await startAssertion(db, use, relyingPartyOf(config, request), now());
    asking.write(reply, token);
    return { options: challenge };
  });

  addRoute(app, contracts.signInWithPasskey, async ({ body, request, reply }) => {
    assertLocalAccounts(config);
    const party = relyingPartyOf(config, request);
    const how = { owner: ownerIn(request), party, device: deviceOf(request) };
    const person = await personOfPasskey(db, body.answer, how, config, now());
    const proof = { methods: ['passkey'] as const, secondFactor: true };
    const session = await signInBrowser(context, { request, reply }, person.id, proof);
    asking.clear(reply);
    return session;
  });
}
