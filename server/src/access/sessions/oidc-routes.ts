/** Sign-in through the identity provider. Browsers navigate to these addresses, so they return pages. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { systemActor } from '../../platform/audit/actor.js';
import type { OidcConfig } from '../../platform/config/config.js';
import type { AccessContext } from '../context.js';
import { localReturnPath } from '../../platform/http/local-path.js';
import { AppError } from '../../platform/errors/app-error.js';
import { sendPageError } from '../../platform/http/page-error.js';
import type { Person } from '../people/people-repository.js';
import { backchannelLogout } from './backchannel-logout.js';
import { type BrowserCookie, browserCookie } from './browser-cookie.js';
import { startBrowserSession } from './browser-session.js';
import { choosesNoAccount, failedSignIn } from './failed-sign-in.js';
import { insertPendingLink } from './identity-links.js';
import { linkCookie, linkRoutes, LINK_PATH } from './link-account.js';
import { againAddress, sendPage, DONE_PATH, pageAfter, START_PATH } from './oidc-responses.js';
import { CALLBACK_PATH, type Claims, type OidcClient, oidcClientOf, providerSessionOf } from './oidc-client.js';
import { donePage, doneScript, failedPage, pagesStyle } from './oidc-pages.js';
import { LinkProofNeeded, personOfClaims } from './oidc-people.js';
import { checkProviderSecondFactor } from './oidc-second-factor.js';
import {
  consumeSignIn,
  type ExpectedSignIn,
  insertSignIn,
  ORIGIN_TTL_SECONDS,
  type AccountPrompt,
  type SignInOrigin,
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

/** Dependencies of every request in a sign-in through the provider. */
interface ProviderSignIn {
  context: AccessContext;
  client: OidcClient;
  oidc: OidcConfig;
  publicUrl: string;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export function oidcRoutes(app: FastifyInstance, context: AccessContext): void {
  linkRoutes(app, context);
  const { oidc, publicUrl } = context.config;
  const client = oidcClientOf(context.config);
  if (!oidc || !client || publicUrl === undefined) return;
  providerSignOutRoute(app, context, client);
  backchannelLogout(app, context, client, oidc);
  pageRoutes(app);
  const signIn: ProviderSignIn = { context, client, oidc, publicUrl };
  const pages = { errorHandler: sendPageError };

  app.get<{ Querystring: StartQuery }>(START_PATH, pages, async (request, reply) => {
    if (comesFromElsewhere(request)) return reply.redirect('/');
    await countProviderSignIn(context.db, request.ip, context.now());
    const { return_to, popup, account } = request.query;
    const origin = { returnTo: localReturnPath(return_to), popup: popup === '1' };
    return begin(signIn, { request, reply }, origin, account === 'other' ? 'select_account' : undefined);
  });

  app.get<{ Querystring: { state?: string } }>(CALLBACK_PATH, pages, (request, reply) =>
    finish(signIn, { request, reply }, request.query.state),
  );
}

function pageRoutes(app: FastifyInstance): void {
  app.get(`/api/session/oidc/pages.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-store').send(pagesStyle),
  );
  app.get(DONE_PATH, (_request, reply) => sendPage(reply, donePage));
  app.get(`${DONE_PATH}.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(doneScript),
  );
}

/**
 * Ties the provider's callback to the browser that started the sign-in, so that nobody is signed in to another person's
 * account. Each sign-in has its own, because two tabs may start at once. It stays until the person is signed in, so
 * that a reloaded or late page can say what happened.
 */
function stateCookie(publicUrl: string, state: string): BrowserCookie {
  const name = createHash('sha256').update(state).digest('hex').slice(0, 16);
  return browserCookie(publicUrl, `oidc-${name}`, { sameSite: 'lax', maxAgeSeconds: ORIGIN_TTL_SECONDS });
}

/** A page that leads back to where the person was. */
const fail = (reply: FastifyReply, status: number, message: string, from?: SignInOrigin): FastifyReply =>
  sendPage(reply.code(status), failedPage(message, againAddress(from)));

/** Redirects the browser to the provider. */
async function begin(
  { context: { db, now }, client, oidc, publicUrl }: ProviderSignIn,
  { request, reply }: Exchange,
  { returnTo, popup }: SignInOrigin,
  account: AccountPrompt | undefined,
): Promise<FastifyReply> {
  let started;
  try {
    started = await client.start(account);
  } catch (error) {
    request.log.error({ err: error }, 'the identity provider does not answer');
    return fail(reply, 502, `${oidc.name} isn’t responding. Try again in a minute.`, { returnTo, popup });
  }
  await insertSignIn(db, { ...started, returnTo, popup, account }, now());
  stateCookie(publicUrl, started.state).write(reply, started.state);
  return reply.header('cache-control', 'no-store').redirect(started.address);
}

/**
 * Handles the browser's return from the provider: checks that this browser started the sign-in, and fetches the
 * person's claims.
 */
async function finish(signIn: ProviderSignIn, exchange: Exchange, state: string | undefined): Promise<FastifyReply> {
  const { context, client, oidc, publicUrl } = signIn;
  const { db, config, now } = context;
  const { request, reply } = exchange;
  const recordRefused = (reason: RefusalReason) =>
    recordRefusedSignIn(db, { unknown: oidc.issuer }, { reason, device: deviceOf(request) }, config, now());
  const cookie = state === undefined ? undefined : stateCookie(publicUrl, state);
  if (state === undefined || cookie?.read(request) !== state) {
    await recordRefused('not_started_here');
    return fail(reply, 400, 'This sign-in wasn’t started in this browser. Start again here.');
  }
  const consumed = await consumeSignIn(db, state, now());
  if (consumed.outcome !== 'expected') {
    await recordRefused('callback_expired');
    return fail(reply, 400, ENDED[consumed.outcome], consumed.origin);
  }
  const expected = consumed.signIn;
  let claims;
  try {
    claims = await client.finish(new URL(request.url, publicUrl), expected);
  } catch (error) {
    if (expected.account === 'select_account' && choosesNoAccount(error)) {
      cookie.clear(reply);
      return begin(signIn, exchange, expected, 'login');
    }
    request.log.warn({ err: error }, 'sign-in through the identity provider failed');
    await recordRefused('provider_refused');
    const { status, message } = failedSignIn(error, oidc.name);
    return fail(reply, status, message, expected);
  }
  return startSessionOf(signIn, exchange, claims, { expected, cookie });
}

/** Signs in the person of the claims, or shows why they can't sign in. */
async function startSessionOf(
  { context, oidc }: ProviderSignIn,
  exchange: Exchange,
  claims: Claims,
  { expected, cookie }: { expected: ExpectedSignIn; cookie: BrowserCookie },
): Promise<FastifyReply> {
  const { db, config, now } = context;
  const { request, reply } = exchange;
  const device = deviceOf(request);
  let person: Person | undefined;
  try {
    person = await personOfClaims(db, claims, oidc, { actor: systemActor(oidc.name), now: now() });
    const settings = { ...config, oidc };
    const secondFactor = await checkProviderSecondFactor(db, person.id, claims, settings, { device, now: now() });
    const proof = { methods: ['identity_provider'] as const, secondFactor, provider: providerSessionOf(claims) };
    await startBrowserSession(context, exchange, person.id, proof);
  } catch (error) {
    if (error instanceof LinkProofNeeded)
      return askForProof(context, reply, claims, { person: error.person, expected });
    if (!(error instanceof AppError)) throw error;
    if (!person) {
      const unknown = `${claims.issuer} ${claims.subject}`;
      await recordRefusedSignIn(db, { unknown }, { reason: 'unknown_identity', device }, config, now());
    }
    return fail(reply, error.statusCode, error.message, expected);
  }
  cookie.clear(reply);
  return reply.header('cache-control', 'no-store').redirect(pageAfter(expected));
}

/** Redirects to the page where the person proves that the account is theirs. */
async function askForProof(
  { db, config, now }: AccessContext,
  reply: FastifyReply,
  claims: Claims,
  { person, expected: { returnTo, popup } }: { person: Person; expected: ExpectedSignIn },
): Promise<FastifyReply> {
  const token = await insertPendingLink(db, { personId: person.id, claims, returnTo, popup }, now());
  linkCookie(config).write(reply, token);
  return reply.header('cache-control', 'no-store').redirect(LINK_PATH);
}
