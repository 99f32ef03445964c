// @ts-check
/** Starts a separate console for a test or a measurement: the real server on a free port, with its own database. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoTemplate } from './demo-template.mjs';
import { createDatabase, query } from './postgres-databases.mjs';
import { Resources } from './resources.mjs';
import { serverProcess } from './server-process.mjs';
import { repository } from './source-version.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { remoteFolders } from './steps.mjs';
import { freePort } from './test-system.mjs';

/**
 * Ends a hanging start, which takes 9 s on an idle machine. Shorter than a journey's limit, so that its output is
 * visible.
 */
const STARTED_WITHIN_MS = 150_000;

/**
 * @typedef {object} RunningConsole
 * @property {string} url
 * @property {string | undefined} sandbox URL of its sandbox; undefined without one
 * @property {string} data folder with the data of the server and its sandbox
 * @property {() => string} output everything that the server has written since its last start
 * @property {() => number} pid process id of the server
 * @property {string | undefined} database URL of its PostgreSQL database
 * @property {(statement: string, values?: unknown[]) => Promise<any[]>} sql runs a statement in
 *   its PostgreSQL database and returns the rows
 * @property {() => Promise<void>} stop ends the process with SIGTERM, as an operator does
 * @property {() => Promise<void>} kill ends the process with SIGKILL, like a power failure
 * @property {() => Promise<void>} start restarts it with the same port and data
 * @property {(...args: string[]) => Promise<string>} command runs the server's command line and returns its output
 * @property {(module: string) => Promise<string>} token issues a deploy token for a module
 * @property {() => Promise<void>} dispose ends the console and its sandbox, and removes their data
 */
/** @typedef {Omit<RunningConsole, 'output' | 'pid' | 'start' | 'stop' | 'kill'>} HostedConsole a console without a process of its own */
/** @typedef {import('./console-host.mjs').ConsoleHost} ConsoleHost */

/**
 * @typedef {object} ConsoleOptions
 * @property {Record<string, string>} [environment] replaces or adds variables of the server's environment
 * @property {string | undefined} [postgres] URL of the PostgreSQL server for the console's database; by default,
 *   the embedded database is used. With the embedded database, the command line can't be used while the console runs.
 * @property {boolean} [sandbox] also starts a sandbox
 * @property {number} [startTimeoutMs] maximum duration of a start, in ms; more demo data needs longer
 */

/** @param {ConsoleOptions} [options] @returns {Promise<RunningConsole>} */
export async function startConsole({ startTimeoutMs = STARTED_WITHIN_MS, ...options } = {}) {
  const resources = new Resources();
  try {
    /** @type {import('./server-process.mjs').ServerProcess | undefined} */
    let server;
    const running = await startIn(resources, options, {
      startSandbox,
      server: (env) => (server = serverProcess(env, startTimeoutMs)),
    });
    return {
      ...running,
      output: () => server?.output() ?? '',
      pid: () => server?.pid() ?? 0,
      kill: async () => server?.end('SIGKILL'),
    };
  } catch (error) {
    await resources.release();
    throw error;
  }
}

/**
 * Starts a console within a host, in a fraction of the time.
 *
 * @param {ConsoleHost} host
 * @param {Omit<ConsoleOptions, 'startTimeoutMs'>} [options]
 * @returns {Promise<HostedConsole>}
 */
export async function startHostedConsole(host, options = {}) {
  const resources = new Resources();
  try {
    return await startIn(resources, options, host);
  } catch (error) {
    await resources.release();
    throw error;
  }
}

/**
 * True if a console with these variables has different data than the template. @param {Record<string, string>}
 * environment
 */
const addsOtherData = (environment) =>
  ['DATABASE_URL', 'DATA_DIR', 'DEMO', 'DEMO_PRACTICES'].some((name) => name in environment);

/**
 * @param {Resources} resources
 * @param {ConsoleOptions} options
 * @param {Pick<ConsoleHost, 'server' | 'startSandbox'>} host where the server and the sandbox run
 * @returns {Promise<Omit<RunningConsole, 'output' | 'pid' | 'kill'>>}
 */
async function startIn(resources, { environment = {}, postgres, sandbox: withSandbox = false }, host) {
  // A console that writes its address into mails must know it in advance.
  const port = Number(environment['PORT'] ?? (await freePort()));
  const demo = { ...process.env, DEMO_PRACTICES: '40', LOG_LEVEL: 'warn' };
  const template = addsOtherData(environment) ? undefined : await demoTemplate({ env: demo, postgres, withSandbox });
  const data = resources.keep(fs.mkdtempSync(path.join(os.tmpdir(), 'console-')), (folder) =>
    fs.rmSync(folder, { recursive: true, force: true }),
  );
  if (template) fs.cpSync(template.data, data, { recursive: true });
  const database = postgres
    ? resources.keep(await createDatabase(postgres, template?.database), (created) => created.drop())
    : undefined;
  const sandbox = withSandbox
    ? resources.keep(
        await host.startSandbox({ ...process.env, DATA_DIR: data, SANDBOX_CHECKS_TYPES: '1' }),
        (started) => started.stop(),
      )
    : undefined;
  const env = {
    ...demo,
    PORT: String(port),
    DATA_DIR: data,
    // `LOCAL_MODULES` in the environment selects other builds, as `SHELL_DIR` does for the shell.
    LOCAL_MODULES: process.env['LOCAL_MODULES'] ?? remoteFolders().join(','),
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...(sandbox ? { SANDBOX_URL: sandbox.url } : {}),
    ...environment,
  };
  const { start, end } = host.server(env);

  /** @param {...string} args */
  const command = async (...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/dist/command-line.js', ...args], {
      cwd: repository,
      env,
    });
    return stdout;
  };

  resources.keep(end, () => end('SIGTERM'));
  await start();
  return {
    url: `http://localhost:${port}`,
    sandbox: sandbox?.url,
    data,
    database: database?.url,
    sql: (statement, values) => query(env.DATABASE_URL ?? '', statement, values),
    start,
    stop: () => end('SIGTERM'),
    command,
    async token(module) {
      const printed = await command('token', 'issue', module, 'journeys');
      const found = /pcdt_[A-Za-z0-9_-]+/.exec(printed);
      if (!found) throw new Error(`No token in: ${printed}`);
      return found[0];
    },
    dispose: () => resources.release(),
  };
}
