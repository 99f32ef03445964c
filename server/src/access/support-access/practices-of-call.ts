import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/tables.js';

/** The practices of a billing customer. */
export type PracticesOfCustomer = (db: Db, customer: string) => Promise<number[]>;

/**
 * The practices that a call concerns: the one it names, or those of its customer.
 *
 * @param practiceId the practice that the call names
 */
export function practicesOfCall(
  db: Db,
  { params }: Pick<FastifyRequest, 'params'>,
  practiceId: number | undefined,
  practicesOfCustomer: PracticesOfCustomer,
): Promise<number[]> {
  if (practiceId !== undefined) return Promise.resolve([practiceId]);
  const { customer } = params as { customer?: string };
  return customer === undefined ? Promise.resolve([]) : practicesOfCustomer(db, customer);
}
