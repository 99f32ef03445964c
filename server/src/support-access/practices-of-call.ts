import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/tables.js';
import { listPracticesConcerned } from '../payments/customers-repository.js';

/**
 * The practices that a call is about: its own, or those of its customer.
 *
 * @param practiceId the practice that the call names
 */
export function practicesOfCall(
  db: Db,
  { params }: Pick<FastifyRequest, 'params'>,
  practiceId: number | undefined,
): Promise<number[]> {
  if (practiceId !== undefined) return Promise.resolve([practiceId]);
  const { customer } = params as { customer?: string };
  return customer === undefined ? Promise.resolve([]) : listPracticesConcerned(db, customer);
}
