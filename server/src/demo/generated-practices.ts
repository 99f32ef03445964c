/** Generated practices, inserted in bulk. With 100,000 of them, the demo shows the console's performance. */
import { sql } from 'kysely';
import { OFFICE, timeKeys } from 'shared-api/contracts';
import type { Db } from '../platform/database/tables.js';
import { inTransaction } from '../platform/database/transaction.js';
import { nextPracticeId, searchable, startWeeklyHours } from '../practices/directory/practices-repository.js';
import { giveDemoFeatures } from './demo-features.js';
import { seededRandom } from './seeded-random.js';
import { officeWeekNames, officeWeeks, providerWeekNames, providerWeeks } from './week-patterns.js';
import { firstNames, kinds, lastNames, places, pmsNames, timeZones } from './sample-names.js';

/** Practices per transaction: large enough to be fast, small enough to continue after an interruption. */
const BATCH = 2000;
const A_DAY_MS = 86_400_000;

/** Columns of the rows of a batch, as the bulk statements expect them. */
interface Batch {
  practices: { id: number; name: string; time_zone: string; pms_name: string; insider: boolean; created_at: Date }[];
  units: number[];
  providers: { practice_id: number; provider_id: number; first_name: string; last_name: string }[];
  weeks: { practice_id: number; provider_id: number; same: boolean; week: string }[];
}

function generate(ids: readonly number[], now: Date): Batch {
  const batch: Batch = { practices: [], units: [], providers: [], weeks: [] };
  for (const id of ids) {
    const random = seededRandom(id);
    const office = random.pick(officeWeekNames);
    const suffix = random.chance(0.15) ? ` of ${random.pick(lastNames)}` : '';
    batch.practices.push({
      id,
      name: `${random.pick(places)} ${random.pick(kinds)}${suffix}`,
      time_zone: random.pick(timeZones),
      pms_name: random.pick(pmsNames),
      insider: random.chance(0.05),
      created_at: new Date(now.getTime() - random.between(30, 1500) * A_DAY_MS),
    });
    batch.weeks.push({ practice_id: id, provider_id: OFFICE, same: false, week: office });
    if (random.chance(0.03)) continue;
    batch.units.push(id);
    const providers = random.between(1, 6);
    for (let provider = 1; provider <= providers; provider += 1) {
      const follows = random.chance(0.6);
      batch.providers.push({
        practice_id: id,
        provider_id: provider,
        first_name: random.pick(firstNames),
        last_name: random.pick(lastNames),
      });
      batch.weeks.push({
        practice_id: id,
        provider_id: provider,
        same: follows,
        week: follows ? office : random.pick(providerWeekNames),
      });
    }
  }
  return batch;
}

const columns = sql.join(timeKeys.map((key) => sql.ref(key)));
const typedColumns = sql.join(timeKeys.map((key) => sql`${sql.ref(key)} smallint`));
const patterns = JSON.stringify(
  Object.entries({ ...officeWeeks, ...providerWeeks }).map(([name, times]) => ({ name, ...times })),
);

async function insertBatch(transaction: Db, batch: Batch, now: Date): Promise<void> {
  const { practices, units, providers, weeks } = batch;
  await sql`
    insert into practices (id, name, search_name, time_zone, pms_name, insider, created_at)
    select * from unnest(${practices.map((row) => row.id)}::integer[], ${practices.map((row) => row.name)}::text[],
      ${practices.map((row) => searchable(row.name))}::text[],
      ${practices.map((row) => row.time_zone)}::text[], ${practices.map((row) => row.pms_name)}::text[],
      ${practices.map((row) => row.insider)}::boolean[], ${practices.map((row) => row.created_at)}::timestamptz[])
  `.execute(transaction);
  const ids = practices.map((row) => row.id);
  await startWeeklyHours(transaction, ids, 'Practice setup', now);
  await sql`
    insert into pms_units (practice_id, created_at) select id, ${now} from unnest(${units}::integer[]) as id
  `.execute(transaction);
  await sql`
    insert into pms_providers (practice_id, provider_id, first_name, last_name)
    select * from unnest(${providers.map((row) => row.practice_id)}::integer[],
      ${providers.map((row) => row.provider_id)}::integer[], ${providers.map((row) => row.first_name)}::text[],
      ${providers.map((row) => row.last_name)}::text[])
  `.execute(transaction);
  await sql`
    insert into weekly_hours (practice_id, provider_id, same_as_office_hours, ${columns})
    select practice_id, provider_id, same, ${columns}
    from unnest(${weeks.map((row) => row.practice_id)}::integer[], ${weeks.map((row) => row.provider_id)}::integer[],
      ${weeks.map((row) => row.same)}::boolean[], ${weeks.map((row) => row.week)}::text[])
      as chosen (practice_id, provider_id, same, week)
    join json_to_recordset(${patterns}::json) as pattern (name text, ${typedColumns}) on pattern.name = chosen.week
  `.execute(transaction);
  await giveDemoFeatures(transaction, practices, now);
  await sql`
    update weekly_hours_versions set version = 1 where practice_id = any(${ids}::integer[])
  `.execute(transaction);
}

/**
 * Adds practices up to the requested number. A practice's content depends only on its number, so a later run with a
 * larger number only adds practices.
 */
export async function addGeneratedPractices(db: Db, total: number, now: Date, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const added = await inTransaction(db, async (transaction) => {
      const first = await nextPracticeId(transaction, 0);
      const count = Math.min(BATCH, total - first + 1);
      if (count <= 0) return 0;
      // Locks the row, so that two replicas don't concurrently seed the same practices.
      const start = await nextPracticeId(transaction, count);
      const ids = Array.from({ length: count }, (_, index) => start + index);
      await insertBatch(transaction, generate(ids, now), now);
      return count;
    });
    if (added === 0) return;
  }
}
