/** The caller's account. */
import type { FastifyRequest } from 'fastify';
import type { AccessContext } from '../context.js';
import { AppError, signedOut } from '../../platform/errors/app-error.js';
import { personOf } from '../../platform/http/principal.js';
import { findPerson, type Person } from '../people/people-repository.js';
import { checkOwnPassword } from './own-password.js';

/** @throws AppError `signed_out` */
export async function ownAccount({ db }: Pick<AccessContext, 'db'>, request: FastifyRequest): Promise<Person> {
  const person = await findPerson(db, personOf(request).id);
  if (!person) throw signedOut();
  return person;
}

/**
 * The caller's account, once they have entered its password: an open session on a shared computer must not be enough to
 * change how a person signs in.
 *
 * @throws AppError `no_local_account`, `invalid` for a wrong password, or `too_many_attempts`
 */
export async function provenAccount(
  context: AccessContext,
  request: FastifyRequest,
  password: string,
): Promise<Person & { password_hash: string }> {
  const person = await ownAccount(context, request);
  if (!context.config.localAccounts || person.password_hash === null) {
    throw new AppError(409, 'no_local_account', 'You sign in with your identity provider. Change this there.');
  }
  return { ...person, password_hash: await checkOwnPassword(context, person, password, request) };
}
