// @ts-check
/** Waits for the requests of a page, and records them. */

/**
 * Waits until no request of the page has begun or ended for half a second. Playwright's own `networkidle` counts open
 * requests, and on a busy machine it can wait forever for the end of one that no event reports, on a page that shows all
 * its content. So a request that is open all this time isn't waited for: what it loads shows as loading.
 * @param {import('@playwright/test').Page} page
 */
export async function requestsPause(page) {
  let events = 0;
  const count = () => {
    events += 1;
  };
  page.on('request', count).on('requestfinished', count).on('requestfailed', count);
  try {
    for (let before = -1; before !== events;) {
      before = events;
      // The answer of the driver comes after the events that it has sent before, so a busy machine misses none.
      await page.waitForTimeout(500);
    }
  } finally {
    page.off('request', count).off('requestfinished', count).off('requestfailed', count);
  }
}

/** The latest requests of a page that a report names. */
const LATEST = 15;

/**
 * Records the requests of a page, so that the report of a journey that waits in vain names those that are open.
 * @param {import('@playwright/test').Page} page
 * @returns {() => string} describes the open requests and then the latest ones, newest first, with the seconds since they began
 */
export function recordRequests(page) {
  /** @type {{request: import('@playwright/test').Request, begin: number, end: string}[]} */
  let requests = [];
  page.on('request', (request) => {
    const recent = requests.slice(-LATEST);
    requests = [...requests.slice(0, -LATEST).filter(({ end }) => end === 'open'), ...recent];
    requests.push({ request, begin: Date.now(), end: 'open' });
  });
  /** @param {import('@playwright/test').Request} ended @param {string} end */
  const ends = (ended, end) => {
    for (const one of requests) if (one.request === ended) one.end = end;
  };
  page.on('requestfinished', (request) => ends(request, 'finished'));
  page.on('requestfailed', (request) => ends(request, request.failure()?.errorText ?? 'failed'));
  return () =>
    [...requests]
      .reverse()
      .sort((one, other) => Number(other.end === 'open') - Number(one.end === 'open'))
      .map(({ request, begin, end }) => {
        const ago = ((Date.now() - begin) / 1000).toFixed(1);
        return `${ago} s ago: ${request.method()} ${request.url()}: ${end}`;
      })
      .join('\n');
}
