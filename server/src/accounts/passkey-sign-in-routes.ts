/** Sign-in with a passkey alone. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AppContext } from '../context.js';
import { AppError, forbidden, signedOut } from '../http/app-error.js';
import { addRoute } from '../http/contract-route.js';
import { hashToken, newToken } from '../sessions/session-repository.js';
import { deviceOf } from '../sessions/session-device.js';
import { describeSession, startSession, useSession } from '../sessions/session-service.js';
import { personOfPasskey, relyingPartyOf, startAssertion } from './passkeys-service.js';

const COOKIE_MAX_AGE_SECONDS = 300;

export function passkeySignInRoutes(app: FastifyInstance, { config, cookie, db, now }: AppContext): void {
  const secure = config.publicUrl?.startsWith('https://') ?? false;
  const name = `${secure ? '__Host-' : ''}practice-console-passkey`;
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;

  const assertLocalAccounts = (): void => {
    if (!config.localAccounts) throw forbidden('Local accounts are turned off. Sign in with your identity provider.');
  };
  const ownerOf = (token: string): string => hashToken(token).toString('base64url');

  // The answer counts only in the browser that asked, so that nobody is signed in to another person's account.
  const ownerIn = (request: FastifyRequest): string => {
    const token = request.cookies[name];
    if (token === undefined) throw new AppError(400, 'sign_in_expired', 'This sign-in has expired. Try again.');
    return ownerOf(token);
  };
  const remember = (reply: FastifyReply, token: string): void => {
    reply.setCookie(name, token, { ...options, maxAge: COOKIE_MAX_AGE_SECONDS });
  };

  addRoute(app, contracts.startPasskeySignIn, async ({ request, reply }) => {
    assertLocalAccounts();
    const token = newToken();
    const use = { purpose: 'sign_in' as const, owner: ownerOf(token) };
    const asked = await startAssertion(db, use, relyingPartyOf(config, request), now());
    remember(reply, token);
    return { options: asked };
  });

  addRoute(app, contracts.signInWithPasskey, async ({ body, request, reply }) => {
    assertLocalAccounts();
    const party = relyingPartyOf(config, request);
    const device = deviceOf(request);
    const how = { owner: ownerIn(request), party, device };
    const person = await personOfPasskey(db, body.answer, how, config, now());
    const token = await startSession(db, person.id, cookie.read(request), now(), config, {
      methods: ['passkey'],
      secondFactor: true,
      device,
    });
    cookie.write(reply, token);
    reply.clearCookie(name, options);
    const principal = await useSession(db, token, now(), config);
    if (!principal) throw signedOut();
    return describeSession(db, principal);
  });
}
