// @ts-check
/** Records the requests of a page, and waits for them. */

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{request: import('@playwright/test').Request, begin: number, end: string}} OneRequest its begin in milliseconds */

/** The latest requests of a page that a report names. */
const LATEST = 15;

/**
 * Where the shell sends its reports, which no content waits for. The last one can outlive its page (`keepalive`), and then no
 * event reports its end.
 */
export const REPORTS = '/api/browser-reports/';

/** @type {WeakMap<Page, {events: number, requests: OneRequest[]}>} */
const records = new WeakMap();

/**
 * Records the requests of a page from now on, all that are open and the latest of the others.
 * @param {Page} page
 */
export function recordRequests(page) {
  const known = records.get(page);
  if (known) return known;
  /** @type {{events: number, requests: OneRequest[]}} */
  const record = { events: 0, requests: [] };
  records.set(page, record);
  page.on('request', (request) => {
    record.events += 1;
    const others = record.requests.slice(0, -LATEST).filter(({ end }) => end === 'open');
    record.requests = [...others, ...record.requests.slice(-LATEST), { request, begin: Date.now(), end: 'open' }];
  });
  /** @param {import('@playwright/test').Request} request @param {string} end */
  const ends = (request, end) => {
    record.events += 1;
    const ended = record.requests.find((one) => one.request === request);
    if (ended) ended.end = end;
  };
  page.on('requestfinished', (request) => ends(request, 'finished'));
  page.on('requestfailed', (request) => ends(request, request.failure()?.errorText ?? 'failed'));
  return record;
}

/**
 * Describes the recorded requests for the report of a journey that waits in vain: first those that are open, and the newest
 * first, with the seconds since they began.
 * @param {Page} page
 * @returns {string}
 */
export function describeRequests(page) {
  return [...recordRequests(page).requests]
    .reverse()
    .sort((one, other) => Number(other.end === 'open') - Number(one.end === 'open'))
    .map(({ request, begin, end }) => {
      const ago = ((Date.now() - begin) / 1000).toFixed(1);
      return `${ago} s ago: ${request.method()} ${request.url()}: ${end}`;
    })
    .join('\n');
}

/**
 * Waits until no request of the page is open, and none has begun or ended for half a second. Unlike Playwright's own
 * `networkidle`, it doesn't wait for reports.
 * @param {Page} page
 */
export async function requestsPause(page) {
  const record = recordRequests(page);
  const isWaiting = () =>
    record.requests.some(({ request, end }) => end === 'open' && !request.url().endsWith(REPORTS));
  for (let before = -1; before !== record.events || isWaiting();) {
    before = record.events;
    // The driver's response arrives after its earlier events, so a busy machine misses none.
    await page.waitForTimeout(500);
  }
}
