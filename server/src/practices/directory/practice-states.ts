/** The states of practices that internal staff filter by. Each state is one condition on a row of `practices`. */
import { type RawBuilder, sql } from 'kysely';
import { type PracticeState, practiceStates } from 'shared-api/contracts';
import { owes } from '../../billing/subscriptions/mirror/subscriptions-repository.js';
import { prepared } from '../../platform/database/prepared.js';
import type { Db } from '../../platform/database/tables.js';

/** @param at determines the current day in the practice's time zone */
export function inState(state: PracticeState, at: Date | RawBuilder<Date>): RawBuilder<boolean> {
  switch (state) {
    case 'past_due':
      return sql`exists (
        select from item_assignments as seats
        join billing_subscriptions as subscriptions on subscriptions.id = seats.subscription_id
        where seats.practice_id = practices.id and ${owes('subscriptions')}
      )`;
    case 'expired':
      return sql`exists (
        select from practice_settings as settings where settings.practice_id = practices.id
          and settings.account_expiration_date < (${at}::timestamptz at time zone practices.time_zone)::date
          -- No time zone is a day ahead of this one. An index finds these rows.
          and settings.account_expiration_date <= (${at}::timestamptz at time zone 'Pacific/Kiritimati')::date
      )`;
    case 'inactive':
      return sql`exists (
        select from practice_settings as settings where settings.practice_id = practices.id and not settings.active
      )`;
    case 'trial':
      return sql`exists (
        select from practice_entitlements as held
        where held.practice_id = practices.id and held.trial_end is not null
      )`;
    case 'no_access':
      // The first condition leaves few practices for the second one, which alone would read every entitlement.
      return sql`(not exists (
        select from entitlement_versions as versions
        where versions.practice_id = practices.id and versions.entitled_at_version = versions.version
      ) and not exists (select from practice_entitlements as held where held.practice_id = practices.id))`;
  }
}

/**
 * A row for each of these practices, and one more for each of its states. Each state is a condition in its own
 * statement: as columns of one statement, PostgreSQL would look up some of them for every practice. The practices are
 * read once, without parallel workers, whose start takes longer than the statement.
 */
const stateRows = prepared((db, practiceIds: RawBuilder<number[]>, at: RawBuilder<Date>) => {
  const selectedPractices = db.with(
    (cte) => cte('chosen').materialized(),
    (from) =>
      from
        .selectFrom('practices')
        .select(['id', 'insider', 'time_zone'])
        .where(sql<boolean>`id = any(${practiceIds}::integer[])`),
  );
  const column = (state: PracticeState | null) => sql<PracticeState | null>`${state}::text`.as('state');
  const all = selectedPractices.selectFrom('chosen as practices').select(['id', 'insider', column(null)]);
  return practiceStates.reduce(
    (query, state) =>
      query.unionAll((from) =>
        from
          .selectFrom('chosen as practices')
          .select(['id', 'insider', column(state)])
          .where(inState(state, at)),
      ),
    all,
  );
});

/** The states of each of these practices, most urgent first, and whether it is an insider. */
export async function readStates(
  db: Db,
  practiceIds: readonly number[],
  at: Date,
): Promise<Map<number, { insider: boolean; states: PracticeState[] }>> {
  if (practiceIds.length === 0) return new Map();
  const rows = await stateRows(db, [...practiceIds], at);
  const byPractice = new Map<number, { insider: boolean; states: PracticeState[] }>();
  for (const { id, insider } of rows) byPractice.set(id, { insider, states: [] });
  // Rows come in any order.
  for (const state of practiceStates) {
    for (const row of rows) if (row.state === state) byPractice.get(row.id)?.states.push(state);
  }
  return byPractice;
}
