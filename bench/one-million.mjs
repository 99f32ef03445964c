// @ts-check
/**
 * A million practices with 5 million entries of the audit log in PostgreSQL: response times of the main calls, before and after
 * the tables that grow are partitioned by practice.
 *
 * `node bench/one-million.mjs` generates them in a PostgreSQL server of its own, which takes about 20 GB and half an hour.
 * `--practices=100000 --entries=500000` makes fewer. `--database=URL` measures a database that is there instead, and leaves it
 * partitioned; `--partitions=0` measures it as it is. `--plans` writes the plan of each statement that takes 50 ms or more into
 * PostgreSQL's log.
 */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { query } from '../tools/postgres-databases.mjs';
import { repositoryPath } from '../tools/steps.mjs';
import { startPostgres } from '../tools/test-system.mjs';
import * as data from './generated-practices.mjs';
import { callsOf, measuredLimits, signIn, timed } from './latency.mjs';
import { partitionByPractice } from './one-million/partitions.mjs';

const pg = createRequire(new URL('../server/package.json', import.meta.url))('pg');

const ROUNDS = 7;
const MAX_MS = 300;
/** Practices of the bulk change. */
const CHANGED = 10_000;
const POLL_MS = 100;
/** Generated one by one by the demo; the others are made from them. */
const PATTERNS = 4000;
const START_MS = 5 * 60_000;
const PLANNED_MS = 50;

const { values: options } = parseArgs({
  options: {
    practices: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '5000000' },
    database: { type: 'string' },
    partitions: { type: 'string', default: '16' },
    plans: { type: 'boolean', default: false },
  },
});
const PRACTICES = Number(options.practices);
const ENTRIES = Number(options.entries);
const PARTITIONS = Number(options.partitions);

/** The paths of the main calls. @param {number} last number of the last page */
const callsAt = (last) =>
  /** @type {const} */ ([
    ['all practices: first page', '/api/features/?page=1'],
    ['  page in the middle', `/api/features/?page=${Math.ceil(last / 2)}`],
    ['  last page', `/api/features/?page=${last}`],
    ['  by name, descending', '/api/features/?page=1&sort=name&order=desc'],
    ['  by number', '/api/features/?page=1&sort=number'],
    ['  by number, descending', '/api/features/?page=1&sort=number&order=desc'],
    ['  search, found often', '/api/features/?page=1&search=smiles'],
    ['  search, found seldom', '/api/features/?page=1&search=birchwood%20ortho'],
    ['  search, not found', '/api/features/?page=1&search=zzz'],
    ['  search by number', '/api/features/?page=1&search=4171'],
    ['  with a bundle', '/api/features/?page=1&bundle=phones'],
    ['  with a feature', '/api/features/?page=1&feature=call_log'],
    ['  with a flag', '/api/features/?page=1&feature_flag=fast_sync'],
    ['  insiders', '/api/features/?page=1&insider=true'],
    ['  past due', '/api/features/?page=1&state=past_due'],
    ['  expired', '/api/features/?page=1&state=expired'],
    ['  inactive', '/api/features/?page=1&state=inactive'],
    ['  on trial', '/api/features/?page=1&state=trial'],
    ['  no access', '/api/features/?page=1&state=no_access'],
    ['switcher: search', '/api/practices/?search=smiles'],
    ['settings of a practice', '/api/50021/settings/practice_settings/'],
    ['hours of a week', '/api/50021/provider-hours/'],
    ['hours worked of a month', '/api/2021/provider-hours-worked/?view_type=month&days=-1&month_offset=0'],
    ['billing overview', '/api/50021/practice-features/feature-summary/'],
    ['overview: past due', '/api/internal-overview/past-due/'],
    ['  failing syncs', '/api/internal-overview/failing-syncs/'],
    ['  bulk changes', '/api/internal-overview/bulk-changes/'],
    ['  product changes', '/api/internal-overview/product-changes/'],
    ['activity of a practice', '/api/2021/activity/'],
    ['  of an area', '/api/2021/activity/?area=hours'],
    ['  its people', '/api/2021/activity-actors/'],
    ['activity of all', '/api/activity/?time_zone=UTC'],
    ['  of an area', '/api/activity/?time_zone=UTC&area=hours'],
    ['  of sign-ins', '/api/activity/?time_zone=UTC&area=accounts'],
    ['  of a person', '/api/activity/?time_zone=UTC&actor=person-2021'],
    ['  by people', '/api/activity/?time_zone=UTC&actor_kind=person'],
    ['  its people', '/api/activity-actors/'],
  ]);

/**
 * @typedef {object} Times in ms
 * @property {number} first
 * @property {number} middle the median of those after the first
 * @property {number} fastest least affected by other work of the machine
 */

/** @param {() => Promise<unknown>} work @returns {Promise<Times>} */
async function timesOf(work) {
  const first = await timed(work);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
  times.sort((one, other) => one - other);
  return { first, middle: times[Math.floor(ROUNDS / 2)] ?? NaN, fastest: times[0] ?? NaN };
}

