// @ts-check
/**
 * Opens the pages of a published version in a headless browser before it is promoted (0047): in the live shell, for a
 * made-up person and practice. The pages' calls get the error of a busy server from here, so no practice data is read
 * and nothing is written.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { say, StepError } from '../steps.mjs';
import { answerOf, fetchFrom, noConsole } from './console-api.mjs';

/** @typedef {{ path: string, opened: boolean, problem?: string }} OpenedRoute */
/** @typedef {import('playwright-core').Browser} Browser */

/** Element id of the page's data in the console's page. */
const PAGE_DATA = /<script type="application\/json" id="page-data">(.*?)<\/script>/s;
/** The name predates previews, which are unrelated, and stays for the consoles that read it. */
const CANDIDATE_HEADER = 'x-preview-module';
/** Longer than the shell waits for a module's code and its start. */
const OPENED_WITHIN_MS = 30_000;
/** How long a page must be without requests and failures after it has started. */
const QUIET_MS = 500;
const POLL_INTERVAL_MS = 50;
/** Number of pages opened in parallel. */
const CONCURRENCY = 3;

/** The response to every call of a page. */
const BUSY = JSON.stringify({
  status: 503,
  code: 'unavailable',
  message: 'A page that is opened before a promotion has no data.',
});

/** The address of a route, with 1 for each parameter. @param {string} route */
const addressOf = (route) => route.replace(/:[^/]+/g, '1');

/**
 * @typedef {object} Candidate
 * @property {string} origin of the console
 * @property {string} token
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [files] the hashes of its files that the console must have
 */

/** @param {Candidate} candidate @returns {Record<string, string>} */
const headersOf = ({ token, name, version }) => ({
  authorization: `Bearer ${token}`,
  [CANDIDATE_HEADER]: `${name}@${version}`,
});

/**
 * The version's routes in the console's page.
 *
 * @param {Candidate} candidate
 * @returns {Promise<string[] | null>} null for a console that can't show a version before it is live
 * @throws StepError with the console's message, or when no console responded or it has other files
 */
export async function candidateRoutes(candidate) {
  const response = await fetchFrom(candidate.origin, { headers: headersOf(candidate) });
  if (!response.ok) await answerOf(candidate.origin, response);
  const [, json] = PAGE_DATA.exec(await response.text()) ?? [];
  if (json === undefined) throw noConsole(candidate.origin, response);
  /** @type {{ modules: { modules: { name: string, version: string, files: Record<string, string>, routes: { path: string }[] }[] } }} */
  const data = JSON.parse(json);
  const module = data.modules.modules.find(
    ({ name, version }) => name === candidate.name && version === candidate.version,
  );
  if (module && candidate.files && !isDeepStrictEqual(module.files, candidate.files)) {
    throw new StepError(
      `${candidate.origin} has other files of ${candidate.name} ${candidate.version} than this build.`,
    );
  }
  return module ? module.routes.map(({ path }) => path) : null;
}

/**
 * What the page shows: the module with the shell's phase, or another heading. Runs in the page.
 * @param {string} name
 */
function readPage(name) {
  const node = document.querySelector(`[data-module="${name}"]`);
  const hidden = node?.parentElement?.hasAttribute('hidden') ?? true;
  return {
    running: node !== null && !hidden && node.childElementCount > 0,
    heading: document.querySelector('h1')?.textContent ?? '',
  };
}

/** Descriptions of module failures that the shell logs in the browser's console. @type {Record<string, string>} */
const FAULTS = {
  'load-failed': "its code didn't load",
  'load-timeout': 'its code took too long to load',
  'start-failed': 'it failed to start',
  'start-timeout': 'it took too long to start',
  crashed: 'it stopped because of an error',
};

/** @param {string} text the shell's log entry after the module's version: a failure, and an error if there is one */
function describeFailure(text) {
  const [fault = '', ...error] = text.split(' ');
  return [FAULTS[fault] ?? fault, error.join(' ')].filter((part) => part !== '').join(': ');
}

