// @ts-check
/**
 * The process of a console host: runs the servers and sandboxes that its parent requests, and ends with its parent.
 * `console-host.mjs` starts it.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryPath } from './steps.mjs';

/**
 * @typedef {{id: number} & (
 *   | {call: 'startServer' | 'startSandbox', env: NodeJS.ProcessEnv}
 *   | {call: 'stop', started: number}
 * )} HostRequest
 */
/** @typedef {{id: number, url?: string, error?: string}} HostAnswer */

/** How long running requests may take to finish, as in a separate server. */
const GRACE_MS = 10_000;

/** @param {...string} parts @returns {Promise<any>} a compiled module of the server or the sandbox */
const compiled = (...parts) => import(pathToFileURL(repositoryPath(...parts)).href);

const [{ readConfig }, { openDatabase }, { openServer }, { hashPassword }, { demoPassword }, { buildSandbox }] =
  await Promise.all([
    compiled('server', 'dist', 'platform', 'config', 'config.js'),
    compiled('server', 'dist', 'platform', 'database', 'connection.js'),
    compiled('server', 'dist', 'server.js'),
    compiled('server', 'dist', 'access', 'people', 'password.js'),
    compiled('server', 'dist', 'demo', 'demo-people.js'),
    compiled('sandbox', 'dist', 'app.js'),
  ]);

/** A low cost, as in the server's own tests: a sign-in at the real cost takes half a second of CPU time. */
const hashing = { ln: 4, r: 8, p: 1 };
const demoHash = await hashPassword(demoPassword, hashing);

/** Started servers and sandboxes, by request id. @type {Map<number, () => Promise<unknown>>} */
const running = new Map();

/** @param {number} id @param {NodeJS.ProcessEnv} env */
async function startServer(id, env) {
  const config = readConfig(env);
  const database = await openDatabase(config, (/** @type {Error} */ error) => console.error(error));
  const server = await openServer(config, database, { hashing }).catch(async (/** @type {unknown} */ error) => {
    await database.close();
    throw error;
  });
  running.set(id, () => server.stop());
  // A hash is checked at its own cost.
  const changed = database.db.updateTable('people').set({ password_hash: demoHash });
  await changed.where('password_hash', 'is not', null).execute();
  const port = await server.listen().catch(async (/** @type {unknown} */ error) => {
    await stop(id);
    throw error;
  });
  return `http://localhost:${port}`;
}

/** @param {number} id @param {NodeJS.ProcessEnv} env */
async function startSandbox(id, env) {
  const app = buildSandbox({
    folder: path.resolve(env['DATA_DIR'] ?? '.data', 'sandbox'),
    checksTypes: env['SANDBOX_CHECKS_TYPES'] === '1',
  });
  running.set(id, () => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** @param {number} started */
async function stop(started) {
  const end = running.get(started);
  running.delete(started);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  await Promise.race([end?.(), deadline]);
  clearTimeout(timer);
}

/** @param {HostRequest} request */
async function execute(request) {
  if (request.call === 'stop') return stop(request.started);
  return request.call === 'startServer' ? startServer(request.id, request.env) : startSandbox(request.id, request.env);
}

// As in a separate server, files are readable only by their owner.
process.umask(0o077);
process.on('disconnect', () => process.exit());
process.on('message', async (/** @type {HostRequest} */ request) => {
  /** @type {HostAnswer} */
  let answer = { id: request.id };
  try {
    answer = { ...answer, url: (await execute(request)) ?? undefined };
  } catch (error) {
    answer = { ...answer, error: String(error instanceof Error ? error.stack : error) };
  }
  process.send?.(answer);
});
process.send?.({ id: 0 });
