// @ts-check
/**
 * `npm run module -- …`: creates, publishes and promotes a module.
 *
 *   create mf-name                          a new remote in this repository
 *   publish mf-name [--version V] [--promote]   build and upload; a version is live only after it is promoted
 *   promote mf-name VERSION                 make a published version live at the next page load
 *   promote mf-name VERSION --percent 10    make it a canary: some people get it instead of the live version
 *   rollback mf-name                        withdraw the canary, or if there is none, make the previous version live
 *   list mf-name                            versions, canary and moves, with who and when
 *   upgrade mf-name                         rewrite its sources to the kit's new names
 *
 * CONSOLE_URL is the address of the console (default: http://localhost:8080), CONSOLE_TOKEN the module's deploy token.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createModule } from './module-create.mjs';
import { checkNode, command, repositoryPath, installMissing, say, StepError, webpackBuild } from './steps.mjs';

const usage = `Usage:
  npm run module -- create mf-name
  npm run module -- publish mf-name [--version 1.2.0] [--promote]
  npm run module -- promote mf-name VERSION [--percent 10 [--min-people 5] [--max-failing-percent 5]]
  npm run module -- rollback mf-name
  npm run module -- list mf-name
  npm run module -- upgrade mf-name

CONSOLE_URL names the console (http://localhost:8080), CONSOLE_TOKEN holds the module's deploy token;
the console's operator issues one with: npm run console -- token issue mf-name NAME NAME`;

const consoleUrl = process.env['CONSOLE_URL'] ?? 'http://localhost:8080';

/**
 * Sends a request to the registry. Throws a StepError with the server's message.
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
  const root = repositoryPath(name);
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
  say(`${name} ${to} is live${from && from !== to ? ` in place of ${from}` : ''}, from the next page load on.`);
}

/**
 * @param {string | undefined} text
 * @param {string} option
 */
function numberOf(text, option) {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text)) throw new StepError(`--${option} must be a number, not "${text}".`);
  return Number(text);
}

/**
 * @param {string} name
 * @param {string} version
 * @param {{percent?: string, 'min-people'?: string, 'max-failing-percent'?: string}} options
 */
async function promote(name, version, options) {
  const percent = numberOf(options.percent, 'percent') ?? 100;
  const minPeople = numberOf(options['min-people'], 'min-people');
  const mostFailing = numberOf(options['max-failing-percent'], 'max-failing-percent');
  const hasRule = minPeople !== undefined || mostFailing !== undefined;
  if (percent === 100) {
    if (hasRule) throw new StepError('--min-people and --max-failing-percent are for a canary: say --percent too.');
    await makeLive(name, version);
    return;
  }
  // JSON omits undefined values, and the server uses its defaults for them.
  const rule = hasRule ? { min_people: minPeople, max_failing_percent: mostFailing } : undefined;
  const { from, to } = await call('POST', `/api/modules/${name}/promote/`, { version, percent, rule });
  say(`${name} ${to} is a canary for ${percent} % of people, beside ${from}, from the next page load on.`);
  const { canary } = await call('GET', `/api/modules/${name}/releases/`);
  if (canary?.version === to) say(`It is withdrawn ${ruleWords(canary.rule)}.`);
}

/** @param {{min_people: number, max_failing_percent: number}} rule */
const ruleWords = ({ min_people, max_failing_percent }) =>
  `once ${min_people} people have had it and it fails for over ${max_failing_percent} % more of its people than the live version`;

/** @param {string} name */
async function rollback(name) {
  const { from, to } = await call('POST', `/api/modules/${name}/rollback/`);
  const { moves } = await call('GET', `/api/modules/${name}/releases/`);
  // Another person can move the module in the meantime. The newest move between these two versions is this one.
  const move = moves.find((/** @type {{from: string, to: string}} */ made) => made.from === from && made.to === to);
  const withdrawn = move?.action === 'withdraw';
  say(
    withdrawn
      ? `${name} ${from} is withdrawn, and everybody gets ${to}, from the next page load on.`
      : `${name} ${to} is live again in place of ${from}, from the next page load on.`,
  );
}

/** @param {number} seconds */
const when = (seconds) => new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);

/** @param {string} name */
async function list(name) {
  const { releases, moves, canary } = await call('GET', `/api/modules/${name}/releases/`);
  console.log('Versions');
  for (const { version, live, bytes, published_at, published_by, pruned_at } of releases) {
    const state = live ? 'live' : canary?.version === version ? 'canary' : pruned_at ? 'pruned' : '';
    console.log(
      `  ${version.padEnd(28)} ${state.padEnd(7)} ${String(bytes).padStart(9)} B  ${when(published_at)}  ${published_by}`,
    );
  }
  if (canary) {
    const { version, percent, rule, started_at, started_by } = canary;
    console.log('Canary');
    console.log(`  ${version}  ${percent} % of people  since ${when(started_at)}  ${started_by}`);
    console.log(`  withdrawn ${ruleWords(rule)}`);
  }
  console.log('Moves');
  for (const { action, from, to, at, by } of moves)
    console.log(`  ${when(at)}  ${action.padEnd(9)} ${from ?? '–'} → ${to}  ${by}`);
}

await command(async () => {
  checkNode();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      promote: { type: 'boolean' },
      percent: { type: 'string' },
      'min-people': { type: 'string' },
      'max-failing-percent': { type: 'string' },
    },
  });
  const [action, name, version] = positionals;
  if (!action || !name) throw new StepError(usage);
  if (action === 'publish') await installMissing();
  if (action === 'create') await createModule(name);
  else if (action === 'publish') await publish(name, values);
  else if (action === 'promote' && version) await promote(name, version, values);
  else if (action === 'rollback') await rollback(name);
  else if (action === 'list') await list(name);
  else if (action === 'upgrade') await (await import('./upgrade/upgrade-module.mjs')).printUpgrade(folderOf(name));
  else throw new StepError(usage);
});
