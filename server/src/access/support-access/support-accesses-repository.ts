import type { Db, NewRow } from '../../platform/database/tables.js';

export interface OpenAccess {
  id: string;
  personId: string;
  personName: string;
  practiceId: number;
  reason: string;
  openedAt: Date;
  endsAt: Date;
}

const openAccesses = (db: Db, now: Date) =>
  db
    .selectFrom('support_accesses')
    .innerJoin('people', 'people.id', 'support_accesses.person_id')
    .select([
      'support_accesses.id',
      'support_accesses.person_id as personId',
      'people.name as personName',
      'support_accesses.practice_id as practiceId',
      'support_accesses.reason',
      'support_accesses.opened_at as openedAt',
      'support_accesses.ends_at as endsAt',
    ])
    .where('support_accesses.ended_at', 'is', null)
    .where('support_accesses.ends_at', '>', now);

/** The person's open access to one of the practices. */
export async function findOpenAccess(
  db: Db,
  personId: string,
  practiceIds: readonly number[],
  now: Date,
): Promise<OpenAccess | undefined> {
  if (practiceIds.length === 0) return undefined;
  return openAccesses(db, now)
    .where('support_accesses.person_id', '=', personId)
    .where('support_accesses.practice_id', 'in', [...practiceIds])
    .orderBy('support_accesses.ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Open accesses to a practice, the newest first. */
export async function listOpenAccesses(db: Db, practiceId: number, now: Date): Promise<OpenAccess[]> {
  return openAccesses(db, now)
    .where('support_accesses.practice_id', '=', practiceId)
    .orderBy('support_accesses.opened_at', 'desc')
    .orderBy('support_accesses.id')
    .execute();
}

export async function insertAccess(transaction: Db, row: NewRow<'support_accesses'>): Promise<void> {
  await transaction.insertInto('support_accesses').values(row).execute();
}

/** Ends an open access. @returns false if it isn't open anymore */
export async function endAccess(transaction: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('support_accesses')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An access by its id, or the person's access to a practice. */
export type AccessToExpire = { id: string } | { personId: string; practiceId: number };

/** Ends expired accesses. @returns those not ended before */
export async function expireAccesses(
  transaction: Db,
  which: AccessToExpire,
  now: Date,
): Promise<Omit<OpenAccess, 'personName'>[]> {
  const query = transaction
    .updateTable('support_accesses')
    .set(({ ref }) => ({ ended_at: ref('ends_at') }))
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now)
    .returning([
      'id',
      'person_id as personId',
      'practice_id as practiceId',
      'reason',
      'opened_at as openedAt',
      'ends_at as endsAt',
    ]);
  const filteredQuery =
    'id' in which
      ? query.where('id', '=', which.id)
      : query.where('person_id', '=', which.personId).where('practice_id', '=', which.practiceId);
  return filteredQuery.execute();
}

/** Accesses that are neither ended nor recorded as expired. */
export async function listUnendedAccesses(db: Db): Promise<Pick<OpenAccess, 'id' | 'endsAt'>[]> {
  return db.selectFrom('support_accesses').select(['id', 'ends_at as endsAt']).where('ended_at', 'is', null).execute();
}
