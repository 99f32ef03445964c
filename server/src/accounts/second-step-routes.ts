/** Calls between the password and the session. They know the person by the cookie of the pending sign-in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { SecondFactorMethod } from 'shared-api/contracts/accounts';
import { personActor } from '../audit/actor.js';
import type { AppContext } from '../context.js';
import type { Db } from '../database/tables.js';
import { AppError } from '../http/app-error.js';
import { addRoute } from '../http/contract-route.js';
import { signInBrowser } from '../sessions/browser-session.js';
import { deletePendingSignIn, type PendingSignIn } from './pending-sign-ins.js';
import { relyingPartyOf, startAssertion } from './passkeys-service.js';
import { confirmTotp, methodsOf, startTotp, verifyFactor } from './second-factors-service.js';
import { shownFactor } from './shown-factor.js';
import { pendingCookie, pendingSignInOf, signInExpired } from './second-step.js';

export function secondStepRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config, now } = context;

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
    const proof = { methods: ['password', shown] as const, passwordHash, secondFactor: true };
    const session = await signInBrowser(context, { request, reply }, person.id, proof);
    pendingCookie(config).clear(reply);
    return session;
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
    return finish(pending, factor.kind, request, reply);
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
    const audit = { actor: personActor(pending.person), now: now() };
    const codes = await confirmTotp(db, pending.person, body.code, config, audit, claim(pending));
    await finish(pending, 'totp', request, reply);
    return { recovery_codes: codes };
  });
}
