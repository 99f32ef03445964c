/**
 * When each provider belonged to the practice. Past days keep their providers: a sync ends or starts a period on its
 * own day, and changes no earlier day (DECISIONS 26).
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';

/** From its first day up to the day before `until`; null while it lasts. */
export interface ProviderPeriod {
  from: string;
  until: string | null;
}

/** Before any day of the console. */
const ALWAYS = '0001-01-01';

/** @param periods none for a provider with an unknown start: an active one has always belonged to the practice */
export function belongsOn(
  { active, periods }: { active: boolean; periods: readonly ProviderPeriod[] },
  date: string,
): boolean {
  if (periods.length === 0) return active;
  return periods.some(({ from, until }) => from <= date && (until === null || date < until));
}

/** The first day on which a former provider no longer belonged to the practice. Null for a current one, or if it isn't known. */
export function leftOn({ active, periods }: { active: boolean; periods: readonly ProviderPeriod[] }): string | null {
  if (active) return null;
  return (
    periods.map(({ until }) => until ?? '').reduce((latest, until) => (until > latest ? until : latest), '') || null
  );
}

/** Providers who are new in the PMS. Not for the first sync of a practice, whose providers were there before. */
export async function beginPeriods(
  transaction: Db,
  practiceId: number,
  providerIds: readonly number[],
  today: string,
): Promise<void> {
  // A provider who left and returned today was never away.
  await sql`
    update pms_provider_periods set ends_on = null
    where practice_id = ${practiceId} and provider_id = any(${[...providerIds]}::integer[]) and ends_on = ${today}::date
  `.execute(transaction);
  await sql`
    insert into pms_provider_periods (practice_id, provider_id, starts_on)
    select ${practiceId}, provider_id, ${today}::date from unnest(${[...providerIds]}::integer[]) as provider_id
    where not exists (
      select from pms_provider_periods as open
      where open.practice_id = ${practiceId} and open.provider_id = provider_id.provider_id and open.ends_on is null
    )
  `.execute(transaction);
}

/** Providers who are no longer in the PMS. */
export async function endPeriods(
  transaction: Db,
  practiceId: number,
  providerIds: readonly number[],
  today: string,
): Promise<void> {
  await sql`
    insert into pms_provider_periods (practice_id, provider_id, starts_on)
    select ${practiceId}, provider_id, ${ALWAYS}::date from unnest(${[...providerIds]}::integer[]) as provider_id
    where not exists (
      select from pms_provider_periods as known
      where known.practice_id = ${practiceId} and known.provider_id = provider_id.provider_id
    )
  `.execute(transaction);
  const open = sql`practice_id = ${practiceId} and provider_id = any(${[...providerIds]}::integer[]) and ends_on is null`;
  await sql`delete from pms_provider_periods where ${open} and starts_on = ${today}::date`.execute(transaction);
  await sql`update pms_provider_periods set ends_on = ${today}::date where ${open}`.execute(transaction);
}
