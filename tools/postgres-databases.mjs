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
    drop: () => query(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}
