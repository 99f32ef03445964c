/** Decides which customers a person can access (DECISIONS, server rules 1 and 8). */
import type { FastifyRequest } from 'fastify';
import { type Right, missingRight } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { isStaff, personOf } from '../../platform/http/principal.js';
import { forbidden, notFound } from '../../platform/errors/app-error.js';
import { listPracticesConcerned, listPracticesOfCustomer } from './customers-repository.js';

const concernedByRead = new WeakMap<Pick<FastifyRequest, 'method'>, Promise<number[]>>();

/**
 * The practices that the customer of a call concerns. A call that only reads reads them once, for the audit log and for
 * the decision on access. A change reads them each time, because both may be far apart.
 */
export function practicesOfCustomerCall(
  db: Db,
  customerId: string,
  request: Pick<FastifyRequest, 'method'>,
): Promise<number[]> {
  if (request.method !== 'GET') return listPracticesConcerned(db, customerId);
  const reading = concernedByRead.get(request) ?? listPracticesConcerned(db, customerId);
  concernedByRead.set(request, reading);
  return reading;
}

/**
 * The practices that give a person access to a customer: those that currently own it and where the person has the
 * right. Internal staff can access every customer that the console knows; for a customer without an owner, through the
 * practices that have seats on its items.
 *
 * @param right the right that members need; admins and internal staff need none
 * @throws AppError `not_found`, the same for another practice's customer and an unknown one;
 *   `forbidden` for a member without the right
 */
export async function practicesForCustomer(
  db: Db,
  request: FastifyRequest,
  customerId: string,
  right: Right,
): Promise<number[]> {
  const person = personOf(request);
  const everywhere = isStaff(person);
  const practiceIds = await (everywhere
    ? practicesOfCustomerCall(db, customerId, request)
    : listPracticesOfCustomer(db, customerId));
  const own = practiceIds
    .filter((practiceId) => everywhere || person.memberships.has(practiceId))
    .sort((one, other) => one - other);
  if (own.length === 0) throw notFound('This customer doesn’t exist.');
  const withRight = own.filter((practiceId) => everywhere || person.memberships.get(practiceId)?.has(right));
  if (withRight.length === 0) throw forbidden(missingRight(right));
  return withRight;
}
