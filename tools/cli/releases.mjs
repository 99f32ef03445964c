// @ts-check
/** The commands that ship a module: publish, promote, roll back, and show what is live. */
import fs from 'node:fs';
import path from 'node:path';
import { say, StepError } from '../steps.mjs';
import { findBrowser } from './browser.mjs';
import { call, consoleUrl, deployToken } from './console-api.mjs';
import { UsageError } from './errors.mjs';
import { assertVersion, buildModule, readTarball, readUpload } from './module-build.mjs';
import { findInstalledModule, moduleNameOf, enclosingModuleName, readJsonFile, startFolder } from './module-folder.mjs';

/** `waiting`: nothing was changed yet, because a second person has to approve it. */
/** @typedef {{ text: string, data: unknown, failed?: boolean, waiting?: boolean }} Result */
/** @typedef {{ min_people: number, max_failing_percent: number }} CanaryRule */

/** @typedef {{ since: string, pages: { title: string, bytes: number, before: number }[] }} Grown */

/** @param {string} name */
const releasesPath = (name) => `/api/modules/${name}/releases/`;

/**
 * Opens the pages of a version about to be promoted or signed. Without a browser, the console's own check remains: it
 * refuses a version whose build has no page for one of its routes.
 *
 * @param {string} origin
 * @param {string} name
 * @param {string} version
 * @param {{ 'skip-open'?: boolean, files?: Record<string, string> }} options `files`: the hashes that the console must
 * have
 * @returns {Promise<import('./open-routes.mjs').OpenedRoute[] | null>} null if no page was opened
 */
export async function openPages(origin, name, version, options) {
  const notOpened = (/** @type {string} */ why) => {
    say(`Warning: ${why}, so no page was opened. The console only checks that the build has a page for each route.`);
    return null;
  };
  if (options['skip-open']) return notOpened('--skip-open was typed');
  const program = findBrowser();
  if (program === null) return notOpened('there is no Chromium in PATH or at CHROME_PATH');
  const playwright = await import('playwright-core').catch(() => null);
  if (playwright === null) return notOpened('playwright-core is not installed');
  const { openRoutes, candidateRoutes } = await import('./open-routes.mjs');
  const candidate = { origin, token: deployToken(), name, version, ...(options.files && { files: options.files }) };
  const routes = await candidateRoutes(candidate);
  if (routes === null) return notOpened('this console shows no version before it is live');
  say(`Opening the ${routes.length === 1 ? 'page' : `${routes.length} pages`} of ${name} ${version}…`);
  return openRoutes(playwright.chromium, program, candidate, routes);
}

/**
 * Promotes a version after opening its pages.
 *
 * @param {string} origin
 * @param {string} name
 * @param {{ version: string, percent?: number, people?: string[], internal?: boolean, rule?: object }} body of the call
 * @param {{ 'skip-open'?: boolean }} options
 * @returns {Promise<{ moved: { status?: string, from: string | null, to: string, withdrawn?: string, approval?: { id:
 * string, expires_at: number } }, opened: import('./open-routes.mjs').OpenedRoute[] | null } | { refusal: Result }>}
 */
async function promoteOpened(origin, name, body, options) {
  const opened = await openPages(origin, name, body.version, options);
  const failed = (opened ?? []).filter((route) => !route.opened);
  if (failed.length > 0) {
    const pages = failed.map(({ path: route, problem }) => `  ${route}: ${problem}`);
    return {
      refusal: {
        text: [`${name} ${body.version} is not promoted, because these pages don't open:`, ...pages].join('\n'),
        data: { module: name, version: body.version, promoted: false, opened },
        failed: true,
      },
    };
  }
  return { moved: await call(origin, 'POST', `/api/modules/${name}/promote/`, body), opened };
}

/**
 * The result of a promotion that a second person has to approve; null for one that was made.
 *
 * @param {{ status?: string, approval?: { expires_at: number } }} answer
 * @param {string} what
 * @param {object} data
 * @returns {Result | null}
 */
