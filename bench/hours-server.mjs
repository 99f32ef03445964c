// @ts-check
/**
 * Hours worked on the server: the first read of a month of 200 providers, which computes it, a second read, and a save; then
 * 50 practices at the same time. On PostgreSQL: `node bench/hours-server.mjs`. The peer of the reads is the bare query of
 * the rows.
 */
import { createRequire } from 'node:module';
import { startConsole } from 'tools/console-process';
import { startPostgres } from '../tools/test-system.mjs';
import { measuredLimits } from './latency.mjs';

const pg = createRequire(new URL('../server/package.json', import.meta.url))('pg');

const PRACTICES = 50;
const PROVIDERS = 200;
const FIRST = 7;
/** Cells of one save: 200 providers on five days. */
const SAVED_DAYS = 5;
const practices = Array.from({ length: PRACTICES }, (_, at) => FIRST + at);

/** @param {string} url @param {string} statement @param {unknown[]} [values] */
async function run(url, statement, values = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(statement, values).finally(() => client.end());
}

/**
 * 200 providers in each practice, with three completed appointments on each of the last 40 days. @param {string} url
 */
async function fill(url) {
  await run(url, 'insert into pms_units (practice_id) select unnest($1::integer[]) on conflict do nothing', [
    practices,
  ]);
  await run(
    url,
    `insert into pms_providers (practice_id, provider_id, first_name, last_name)
     select practice, 1000 + number, 'Provider', 'Number ' || number
     from unnest($1::integer[]) as practice, generate_series(1, ${PROVIDERS}) as number`,
    [practices],
  );
  await run(
    url,
    `insert into pms_appointments
       (practice_id, appointment_id, provider_id, clinic_num, starts_at, ends_at, status, status_id)
     select practice, 1000000 + number * 200 + day * 3 + slot, 1000 + number, 0,
       date_trunc('day', now()) - make_interval(days => day) + make_interval(hours => 15 + slot),
       date_trunc('day', now()) - make_interval(days => day) + make_interval(hours => 15 + slot, mins => 45),
       'completed', 150
     from unnest($1::integer[]) as practice, generate_series(1, ${PROVIDERS}) as number,
       generate_series(1, 40) as day, generate_series(0, 2) as slot`,
    [practices],
  );
  await run(url, 'analyze');
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const postgres = await startPostgres();
const name = `console_hours_${process.pid}`;
await run(postgres.url, `create database ${name}`);
const database = new URL(postgres.url);
database.pathname = `/${name}`;
const running = await startConsole({
  environment: { ...measuredLimits, DATABASE_URL: database.href, DEMO_PRACTICES: '60' },
});
try {
  await fill(database.href);
  const session = await fetch(`${running.url}/api/session/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@console.example', password: 'practice-console' }),
  });
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  // The practice always has the current month, but not the month before in a January without earlier data.
  /** @param {number} practice */
  const read = async (practice) => {
    const url = `${running.url}/api/${practice}/provider-hours-worked/?view_type=month&days=-1&month_offset=0`;
    const answer = await fetch(url, { headers: { cookie } });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return /** @type {{dates: string[]}} */ (await answer.json());
  };
  /** @param {number} practice @param {readonly string[]} dates @param {number} hours */
  const save = async (practice, dates, hours) => {
    const cells = Array.from({ length: PROVIDERS }, (_, at) => 1001 + at).map((employee_id) => [
      employee_id,
      Object.fromEntries(dates.map((date) => [date, { date, employee_id, worked_hours: hours * 3600 }])),
    ]);
    const answer = await fetch(`${running.url}/api/${practice}/provider-hours-worked/`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(cells)),
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  };
  const [one = FIRST, ...others] = practices;
  const rows = /** @type {[string, number][]} */ ([]);
  /** @type {readonly string[]} */
  let days = [];
  rows.push([
    'first read of a month, computed',
    await timed(async () => {
      days = (await read(one)).dates.slice(0, SAVED_DAYS);
    }),
  ]);
  await read(one);
  rows.push(['read again', await timed(() => read(one))]);
  const bare = `select h.*, o.* from hours_worked h left join hours_worked_overrides o using (practice_id, date, provider_id)
    where h.practice_id = $1 and h.date between $2 and $3`;
  const { dates } = await read(one);
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  await client.query(bare, [one, dates[0], dates.at(-1)]);
  rows.push(['  the database alone', await timed(() => client.query(bare, [one, dates[0], dates.at(-1)]))]);
  await client.end();
  rows.push([`save of ${PROVIDERS * SAVED_DAYS} cells`, await timed(() => save(one, days, 3))]);
  rows.push([
    '49 practices at once, first read',
    await timed(() => Promise.all(others.map((practice) => read(practice)))),
  ]);
  rows.push([
    '50 practices at once, read again',
    await timed(() => Promise.all(practices.map((practice) => read(practice)))),
  ]);
  rows.push([
    `50 practices at once, save of ${PROVIDERS * SAVED_DAYS} cells each`,
    await timed(() => Promise.all(practices.map((practice) => save(practice, days, 4)))),
  ]);
  for (const [what, milliseconds] of rows) console.log(`${what.padEnd(52)}${milliseconds.toFixed(0).padStart(8)} ms`);
} finally {
  await running.dispose();
  await run(postgres.url, `drop database ${name} with (force)`);
  postgres.stop();
}
