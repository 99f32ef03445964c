/** The second step of a sign-in: whether one follows the password, and the cookie of the browser that waits for it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_STEP_REQUIRED } from 'shared-api/contracts';
import type { Config } from '../config.js';
import type { AppContext } from '../context.js';
import { AppError } from '../http/app-error.js';
import { type BrowserCookie, browserCookie } from '../sessions/browser-cookie.js';
import type { CheckedCredentials } from '../sessions/session-service.js';
import {
  findPendingSignIn,
  insertPendingSignIn,
  PENDING_SIGN_IN_SECONDS,
  type PendingSignIn,
} from './pending-sign-ins.js';
import { methodsOf, needsSecondFactor } from './second-factors-service.js';

type StepContext = Pick<AppContext, 'config' | 'db' | 'now'>;

/** The cookie of the browser that continues a sign-in. */
export const pendingCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>): BrowserCookie =>
  browserCookie(publicUrl, 'sign-in', { sameSite: 'strict', maxAgeSeconds: PENDING_SIGN_IN_SECONDS });

/**
 * Call it after the password and before the session.
 *
 * @throws AppError `second_step_required` when a second step follows. The answer sets the cookie that continues the sign-in
 */
export async function requireSecondStep(
  context: StepContext,
  { person, passwordHash }: CheckedCredentials,
  reply: FastifyReply,
): Promise<void> {
  const { config, db, now } = context;
  const has = (await methodsOf(db, person.id)).length > 0;
  if (!has && !needsSecondFactor(person, config)) return;
  const token = await insertPendingSignIn(db, { personId: person.id, passwordHash }, now());
  pendingCookie(config).write(reply, token);
  throw new AppError(
    401,
    SECOND_STEP_REQUIRED,
    has
      ? 'Your password is right. Show your second factor to finish signing in.'
      : 'Your password is right. Your account needs a second factor: set one up to finish signing in.',
  );
}

/**
 * The sign-in that the request's browser continues.
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
