// @ts-check
/** Waits for the requests of a page. */

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
