// @ts-check
/**
 * The overview after sign-in, next to the page of practice settings, which was the first page before it. Both are opened
 * cold in turn, four times slower and over 10 Mbit/s.
 */
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { chromiumOptions } from 'tools/test-system';
import { atMost } from './budget.mjs';

const TURNS = 7;
const SLOWER = 4;
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 625_000 };

/** The first page, and the condition for counting as usable. */
const pages = {
  overview: {
    path: '/settings/1/overview',
    // Attention items are listed, and no card shows its skeleton.
    usable: () =>
      document.querySelector('section[aria-label="Needs attention"] li a') !== null &&
      document.querySelector('main [aria-label="Utilization this week"] ul') !== null &&
      document.querySelector('main section [role=status] .MuiSkeleton-root') === null,
  },
  settings: {
    path: '/settings/1/practice/general',
    usable: () => document.querySelector('[data-module] h1') !== null && document.querySelector('main input') !== null,
  },
};

/** @param {number[]} values */
const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {(typeof pages)[keyof typeof pages]} target
 */
async function open(browser, url, { path, usable }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${url}/api/session/`, {
    data: { email: 'owner@bright-smiles.example', password: 'practice-console' },
  });
  const page = await context.newPage();
  /** @type {Set<string>} */
  const scripts = new Set();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url());
  });
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', LINE);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.waitForFunction(usable);
  const usableMs = await page.evaluate(() => performance.now());
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  );
  const bodies = await Promise.all(
    [...scripts].map(async (script) => gzipSync(await (await context.request.get(script)).body(), { level: 9 }).length),
  );
  await context.close();
  return { usableMs, firstPaintMs, kilobytes: bodies.reduce((sum, bytes) => sum + bytes, 0) / 1000 };
}

/**
 * @param {number} [wanted] times that each page is opened
 * @returns {Promise<import('./budget.mjs').Row[]>}
 */
export const measureOverview = (wanted = TURNS) =>
  withResources(async (resources) => {
    const running = resources.keep(await startConsole({ sandbox: true }), (started) => started.dispose());
    const browser = resources.keep(await chromium.launch(chromiumOptions()), (launched) => launched.close());
    /** @type {Awaited<ReturnType<typeof open>>[]} */
    const overviews = [];
    /** @type {Awaited<ReturnType<typeof open>>[]} */
    const settings = [];
    for (let turn = 0; turn < wanted; turn += 1) {
      overviews.push(await open(browser, running.url, pages.overview));
      settings.push(await open(browser, running.url, pages.settings));
    }
    const of = (/** @type {typeof overviews} */ opened, /** @type {keyof (typeof overviews)[number]} */ what) =>
      median(opened.map((one) => one[what]));
    const paints = [of(overviews, 'firstPaintMs'), of(settings, 'firstPaintMs')];
    const times = [of(overviews, 'usableMs'), of(settings, 'usableMs')];
    const sizes = [of(overviews, 'kilobytes'), of(settings, 'kilobytes')];
    const ratio = (/** @type {number[]} */ [one = NaN, other = NaN]) => one / other;
    const both = (/** @type {number[]} */ values) => values.map((value) => value.toFixed(0)).join(' and ');
    return [
      atMost(`overview to its first paint, against settings (${both(paints)} ms)`, ratio(paints), 1.1, 'times'),
      atMost(`overview until all its cards are there (${both(times)} ms)`, ratio(times), 1.5, 'times'),
      atMost(`  its scripts (${both(sizes)} kB)`, ratio(sizes), 1.1, 'times'),
    ];
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { what, measured, budget, holds } of await measureOverview()) {
    console.log(`${what.padEnd(80)} ${measured} (${budget}) ${holds ? 'holds' : 'MISSED'}`);
  }
}
