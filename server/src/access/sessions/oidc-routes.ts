/** Sign-in through the identity provider. Browsers navigate to these addresses, so they answer with pages. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { systemActor } from '../../platform/audit/actor.js';
import type { AccessContext } from '../context.js';
import { localReturnPath } from '../../platform/http/local-path.js';
import { AppError } from '../../platform/errors/app-error.js';
import { answerPageError } from '../../platform/http/page-error.js';
import type { Person } from '../people/people-repository.js';
import { backchannelLogout } from './backchannel-logout.js';
import { browserCookie } from './browser-cookie.js';
import { startBrowserSession } from './browser-session.js';
import { choosesNoAccount, failedSignIn } from './failed-sign-in.js';
import { insertPendingLink } from './identity-links.js';
import { linkCookie, linkRoutes, LINK_PATH } from './link-account.js';
import { againAddress, answerPage, DONE_PATH, pageAfter, START_PATH } from './oidc-answers.js';
import { CALLBACK_PATH, type Claims, oidcClientOf, providerSessionOf } from './oidc-client.js';
import { donePage, doneScript, failedPage, pagesStyle } from './oidc-pages.js';
import { LinkProofNeeded, personOfClaims } from './oidc-people.js';
import { checkProviderSecondFactor } from './oidc-second-factor.js';
import {
  consumeSignIn,
  type ExpectedSignIn,
  insertSignIn,
  KNOWN_SECONDS,
  type OtherAccount,
  type SignInPlace,
} from './oidc-sign-ins.js';
import { providerSignOutRoute } from './provider-sign-outs.js';
import { deviceOf } from './session-device.js';
import { recordRefusedSignIn, type RefusalReason } from './sign-in-audit.js';
import { countProviderSignIn } from './sign-in-limit.js';

const ENDED = {
  used: 'This sign-in was already completed. Start again.',
  expired: 'This sign-in took too long. Start again.',
};

interface StartQuery {
  return_to?: string;
  popup?: string;
  /** `other`: the provider asks for the account even if somebody is signed in there. */
  account?: string;
}

/** True for a request that another site caused. Such a link leads to the console's own sign-in page instead. */
function comesFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

export function oidcRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, config, now } = context;
  linkRoutes(app, context);
  const { oidc, publicUrl } = config;
  const client = oidcClientOf(config);
  if (!oidc || !client || publicUrl === undefined) return;
  providerSignOutRoute(app, context, client);
  backchannelLogout(app, context, client, oidc);
  // Ties the provider's callback to the browser that started the sign-in, so that nobody is signed in to another
  // person's account. Each sign-in has its own, because two tabs may start at once. It is kept until the person is signed
  // in, so that a page that is loaded again, or late, says what has happened.
  const stateCookie = (state: string) => {
    const name = createHash('sha256').update(state).digest('hex').slice(0, 16);
    return browserCookie(publicUrl, `oidc-${name}`, { sameSite: 'lax', maxAgeSeconds: KNOWN_SECONDS });
  };

  const pages = { errorHandler: answerPageError };
  /** A page that leads back to where the person was. */
  const fail = (reply: FastifyReply, status: number, message: string, from?: SignInPlace): FastifyReply =>
    answerPage(reply.code(status), failedPage(message, againAddress(from)));

  /** Redirects the browser to the provider. */
  const begin = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { returnTo, popup }: SignInPlace,
    account: OtherAccount | undefined,
  ): Promise<FastifyReply> => {
    let started;
    try {
      started = await client.start(account);
    } catch (error) {
      request.log.error({ err: error }, 'the identity provider does not answer');
      return fail(reply, 502, `${oidc.name} isn’t responding. Try again in a minute.`, { returnTo, popup });
    }
    await insertSignIn(db, { ...started, returnTo, popup, account }, now());
    stateCookie(started.state).write(reply, started.state);
    return reply.header('cache-control', 'no-store').redirect(started.address);
  };

  const askForProof = async (reply: FastifyReply, personId: string, claims: Claims, expected: ExpectedSignIn) => {
    const { returnTo, popup } = expected;
    const token = await insertPendingLink(db, { personId, claims, returnTo, popup }, now());
    linkCookie(config).write(reply, token);
    return reply.header('cache-control', 'no-store').redirect(LINK_PATH);
  };

  app.get<{ Querystring: StartQuery }>(START_PATH, pages, async (request, reply) => {
    if (comesFromElsewhere(request)) return reply.redirect('/');
    await countProviderSignIn(db, request.ip, now());
    const { return_to, popup, account } = request.query;
    const place = { returnTo: localReturnPath(return_to), popup: popup === '1' };
    return begin({ request, reply }, place, account === 'other' ? 'select_account' : undefined);
  });

  app.get<{ Querystring: { state?: string } }>(CALLBACK_PATH, pages, async (request, reply) => {
    const { state } = request.query;
    const device = deviceOf(request);
    const recordRefused = (unknown: string, reason: RefusalReason) =>
      recordRefusedSignIn(db, { unknown }, { reason, device }, config, now());
    const cookie = state === undefined ? undefined : stateCookie(state);
    if (state === undefined || cookie?.read(request) !== state) {
      await recordRefused(oidc.issuer, 'not_started_here');
      return fail(reply, 400, 'This sign-in wasn’t started in this browser. Start again here.');
    }
    const consumed = await consumeSignIn(db, state, now());
    if (consumed.outcome !== 'expected') {
      await recordRefused(oidc.issuer, 'callback_expired');
      return fail(reply, 400, ENDED[consumed.outcome], consumed.place);
    }
    const expected = consumed.signIn;
    let claims;
    try {
      claims = await client.finish(new URL(request.url, publicUrl), expected);
    } catch (error) {
      if (expected.account === 'select_account' && choosesNoAccount(error)) {
        cookie.clear(reply);
        return begin({ request, reply }, expected, 'login');
      }
      request.log.warn({ err: error }, 'sign-in through the identity provider failed');
      await recordRefused(oidc.issuer, 'provider_refused');
      const { status, message } = failedSignIn(error, oidc.name);
      return fail(reply, status, message, expected);
    }
    let person: Person | undefined;
    let secondFactor;
    try {
      person = await personOfClaims(db, claims, oidc, { actor: systemActor(oidc.name), now: now() });
      secondFactor = await checkProviderSecondFactor(
        db,
        person.id,
        claims,
        { ...config, oidc },
        { device, now: now() },
      );
    } catch (error) {
      if (error instanceof AppError) {
        if (!person) await recordRefused(`${claims.issuer} ${claims.subject}`, 'unknown_identity');
        return fail(reply, error.statusCode, error.message, expected);
      }
      if (error instanceof LinkProofNeeded) return askForProof(reply, error.person.id, claims, expected);
      throw error;
    }
    const proof = { methods: ['identity_provider'] as const, secondFactor, provider: providerSessionOf(claims) };
    try {
      await startBrowserSession(context, { request, reply }, person.id, proof);
    } catch (error) {
      if (error instanceof AppError) return fail(reply, error.statusCode, error.message, expected);
      throw error;
    }
    cookie.clear(reply);
    return reply.header('cache-control', 'no-store').redirect(pageAfter(expected));
  });

  app.get(`/api/session/oidc/pages.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-store').send(pagesStyle),
  );
  app.get(DONE_PATH, (_request, reply) => answerPage(reply, donePage));
  app.get(`${DONE_PATH}.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(doneScript),
  );
}
