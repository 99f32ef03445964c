/** The steps of a sign-in after the password: which one is next, and the cookie that continues the sign-in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_STEP_REQUIRED } from 'shared-api/contracts';
import type { SignInStep } from 'shared-api/contracts/accounts';
import type { Config } from '../../platform/config/config.js';
import type { AccessContext } from '../context.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { PASSWORD_RULE, passwordOwner, passwordProblem } from '../people/password-strength.js';
import { type Person, updatePerson } from '../people/people-repository.js';
import { type BrowserCookie, browserCookie } from '../sessions/browser-cookie.js';
import type { CheckedCredentials } from '../sessions/session-service.js';
import {
  findPendingSignIn,
  insertPendingSignIn,
  PENDING_SIGN_IN_SECONDS,
  type PendingSignIn,
} from './pending-sign-ins.js';
import { methodsOf, needsSecondFactor } from './second-factors-service.js';

type StepContext = Pick<AccessContext, 'config' | 'db' | 'now'>;

/** The cookie of the browser that continues a sign-in. */
export const pendingCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>): BrowserCookie =>
  browserCookie(publicUrl, 'sign-in', { sameSite: 'strict', maxAgeSeconds: PENDING_SIGN_IN_SECONDS });

const followed: Record<SignInStep['step'], string> = {
  verify: 'Your password is right. Show your second factor to finish signing in.',
  replace_password: 'Your password is right, but easy to guess. Choose another one to finish signing in.',
  enroll: 'Your password is right. Your account needs a second factor: set one up to finish signing in.',
};

/** The error returned instead of a session until the next step is done. */
export const stepRequired = (step: SignInStep['step']): AppError =>
  new AppError(401, SECOND_STEP_REQUIRED, followed[step]);

/**
 * The next step of a sign-in after the password. Undefined: none, so the session may start. The second factor comes
 * first, so that somebody who only guessed the password can't replace it.
 */
export async function nextStep(
  { config, db }: Pick<AccessContext, 'config' | 'db'>,
  { person, replacesPassword, secondFactor }: Pick<PendingSignIn, 'person' | 'replacesPassword' | 'secondFactor'>,
): Promise<SignInStep['step'] | undefined> {
  const has = (await methodsOf(db, person.id)).length > 0;
  if (has && secondFactor === null) return 'verify';
  if (replacesPassword) return 'replace_password';
  return !has && needsSecondFactor(person, config) ? 'enroll' : undefined;
}

/** True when the current rule refuses a person's own password. It is checked once per rule version. */
async function isGuessable(db: Db, person: Person, password: string): Promise<boolean> {
  if (person.password_rule !== null && person.password_rule >= PASSWORD_RULE) return false;
  if ((await passwordProblem(password, await passwordOwner(db, person))) !== undefined) return true;
  await updatePerson(db, person.id, { password_rule: PASSWORD_RULE });
  return false;
}

/**
 * Call it after the password and before the session.
 *
 * @throws AppError `second_step_required` when there is another step. The response sets the cookie that continues the
 * sign-in
 */
export async function requireSecondStep(
  context: StepContext,
  { person, passwordHash }: CheckedCredentials,
  password: string,
  reply: FastifyReply,
): Promise<void> {
  const { config, db, now } = context;
  const replacesPassword = await isGuessable(db, person, password);
  const step = await nextStep(context, { person, replacesPassword, secondFactor: null });
  if (step === undefined) return;
  const token = await insertPendingSignIn(db, { personId: person.id, passwordHash, replacesPassword }, now());
  pendingCookie(config).write(reply, token);
  throw stepRequired(step);
}

/**
 * The pending sign-in of the request's browser.
 *
 * @throws AppError `sign_in_expired`
 */
export async function pendingSignInOf(context: StepContext, request: FastifyRequest): Promise<PendingSignIn> {
  const token = pendingCookie(context.config).read(request);
  const pending = token === undefined ? undefined : await findPendingSignIn(context.db, token, context.now());
  if (!pending) throw signInExpired();
  return pending;
}

export const signInExpired = (): AppError =>
  new AppError(400, 'sign_in_expired', 'This sign-in has expired. Enter your password again.');
