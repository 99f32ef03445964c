// @ts-check
/** A console of its own for a test or a measurement: the real server on a free port, with a database to itself. */
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { repository } from './source-version.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { remoteFolders } from './steps.mjs';
import { freePort } from './test-system.mjs';

const STARTED_WITHIN_MS = 60_000;

/**
 * @typedef {object} RunningConsole
 * @property {string} url
 * @property {string | undefined} sandbox the address of its sandbox
 * @property {string} data folder of everything that it and its sandbox keep
 * @property {() => string} output everything that the server wrote since it started
 * @property {string | undefined} database URL of its PostgreSQL database
 * @property {(statement: string, values?: unknown[]) => Promise<any[]>} sql rows of its PostgreSQL database
 * @property {() => Promise<void>} stop ends the process as an operator would
 * @property {() => Promise<void>} kill ends it as a power cut would
 * @property {() => Promise<void>} start starts it again on the same port and data
 * @property {(...args: string[]) => Promise<string>} command runs the server's command line and answers what it printed
 * @property {(module: string) => Promise<string>} token issues a deploy token for a module
 * @property {() => Promise<void>} dispose ends it for good and removes its data
 */

/**
 * @param {string} url
 * @param {string} statement
 * @param {unknown[]} [values]
 * @returns {Promise<any[]>} rows
 */
async function query(url, statement, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement, values).finally(() => client.end());
  return rows;
}

/**
 * A new database on a PostgreSQL server.
 * @param {string} serverUrl
 */
async function createDatabase(serverUrl) {
  const name = `console_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await query(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * @param {object} [options]
 * @param {Record<string, string>} [options.environment] replaces or adds variables of the server's environment
 * @param {string | undefined} [options.postgres] PostgreSQL server for a database of its own; embedded when absent. The
 *   command line can be used while the console runs only with PostgreSQL.
 * @param {boolean} [options.sandbox] also starts a sandbox
 * @param {number} [options.startedWithin] how long its first start may take, in milliseconds; with much demo data, longer
 * @returns {Promise<RunningConsole>}
 */
export async function startConsole({
  environment = {},
  postgres,
  sandbox: withSandbox = false,
  startedWithin = STARTED_WITHIN_MS,
} = {}) {
  const port = await freePort();
  const database = postgres ? await createDatabase(postgres) : null;
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'console-'));
  const sandbox = withSandbox ? await startSandbox({ ...process.env, DATA_DIR: data }) : undefined;
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: data,
    DEMO_PRACTICES: '40',
    LOG_LEVEL: 'warn',
    // Other builds than today's are tried by naming them in the environment, as the shell's folder is.
    LOCAL_MODULES: process.env['LOCAL_MODULES'] ?? remoteFolders().join(','),
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...(sandbox ? { SANDBOX_URL: sandbox.url } : {}),
    ...environment,
  };
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let written = '';

  /** @returns {Promise<void>} */
  const start = () =>
    new Promise((resolve, reject) => {
      written = '';
      const started = spawn(process.execPath, ['server/dist/main.js'], {
        cwd: repository,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      const timer = setTimeout(() => reject(new Error(`The server was not ready in time:\n${written}`)), startedWithin);
      const hear = (/** @type {Buffer} */ chunk) => {
        written += chunk.toString();
        if (!written.includes(`ready http://localhost:${port}`)) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout.on('data', hear);
      started.stderr.on('data', hear);
      started.on('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The server ended with ${code}:\n${written}`));
      });
    });

  /** @param {NodeJS.Signals} signal @returns {Promise<void>} */
  const end = (signal) =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        resolve();
        return;
      }
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  /** @param {...string} args */
  const command = async (...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/dist/command-line.js', ...args], {
      cwd: repository,
      env,
    });
    return stdout;
  };

  await start();
  return {
    url: `http://localhost:${port}`,
    sandbox: sandbox?.url,
    data,
    database: database?.url,
    output: () => written,
    sql: (statement, values) => query(env.DATABASE_URL ?? '', statement, values),
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    command,
    async token(module) {
      const printed = await command('token', 'issue', module, 'journeys');
      const found = /pcdt_[A-Za-z0-9_-]+/.exec(printed);
      if (!found) throw new Error(`No token in: ${printed}`);
      return found[0];
    },
    async dispose() {
      await end('SIGTERM');
      await sandbox?.stop();
      await database?.drop();
      fs.rmSync(data, { recursive: true, force: true });
    },
  };
}
