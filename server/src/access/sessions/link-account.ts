/** The page and the call that link a local account to the identity provider (docs/decisions/0034). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { systemActor } from '../../platform/audit/actor.js';
import type { Config } from '../../platform/config/config.js';
import type { AccessContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { forbidden, AppError } from '../../platform/errors/app-error.js';
import { sendPageError } from '../../platform/http/page-error.js';
import { findPerson } from '../people/people-repository.js';
import { type BrowserCookie, browserCookie } from './browser-cookie.js';
import { startBrowserSession } from './browser-session.js';
import { deletePendingLink, findPendingLink, findOriginOfLink } from './identity-links.js';
import { againAddress, sendPage, pageAfter } from './oidc-responses.js';
import { providerSessionOf } from './oidc-client.js';
import { failedPage, linkPage, linkScript } from './oidc-pages.js';
import { linkLocalAccount } from './oidc-people.js';
import { checkProviderSecondFactor } from './oidc-second-factor.js';
import { ORIGIN_TTL_SECONDS } from './oidc-sign-ins.js';
import { deviceOf } from './session-device.js';
import { checkCredentials } from './session-service.js';

export const LINK_PATH = '/api/session/oidc/link';

/** The cookie of the browser that is asked for the password of the account to link. */
export const linkCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>): BrowserCookie =>
  browserCookie(publicUrl, 'link', { sameSite: 'lax', maxAgeSeconds: ORIGIN_TTL_SECONDS });

const EXPIRED = 'This sign-in has expired or was already completed. Sign in again.';

export function linkRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, config, now } = context;
  const pendingLink = linkCookie(config);
  const { oidc } = config;

  /** The pending link of the request's browser, and its account. */
  const findLink = async (request: FastifyRequest) => {
    const token = pendingLink.read(request);
    const pending = token === undefined ? undefined : await findPendingLink(db, token, now());
    const person = pending && (await findPerson(db, pending.personId));
    return token !== undefined && pending && person ? { token, pending, person } : undefined;
  };

  addRoute(app, contracts.linkIdentity, async ({ body, request, reply }) => {
    if (!oidc) throw forbidden('This console has no identity provider.');
    const link = await findLink(request);
    if (!link) throw new AppError(400, 'link_expired', EXPIRED);
    const { token, pending, person } = link;
    const device = deviceOf(request);
    const credentials = { email: person.email, password: body.password, isAddressTyped: false };
    const { passwordHash } = await checkCredentials(context, credentials, device);
    // Before the link, so that a stolen password alone links nothing. Afterwards again, because the claims may set flags.
    const checkFactor = () =>
      checkProviderSecondFactor(db, person.id, pending.claims, { ...config, oidc }, { device, now: now() });
    await checkFactor();
    if (!(await deletePendingLink(db, token))) throw new AppError(400, 'link_expired', EXPIRED);
    await linkLocalAccount(db, person, pending.claims, oidc, { actor: systemActor(oidc.name), now: now() });
    const secondFactor = await checkFactor();
    const methods = ['password', 'identity_provider'] as const;
    const provider = providerSessionOf(pending.claims);
    await startBrowserSession(context, { request, reply }, person.id, {
      methods,
      passwordHash,
      secondFactor,
      provider,
    });
    pendingLink.clear(reply);
    return { return_to: pageAfter(pending) };
  });

  if (!oidc || config.publicUrl === undefined) return;

  app.get(LINK_PATH, { errorHandler: sendPageError }, async (request, reply) => {
    const link = await findLink(request);
    if (link) return sendPage(reply, linkPage(oidc.name, link.person.email, againAddress(link.pending)));
    const token = pendingLink.read(request);
    const from = token === undefined ? undefined : await findOriginOfLink(db, token);
    return sendPage(reply.code(400), failedPage(EXPIRED, againAddress(from)));
  });
  app.get(`${LINK_PATH}.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(linkScript),
  );
}
