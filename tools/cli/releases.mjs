// @ts-check
/** The commands with which a team ships a module: publish, promote, roll back, and what is live. */
import fs from 'node:fs';
import path from 'node:path';
import { StepError } from '../steps.mjs';
import { call, consoleUrl } from './console-api.mjs';
import { UsageError } from './errors.mjs';
import { buildModule, readTarball, readUpload } from './module-build.mjs';
import { findModule, moduleNameOf, readJsonFile, startFolder } from './module-folder.mjs';

/** @typedef {{ text: string, data: unknown, failed?: boolean }} Result */
/** @typedef {{ min_people: number, max_failing_percent: number }} CanaryRule */

/** @param {string} name */
const releasesPath = (name) => `/api/modules/${name}/releases/`;

/**
 * Makes a version live for everyone.
 *
 * @param {string} origin
 * @param {string} name
 * @param {string} version
 * @returns {Promise<Result>}
 */
async function makeLive(origin, name, version) {
  const { from, to } = await call(origin, 'POST', `/api/modules/${name}/promote/`, { version });
  const former = from && from !== to ? ` in place of ${from}` : '';
  return { text: `${name} ${to} is live${former}, from the next page load on.`, data: { module: name, from, to } };
}

/**
 * The build to publish: of a tarball, or a new one of the module's folder. Both must have passed the checks.
 *
 * @param {string | undefined} name
 * @param {{ version?: string, tarball?: string }} options
 */
async function buildToPublish(name, { version, tarball }) {
  if (tarball !== undefined) {
    if (version !== undefined) throw new UsageError('A tarball has its version already: leave out --version.');
    const upload = await readTarball(path.resolve(startFolder(), tarball));
    if (!upload.checked) {
      throw new StepError(
        `${tarball} was built from sources that no check has passed for. Run "practice-console check", then build it again. Nothing was published.`,
      );
    }
    return upload;
  }
  const module = findModule(name);
  // Loads the compiler, which no other command here needs.
  const { isChecked } = await import('./checks.mjs');
  if (!isChecked(module.root)) {
    throw new StepError(
      `The check of ${module.name} has not passed for its present sources. Run "practice-console check" first. Nothing was published.`,
    );
  }
  await buildModule(module, version);
  return readUpload(module.root);
}

/**
 * @param {string | undefined} name
 * @param {{ version?: string, promote?: boolean, tarball?: string, console?: string }} options
 * @returns {Promise<Result>}
 */
export async function publish(name, options) {
  const origin = consoleUrl(options.console);
  const { declaration, build, contents } = await buildToPublish(name, options);
  const module = name ?? declaration.name;
  const answer = await call(origin, 'POST', releasesPath(module), { declaration, build, contents });
  const text = `${module} ${answer.version} ${answer.already ? 'was published already' : 'is published'}.`;
  const data = { module, version: answer.version, already: answer.already };
  if (!options.promote) return { text, data };
  const live = await makeLive(origin, module, answer.version);
  return { text: `${text}\n${live.text}`, data: { ...data, live: true } };
}

/**
 * @param {string | undefined} text
 * @param {string} option
 */
function numberOf(text, option) {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text)) throw new UsageError(`--${option} must be a number, not "${text}".`);
  return Number(text);
}

/** @param {CanaryRule} rule */
const ruleText = ({ min_people, max_failing_percent }) =>
  `once ${min_people} people have had it and it fails for over ${max_failing_percent} % more of its people than the live version`;

/**
 * Whom a canary reaches: `a@x.example, internal staff and 10 % of people`. Older consoles say only the percentage.
 *
 * @param {{ percent: number, people?: string[], internal?: boolean }} canary
 */
