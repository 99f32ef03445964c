/** Rows of trials: running ones, ended ones, and reservations. */
import type { Db, Row } from '../../../platform/database/tables.js';
import type { SubscriptionSnapshot } from './snapshots.js';

export type TrialRow = Row<'practice_trials'>;

/** Trials that count. Failed reservations are deleted, so they don't count. */
export async function listTrials(db: Db, practiceId: number): Promise<TrialRow[]> {
  return db
    .selectFrom('practice_trials')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .orderBy('reserved_at', 'desc')
    .orderBy('id')
    .execute();
}

export function findTrialOfSubscription(
  db: Db,
  practiceId: number,
  subscriptionId: string,
): Promise<Pick<TrialRow, 'plan_key' | 'state'> | undefined> {
  return db
    .selectFrom('practice_trials')
    .select(['plan_key', 'state'])
    .where('practice_id', '=', practiceId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
}

/** Deletes reservations whose start the provider never confirmed. */
export async function deleteReservationsBefore(transaction: Db, practiceId: number, before: Date): Promise<void> {
  await transaction
    .deleteFrom('practice_trials')
    .where('practice_id', '=', practiceId)
    .where('state', '=', 'starting')
    .where('reserved_at', '<', before)
    .execute();
}

export async function insertReservation(
  transaction: Db,
  reservation: Pick<TrialRow, 'practice_id' | 'id' | 'plan_key' | 'reserved_at'>,
): Promise<void> {
  await transaction
    .insertInto('practice_trials')
    .values({ ...reservation, subscription_id: null, state: 'starting', trial_start: null, trial_end: null })
    .execute();
}

/** Deletes a reservation whose start failed. */
export async function deleteReservation(db: Db, practiceId: number, id: string): Promise<void> {
  await db
    .deleteFrom('practice_trials')
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .where('state', '=', 'starting')
    .execute();
}

/** The trial of a subscription, or the reservation that started it. */
export function findTrialStartedBy(
  transaction: Db,
  view: Pick<SubscriptionSnapshot, 'id' | 'request' | 'practice'>,
): Promise<TrialRow | undefined> {
  return transaction
    .selectFrom('practice_trials')
    .selectAll()
    .where((where) =>
      where.or([
        where('subscription_id', '=', view.id),
        ...(view.request === null || view.practice === null
          ? []
          : [
              where.and([
                where('practice_id', '=', view.practice),
                where(where.cast<string>('id', 'text'), '=', view.request),
              ]),
            ]),
      ]),
    )
    .executeTakeFirst();
}

export async function updateTrial(
  transaction: Db,
  { practice_id: practiceId, id }: Pick<TrialRow, 'practice_id' | 'id'>,
  change: Pick<TrialRow, 'trial_start' | 'trial_end' | 'subscription_id' | 'state'>,
): Promise<void> {
  await transaction
    .updateTable('practice_trials')
    .set(change)
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute();
}
