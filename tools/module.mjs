// @ts-check
/**
 * `npm run module -- …`: how a team makes and ships its module.
 *
 *   create mf-name                          a new remote in this repository
 *   publish mf-name [--version V] [--promote]   build and upload; nothing is live until it is promoted
 *   promote mf-name VERSION                 make a published version live at the next page load
 *   rollback mf-name                        make the version live that was live before
 *   list mf-name                            versions and moves, with who and when
 *
 * The console is CONSOLE_URL (http://localhost:8080), the module's deploy token CONSOLE_TOKEN.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createModule } from './module-create.mjs';
import { checkNode, command, inRepository, installMissing, say, StepError, webpackBuild } from './steps.mjs';

const usage = `Usage:
  npm run module -- create mf-name
  npm run module -- publish mf-name [--version 1.2.0] [--promote]
  npm run module -- promote mf-name VERSION
  npm run module -- rollback mf-name
  npm run module -- list mf-name

CONSOLE_URL names the console (http://localhost:8080), CONSOLE_TOKEN holds the module's deploy token;
the console's operator issues one with: npm run console -- token issue mf-name NAME NAME`;

const consoleUrl = process.env['CONSOLE_URL'] ?? 'http://localhost:8080';

/**
 * One call to the registry. Throws a StepError with the server's words.
 * @param {string} method
 * @param {string} pathname
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function call(method, pathname, body) {
  const token = process.env['CONSOLE_TOKEN'];
  if (!token) throw new StepError('CONSOLE_TOKEN must hold the deploy token of the module.');
  let response;
  try {
    response = await fetch(new URL(pathname, consoleUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new StepError(
      `${consoleUrl} did not answer: ${error instanceof Error ? (error.cause ?? error.message) : error}`,
    );
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  const fields = Object.entries(answer?.fields ?? {}).map(([field, words]) => `\n  ${field}: ${words}`);
  throw new StepError(`${answer?.message ?? `${consoleUrl} answered ${response.status}`}${fields.join('')}`);
}

/** @param {string} name */
function folderOf(name) {
  const root = inRepository(name);
  if (!fs.existsSync(path.join(root, 'module.json')))
    throw new StepError(`There is no module ${name} in this repository.`);
  return root;
}

/** @param {string} name @param {{version?: string, promote?: boolean}} options */
async function publish(name, { version, promote }) {
  const root = folderOf(name);
  say(`Building ${name}…`);
  await webpackBuild(root, version ? { MODULE_VERSION: version } : {});
  const build = JSON.parse(fs.readFileSync(path.join(root, 'dist', 'build.json'), 'utf8'));
  const declaration = JSON.parse(fs.readFileSync(path.join(root, 'module.json'), 'utf8'));
  const contents = Object.fromEntries(
    Object.keys(build.files).map((file) => [file, fs.readFileSync(path.join(root, 'dist', file)).toString('base64')]),
  );
  const answer = await call('POST', `/api/modules/${name}/releases/`, { declaration, build, contents });
  say(`${name} ${answer.version} ${answer.already ? 'was published already' : 'is published'}.`);
  if (promote) await makeLive(name, answer.version);
}

/** @param {string} name @param {string} version */
async function makeLive(name, version) {
  const { from, to } = await call('POST', `/api/modules/${name}/promote/`, { version });
  say(`${name} ${to} is live${from ? ` in place of ${from}` : ''}, from the next page load on.`);
}

/** @param {string} name */
async function rollback(name) {
  const { from, to } = await call('POST', `/api/modules/${name}/rollback/`);
  say(`${name} ${to} is live again in place of ${from}, from the next page load on.`);
}

/** @param {number} seconds */
const when = (seconds) => new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);

/** @param {string} name */
async function list(name) {
  const { releases, moves } = await call('GET', `/api/modules/${name}/releases/`);
  console.log('Versions');
  for (const { version, live, bytes, published_at, published_by, pruned_at } of releases) {
    const state = live ? 'live' : pruned_at ? 'pruned' : '';
    console.log(
      `  ${version.padEnd(28)} ${state.padEnd(7)} ${String(bytes).padStart(9)} B  ${when(published_at)}  ${published_by}`,
    );
  }
  console.log('Moves');
  for (const { action, from, to, at, by } of moves)
    console.log(`  ${when(at)}  ${action.padEnd(9)} ${from ?? '–'} → ${to}  ${by}`);
}

await command(async () => {
  checkNode();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { version: { type: 'string' }, promote: { type: 'boolean' } },
  });
  const [action, name, version] = positionals;
  if (!action || !name) throw new StepError(usage);
  if (action === 'publish') await installMissing();
  if (action === 'create') await createModule(name);
  else if (action === 'publish') await publish(name, values);
  else if (action === 'promote' && version) await makeLive(name, version);
  else if (action === 'rollback') await rollback(name);
  else if (action === 'list') await list(name);
  else throw new StepError(usage);
});
