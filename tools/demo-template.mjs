// @ts-check
/**
 * A stopped console with the demo's data, which tests copy their consoles from. Adding this data takes most of a
 * console's first start. A template is made once per day and build of the server.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from './data-folder.mjs';
import { createDatabase, dropDatabase, query } from './postgres-databases.mjs';
import { Resources } from './resources.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { serverProcess } from './server-process.mjs';
import { repositoryPath } from './steps.mjs';
import { freePort } from './test-system.mjs';

/** Timeout for a hanging start. */
const STARTED_WITHIN_MS = 300_000;
const POLL_INTERVAL_MS = 100;

const folder = repositoryPath('.cache', 'demo-templates');

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Names, sizes and times of the compiled files, which determine the demo. */
function compiledFiles() {
  return ['server/dist', 'sandbox/dist', 'shared-api/dist']
    .flatMap((compiled) => fs.readdirSync(repositoryPath(compiled), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const { size, mtimeMs } = fs.statSync(file);
      return `${file} ${size} ${mtimeMs}`;
    })
    .sort();
}

/**
 * @typedef {object} TemplateOptions
 * @property {NodeJS.ProcessEnv} env the server's environment, with `DEMO_PRACTICES`
 * @property {string | undefined} postgres URL of a PostgreSQL server; the embedded database by default
 * @property {boolean} withSandbox also has the demo's data at the providers
 */

/** @param {TemplateOptions} options */
function namesOf({ env, postgres, withSandbox }) {
  // Checkouts that share a PostgreSQL server don't share templates.
  const group = `demo_template_${hash(`${folder} ${postgres ?? 'embedded'} ${withSandbox}`)}`;
  const decisive = [new Date().toDateString(), env['DEMO_PRACTICES'], ...compiledFiles()];
  return { group, name: `${group}_${hash(decisive.join('\n'))}` };
}

/**
 * Removes templates of earlier days and builds, and incomplete ones.
 *
 * @param {string} group
 * @param {string | undefined} postgres
 */
async function removeGroup(group, postgres) {
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith(`${group}_`))) {
    fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  if (!postgres) return;
  const databases = await query(postgres, 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    `${group}_`,
  ]);
  for (const { datname } of databases) await query(postgres, `DROP DATABASE IF EXISTS ${datname}`);
}

/** Id of the process that holds a lock; undefined where it has just been released or is just being written. @param {string} lock */
function holderOf(lock) {
  try {
    return Number(fs.readFileSync(lock, 'utf8')) || undefined;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Runs the work while no other process works on the same group. Breaks the lock that a killed process left.
 *
 * @template Result
 * @param {string} group
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function alone(group, work) {
  const lock = path.join(folder, `lock-${group}`);
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(lock);
    if (holder !== undefined && !isAlive(holder)) fs.rmSync(lock, { force: true });
    else await pause(POLL_INTERVAL_MS);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

/** Removes the address of the template's own server from its sandbox. @param {string} sandbox */
async function removeWebhooks(sandbox) {
  const headers = { authorization: 'Bearer sk_test_sandbox' };
  const endpoints = `${sandbox}/v1/webhook_endpoints`;
  const answer = await fetch(`${endpoints}?limit=100`, { headers });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
  const { data } = /** @type {{data: {id: string}[]}} */ (await answer.json());
  for (const { id } of data) await fetch(`${endpoints}/${id}`, { method: 'DELETE', headers });
}

/**
 * Fills a console with the demo, stops it, and renames it to the template.
 * @param {string} name
 * @param {TemplateOptions} options
 */
async function make(name, { env, postgres, withSandbox }) {
  const resources = new Resources();
  try {
    const data = resources.keep(fs.mkdtempSync(path.join(folder, 'new-')), (unfinished) =>
      fs.rmSync(unfinished, { recursive: true, force: true }),
    );
    const database = postgres
      ? resources.keep(await createDatabase(postgres), ({ name: unfinished }) => dropDatabase(postgres, unfinished))
      : undefined;
    const sandbox = withSandbox
      ? resources.keep(await startSandbox({ ...process.env, DATA_DIR: data }), (started) => started.stop())
      : undefined;
    const server = serverProcess(
      {
        ...env,
        PORT: String(await freePort()),
        DATA_DIR: data,
        LOCAL_MODULES: '',
        ...(database ? { DATABASE_URL: database.url } : {}),
        ...(sandbox ? { SANDBOX_URL: sandbox.url } : {}),
      },
      STARTED_WITHIN_MS,
    );
    resources.keep(server, ({ end }) => end('SIGKILL'));
    await server.start();
    await server.end('SIGTERM');
    // The console continues without the demo's billing if that failed, and tests would then fail far from the cause.
    if (server.output().includes('could not be stocked'))
      throw new Error(`The demo isn’t complete:\n${server.output()}`);
    if (sandbox) {
      await removeWebhooks(sandbox.url);
      await sandbox.stop();
    }
    if (database && postgres) await query(postgres, `ALTER DATABASE ${database.name} RENAME TO ${name}`);
    fs.renameSync(data, path.join(folder, name));
  } finally {
    await resources.release();
  }
}

/**
 * @param {TemplateOptions} options
 * @returns {Promise<{data: string, database: string | undefined}>} its data folder, and the name of its database
 */
export async function demoTemplate(options) {
  const { postgres } = options;
  fs.mkdirSync(folder, { recursive: true });
  const { group, name } = namesOf(options);
  const data = path.join(folder, name);
  const isMade = async () =>
    fs.existsSync(data) &&
    (!postgres || (await query(postgres, 'SELECT 1 FROM pg_database WHERE datname = $1', [name])).length > 0);
  if (!(await isMade())) {
    await alone(group, async () => {
      if (await isMade()) return;
      await removeGroup(group, postgres);
      await make(name, options);
    });
  }
  return { data, database: postgres ? name : undefined };
}
