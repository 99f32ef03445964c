// @ts-check
/**
 * Recovers the state before a mistaken bulk change, with the commands of docs/postgresql-cluster.md, and compares it
 * with the original state.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../postgres-databases.mjs';
import { waitFor } from './processes.mjs';

const ARCHIVED_WITHIN_MS = 120_000;
const CHANGED_WITHIN_MS = 120_000;
/** Recovery targets a whole second, so the last change to recover ends in the second before. */
const SECOND_MS = 1_100;

/** Tables that the console and the sandbox's agents write even without changes by people. */
const VOLATILE = [
  'agent_connections',
  'agent_syncs',
  'feature_usage',
  'idempotency_keys',
  'jobs',
  'sessions',
  'sync_days',
];

/**
 * Number of rows and a digest of each table.
 * @param {(statement: string, values?: unknown[]) => Promise<any[]>} sql
 * @returns {Promise<Record<string, string>>}
 */
async function contentsOf(sql) {
  const tables = await sql(`select tablename as name from pg_tables where schemaname = 'public' order by tablename`);
  const contents = [];
  for (const { name } of tables) {
    if (VOLATILE.includes(name)) continue;
    const [row] = await sql(
      `select count(*)::text || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as text from "${name}" t`,
    );
    contents.push([name, row.text]);
  }
  return Object.fromEntries(contents);
}

/**
 * @typedef {object} Recovery
 * @property {number} tables that were compared
 * @property {string[]} differences from the state before the mistake
 * @property {number} seconds that the recovery took
 */

/**
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {import('./client.mjs').Client} client
 * @param {string} backup folder of a base backup from before
 * @param {(database: string) => Promise<import('./client.mjs').Client>} restart starts the console on another database
 * @returns {Promise<Recovery>}
 */
export async function recoverFromMistake(cluster, client, backup, restart) {
  await client.change('/api/12/settings/update_practice_settings/', { market_iq_max_phone_numbers: 777 });
  await waitFor('the end of all jobs', CHANGED_WITHIN_MS, async () => {
    const open = await cluster.sql(`select 1 from jobs where state <> 'done' and run_at < now() + interval '1 minute'`);
    return open.length === 0;
  });
  const before = await contentsOf(cluster.sql);
  await pause(SECOND_MS);

  const mistake = { action: 'remove', type: 'feature', items: ['digital_forms'], filter: {} };
  const { job_id: job } = await client.change('/api/features/bulk_update/', mistake);
  await waitFor('the end of the mistake', CHANGED_WITHIN_MS, async () => {
    return (await client.read(`/api/features/bulk_update/${job}/?results_limit=0`)).state === 'done';
  });
  const mistaken = await contentsOf(cluster.sql);
  if (mistaken['product_change_history'] === before['product_change_history']) {
    throw new Error('The mistake has changed nothing.');
  }
  const begin = performance.now();
  const [{ time, wal }] = await cluster.sql(
    `select date_trunc('second', max(requested_at))::text as time, pg_walfile_name(pg_switch_wal()) as wal
     from jobs where kind = 'bulk-features'`,
  );
  await waitFor('the archive of the mistake', ARCHIVED_WITHIN_MS, async () =>
    fs.existsSync(path.join(cluster.archive, wal)),
  );
  const port = cluster.freePort();
  const folder = path.join(cluster.folder, 'recovered');
  cluster.run('recover', [backup, cluster.archive, folder, time, String(port)]);
  try {
    const recovered = new URL(cluster.superuser);
    recovered.port = String(port);
    const after = await contentsOf((statement, values) => query(recovered.href, statement, values));
    const names = Object.keys({ ...before, ...after });
    const differences = names
      .filter((name) => before[name] !== after[name])
      .map((name) => `${name}: ${before[name]} before, ${after[name]} recovered`);

    const dump = path.join(cluster.folder, 'recovered.dump');
    cluster.run('pg_dump', ['--format=custom', `--file=${dump}`, `--dbname=${recovered.href}`]);
    const maintenance = new URL(cluster.superuser);
    maintenance.pathname = '/postgres';
    cluster.run('createdb', [`--maintenance-db=${maintenance.href}`, '--owner=console', 'console_recovered']);
    const target = new URL(cluster.superuser);
    target.pathname = '/console_recovered';
    cluster.run('pg_restore', ['--no-owner', '--role=console', '--exit-on-error', `--dbname=${target.href}`, dump]);
    const seconds = (performance.now() - begin) / 1000;

    const again = await restart('console_recovered');
    const settings = await again.read('/api/12/settings/practice_settings/');
    if (settings.market_iq_max_phone_numbers !== 777) differences.push('the console does not show the last change');
    return { tables: names.length, differences, seconds };
  } finally {
    cluster.run('pg_ctl', [`--pgdata=${folder}`, '--mode=immediate', 'stop']);
  }
}