/** @param {ReturnType<typeof callsOf>} call @param {'add' | 'remove'} action */
async function bulkChange(call, action) {
  const bulk = '/api/features/bulk_update/';
  const practices = Array.from({ length: CHANGED }, (_, at) => 40_000 + at);
  const change = { action, type: 'bundle', items: ['analytics'], practice_ids: practices };
  const { job_id: job } = (await call(bulk, change)).body;
  for (;;) {
    const { state, failed } = (await call(`${bulk}${job}/?results_limit=0`)).body;
    if (state === 'done' && failed === 0) return;
    if (state === 'done' || state === 'failed') throw new Error(`The bulk change is ${state}, ${failed} failed`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** @param {string} database @returns {Promise<Map<string, Times>>} by call, in order */
const measureCalls = (database) =>
  withResources(async (resources) => {
    const running = resources.keep(
      await startConsole({
        environment: {
          ...measuredLimits,
          DATABASE_URL: database,
          LOCAL_MODULES: '',
          SHELL_DIR: repositoryPath('server/src/testing/shell'),
        },
        startTimeoutMs: START_MS,
      }),
      (started) => started.dispose(),
    );
    const calls = callsOf(running.url, await signIn(running.url, 'superadmin@console.example'));
    const { body } = await calls('/api/features/?page=1');
    /** @type {Map<string, Times>} */
    const times = new Map();
    let group = '';
    for (const [what, path] of callsAt(Math.ceil(body.count / 100))) {
      group = what.startsWith(' ') ? group : (what.split(':')[0] ?? what);
      const name = what.startsWith(' ') ? `${group}:${what.slice(1)}` : what;
      times.set(name, await timesOf(() => calls(path)));
    }
    // Every practice changes when it has lost the bundle before.
    await bulkChange(calls, 'remove');
    const whole = await timed(() => bulkChange(calls, 'add'));
    times.set(`bulk change of ${CHANGED}`, { first: whole, middle: whole, fastest: whole });
    return times;
  });

/** @param {string} database @param {string[]} tables */
async function printSizes(database, tables) {
  const rows = await query(
    database,
    `select root.relname as name, pg_size_pretty(sum(pg_table_size(parts.relid))::bigint) as rows,
       pg_size_pretty(sum(pg_indexes_size(parts.relid))::bigint) as indexes
     from pg_class as root cross join lateral (
       select root.oid as relid union all select inhrelid from pg_inherits where inhparent = root.oid
     ) as parts
     where root.relname = any($1) group by root.relname order by root.relname`,
    [tables],
  );
  for (const { name, rows: size, indexes } of rows) console.log(`${name}: ${size}, its indexes ${indexes}`);
}

/** @param {import('tools/resources').Resources} resources */
async function generate(resources) {
  const settings = ['shared_buffers=2GB', 'max_wal_size=8GB'];
  const postgres = resources.keep(await startPostgres(settings), (server) => server.stop());
  const seeded = resources.keep(
    await startConsole({
      postgres: postgres.url,
      sandbox: true,
      environment: { DEMO_PRACTICES: String(PATTERNS) },
      startTimeoutMs: START_MS,
    }),
    (running) => running.dispose(),
  );
  await seeded.stop();
  const { sql, database = '' } = seeded;
  const parts = /** @type {[string, () => Promise<unknown>][]} */ ([
    ['practices', () => data.generatePractices(sql, PRACTICES)],
    ['settings', () => data.addSettings(sql)],
    ['subscriptions', () => data.addSubscriptions(sql)],
    ['failed syncs', () => data.addFailedSyncs(sql)],
    ['product changes', () => data.addProductChanges(sql)],
    ['audit log', () => data.addAuditLog(sql, { entries: ENTRIES, practices: PRACTICES })],
    ['hours worked', () => data.addHoursWorked(sql, { practices: PRACTICES / 20 })],
    ['vacuum analyze', () => sql('vacuum analyze')],
  ]);
  for (const [part, work] of parts) console.log(`${part}: ${((await timed(work)) / 1000).toFixed(0)} s`);
  return database;
}

/** Statements that take long are explained in the messages of the database. @param {string} database */
async function explainSlowStatements(database) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const name = client.escapeIdentifier(client.database);
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    `auto_explain.log_min_duration = ${PLANNED_MS}`,
    'auto_explain.log_analyze = on',
    'auto_explain.log_buffers = on',
    'auto_explain.log_timing = off',
  ])
    await client.query(`alter database ${name} set ${setting}`);
  await client.end();
}

await withResources(async (resources) => {
  const database = options.database ?? (await generate(resources));
  if (options.plans) await explainSlowStatements(database);
  const tables = ['practices', 'practice_entitlements', 'audit_log', 'hours_worked'];
  await printSizes(database, tables);
  const before = await measureCalls(database);
  /** @type {typeof before} */
  let after = new Map();
  if (PARTITIONS > 0) {
    const tookMs = await timed(() => partitionByPractice(database, PARTITIONS));
    console.log(`partitioned in ${(tookMs / 1000).toFixed(0)} s`);
    await printSizes(database, tables);
    after = await measureCalls(database);
  }
  const width = Math.max(...[...before.keys()].map((what) => what.length));
  const heads = ['first', 'median', 'fastest', 'partitioned: median', 'fastest'];
  console.log(`${''.padEnd(width)}${heads.map((head) => `  ${head.padStart(8)}`).join('')}`);
  for (const [what, { first, middle, fastest }] of before) {
    const partitioned = after.get(what);
    const figures = [first, middle, fastest, partitioned?.middle ?? NaN, partitioned?.fastest ?? NaN];
    const isMissed = fastest > MAX_MS && !what.startsWith('bulk');
    const cells = figures.map((ms, at) => `  ${ms.toFixed(0).padStart(Math.max(8, heads[at]?.length ?? 0))}`);
    console.log(`${what.padEnd(width)}${cells.join('')}${isMissed ? '  MISSED' : ''}`);
  }
});