function reachText({ percent, people = [], internal = false }) {
  const parts = [
    ...people,
    ...(internal ? ['internal staff'] : []),
    ...(percent > 0 ? [`${percent} % of people`] : []),
  ];
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/**
 * @param {string | undefined} text
 * @returns {string[] | undefined}
 */
function emailsOf(text) {
  if (text === undefined) return undefined;
  const emails = text
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
  const wrong = emails.find((email) => !/^[^\s@]+@[^\s@]+$/.test(email));
  if (wrong !== undefined) throw new UsageError(`--people must be emails, separated by commas, not "${wrong}".`);
  return emails;
}

/**
 * @typedef {object} CanaryOptions
 * @property {string} [people]
 * @property {boolean} [internal]
 * @property {string} [percent]
 * @property {string} [min-people]
 * @property {string} [max-failing-percent]
 * @property {string} [console]
 */

/**
 * @param {string | undefined} named
 * @param {string} version
 * @param {CanaryOptions} options
 * @returns {Promise<Result>}
 */
export async function promote(named, version, options) {
  const people = emailsOf(options.people);
  const { internal } = options;
  const percent = numberOf(options.percent, 'percent');
  const isForEveryone = people === undefined && internal === undefined && (percent ?? 100) === 100;
  const minPeople = numberOf(options['min-people'], 'min-people');
  const maxFailing = numberOf(options['max-failing-percent'], 'max-failing-percent');
  const hasRule = minPeople !== undefined || maxFailing !== undefined;
  if (percent === 100 && !isForEveryone) {
    throw new UsageError('--percent 100 is everyone. Leave out --people and --internal, or choose fewer.');
  }
  if (isForEveryone && hasRule) {
    throw new UsageError(
      '--min-people and --max-failing-percent are for a canary: say --percent too, or --people or --internal.',
    );
  }
  const origin = consoleUrl(options.console);
  const name = moduleNameOf(named);
  if (isForEveryone) return makeLive(origin, name, version);
  // JSON omits undefined values, and the server uses its defaults for them.
  const rule = hasRule ? { min_people: minPeople, max_failing_percent: maxFailing } : undefined;
  const { from, to } = await call(origin, 'POST', `/api/modules/${name}/promote/`, {
    version,
    percent,
    people,
    internal,
    rule,
  });
  const { canary } = await call(origin, 'GET', releasesPath(name));
  const isCurrent = canary?.version === to;
  // Another person can end the canary in the meantime.
  const reached = isCurrent ? reachText(canary) : 'some people';
  const lines = [`${name} ${to} is a canary for ${reached}, beside ${from}, from the next page load on.`];
  if (isCurrent) lines.push(`It is withdrawn ${ruleText(canary.rule)}.`);
  return { text: lines.join('\n'), data: { module: name, from, to, canary } };
}

/**
 * @param {string | undefined} named
 * @param {{ console?: string }} options
 * @returns {Promise<Result>}
 */
export async function rollback(named, options) {
  const origin = consoleUrl(options.console);
  const name = moduleNameOf(named);
  const { from, to } = await call(origin, 'POST', `/api/modules/${name}/rollback/`);
  const { moves } = await call(origin, 'GET', releasesPath(name));
  // Another person can move the module in the meantime. The newest move between these two versions is this one.
  const move = moves.find((/** @type {{from: string, to: string}} */ made) => made.from === from && made.to === to);
  const text =
    move?.action === 'withdraw'
      ? `${name} ${from} is withdrawn, and everybody gets ${to}, from the next page load on.`
      : `${name} ${to} is live again in place of ${from}, from the next page load on.`;
  return { text, data: { module: name, from, to, action: move?.action } };
}

/** @param {number} seconds */
const formatMinute = (seconds) => new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);

/**
 * @param {string | undefined} named
 * @param {{ console?: string }} options
 * @returns {Promise<Result>}
 */
export async function list(named, options) {
  const origin = consoleUrl(options.console);
  const name = moduleNameOf(named);
  const data = await call(origin, 'GET', releasesPath(name));
  const { releases, moves, canary } = data;
  const lines = ['Versions'];
  for (const { version, live, bytes, published_at, published_by, pruned_at } of releases) {
    const state = live ? 'live' : canary?.version === version ? 'canary' : pruned_at ? 'pruned' : '';
    lines.push(
      `  ${version.padEnd(28)} ${state.padEnd(7)} ${String(bytes).padStart(9)} B  ${formatMinute(published_at)}  ${published_by}`,
    );
  }
  if (canary) {
    const { version, rule, started_at, started_by } = canary;
    lines.push('Canary', `  ${version}  ${reachText(canary)}  since ${formatMinute(started_at)}  ${started_by}`);
    lines.push(`  withdrawn ${ruleText(rule)}`);
  }
  lines.push('Moves');
  for (const { action, from, to, at, by } of moves) {
    lines.push(`  ${formatMinute(at)}  ${action.padEnd(9)} ${from ?? '–'} → ${to}  ${by}`);
  }
  return { text: lines.join('\n'), data };
}

/**
 * Shows what the deploy token of CONSOLE_TOKEN opens.
 *
 * @param {string | undefined} named
 * @param {{ console?: string }} options
 * @returns {Promise<Result>}
 */
export async function token(named, options) {
  const data = await call(consoleUrl(options.console), 'GET', `/api/modules/${moduleNameOf(named)}/token/`);
  const until = data.expires_at === null ? 'never expires' : `expires ${formatMinute(data.expires_at)}`;
  const opens = data.module ?? 'all modules';
  return {
    text: `${data.prefix}… (${data.name}) opens ${opens}, issued ${formatMinute(data.issued_at)}, ${until}.`,
    data,
  };
}

/**
 * @param {{ console?: string }} options
 * @returns {Promise<Result>}
 */
export async function manifest(options) {
  const data = await call(consoleUrl(options.console), 'GET', '/api/module-manifest/');
  return { text: JSON.stringify(data, null, 2), data };
}

/**
 * Makes the versions of a manifest live, all or none.
 *
 * @param {string} file
 * @param {{ console?: string }} options
 * @returns {Promise<Result>}
 */
export async function apply(file, options) {
  const full = path.resolve(startFolder(), file);
  if (!fs.existsSync(full)) throw new StepError(`${full} doesn't exist.`);
  const wanted = readJsonFile(full);
  const data = await call(consoleUrl(options.console), 'POST', '/api/module-manifest/', wanted);
  const lines = data.changed.map(
    (/** @type {{ module: string, from: string | null, to: string }} */ { module, from, to }) =>
      `${module} ${to} is live${from === null ? '' : ` in place of ${from}`}, from the next page load on.`,
  );
  return { text: lines.length > 0 ? lines.join('\n') : 'Every version of the manifest is live already.', data };
}
