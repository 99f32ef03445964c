import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { addressOfListed } from '../accounts/shared-computers.js';
import { requireSecondStep } from '../accounts/second-step.js';
import type { AccessContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { personOf } from '../../platform/http/principal.js';
import { signInBrowser } from './browser-session.js';
import { offerProviderSignOut } from './provider-sign-outs.js';
import { hashToken } from '../tokens/secrets.js';
import { knownBrowserCookie } from './known-browsers.js';
import { deviceOf } from './session-device.js';
import { assertLocalAccounts, checkCredentials, describeSession, signOut } from './session-service.js';

export function sessionRoutes(app: FastifyInstance, context: AccessContext): void {
  const { config, db, cookie, now } = context;
  const browserMark = knownBrowserCookie(config.publicUrl);
  const browserHashOf = (request: FastifyRequest): Buffer | undefined => {
    const token = browserMark.read(request);
    return token === undefined ? undefined : hashToken(token);
  };
  addRoute(app, contracts.readSession, ({ request }) => describeSession(db, personOf(request), now()));

  addRoute(app, contracts.signIn, async ({ body, request, reply }) => {
    assertLocalAccounts(context.config);
    const isAddressTyped = 'email' in body;
    const email = isAddressTyped ? body.email : await addressOfListed(db, browserHashOf(request), body.listed);
    const credentials = { email, password: body.password, isAddressTyped };
    const checked = await checkCredentials(context, credentials, deviceOf(request));
    await requireSecondStep(context, checked, body.password, reply);
    const { person, passwordHash } = checked;
    return signInBrowser(context, { request, reply }, person.id, { methods: ['password'], passwordHash });
  });

  addRoute(app, contracts.signOut, async ({ request, reply }) => {
    const token = cookie.read(request);
    const ended = token === undefined ? undefined : await signOut(db, token, deviceOf(request), now());
    cookie.clear(reply);
    const offer = await offerProviderSignOut(context, ended, reply);
    return { status: 'success' as const, provider_sign_out: offer };
  });
}
