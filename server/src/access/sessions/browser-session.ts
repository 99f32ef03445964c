/** The session of the browser that makes a request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from 'shared-api/contracts';
import type { AccessContext } from '../context.js';
import { signedOut } from '../../platform/errors/app-error.js';
import { deviceOf } from './session-device.js';
import { newToken } from '../tokens/secrets.js';
import { knownBrowserCookie } from './known-browsers.js';
import { describeSession, type SignInProof, startSession, resumeSession } from './session-service.js';

/** Details that aren't in the request itself. */
type OwnProof = Omit<SignInProof, 'device' | 'browserToken'>;

/**
 * Starts a session and sets its cookie. The browser's earlier session ends.
 *
 * @returns the token
 * @throws AppError `wrong_credentials` when the password has changed
 */
export async function startBrowserSession(
  { config, cookie, db, now }: AccessContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  personId: string,
  proof: OwnProof,
): Promise<string> {
  const browserMark = knownBrowserCookie(config.publicUrl);
  const browserToken = browserMark.read(request) ?? newToken();
  const shown = { ...proof, device: deviceOf(request), browserToken };
  const token = await startSession(db, personId, now(), config, { ...shown, formerToken: cookie.read(request) });
  cookie.write(reply, token);
  browserMark.write(reply, browserToken);
  return token;
}

/** `startBrowserSession`, and the session as the browser receives it. */
export async function signInBrowser(
  context: AccessContext,
  browser: { request: FastifyRequest; reply: FastifyReply },
  personId: string,
  proof: OwnProof,
): Promise<Session> {
  const { config, db, now } = context;
  const token = await startBrowserSession(context, browser, personId, proof);
  const principal = await resumeSession(db, token, now(), config);
  if (!principal) throw signedOut();
  return describeSession(db, principal, now());
}
