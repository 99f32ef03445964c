/** Reads data of several customers. A customer that cannot be read does not affect the others. */
import type { CustomerProblem } from 'shared-api/contracts';
import { readCustomerNames } from '../billing/mirror/subscriptions-repository.js';
import type { Db } from '../database/tables.js';
import { AppError } from '../http/app-error.js';
import { mapConcurrently } from '../stripe/concurrency.js';
import { toAppError } from '../stripe/stripe-errors.js';

const CONCURRENCY = 6;

/** The reason why a customer's data could not be read, as text. @throws the error, when it is not the provider's */
export function readProblem(error: unknown): string {
  const appError = toAppError(error, 'read');
  if (appError instanceof AppError) return appError.message;
  throw error;
}

export type CustomerRead<Result> = { customer: string; result: Result } | { customer: string; problem: string };

/** Results in the order of the ids. */
export function readEachCustomer<Result>(
  ids: readonly string[],
  read: (id: string) => Promise<Result>,
): Promise<CustomerRead<Result>[]> {
  return mapConcurrently(ids, CONCURRENCY, async (customerId) => {
    try {
      return { customer: customerId, result: await read(customerId) };
    } catch (error) {
      return { customer: customerId, problem: readProblem(error) };
    }
  });
}

/** The failed reads, with the customers' last known names. */
export async function describeProblems(db: Db, reads: readonly CustomerRead<unknown>[]): Promise<CustomerProblem[]> {
  const failed = reads.flatMap((read) => ('problem' in read ? [read] : []));
  if (failed.length === 0) return [];
  const nameOf = await readCustomerNames(
    db,
    failed.map(({ customer: customerId }) => customerId),
  );
  return failed.map(({ customer: customerId, problem }) => ({
    customer_id: customerId,
    name: nameOf.get(customerId) ?? null,
    message: problem,
  }));
}
