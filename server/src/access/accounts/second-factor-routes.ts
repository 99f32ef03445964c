/** A signed-in person's calls about their own second factors and passkeys. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AccessContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { storeSecondFactorTime } from '../sessions/session-repository.js';
import { ownAccount, provenAccount } from './own-account.js';
import { addPasskey, relyingPartyOf, removePasskey, renamePasskey, startPasskey } from './passkeys-service.js';
import {
  confirmTotp,
  createRecoveryCodes,
  readSecondFactors,
  removeTotp,
  startTotp,
} from './second-factors-service.js';

export function secondFactorRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, config, now } = context;
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });

  /** Setting up a second factor also counts as using it in this session. */
  const countAsShown = (request: FastifyRequest): Promise<void> =>
    storeSecondFactorTime(db, personOf(request).session.tokenHash, now());

  addRoute(app, contracts.readSecondFactors, async ({ request }) =>
    readSecondFactors(db, await ownAccount(context, request), config),
  );

  addRoute(app, contracts.startTotp, async ({ body, request }) =>
    startTotp(db, await provenAccount(context, request, body.password), config, now()),
  );

  addRoute(app, contracts.confirmTotp, async ({ body, request }) => {
    const codes = await confirmTotp(
      db,
      await ownAccount(context, request),
      { code: body.code },
      config,
      auditOf(request),
    );
    await countAsShown(request);
    return { recovery_codes: codes };
  });

  addRoute(app, contracts.removeTotp, async ({ body, request }) => {
    const person = await provenAccount(context, request, body.password);
    await removeTotp(db, person, config, auditOf(request));
    return readSecondFactors(db, person, config);
  });

  addRoute(app, contracts.startPasskey, async ({ body, request }) => {
    const person = await provenAccount(context, request, body.password);
    return { options: await startPasskey(db, person, relyingPartyOf(config, request), now()) };
  });

  addRoute(app, contracts.addPasskey, async ({ body, request }) => {
    const party = relyingPartyOf(config, request);
    const added = await addPasskey(db, await ownAccount(context, request), body, { party, config }, auditOf(request));
    await countAsShown(request);
    return added;
  });

  addRoute(app, contracts.renamePasskey, async ({ params, body, request }) => {
    const person = await ownAccount(context, request);
    await renamePasskey(db, person, { id: params.passkey, name: body.name }, auditOf(request));
    return readSecondFactors(db, person, config);
  });

  addRoute(app, contracts.removePasskey, async ({ params, body, request }) => {
    const person = await provenAccount(context, request, body.password);
    await removePasskey(db, person, params.passkey, config, auditOf(request));
    return readSecondFactors(db, person, config);
  });

  addRoute(app, contracts.createRecoveryCodes, async ({ body, request }) => ({
    recovery_codes: await createRecoveryCodes(
      db,
      await provenAccount(context, request, body.password),
      config,
      auditOf(request),
    ),
  }));
}
