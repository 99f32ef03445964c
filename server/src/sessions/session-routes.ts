import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { requireSecondStep } from '../accounts/second-step.js';
import type { AppContext } from '../context.js';
import { addRoute } from '../http/contract-route.js';
import { actorOf, personOf } from '../http/principal.js';
import { forbidden, signedOut } from '../http/app-error.js';
import { clearOverride, setOverride } from '../modules/module-overrides.js';
import { deviceOf } from './session-device.js';
import { checkCredentials, describeSession, signOut, startSession, useSession } from './session-service.js';

export function sessionRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config, cookie, now } = context;
  addRoute(app, contracts.readSession, ({ request }) => describeSession(db, personOf(request)));

  addRoute(app, contracts.signIn, async ({ body, request, reply }) => {
    if (!config.localAccounts) throw forbidden('Local accounts are turned off. Sign in with your identity provider.');
    const checked = await checkCredentials(context, body, deviceOf(request));
    await requireSecondStep(context, checked, reply);
    const { person, passwordHash } = checked;
    const token = await startSession(db, person.id, cookie.read(request), now(), config, {
      methods: ['password'],
      passwordHash,
      device: deviceOf(request),
    });
    cookie.write(reply, token);
    const principal = await useSession(db, token, now(), config);
    if (!principal) throw signedOut();
    return describeSession(db, principal);
  });

  addRoute(app, contracts.setOverride, async ({ body, request }) => {
    const person = personOf(request);
    const overrides = await setOverride(db, person, body, { actor: actorOf(person), now: now() });
    return describeSession(db, { ...person, session: { ...person.session, overrides } });
  });

  addRoute(app, contracts.clearOverride, async ({ params, request }) => {
    const person = personOf(request);
    const overrides = await clearOverride(db, person, params.module, { actor: actorOf(person), now: now() });
    return describeSession(db, { ...person, session: { ...person.session, overrides } });
  });

  addRoute(app, contracts.signOut, async ({ request, reply }) => {
    const token = cookie.read(request);
    if (token !== undefined) await signOut(db, token, deviceOf(request), now());
    cookie.clear(reply);
    return { status: 'success' as const };
  });
}
