/** Calls between the password and the session. The cookie of the pending sign-in identifies the person. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import { personActor } from '../../platform/audit/actor.js';
import type { AccessContext } from '../context.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { signInBrowser } from '../sessions/browser-session.js';
import { deletePendingSignIn, type PendingSignIn, storeSecondFactor } from './pending-sign-ins.js';
import { replacePassword } from './replace-password.js';
import { relyingPartyOf, startAssertion } from './passkeys-service.js';
import { confirmTotp, methodsOf, startTotp, verifyFactor } from './second-factors-service.js';
import { readFactor } from './shown-factor.js';
import { nextStep, pendingCookie, pendingSignInOf, signInExpired, stepRequired } from './second-step.js';

export function secondStepRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, config, now } = context;

  /** Each pending sign-in becomes at most one session. */
  const claim = (pending: PendingSignIn) => async (transaction: Db) => {
    if (!(await deletePendingSignIn(transaction, pending.token))) throw signInExpired();
  };

  const finish = async (
    { person, passwordHash, secondFactor }: PendingSignIn,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const methods = ['password' as const, ...(secondFactor === null ? [] : [secondFactor])];
    const proof = { methods, passwordHash, secondFactor: secondFactor !== null };
    const session = await signInBrowser(context, { request, reply }, person.id, proof);
    pendingCookie(config).clear(reply);
    return session;
  };

  /** For accounts that lack a required second factor. Others set one up on their account page. */
  const enrolling = async (request: FastifyRequest): Promise<PendingSignIn> => {
    const pending = await pendingSignInOf(context, request);
    if ((await methodsOf(db, pending.person.id)).length > 0) {
      throw new AppError(409, 'has_second_factor', 'Your account has a second factor. Use it to finish signing in.');
    }
    // The app is set up after the new password, so not by somebody who guessed the former one.
    if (pending.replacesPassword) throw stepRequired('replace_password');
    return pending;
  };

  addRoute(app, contracts.readSignInStep, async ({ request }) => {
    const pending = await pendingSignInOf(context, request);
    const step = await nextStep(context, pending);
    if (step === undefined) throw signInExpired();
    return { step, email: pending.person.email, methods: await methodsOf(db, pending.person.id) };
  });

  addRoute(app, contracts.finishSignIn, async ({ body, request, reply }) => {
    const pending = await pendingSignInOf(context, request);
    const { person } = pending;
    const factor = readFactor(context, person, body, { purpose: 'second_step', owner: person.id }, request);
    const shown = { ...pending, secondFactor: factor.kind };
    const step = await nextStep(context, shown);
    await verifyFactor(db, person, factor, now(), async (transaction) => {
      if (step === undefined) await claim(pending)(transaction);
      else if (!(await storeSecondFactor(transaction, pending.token, factor.kind))) throw signInExpired();
    });
    if (step !== undefined) throw stepRequired(step);
    return finish(shown, request, reply);
  });

  addRoute(app, contracts.replacePasswordAtSignIn, async ({ body, request, reply }) => {
    const pending = await pendingSignInOf(context, request);
    const step = await nextStep(context, pending);
    if (step !== 'replace_password') throw step === undefined ? signInExpired() : stepRequired(step);
    const passwordHash = await replacePassword(context, pending, body.new_password);
    const replaced = { ...pending, passwordHash, replacesPassword: false };
    const following = await nextStep(context, replaced);
    if (following !== undefined) throw stepRequired(following);
    if (!(await deletePendingSignIn(db, pending.token))) throw signInExpired();
    return finish(replaced, request, reply);
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
    const codes = await confirmTotp(
      db,
      pending.person,
      { code: body.code, whenConfirmed: claim(pending) },
      config,
      audit,
    );
    await finish({ ...pending, secondFactor: 'totp' }, request, reply);
    return { recovery_codes: codes };
  });
}
