/** The password of a signed-in person, as a request shows it. */
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.js';
import { AppError, invalid } from '../http/app-error.js';
import { deviceOf } from '../sessions/session-device.js';
import { checkCredentials } from '../sessions/session-service.js';

/**
 * Wrong passwords count as those of sign-ins do.
 *
 * @returns the stored hash that the password matched
 * @throws AppError `invalid` for a wrong password, at its field, or `too_many_attempts`
 */
export async function checkOwnPassword(
  context: Pick<AppContext, 'db' | 'hashing' | 'config' | 'now'>,
  { email }: { email: string },
  password: string,
  request: FastifyRequest,
): Promise<string> {
  try {
    return (await checkCredentials(context, { email, password }, deviceOf(request))).passwordHash;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'wrong_credentials') throw error;
    throw invalid('The password is incorrect.', { password: 'The password is incorrect' });
  }
}