/**
 * Handles a page's requests: calls get the error, files come from the console, anything else is aborted.
 *
 * @param {Candidate} candidate
 * @param {import('playwright-core').Route} route
 */
async function answerRequest(candidate, route) {
  const request = route.request();
  const { origin, pathname } = new URL(request.url());
  if (origin !== candidate.origin) return route.abort('blockedbyclient');
  if (pathname.startsWith('/api/')) {
    return route.fulfill({ status: 503, contentType: 'application/json', body: BUSY });
  }
  const isCandidate = request.resourceType() === 'document' || pathname.startsWith('/modules/');
  return route.continue({ headers: { ...request.headers(), ...(isCandidate && headersOf(candidate)) } });
}

/**
 * Opens one route.
 *
 * @param {Browser} browser
 * @param {Candidate} candidate
 * @param {string} route
 * @returns {Promise<OpenedRoute>}
 */
async function openRoute(browser, candidate, route) {
  const { origin, name, version } = candidate;
  const failed = (/** @type {string} */ problem) => ({ path: route, opened: false, problem });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    /** @type {string | undefined} */
    let failure;
    let lastActivity = Date.now();
    const underWay = new Set();
    page.on('request', (request) => void underWay.add(request));
    for (const event of /** @type {const} */ (['requestfinished', 'requestfailed'])) {
      page.on(/** @type {'requestfinished'} */ (event), (request) => {
        underWay.delete(request);
        lastActivity = Date.now();
      });
    }
    // The shell logs each failed module with its version and the failure.
    page.on('console', (message) => {
      const [text = ''] = message.text().split('\n');
      const begin = `${name} ${version}: `;
      if (message.type() === 'error' && text.startsWith(begin)) failure ??= describeFailure(text.slice(begin.length));
    });
    // The page may have been closed.
    await page.route('**', (request) => answerRequest(candidate, request).catch(() => undefined));
    const problem = await page.goto(origin + addressOf(route), { waitUntil: 'commit' }).then(
      () => undefined,
      (error) => /net::\w+/.exec(error.message)?.[0] ?? error.message,
    );
    if (problem !== undefined) return failed(`${addressOf(route)} didn't load: ${problem}`);
    const until = Date.now() + OPENED_WITHIN_MS;
    let heading = '';
    while (Date.now() < until) {
      if (failure !== undefined) return failed(failure);
      const shown = await page.evaluate(readPage, name);
      ({ heading } = shown);
      const isQuiet = underWay.size === 0 && Date.now() - lastActivity > QUIET_MS;
      if (shown.running && isQuiet) return { path: route, opened: true };
      await pause(POLL_INTERVAL_MS);
    }
    return failed(heading === '' ? 'the page stayed empty' : `the page shows “${heading}”, and not the module`);
  } finally {
    await context.close();
  }
}

/**
 * Opens every route of the version once.
 *
 * @param {import('playwright-core').BrowserType} chromium
 * @param {string} program path of a Chromium
 * @param {Candidate} candidate
 * @param {string[]} routes
 * @returns {Promise<OpenedRoute[]>} in the order of the routes
 */
export async function openRoutes(chromium, program, candidate, routes) {
  // Chromium refuses to run as root with its sandbox. The page is the team's own code in its own console.
  const chromiumSandbox = process.getuid?.() !== 0;
  const browser = await chromium.launch({ executablePath: program, chromiumSandbox }).catch((error) => {
    throw new StepError(`${program} didn't start, so no page was opened: ${error.message.trim()}`);
  });
  try {
    /** @type {OpenedRoute[]} */
    const results = [];
    const rest = [...routes.entries()];
    const worker = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [at, route] = next;
        const result = await openRoute(browser, candidate, route);
        say(`${result.opened ? 'opened' : 'FAILED'}  ${route}${result.problem ? `: ${result.problem}` : ''}`);
        results[at] = result;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return results;
  } finally {
    await browser.close();
  }
}
