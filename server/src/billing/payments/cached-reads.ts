/** Reads data of several customers, from cached provider responses if possible, otherwise from the provider. */
import type { Db } from '../../platform/database/tables.js';
import { endOfDay, findCached, cacheResponse, readRevisions } from '../stripe/cached-responses.js';
import { type SomeRead, readSomeCustomers } from './customer-problems.js';

export interface CustomerReader<Result> {
  /** The kind of cached response, with a version that changes with its shape: `charges:1`. */
  kind: string;
  /** @throws SDK errors */
  read(customerId: string): Promise<Result>;
  /** When the response changes without an event, in epoch seconds. Undefined if it doesn't. */
  changesAt?(result: Result): number | undefined;
}

/** @param limit of customers read from the provider */
export async function readEachCached<Result>(
  db: Db,
  now: Date,
  customerIds: readonly string[],
  { kind, read, changesAt }: CustomerReader<Result>,
  limit = Number.POSITIVE_INFINITY,
): Promise<SomeRead<Result>> {
  const stored = await findCached<Result>(db, kind, customerIds, now);
  const missing = customerIds.filter((id) => !stored.has(id));
  const revisions = await readRevisions(db, missing);
  const readAndKeep = async (customerId: string): Promise<Result> => {
    const result = await read(customerId);
    const next = changesAt?.(result);
    const expiresAt = new Date(Math.min(endOfDay(now).getTime(), next === undefined ? Infinity : next * 1000));
    const revision = revisions.get(customerId) ?? 0;
    await cacheResponse(db, { customerId, kind, revision, readAt: now, expiresAt, answer: result });
    return result;
  };
  const { reads, unread } = await readSomeCustomers(missing, readAndKeep, limit);
  const byCustomer = new Map(reads.map((one) => [one.customer, one]));
  for (const [customer, { answer }] of stored) byCustomer.set(customer, { customer, result: answer });
  return { reads: customerIds.flatMap((id) => byCustomer.get(id) ?? []), unread };
}

/** One customer's data. @throws SDK errors */
export async function readCached<Result>(
  db: Db,
  now: Date,
  customerId: string,
  { kind, read }: CustomerReader<Result>,
): Promise<Result> {
  const stored = (await findCached<Result>(db, kind, [customerId], now)).get(customerId);
  if (stored) return stored.answer;
  const revision = (await readRevisions(db, [customerId])).get(customerId) ?? 0;
  const answer = await read(customerId);
  await cacheResponse(db, { customerId, kind, revision, readAt: now, expiresAt: endOfDay(now), answer });
  return answer;
}
