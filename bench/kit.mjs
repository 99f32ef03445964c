// @ts-check
/**
 * Main-thread CPU of a keystroke in the practice settings of a super admin, and of a checkbox in the grid of all practices
 * with 100 rows, in Chromium without slowdown. The peers in the same run are MUI's own text field and data grid, without
 * the kit's parts. Run it with `node bench/kit.mjs`.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { chromiumOptions } from 'tools/test-system';
import { atMost } from './budget.mjs';
import { servePages } from './pages.mjs';

/** The budgets (DESIGN, section 7). */
const KEYSTROKE_MS = 30;
const TICK_MS = 10;
const WARM_UP = 6;
const ROUNDS = 24;
/** Time for the work that follows an input, such as effects and painting. */
const SETTLE_MS = 100;
/** Fields of the measured form. With fewer, the measurement says nothing about the budget. */
const FIELDS = 40;
const ROWS = 100;

/** @param {number[]} values */
const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} key pressed at the focused element
 * @returns {Promise<number>} median milliseconds of CPU of the page's main thread
 */
async function cpuOfKey(page, key) {
  const session = await page.context().newCDPSession(page);
  // CPU time of the thread instead of wall-clock time, so that other processes don't count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('Chromium has no TaskDuration');
    return seconds * 1000;
  };
  const times = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const before = await spent();
    await page.keyboard.press(key);
    await page.waitForTimeout(SETTLE_MS);
    if (round >= WARM_UP) times.push((await spent()) - before);
  }
  await session.detach();
  return median(times);
}

/** @param {import('@playwright/test').Browser} browser */
const openPage = (browser) => browser.newPage({ viewport: { width: 1440, height: 900 } });

/** @param {import('@playwright/test').Browser} browser @param {string} url @param {string} person @param {string} path */
async function openAs(browser, url, person, path) {
  const page = await openPage(browser);
  await page.request.post(`${url}/api/session/`, {
    data: { email: `${person}@console.example`, password: 'practice-console' },
  });
  await page.goto(url + path);
  return page;
}

/** @param {import('@playwright/test').Page} page @param {string} field label of the field to type in */
async function measureTyping(page, field) {
  const typed = page.getByRole('textbox', { name: field, exact: true });
  await typed.focus();
  const fields = await page.locator('input, select').count();
  if (fields < FIELDS) throw new Error(`The form has ${fields} fields instead of ${FIELDS}`);
  const before = (await typed.inputValue()).length;
  const time = await cpuOfKey(page, 'x');
  if ((await typed.inputValue()).length !== before + WARM_UP + ROUNDS) throw new Error('The keys were not typed');
  await page.close();
  return time;
}

/**
 * Selects one row and then ticks another one repeatedly, so that the page is in its state of a selection.
 *
 * @param {import('@playwright/test').Page} page
 */
async function measureTicks(page) {
  const grid = page.getByRole('grid');
  await grid.waitFor();
  // The header row counts.
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  if (rows < ROWS) throw new Error(`The grid has ${rows} rows instead of ${ROWS}`);
  const boxes = grid.locator('[role=row][data-id] input[type=checkbox]');
  await boxes.nth(1).check();
  await boxes.nth(3).focus();
  const time = await cpuOfKey(page, 'Space');
  if (!(await boxes.nth(1).isChecked())) throw new Error('The selection was lost');
  await page.close();
  return time;
}

const measureKit = () =>
  withResources(async (resources) => {
    const sources = fileURLToPath(new URL('./kit/', import.meta.url));
    const peers = resources.keep(await servePages(sources, ['text-fields', 'data-grid']), (served) => served.close());
    const running = resources.keep(
      await startConsole({ sandbox: true, environment: { DEMO_PRACTICES: String(ROWS + 20) } }),
      (started) => started.dispose(),
    );
    const browser = resources.keep(await chromium.launch(chromiumOptions()), (launched) => launched.close());
    const bare = await openPage(browser);
    await bare.goto(`${peers.url}/text-fields`);
    const plain = await openPage(browser);
    await plain.goto(`${peers.url}/data-grid`);
    const settings = await openAs(browser, running.url, 'superadmin', '/settings/1/practice/general');
    const practices = await openAs(browser, running.url, 'internal', '/internal/practices');
    // The form of the clinics completes the 40 fields.
    await settings.getByRole('button', { name: 'Edit', exact: true }).click();
    return {
      key: await measureTyping(settings, 'Practice name'),
      peerKey: await measureTyping(bare, 'Field 1'),
      tick: await measureTicks(practices),
      peerTick: await measureTicks(plain),
    };
  });

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export async function measureKitInputs() {
  const { key, peerKey, tick, peerTick } = await measureKit();
  const ratio = (/** @type {number} */ ours, /** @type {number} */ peer, /** @type {string} */ what) =>
    `${(ours / peer).toFixed(1)} × the ${peer.toFixed(1)} ms of ${what}`;
  return [
    atMost(`keystroke in practice settings, CPU, ${ratio(key, peerKey, 'MUI’s text field')}`, key, KEYSTROKE_MS, 'ms'),
    atMost(`tick in ${ROWS} practices, CPU, ${ratio(tick, peerTick, 'MUI’s data grid')}`, tick, TICK_MS, 'ms'),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { what, measured, budget, holds } of await measureKitInputs()) {
    console.log(`${what}  ${measured} (${budget}) ${holds ? 'holds' : 'MISSED'}`);
  }
}