function waitingResult({ status, approval }, what, data) {
  if (status !== 'waiting') return null;
  const until = approval ? `, at the latest ${formatMinute(approval.expires_at)}` : '';
  return {
    text: `${what} waits for approval: another super admin approves it under Activity in the console${until}. Nothing was changed.`,
    data: { ...data, waiting: true, ...(approval && { approval }) },
    waiting: true,
  };
}

/**
 * Makes a version live for everyone.
 *
 * @param {string} origin
 * @param {string} name
 * @param {string} version
 * @param {{ 'skip-open'?: boolean }} options
 * @returns {Promise<Result>}
 */
async function makeLive(origin, name, version, options) {
  const result = await promoteOpened(origin, name, { version }, options);
  if ('refusal' in result) return result.refusal;
  const { from, to, withdrawn } = result.moved;
  const waiting = waitingResult(result.moved, `${name} ${version}`, { module: name, from, to, opened: result.opened });
  if (waiting) return waiting;
  const former = from && from !== to ? ` in place of ${from}` : '';
  const lines = [`${name} ${to} is live${former}, from the next page load on.`];
  if (withdrawn) lines.push(withdrawnText(name, withdrawn));
  return { text: lines.join('\n'), data: { module: name, from, to, withdrawn, opened: result.opened } };
}

/**
 * The build to publish: from a tarball, or a new one of the module's folder. Both must have passed the checks.
 *
 * @param {string} origin
 * @param {string | undefined} name
 * @param {{ version?: string, tarball?: string }} options
 */
async function buildToPublish(origin, name, { version, tarball }) {
  if (tarball !== undefined) {
    if (version !== undefined) throw new UsageError('A tarball has its version already: leave out --version.');
    const upload = await readTarball(path.resolve(startFolder(), tarball));
    const built = upload.declaration.name;
    const wanted = name ?? enclosingModuleName() ?? built;
    if (built !== wanted) {
      throw new StepError(`${tarball} is a build of ${built}, not of ${wanted}. Nothing was published.`);
    }
    if (!upload.checked) {
      throw new StepError(
        `${tarball} was built from sources that no check has passed for. Run "practice-console check", then build it again. Nothing was published.`,
      );
    }
    return upload;
  }
  assertVersion(version);
  const module = findInstalledModule(name);
  // Loaded here because no other command needs the compiler.
  const { isChecked } = await import('./checks.mjs');
  if (!isChecked(module.root)) {
    throw new StepError(
      `The check of ${module.name} has not passed for its present sources. Run "practice-console check" first. Nothing was published.`,
    );
  }
  // Detects a missing console or a refused token before the build, which takes far longer than this call.
  await call(origin, 'GET', releasesPath(module.name));
  await buildModule(module, version);
  return readUpload(module.root);
}

/**
 * Builds and uploads a version. Nobody gets it yet.
 *
 * @param {string | undefined} name
 * @param {{ version?: string, tarball?: string, statement?: string, console?: string }} options
 * @param {{ for_preview?: boolean }} [purpose]
 * @returns {Promise<{ origin: string, module: string, version: string, already: boolean, grown?: Grown }>}
 */
export async function uploadVersion(name, options, purpose = {}) {
  const origin = consoleUrl(options.console);
  const { readStatement } = await import('./statements.mjs');
  const statement = options.statement === undefined ? undefined : readStatement(options.statement);
  const { declaration, build, contents } = await buildToPublish(origin, name, options);
  const module = declaration.name;
  const { version, already, grown } = await call(origin, 'POST', releasesPath(module), {
    declaration,
    build,
    contents,
    ...(statement && { statement }),
    ...purpose,
  });
  return { origin, module, version, already, grown };
}

const kilobytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000)} kB`;

/** A line for each page that grew. @param {Grown | undefined} grown absent in older consoles @returns {string[]} */
const growthLines = (grown) =>
  (grown?.pages ?? []).map(({ title, bytes, before }) => {
    const percent = Math.round((bytes / before - 1) * 100);
    return `${title} loads ${kilobytes(bytes)} of code, ${percent}% more than in ${grown?.since} (${kilobytes(before)}).`;
  });

/**
 * @param {string | undefined} name
 * @param {{ version?: string, promote?: boolean, tarball?: string, statement?: string, console?: string, 'skip-open'?: boolean }} options
 * @returns {Promise<Result>}
 */
export async function publish(name, options) {
  const { origin, module, ...answer } = await uploadVersion(name, options);
  const published = `${module} ${answer.version} ${answer.already ? 'was published already' : 'is published'}.`;
  const text = [published, ...growthLines(answer.grown)].join('\n');
  const data = { module, version: answer.version, already: answer.already, grown: answer.grown };
  if (!options.promote) return { text, data };
  // The version stays published when it can't be promoted.
  const live = await makeLive(origin, module, answer.version, options).catch((error) => {
    if (!(error instanceof StepError)) throw error;
    return { text: error.message, data: { error: error.message }, failed: true, waiting: false };
  });
  return {
    text: `${text}\n${live.text}`,
    data: {
      ...data,
      live: !live.failed && !live.waiting,
      ...((live.failed || live.waiting) && { promotion: live.data }),
    },
    failed: live.failed ?? false,
    waiting: live.waiting ?? false,
  };
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

/** @param {string} module @param {string} version */
const withdrawnText = (module, version) => `The canary ${module} ${version} is withdrawn.`;

/** @param {CanaryRule} rule */
const ruleText = ({ min_people, max_failing_percent }) =>
  `once ${min_people === 1 ? '1 person has' : `${min_people} people have`} had it and it fails for over ${max_failing_percent}% more of its people than the live version`;

/**
 * A canary's audience, as described by the console. Older consoles don't send it. @param {{ reach?: string }} canary
 */
const reachText = ({ reach }) => reach ?? 'some people';

/**
 * @param {string | undefined} text
 * @returns {string[] | undefined}
 */
export function emailsOf(text) {
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
 * @property {boolean} [skip-open]
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
  if (percent !== undefined && (!Number.isInteger(percent) || percent < 1 || percent > 100)) {
    throw new UsageError(`--percent must be a whole number from 1 to 100, not "${options.percent}".`);
  }
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
  if (isForEveryone) return makeLive(origin, name, version, options);
  // JSON omits undefined values, and the server uses its defaults for them.
  const rule = hasRule ? { min_people: minPeople, max_failing_percent: maxFailing } : undefined;
  const result = await promoteOpened(origin, name, { version, percent, people, internal, rule }, options);
  if ('refusal' in result) return result.refusal;
  const { from, to, withdrawn } = result.moved;
  const waiting = waitingResult(result.moved, `The canary of ${name} ${version}`, { module: name, from, to });
  if (waiting) return waiting;
  const { canary } = await call(origin, 'GET', releasesPath(name));
  const isCurrent = canary?.version === to;
  // Another person can end the canary in the meantime.
  const reached = isCurrent ? reachText(canary) : 'some people';
  const lines = [`${name} ${to} is a canary for ${reached}, next to ${from}, from the next page load on.`];
  if (isCurrent) lines.push(`It is withdrawn ${ruleText(canary.rule)}.`);
  if (withdrawn) lines.push(withdrawnText(name, withdrawn));
  return { text: lines.join('\n'), data: { module: name, from, to, withdrawn, canary, opened: result.opened } };
}

/**
 * Rolls back only what it has read and printed, because a canary can end or a version be promoted in the meantime.
 *
 * @param {string | undefined} named
 * @param {string | undefined} version the one to roll back; needed for a live version unless it was promoted last
 * @param {{ console?: string }} options
 * @returns {Promise<Result>}
 */
export async function rollback(named, version, options) {
  assertVersion(version, 'VERSION');
  const origin = consoleUrl(options.console);
  const name = moduleNameOf(named);
  const { releases, canary, rollback_to: before } = await call(origin, 'GET', releasesPath(name));
  const live = releases.find((/** @type {{ live: boolean }} */ release) => release.live)?.version;
  const role = canary ? 'canary' : 'live';
  const to = before ?? undefined;
  const current = canary?.version ?? live;
  if (to !== undefined && (version ?? current) === current) {
    say(canary ? `Withdrawing the canary ${name} ${current}…` : `Making ${name} ${to} live in place of ${current}…`);
  }
  // The canary was read here. Only the user knows which live version is meant (`version_not_named`).
  const rollbackRequest = { role, to, version: version ?? canary?.version };
  const moved = await call(origin, 'POST', `/api/modules/${name}/rollback/`, rollbackRequest);
  const text = canary
    ? `${name} ${moved.from} is withdrawn, and everybody gets ${moved.to}, from the next page load on.`
    : `${name} ${moved.to} is live again in place of ${moved.from}, from the next page load on.`;
  const action = canary ? 'withdraw' : 'rollback';
  return { text, data: { module: name, from: moved.from, to: moved.to, action } };
}

/** @param {number} seconds */
export const formatMinute = (seconds) => new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);

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
  if (releases.length === 0) return { text: `No version of ${name} is published yet.`, data };
  const lines = ['Versions'];
  for (const { version, live, bytes, published_at, published_by, pruned_at, pipeline } of releases) {
    const state = live ? 'live' : canary?.version === version ? 'canary' : pruned_at ? 'pruned' : '';
    lines.push(
      `  ${version.padEnd(28)} ${state.padEnd(7)} ${String(bytes).padStart(9)} B  ${formatMinute(published_at)}  ${published_by}${pipeline ? `, signed by ${pipeline}` : ''}`,
    );
  }
  if (canary) {
    const { version, rule, started_at, started_by } = canary;
    lines.push('Canary', `  ${version}  ${reachText(canary)}  since ${formatMinute(started_at)}  ${started_by}`);
    lines.push(`  withdrawn ${ruleText(rule)}`);
  }
  // Older consoles don't send what waits.
  const waiting = data.waiting ?? [];
  if (waiting.length > 0) lines.push('Waits for approval');
  for (const { summary, requested_by, expires_at } of waiting) {
    lines.push(`  ${summary}  until ${formatMinute(expires_at)}  ${requested_by}`);
  }
  // Older consoles have no previews.
  const previews = data.previews ?? [];
  if (previews.length > 0) lines.push('Previews');
  for (const { name: preview, version, path: page, expires_at } of previews) {
    lines.push(`  ${preview.padEnd(28)} ${version}  until ${formatMinute(expires_at)}  ${origin}${page}`);
  }
  lines.push('Moves');
  for (const { action, from, to, at, by } of moves) {
    lines.push(`  ${formatMinute(at)}  ${action.padEnd(9)} ${from ?? '–'} → ${to}  ${by}`);
  }
  return { text: lines.join('\n'), data };
}

/**
 * Shows the scope of the deploy token in CONSOLE_TOKEN.
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
  const found = fs.statSync(full, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new StepError(found ? `${full} is not a file.` : `${full} doesn't exist.`);
  const wanted = readJsonFile(full);
  const data = await call(consoleUrl(options.console), 'POST', '/api/module-manifest/', wanted);
  const waiting = waitingResult(data, 'The manifest', data);
  if (waiting) return waiting;
  const lines = data.changed.map(
    (/** @type {{ module: string, from: string | null, to: string }} */ { module, from, to }) =>
      `${module} ${to} is live${from === null ? '' : ` in place of ${from}`}, from the next page load on.`,
  );
  if (lines.length === 0) lines.push('Every version of the manifest is live already.');
  // Older consoles don't send the withdrawn canaries.
  for (const { module, version } of data.withdrawn ?? []) lines.push(withdrawnText(module, version));
  return { text: lines.join('\n'), data };
}
