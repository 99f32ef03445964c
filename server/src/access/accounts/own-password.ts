/** Checks the password that a signed-in person sends with a request. */
import type { FastifyRequest } from 'fastify';
import type { AccessContext } from '../context.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { personOf } from '../../platform/http/principal.js';
import { deviceOf } from '../sessions/session-device.js';
import { storePasswordTime } from '../sessions/session-repository.js';
import { checkCredentials } from '../sessions/session-service.js';

/**
 * Wrong passwords count like those of a sign-in. The session stores when the right one was entered.
 *
 * @returns the stored hash that the password matched
 * @throws AppError `invalid` for a wrong password, at its field, or `too_many_attempts`
 */
export async function checkOwnPassword(
  context: Pick<AccessContext, 'db' | 'hashing' | 'config' | 'now'>,
  { email }: { email: string },
  password: string,
  request: FastifyRequest,
): Promise<string> {
  try {
    const credentials = { email, password, isAddressTyped: false };
    const { passwordHash } = await checkCredentials(context, credentials, deviceOf(request));
    await storePasswordTime(context.db, personOf(request).session.tokenHash, context.now());
    return passwordHash;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'wrong_credentials') throw error;
    throw invalid(error.message, { password: 'The password is incorrect' });
  }
}
