// @ts-check
/**
 * Opens the pages of a published version in a headless browser before it is promoted (0047): in the live shell, for a
 * person and a practice that are made up. The pages' calls are answered here, with the error of a server that is busy, so no
 * data of a practice is read, and nothing is written.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { say, StepError } from '../steps.mjs';
import { startBrowser } from './browser.mjs';
import { answerOf, fetchFrom, noConsole } from './console-api.mjs';

/** @typedef {{ path: string, opened: boolean, problem?: string }} OpenedRoute */
/** @typedef {import('./browser.mjs').Browser} Browser */
/** @typedef {import('./browser.mjs').Events} Events */

/** Id of the page's data, as the console's page has it. */
const PAGE_DATA = /<script type="application\/json" id="page-data">(.*?)<\/script>/s;
const PREVIEW_HEADER = 'x-preview-module';
/** Longer than the shell waits for a module's code and its start together. */
const OPENED_WITHIN_MS = 30_000;
/** How long a page must have no request under way, and no failure, after it has started. */
const QUIET_MS = 500;
const POLL_INTERVAL_MS = 50;
/** Pages that are opened at a time. */
const CONCURRENCY = 3;

/** The answer to every call of a page. */
const BUSY = JSON.stringify({ status: 503, code: 'unavailable', message: 'The preview of a page has no data.' });

/** The address of a route, with 1 for each parameter. @param {string} route */
const addressOf = (route) => route.replace(/:[^/]+/g, '1');

/**
 * @typedef {object} Candidate
 * @property {string} origin of the console
 * @property {string} token
 * @property {string} name
 * @property {string} version
 */

/** @param {Candidate} candidate @returns {Record<string, string>} */
const headersOf = ({ token, name, version }) => ({
  authorization: `Bearer ${token}`,
  [PREVIEW_HEADER]: `${name}@${version}`,
});

/**
 * The routes of the version, as the console's page states them.
 *
 * @param {Candidate} candidate
 * @returns {Promise<string[] | null>} null for a console that has no previews
 * @throws StepError with the console's message, or when no console has answered
 */
export async function previewedRoutes(candidate) {
  const response = await fetchFrom(candidate.origin, { headers: headersOf(candidate) });
  if (!response.ok) await answerOf(candidate.origin, response);
  const [, json] = PAGE_DATA.exec(await response.text()) ?? [];
  if (json === undefined) throw noConsole(candidate.origin, response);
  /** @type {{ modules: { modules: { name: string, version: string, routes: { path: string }[] }[] } }} */
  const data = JSON.parse(json);
  const module = data.modules.modules.find(
    ({ name, version }) => name === candidate.name && version === candidate.version,
  );
  return module ? module.routes.map(({ path }) => path) : null;
}

/**
 * What the page shows: the module with the phase of the shell, or another heading. Runs in the page.
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

/** The first line of what a page has written as an error. @param {{ value?: unknown, description?: string }[]} args */
const textOf = (args) =>
  args
    .map(({ value, description }) => String(value ?? description ?? '').split('\n')[0])
    .join(' ')
    .trim();

/** What the shell calls a failure of a module in the browser's console, in words. @type {Record<string, string>} */
const FAULTS = {
  'load-failed': "its code didn't load",
  'load-timeout': 'its code took too long to load',
  'start-failed': 'it failed to start',
  'start-timeout': 'it took too long to start',
  crashed: 'it stopped because of an error',
};

/** @param {string} text what the shell has written after the module's version: a fault, and an error if there is one */
function describeFailure(text) {
  const [fault = '', ...error] = text.split(' ');
  return [FAULTS[fault] ?? fault, error.join(' ')].filter((part) => part !== '').join(': ');
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
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  /** @type {<Method extends string>(method: Method, params?: object) => ReturnType<typeof browser.send<Method>>} */
  const send = (method, params) => browser.send(method, params, sessionId);
  /** @type {string | undefined} */
  let failure;
  let lastActivity = Date.now();
  const underWay = new Set();

  /** @type {<Event extends keyof Events>(event: Event, listener: (params: Events[Event]) => void) => void} */
  const on = (event, listener) => browser.on(event, (params, of) => void (of === sessionId && listener(params)));
  on('Network.requestWillBeSent', ({ requestId }) => void underWay.add(requestId));
  for (const event of /** @type {const} */ (['Network.loadingFinished', 'Network.loadingFailed'])) {
    on(event, ({ requestId }) => {
      underWay.delete(requestId);
      lastActivity = Date.now();
    });
  }
  // The shell names each module that has failed, with its version and what has happened.
  on('Runtime.consoleAPICalled', ({ type, args }) => {
    const text = textOf(args);
    if (type === 'error' && text.startsWith(`${name} ${version}: `))
      failure ??= describeFailure(text.slice(`${name} ${version}: `.length));
  });
  on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const url = new URL(request.url);
    const answered =
      url.origin !== origin
        ? send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : url.pathname.startsWith('/api/')
          ? send('Fetch.fulfillRequest', {
              requestId,
              responseCode: 503,
              responseHeaders: [{ name: 'content-type', value: 'application/json' }],
              body: Buffer.from(BUSY).toString('base64'),
            })
          : send('Fetch.continueRequest', {
              requestId,
              headers: Object.entries({
                ...request.headers,
                ...(resourceType === 'Document' || url.pathname.startsWith('/modules/') ? headersOf(candidate) : {}),
              }).map(([header, value]) => ({ name: header, value })),
            });
    // The page may have been closed meanwhile.
    answered.catch(() => undefined);
  });

  const failed = (/** @type {string} */ problem) => ({ path: route, opened: false, problem });
  try {
    await Promise.all([send('Network.enable'), send('Runtime.enable'), send('Page.enable')]);
    await send('Fetch.enable', { patterns: [{ urlPattern: 'http*://*/*' }] });
    const { errorText } = await send('Page.navigate', { url: origin + addressOf(route) });
    if (errorText) return failed(`${addressOf(route)} didn't load: ${errorText}`);
    const until = Date.now() + OPENED_WITHIN_MS;
    let heading = '';
    while (Date.now() < until) {
      if (failure !== undefined) return failed(failure);
      const { result } = await send('Runtime.evaluate', {
        expression: `(${readPage})(${JSON.stringify(name)})`,
        returnByValue: true,
      });
      const shown = /** @type {ReturnType<typeof readPage> | undefined} */ (result.value);
      heading = shown?.heading ?? heading;
      const isQuiet = underWay.size === 0 && Date.now() - lastActivity > QUIET_MS;
      if (shown?.running && isQuiet) return { path: route, opened: true };
      await pause(POLL_INTERVAL_MS);
    }
    return failed(heading === '' ? 'the page stayed empty' : `the page shows “${heading}”, and not the module`);
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined);
  }
}

/**
 * Opens every route of the version once.
 *
 * @param {string} program path of a Chromium
 * @param {Candidate} candidate
 * @param {string[]} routes
 * @returns {Promise<OpenedRoute[]>} in the order of the routes
 */
export async function openRoutes(program, candidate, routes) {
  const browser = await startBrowser(program).catch((error) => {
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
