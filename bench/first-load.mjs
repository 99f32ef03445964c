// @ts-check
/** Gzip bytes that the browser fetches until the first screens are usable, and the time to return to a module. */
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { chromiumOptions } from 'tools/test-system';
import { atMost } from './budget.mjs';

const HOURS = '/settings/1/practice/provider-hours';
const BACK_AND_FORTH = 7;

/** @typedef {{path: string, gzip: number}} Fetched */

/**
 * The files that the page fetches during `act`, without API requests.
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<unknown>} act
 * @returns {Promise<Fetched[]>}
 */
async function fetchedDuring(page, act) {
  /** @type {Set<string>} */
  const urls = new Set();
  const countRequest = (/** @type {import('@playwright/test').Request} */ request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) urls.add(request.url());
  };
  page.on('request', countRequest);
  await act();
  page.off('request', countRequest);
  return weigh(page, [...urls]);
}

/** @param {import('@playwright/test').Page} page @param {readonly string[]} urls @returns {Promise<Fetched[]>} */
function weigh(page, urls) {
  return Promise.all(
    urls.map(async (url) => {
      const body = await (await page.request.get(url)).body();
      const path = new URL(url).pathname;
      return { path, gzip: path.endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length };
    }),
  );
}

/** @param {Fetched[]} files @param {(path: string) => boolean} wanted kilobytes of 1,000 bytes */
const kilobytes = (files, wanted) =>
  files.filter(({ path }) => wanted(path)).reduce((sum, { gzip }) => sum + gzip, 0) / 1000;

/** @param {number[]} values */
const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export const measureFirstLoad = () =>
  withResources(async (resources) => {
    const running = resources.keep(await startConsole(), (started) => started.dispose());
    const browser = resources.keep(await chromium.launch(chromiumOptions()), (launched) => launched.close());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const signIn = await fetchedDuring(page, async () => {
      await page.goto(running.url + HOURS);
      await page.getByLabel('Email').waitFor();
    });
    await page.request.post(`${running.url}/api/session/`, {
      data: { email: 'owner@bright-smiles.example', password: 'practice-console' },
    });
    await page.goto(running.url + HOURS);
    await page.getByRole('grid').waitFor();
    const signedIn = await weigh(
      page,
      await page
        .locator('script[src][defer]')
        .evaluateAll((scripts) => scripts.map((script) => /** @type {HTMLScriptElement} */ (script).src)),
    );

    /** @type {number[]} */
    const back = [];
    for (let turn = 0; turn < BACK_AND_FORTH; turn += 1) {
      await page.getByRole('link', { name: 'User Accounts' }).click();
      await page.getByRole('heading', { level: 1, name: 'User Accounts' }).waitFor();
      back.push(
        await page.evaluate(async (path) => {
          const link = [...document.querySelectorAll('nav a')].find((found) => found.getAttribute('href') === path);
          const begin = performance.now();
          /** @type {HTMLElement} */ (link).click();
          while (!document.querySelector('[role="grid"]'))
            await new Promise((resolve) => requestAnimationFrame(resolve));
          return performance.now() - begin;
        }, HOURS),
      );
    }
    const font = (/** @type {string} */ path) => path.endsWith('.woff2');
    return [
      atMost(
        'shell to the sign-in, without the typeface',
        kilobytes(signIn, (path) => !font(path)),
        250,
        'kB',
      ),
      atMost(
        'shell to the frame of the console',
        kilobytes(signedIn, () => true),
        250,
        'kB',
      ),
      atMost('shell to its first screen, requests', signIn.length, 20, 'requests'),
      atMost('back to a module already loaded', median(back), 100, 'ms'),
    ];
  });
