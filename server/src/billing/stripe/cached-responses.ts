/**
 * The provider's responses about a customer, cached in the database for all replicas until something they depend on
 * changes: a webhook, our own write, or a new day (docs/decisions/0102). A read that started before a change is never
 * used after it.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';

/** The subject of changes that may affect every customer, e.g. of a price. No customer has this id. */
const ACCOUNT = 'account';

const DAY_MS = 86_400_000;

/** The end of the day, in UTC, when data that missed a webhook is reread. */
export const endOfDay = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

const revisionOf = (customerId: ReturnType<typeof sql.ref>) => sql<number>`(
  select coalesce(sum(revision), 0)::integer from provider_revisions where subject in (${customerId}, ${ACCOUNT})
)`;

/** The revisions of customers. Read them before calling the provider. */
export async function readRevisions(db: Db, customerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('provider_revisions')
    .select(['subject', 'revision'])
    .where('subject', 'in', [...customerIds, ACCOUNT])
    .execute();
  const of = new Map(rows.map(({ subject, revision }) => [subject, revision]));
  return new Map(customerIds.map((id) => [id, (of.get(id) ?? 0) + (of.get(ACCOUNT) ?? 0)]));
}

/** Valid responses, by customer. @param kind with a version, which changes with the responses' shape */
export async function findCached<Answer>(
  db: Db,
  kind: string,
  customerIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, { answer: Answer }>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('provider_answers')
    .select(['customer_id', 'answer'])
    .where('customer_id', 'in', customerIds)
    .where('kind', '=', kind)
    .where('read_at', '<=', now)
    .where('expires_at', '>', now)
    .where('revision', '=', revisionOf(sql.ref('provider_answers.customer_id')))
    .execute();
  return new Map(rows.map(({ customer_id: id, answer }) => [id, answer as { answer: Answer }]));
}

export interface CachedResponse {
  customerId: string;
  kind: string;
  revision: number;
  readAt: Date;
  expiresAt: Date;
  answer: unknown;
}

export async function cacheResponse(db: Db, response: CachedResponse): Promise<void> {
  const row = {
    revision: response.revision,
    read_at: response.readAt,
    expires_at: response.expiresAt,
    answer: JSON.stringify({ answer: response.answer }),
  };
  await db
    .insertInto('provider_answers')
    .values({ customer_id: response.customerId, kind: response.kind, ...row })
    .onConflict((conflict) => conflict.columns(['customer_id', 'kind']).doUpdateSet(row))
    .execute();
}

export async function deleteExpiredResponses(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('provider_answers').where('expires_at', '<', now).execute();
}

async function raise(db: Db, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .insertInto('provider_revisions')
    // In a fixed order, so that two changes don't deadlock.
    .values([...new Set(subjects)].sort().map((subject) => ({ subject, revision: 1 })))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ revision: sql<number>`provider_revisions.revision + 1` }),
    )
    .execute();
}

/** Invalidates the customers' cached responses. */
export const invalidateCustomers = (db: Db, customerIds: readonly string[]): Promise<void> => raise(db, customerIds);

/** Invalidates every customer's cached responses. */
export const invalidateAccount = (db: Db): Promise<void> => raise(db, [ACCOUNT]);

const idsIn = (text: string, prefixes: string): string[] => [
  ...new Set(Array.from(text.matchAll(new RegExp(`\\b(?:${prefixes})_\\w+`, 'g')), ([id]) => id)),
];

/** Customers of the mirrored objects named in a text. */
async function customersOfObjects(db: Db, text: string): Promise<string[]> {
  const ids = idsIn(text, 'sub_sched|sub|si|in');
  if (ids.length === 0) return [];
  const tables = ['billing_subscriptions', 'billing_items', 'billing_schedules', 'billing_invoices'] as const;
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('customer_id').where('id', 'in', ids).execute()),
  );
  return rows.flat().map(({ customer_id: id }) => id);
}

/**
 * Invalidates the responses that depend on a change.
 *
 * @param about any text of a call or an event that contains its objects' ids. Without a known customer, the change may
 * affect every one.
 */
export async function invalidateAbout(db: Db, about: string): Promise<void> {
  const named = idsIn(about, 'cus');
  const customerIds = named.length > 0 ? named : await customersOfObjects(db, about);
  await (customerIds.length > 0 ? invalidateCustomers(db, customerIds) : invalidateAccount(db));
}

/** Invalidates the responses about customers who have a price. Others stay. */
export async function invalidatePrice(db: Db, priceId: string): Promise<void> {
  const rows = await db
    .selectFrom('billing_items')
    .select('customer_id')
    .distinct()
    .where('price_id', '=', priceId)
    .execute();
  await invalidateCustomers(
    db,
    rows.map(({ customer_id: id }) => id),
  );
}

/**
 * For the provider's client: invalidates what our own change affects before its caller gets the response. The change
 * has been made, so a failure is only logged. The provider's webhook invalidates again.
 */
export function invalidateOnChange(db: Db, report: (error: unknown) => void): (about: string) => Promise<void> {
  return async (about) => {
    try {
      await invalidateAbout(db, about);
    } catch (error) {
      report(error);
    }
  };
}
