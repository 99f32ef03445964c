import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AccessContext } from '../context.js';
import { signedOut } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { knownBrowserCookie } from '../sessions/known-browsers.js';
import { deviceOf } from '../sessions/session-device.js';
import { storeBrowser } from '../sessions/session-repository.js';
import { describeSession, resumeSession } from '../sessions/session-service.js';
import { hashToken, newToken } from '../tokens/secrets.js';
import { changeSharedComputer } from './shared-computers.js';

export function sharedComputerRoutes(app: FastifyInstance, { config, cookie, db, now }: AccessContext): void {
  const browserMark = knownBrowserCookie(config.publicUrl);

  addRoute(app, contracts.changeSharedComputer, async ({ body, request, reply }) => {
    const person = personOf(request);
    const browserToken = browserMark.read(request) ?? newToken();
    browserMark.write(reply, browserToken);
    const browserHash = hashToken(browserToken);
    await storeBrowser(db, person.session.tokenHash, browserHash);
    const audit = { actor: actorOf(person), now: now() };
    await changeSharedComputer(db, person.id, { browserHash, device: deviceOf(request) }, body, audit);
    // The session's expiry follows the new rule from now on.
    const changed = await resumeSession(db, cookie.read(request) ?? '', now(), config, { touches: true });
    if (!changed) throw signedOut();
    return describeSession(db, changed, now());
  });

  addRoute(app, contracts.readPresence, async ({ request }) => ({
    seconds_left: Math.max(0, Math.ceil((personOf(request).session.expiresAt.getTime() - now().getTime()) / 1000)),
  }));
}
