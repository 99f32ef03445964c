// @ts-check
/**
 * The grid of hours worked, 200 providers × 31 days, in Chromium with a 4 times slower CPU: opening, typing, scrolling,
 * another range, pastes, a save, exports; and typing into the weekly grid of 60 providers. The peers in the same run are the plain
 * @mui/x-data-grid with the same hours, paged as it must be, and one field in an empty page, which shows the machine's own
 * time for a keystroke. `node bench/hours-grid.mjs` prints all of them.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { withResources } from 'tools/resources';
import { chromiumOptions } from 'tools/test-system';
import { atMost } from './budget.mjs';
import { fontFiles } from '../mf-hours/webpack.config.mjs';
import { servePages } from './pages.mjs';

const SLOWER = 4;
/** Three characters in a cell and Enter, 25 times. */
const TYPED = Array.from({ length: 25 }, (_, at) => [String(1 + (at % 8)), '.', '5', 'Enter']).flat();
/** The times of a day and Tab to the next day, six times. Every key changes a time or moves on. */
const TYPED_DAYS = Array.from({ length: 6 }, () => ['8', 'Tab', '5', 'Tab', '1', '2', 'Tab', '1', 'Tab']).flat();
/** The budget of a keystroke (DESIGN, section 7). */
const KEYSTROKE_MS = 50;
/** Pause of a fast typist between two keys. Without a pause, the browser delays painting until after the next key. */
const PAUSE_MS = 100;

const sources = fileURLToPath(new URL('./hours-grid/', import.meta.url));

/** @param {number[]} values @param {number} part 0.95 for the 95th percentile */
const percentile = (values, part) =>
  [...values].sort((left, right) => left - right)[Math.ceil(values.length * part) - 1] ?? NaN;

/** @param {import('@playwright/test').Page} page @param {string} name of a function that the page has under `bench` */
const run = (page, name) => page.evaluate((which) => Reflect.get(globalThis, 'bench')[which](), name);

/** The number of layers that the browser composites. @param {import('@playwright/test').Page} page */
async function layersOf(page) {
  const session = await page.context().newCDPSession(page);
  const layers = new Promise((resolve) =>
    session.on('LayerTree.layerTreeDidChange', (event) => event.layers && resolve(event.layers)),
  );
  await session.send('LayerTree.enable');
  // The layers are reported with the next frame.
  await run(page, 'scroll');
  const drawn = /** @type {{drawsContent: boolean}[]} */ (await layers).filter(({ drawsContent }) => drawsContent);
  await session.detach();
  return drawn.length;
}

/** @param {import('@playwright/test').Browser} browser @param {string} url @param {'ours' | 'peer'} which */
async function measure(browser, url, which) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/${which}`);
  await page.waitForFunction(() => Reflect.get(globalThis, 'bench')?.ready());
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await run(page, 'begin');
  // Warm-up.
  for (const key of TYPED.slice(0, 16)) await page.keyboard.press(key);
  await run(page, 'keys');
  for (const key of TYPED) {
    await page.keyboard.press(key);
    await page.waitForTimeout(PAUSE_MS);
  }
  await page.waitForTimeout(200);
  const keys = await run(page, 'keys');
  const frames = await run(page, 'scroll');
  const layers = which === 'ours' ? await layersOf(page) : NaN;
  const range = await run(page, 'changeRange');
  const pasteFew = await run(page, 'pasteFew');
  const paste = await run(page, 'paste');
  const csv = await run(page, 'csv');
  const pdf = which === 'ours' ? await run(page, 'pdf') : NaN;
  if (which === 'ours' && (await run(page, 'pasted')) < 200 * 31 * 0.9) throw new Error('The block was not pasted');
  const save = await run(page, 'save');
  if (which === 'ours' && (await run(page, 'pasted')) > 0) throw new Error('The block was not saved');
  const open = await run(page, 'open');
  await page.close();
  const key = percentile(keys, 0.95);
  return { open, key, frame: percentile(frames, 0.95), layers, range, pasteFew, paste, save, csv, pdf };
}

/**
 * Typing into the weekly grid, in the office's row and in a provider's own.
 *
 * @param {import('@playwright/test').Browser} browser @param {string} url
 */
async function measureWeekly(browser, url) {
  const measured = { office: NaN, provider: NaN };
  for (const row of /** @type {const} */ (['office', 'provider'])) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/weekly`);
    await page.waitForFunction(() => Reflect.get(globalThis, 'bench')?.ready());
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await run(page, row);
    // The first day is the warm-up.
    for (const key of TYPED_DAYS.slice(0, 9)) await page.keyboard.press(key);
    await run(page, 'keys');
    for (const key of TYPED_DAYS) {
      await page.keyboard.press(key);
      await page.waitForTimeout(PAUSE_MS);
    }
    await page.waitForTimeout(200);
    measured[row] = percentile(await run(page, 'keys'), 0.95);
    await page.close();
  }
  return measured;
}

