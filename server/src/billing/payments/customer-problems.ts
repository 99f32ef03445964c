/** Reads data of several customers. An unreadable customer doesn't affect the others. */
import type { CustomerProblem, ReadingProgress } from 'shared-api/contracts';
import { readCustomerNames } from '../subscriptions/mirror/subscriptions-repository.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { mapConcurrently } from '../stripe/concurrency.js';
import { isRefusedByProvider, toAppError } from '../stripe/stripe-errors.js';

const CONCURRENCY = 6;

/** Maximum number of customers that one request reads from the provider. The next request continues. */
export const MAX_CUSTOMERS_PER_READ = 12;

/** The reason why a customer's data couldn't be read, as text. @throws any error that isn't the provider's */
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

export interface SomeRead<Result> {
  /** In the order of the ids. */
  reads: CustomerRead<Result>[];
  /** Customers left for the next request. */
  unread: string[];
}

/**
 * Reads as many customers as one request may. A customer that the provider refuses costs little and doesn't count, so
 * it never blocks the others.
 */
export async function readSomeCustomers<Result>(
  ids: readonly string[],
  read: (id: string) => Promise<Result>,
  limit: number,
): Promise<SomeRead<Result>> {
  let left = limit;
  const unread = new Set<string>();
  const reads = await readEachCustomer(ids, async (customerId): Promise<Result | undefined> => {
    if (left <= 0) {
      unread.add(customerId);
      return undefined;
    }
    left -= 1;
    try {
      return await read(customerId);
    } catch (error) {
      if (isRefusedByProvider(error)) left += 1;
      throw error;
    }
  });
  return {
    reads: reads.filter(({ customer }) => !unread.has(customer)) as CustomerRead<Result>[],
    unread: ids.filter((id) => unread.has(id)),
  };
}

/** The number of customers in a response when some are left for the next request. */
export const progressOf = (ids: readonly string[], unread: readonly string[]): { progress?: ReadingProgress } =>
  unread.length === 0 ? {} : { progress: { read: ids.length - unread.length, total: ids.length } };

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
