import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/tables.js';

/** The practices of the billing customer that a call names. */
export type PracticesOfCustomer = (
  db: Db,
  customer: string,
  request: Pick<FastifyRequest, 'method'>,
) => Promise<number[]>;

/**
 * The practices that a call concerns: the one it names, or those of its customer.
 *
 * @param practiceId the practice that the call names
 */
export function practicesOfCall(
  db: Db,
  request: Pick<FastifyRequest, 'params' | 'method'>,
  practiceId: number | undefined,
  practicesOfCustomer: PracticesOfCustomer,
): Promise<number[]> {
  if (practiceId !== undefined) return Promise.resolve([practiceId]);
  const { customer } = request.params as { customer?: string };
  return customer === undefined ? Promise.resolve([]) : practicesOfCustomer(db, customer, request);
}
