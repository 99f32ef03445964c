/** Calls of a signed-in person about their own account. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AccessContext } from '../context.js';
import { AppError, signedOut } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { acceptInvitation, declineInvitation } from '../members/answer-invitation.js';
import { findPerson, type Person } from '../people/people-repository.js';
import { changePassword } from './change-password.js';
import { checkOwnPassword } from './own-password.js';
import { endOtherSessions, endSession, listSessions } from './sessions-service.js';
import { storeSecondFactorTime } from '../sessions/session-repository.js';
import { addPasskey, relyingPartyOf, removePasskey, renamePasskey, startPasskey } from './passkeys-service.js';
import {
  confirmTotp,
  createRecoveryCodes,
  readSecondFactors,
  removeTotp,
  startTotp,
} from './second-factors-service.js';

export function accountRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, config, hashing, now } = context;
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });

  const ownAccount = async (request: FastifyRequest): Promise<Person> => {
    const person = await findPerson(db, personOf(request).id);
    if (!person) throw signedOut();
    return person;
  };

  /**
   * The caller's account, once they have shown its password: an open session on a shared computer must not be enough to
   * change how a person signs in.
   *
   * @throws AppError `no_local_account`, `invalid` for a wrong password, or `too_many_attempts`
   */
  const provenAccount = async (
    request: FastifyRequest,
    password: string,
  ): Promise<Person & { password_hash: string }> => {
    const person = await ownAccount(request);
    if (!config.localAccounts || person.password_hash === null) {
      throw new AppError(409, 'no_local_account', 'You sign in with your identity provider. Change this there.');
    }
    return { ...person, password_hash: await checkOwnPassword(context, person, password, request) };
  };

  /** Whoever has just set up a second factor has shown it in this session. */
  const countAsShown = (request: FastifyRequest): Promise<void> =>
    storeSecondFactorTime(db, personOf(request).session.tokenHash, now());

  const sessions = async (request: FastifyRequest) => ({
    sessions: await listSessions(db, personOf(request), now()),
  });

  addRoute(app, contracts.listSessions, ({ request }) => sessions(request));

  addRoute(app, contracts.endSession, async ({ params, request }) => {
    await endSession(db, personOf(request).id, params.session, auditOf(request));
    return sessions(request);
  });

  addRoute(app, contracts.endOtherSessions, async ({ request }) => {
    await endOtherSessions(db, personOf(request), auditOf(request));
    return sessions(request);
  });

  addRoute(app, contracts.acceptInvitation, async ({ params, request }) => {
    await acceptInvitation(db, personOf(request), params.inviting, config, auditOf(request));
    return { status: 'success' as const };
  });

  addRoute(app, contracts.declineInvitation, async ({ params, request }) => {
    await declineInvitation(db, personOf(request), params.inviting, auditOf(request));
    return { status: 'success' as const };
  });

  addRoute(app, contracts.changePassword, async ({ body, request }) => {
    const { password: former, new_password: wanted } = body;
    const { password_hash: formerHash } = await provenAccount(request, former);
    await changePassword(db, personOf(request), { former, formerHash, wanted }, auditOf(request), hashing);
    return { status: 'success' as const };
  });

  addRoute(app, contracts.readSecondFactors, async ({ request }) =>
    readSecondFactors(db, await ownAccount(request), config),
  );

  addRoute(app, contracts.startTotp, async ({ body, request }) =>
    startTotp(db, await provenAccount(request, body.password), config, now()),
  );

  addRoute(app, contracts.confirmTotp, async ({ body, request }) => {
    const codes = await confirmTotp(db, await ownAccount(request), { code: body.code }, config, auditOf(request));
    await countAsShown(request);
    return { recovery_codes: codes };
  });

  addRoute(app, contracts.removeTotp, async ({ body, request }) => {
    const person = await provenAccount(request, body.password);
    await removeTotp(db, person, config, auditOf(request));
    return readSecondFactors(db, person, config);
  });

  addRoute(app, contracts.startPasskey, async ({ body, request }) => {
    const person = await provenAccount(request, body.password);
    return { options: await startPasskey(db, person, relyingPartyOf(config, request), now()) };
  });

  addRoute(app, contracts.addPasskey, async ({ body, request }) => {
    const party = relyingPartyOf(config, request);
    const added = await addPasskey(db, await ownAccount(request), body, { party, config }, auditOf(request));
    await countAsShown(request);
    return added;
  });

  addRoute(app, contracts.renamePasskey, async ({ params, body, request }) => {
    const person = await ownAccount(request);
    await renamePasskey(db, person, { id: params.passkey, name: body.name }, auditOf(request));
    return readSecondFactors(db, person, config);
  });

  addRoute(app, contracts.removePasskey, async ({ params, body, request }) => {
    const person = await provenAccount(request, body.password);
    await removePasskey(db, person, params.passkey, config, auditOf(request));
    return readSecondFactors(db, person, config);
  });

  addRoute(app, contracts.createRecoveryCodes, async ({ body, request }) => ({
    recovery_codes: await createRecoveryCodes(
      db,
      await provenAccount(request, body.password),
      config,
      auditOf(request),
    ),
  }));
}