/**
 * Typing into one field of an empty page.
 *
 * @param {import('@playwright/test').Browser} browser @param {string} url
 */
async function measureBare(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/bare`);
  await page.waitForFunction(() => Reflect.get(globalThis, 'bench')?.ready());
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await run(page, 'begin');
  for (const key of TYPED_DAYS) {
    await page.keyboard.press(key === 'Tab' ? '0' : key);
    await page.waitForTimeout(PAUSE_MS);
  }
  const keys = await run(page, 'keys');
  await page.close();
  return percentile(keys, 0.95);
}

const measureBoth = () =>
  withResources(async (resources) => {
    const names = ['ours', 'peer', 'weekly', 'bare'];
    const server = resources.keep(await servePages(sources, names, [fontFiles]), (served) => served.close());
    const browser = resources.keep(await chromium.launch(chromiumOptions()), (launched) => launched.close());
    return {
      ours: await measure(browser, server.url, 'ours'),
      peer: await measure(browser, server.url, 'peer'),
      weekly: await measureWeekly(browser, server.url),
      bare: await measureBare(browser, server.url),
    };
  });

/** @param {Awaited<ReturnType<typeof measureBoth>>} both */
function print({ ours, peer, weekly, bare }) {
  const lines = /** @type {const} */ ([
    ['opening', 'open'],
    ['keystroke to paint, p95', 'key'],
    ['frame while scrolling, p95', 'frame'],
    ['another month', 'range'],
    ['paste of 20 × 31 cells', 'pasteFew'],
    ['paste of 200 × 31 cells', 'paste'],
    ['save of 200 × 31 cells', 'save'],
    ['CSV', 'csv'],
    ['PDF', 'pdf'],
  ]);
  console.log(
    `${'ms, slowed down 4 times'.padEnd(30)}${'ours'.padStart(10)}${'data grid'.padStart(12)}${'ratio'.padStart(9)}`,
  );
  for (const [what, name] of lines) {
    const ratio = Number.isNaN(peer[name]) ? '–' : (ours[name] / peer[name]).toFixed(2);
    const of = Number.isNaN(peer[name]) ? '–' : peer[name].toFixed(1);
    console.log(`${what.padEnd(30)}${ours[name].toFixed(1).padStart(10)}${of.padStart(12)}${ratio.padStart(9)}`);
  }
  console.log(`layers that the browser draws: ${ours.layers}`);
  const grids = /** @type {const} */ ([
    ['hours worked, 200 × 31', ours.key],
    ['weekly hours, office of 60', weekly.office],
    ['weekly hours, one of 60', weekly.provider],
    ['one field in an empty page', bare],
  ]);
  console.log(
    `\n${'keystroke to paint'.padEnd(30)}${'p95'.padStart(10)}${'budget'.padStart(12)}${'to one field'.padStart(15)}`,
  );
  for (const [what, key] of grids) {
    const ratio = (key / bare).toFixed(2).padStart(15);
    console.log(`${what.padEnd(30)}${key.toFixed(1).padStart(10)}${String(KEYSTROKE_MS).padStart(12)}${ratio}`);
  }
}

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export async function measureHoursGrid() {
  const both = await measureBoth();
  print(both);
  const { ours, peer, weekly } = both;
  return [
    atMost('keystroke in the hours grid to paint, p95, 4× slower', ours.key, KEYSTROKE_MS, 'ms'),
    atMost('keystroke in the weekly grid, office row, p95, 4× slower', weekly.office, KEYSTROKE_MS, 'ms'),
    atMost('keystroke in the weekly grid, provider row, p95, 4× slower', weekly.provider, KEYSTROKE_MS, 'ms'),
    atMost('  hours grid against the data grid', ours.key / peer.key, 0.33, 'times'),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) print(await measureBoth());
