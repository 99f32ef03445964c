// @ts-check
/** Databases on a PostgreSQL server, for tests and measurements. */
import pg from 'pg';

/**
 * @param {string} url
 * @param {string} statement
 * @param {unknown[]} [values]
 * @returns {Promise<any[]>} rows
 */
export async function query(url, statement, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement, values).finally(() => client.end());
  return rows;
}

/** @param {string} serverUrl @param {string} name */
export function databaseUrl(serverUrl, name) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops a database with the role's own sessions in it. `DROP DATABASE` itself ends autovacuum workers, which an ordinary role
 * may not end, so `WITH (FORCE)` fails while one is at work.
 * @param {string} serverUrl
 * @param {string} name
 */
export async function dropDatabase(serverUrl, name) {
  const sessions =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user';
  await query(serverUrl, sessions, [name]);
  await query(serverUrl, `DROP DATABASE IF EXISTS ${name}`);
}

/**
 * Creates a database on a PostgreSQL server.
 * @param {string} serverUrl
 * @param {string} [template] name of the database to copy, which nobody may be connected to
 */
export async function createDatabase(serverUrl, template) {
  const name = `console_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await query(serverUrl, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
  return {
    name,
    url: databaseUrl(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  };
}
