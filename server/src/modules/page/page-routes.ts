import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PageData } from 'shared-api/contracts';
import { ACCOUNT_LINK_PATH } from 'shared-api/contracts/account-links';
import type { ModulesContext } from '../context.js';
import { RELEASE } from '../../platform/config/release.js';
import { isApiPath, missingAddress } from '../../platform/http/api.js';
import { accessRevision } from '../../platform/http/access-revision.js';
import { authenticate } from '../../access/sessions/authenticate.js';
import { pagePermissions } from '../../platform/http/permissions-policy.js';
import { type PersonPrincipal, type Principal, anonymous, canOpenAllPractices } from '../../platform/http/principal.js';
import type { SharedUi } from '../registry/kit.js';
import { cardScripts, overridesOf } from '../registry/module-list.js';
import { loadableModules } from '../registry/session-modules.js';
import { addressOfAlias, overviewAt, practiceOfAddress, routeAt } from '../registry/routes-of-modules.js';
import { findPractice, withRights } from '../../access/practice-records/practice-lookups.js';
import { isOpenTo } from '../../access/support-access/support-accesses-service.js';
import { listedPeople } from '../../access/accounts/shared-computers.js';
import { knownBrowserCookie } from '../../access/sessions/known-browsers.js';
import { hashToken } from '../../access/tokens/secrets.js';
import { readProviderSignOut } from '../../access/sessions/provider-sign-outs.js';
import { describeSession } from '../../access/sessions/session-service.js';
import { candidatePageFor } from './candidate-page.js';
import { cardFormHosts, originsOf, pagePolicy } from './content-security.js';
import { firstCallsAt } from './first-calls.js';
import { noShellHtml, pageHtml } from './page-html.js';
import { sendPageError } from '../../platform/http/page-error.js';

/** The data that the page contains for its caller. */
async function pageDataFor(
  context: ModulesContext,
  request: FastifyRequest,
  principal: Principal,
  pathname: string,
  sharedUi: SharedUi,
): Promise<PageData> {
  const { db, config, now, registry } = context;
  const common = {
    release: RELEASE,
    ...context.demoSignIn,
    oidc: config.oidc ? { name: config.oidc.name } : null,
    local_accounts: config.localAccounts,
    sends_mails: config.mail !== undefined,
    asks_support_reasons: config.staffAccessReason,
    without_providers: config.production && config.sandboxUrl !== undefined,
  };
  const { revision, modules } = await registry.current(sharedUi);
  if (principal.kind !== 'person') {
    const candidate = await candidatePageFor(context, request, principal, pathname);
    if (candidate) return { ...common, ...candidate, modules: { revision, modules: candidate.modules } };
    const browser = knownBrowserCookie(config.publicUrl).read(request);
    const [signOut, people] = await Promise.all([
      readProviderSignOut(context, request),
      listedPeople(db, browser === undefined ? undefined : hashToken(browser)),
    ]);
    return {
      session: null,
      modules: { revision, modules: [] },
      practice: null,
      ...common,
      ...(signOut && { provider_sign_out: signOut }),
      ...(people && { shared_computer: { people } }),
    };
  }
  const id = practiceOfAddress(pathname);
  const mayOpen =
    id !== undefined &&
    (canOpenAllPractices(principal) ||
      principal.memberships.has(id) ||
      (principal.flags.internal && pathname.startsWith('/internal/')));
  const [session, practice] = await Promise.all([
    describeSession(db, principal, now()),
    mayOpen ? findPractice(db, id) : undefined,
  ]);
  return {
    session,
    modules: { revision, shared_ui: sharedUi, modules: loadableModules(modules, principal, context) },
    practice: practice ? withRights(principal, practice) : null,
    access: accessRevision(principal),
    quick_link_targets: config.quickLinkTargets,
    ...common,
  };
}

/** True if the person may make calls about the address's practice, or if it has none. */
async function isOpen(
  context: ModulesContext,
  person: PersonPrincipal,
  pathname: string,
  { practice }: PageData,
): Promise<boolean> {
  const practiceId = practiceOfAddress(pathname);
  return practiceId === undefined || (practice !== null && (await isOpenTo(context, person, practiceId)));
}

export function pageRoutes(app: FastifyInstance, context: ModulesContext): void {
  app.get('/*', { errorHandler: sendPageError }, async (request, reply) => {
    if (isApiPath(request.url)) throw missingAddress(request);
    const address = new URL(request.url, 'http://page.local');
    // A link sets its owner's password, whoever is signed in.
    const isLink = address.pathname === ACCOUNT_LINK_PATH;
    const principal = isLink ? anonymous : await authenticate(request, context);
    const shell = await context.shell.read();
    const data = await pageDataFor(context, request, principal, address.pathname, shell?.sharedUi);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (!shell) return reply.code(503).send(noShellHtml);
    // Another replica may get the requests for the page's files.
    if (context.config.shellOrigin === undefined) await context.shellBuilds.keep(shell);
    const nonce = randomBytes(16).toString('base64');
    const { shellOrigin } = context.config;
    const overrides = principal.kind === 'person' ? overridesOf(context.config, principal) : [];
    const cardForm = cardFormHosts(context.payments, principal.kind === 'person');
    const renamed = addressOfAlias(data.modules.modules, address.pathname);
    if (renamed !== undefined) return reply.redirect(`${renamed}${address.search}`, 302);
    const page = routeAt(data.modules.modules, address.pathname);
    const firstCalls =
      page && principal.kind === 'person' && (await isOpen(context, principal, address.pathname, data))
        ? firstCallsAt(page.route, address, principal)
        : [];
    const overview = overviewAt(address.pathname);
    const cards =
      overview === undefined
        ? []
        : cardScripts(
            (await context.registry.recent(shell.sharedUi)).modules,
            data.modules.modules,
            overview,
            data.practice,
          );
    return reply
      .header('permissions-policy', pagePermissions(cardForm.frames))
      .header(
        'content-security-policy',
        pagePolicy({
          nonce,
          origins: originsOf(overrides, shellOrigin),
          others: cardForm,
          trustedTypes: shell.trustedTypes,
        }),
      )
      .send(pageHtml({ data, shell, shellOrigin, nonce, page, firstCalls, overview: overview !== undefined, cards }));
  });
}
