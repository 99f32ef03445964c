/** Calls between the password and the session. They know the person by the cookie of the pending sign-in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { SecondFactorMethod } from 'shared-api/contracts/accounts';
import type { AppContext } from '../context.js';
import type { Db } from '../database/tables.js';
import { AppError, signedOut } from '../http/app-error.js';
import { addRoute } from '../http/contract-route.js';
import { deviceOf } from '../sessions/session-device.js';
import { describeSession, startSession, useSession } from '../sessions/session-service.js';
import { deletePendingSignIn, type PendingSignIn } from './pending-sign-ins.js';
import { relyingPartyOf, startAssertion } from './passkeys-service.js';
import { actorFor, confirmTotp, methodsOf, startTotp, verifyFactor } from './second-factors-service.js';
import { shownFactor } from './shown-factor.js';
import { clearPendingCookie, pendingSignInOf, signInExpired } from './second-step.js';

export function secondStepRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config, cookie, now } = context;

  /** Each pending sign-in becomes at most one session. */
  const claim = (pending: PendingSignIn) => async (transaction: Db) => {
    if (!(await deletePendingSignIn(transaction, pending.token))) throw signInExpired();
  };

  const finish = async (
    { person, passwordHash }: PendingSignIn,
    shown: SecondFactorMethod,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const methods = ['password', shown] as const;
    const proof = { methods, passwordHash, secondFactor: true, device: deviceOf(request) };
    const token = await startSession(db, person.id, cookie.read(request), now(), config, proof);
    cookie.write(reply, token);
    clearPendingCookie(context, reply);
    return token;
  };

  /** For accounts that must have a second factor and have none. Others set it up in their account. */
  const enrolling = async (request: FastifyRequest): Promise<PendingSignIn> => {
    const pending = await pendingSignInOf(context, request);
    if ((await methodsOf(db, pending.person.id)).length > 0) {
      throw new AppError(409, 'has_second_factor', 'Your account has a second factor. Use it to finish signing in.');
    }
    return pending;
  };

  addRoute(app, contracts.readSignInStep, async ({ request }) => {
    const { person } = await pendingSignInOf(context, request);
    const methods = await methodsOf(db, person.id);
    return { step: methods.length > 0 ? ('verify' as const) : ('enroll' as const), email: person.email, methods };
  });

  addRoute(app, contracts.finishSignIn, async ({ body, request, reply }) => {
    const pending = await pendingSignInOf(context, request);
    const { person } = pending;
    const factor = shownFactor(context, person, body, { purpose: 'second_step', owner: person.id }, request);
    await verifyFactor(db, person, factor, now(), claim(pending));
    const token = await finish(pending, factor.kind, request, reply);
    const principal = await useSession(db, token, now(), config);
    if (!principal) throw signedOut();
    return describeSession(db, principal);
  });

  addRoute(app, contracts.startPasskeyStep, async ({ request }) => {
    const { person } = await pendingSignInOf(context, request);
    const use = { purpose: 'second_step' as const, owner: person.id };
    return { options: await startAssertion(db, use, relyingPartyOf(config, request), now(), person.id) };
  });

  addRoute(app, contracts.startTotpAtSignIn, async ({ request }) => {
    const { person } = await enrolling(request);
    return startTotp(db, person, config, now());
  });

  addRoute(app, contracts.confirmTotpAtSignIn, async ({ body, request, reply }) => {
    const pending = await enrolling(request);
    const audit = { actor: actorFor(pending.person), now: now() };
    const codes = await confirmTotp(db, pending.person, body.code, config, audit);
    await claim(pending)(db);
    await finish(pending, 'totp', request, reply);
    return { recovery_codes: codes };
  });
}
