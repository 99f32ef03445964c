// @ts-check
/**
 * `npm run screens`: takes the screenshots in docs/screens from a fresh demo. With `-- --all`, it also takes full-page
 * screenshots of every page in dark and on a phone, and of dialogs, empty lists and errors, into e2e/.work/screens.
 */
import fs from 'node:fs';
import { chromium } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { chromiumOptions } from 'tools/test-system';
import {
  buildStale,
  command,
  compileServer,
  repositoryPath,
  installMissing,
  remoteFolders,
  say,
  StepError,
} from '../tools/steps.mjs';
import { seedModuleHealth } from './screens/module-health.mjs';
import { checkPages, pages } from './screens/pages.mjs';
import { states } from './screens/states.mjs';
import { recordRequests, REPORTS, requestsPause } from './support/requests.mjs';

/** @typedef {Omit<import('./screens/pages.mjs').Screen, 'shows'>} Screen */

const desk = { width: 1440, height: 900 };
/** Slightly lower, for small files. */
const keptDesk = { width: 1440, height: 840 };
const telephone = { width: 390, height: 844 };

/**
 * @typedef {object} View
 * @property {string} folder
 * @property {string} suffix
 * @property {{ width: number, height: number }} viewport
 * @property {'light' | 'dark'} colorScheme
 * @property {boolean} fullPage
 */

/** @type {View} */
const kept = { folder: 'docs/screens', suffix: '', viewport: keptDesk, colorScheme: 'light', fullPage: false };
const work = 'e2e/.work/screens';
/** @type {readonly View[]} */
const further = [
  { folder: work, suffix: '-light', viewport: desk, colorScheme: 'light', fullPage: true },
  { folder: work, suffix: '-dark', viewport: desk, colorScheme: 'dark', fullPage: true },
  { folder: work, suffix: '-390', viewport: telephone, colorScheme: 'light', fullPage: true },
];

/** Waits for responses, content and fonts. @param {import('@playwright/test').Page} page */
async function settle(page) {
  await requestsPause(page);
  await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
  await requestsPause(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {Screen} screen
 * @param {View} view
 */
async function take(browser, url, screen, { folder, suffix, viewport, colorScheme, fullPage }) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  recordRequests(page);
  page.setDefaultTimeout(15_000);
  // Drops reports, so that Module health shows only the seeded figures.
  await context.route(`**${REPORTS}`, (route) => route.fulfill({ json: { status: 'success' } }));
  if (screen.person) {
    await page.request.post(`${url}/api/session/`, { data: { email: screen.person, password: 'practice-console' } });
  }
  await screen.before?.(page);
  await page.goto(url + screen.path);
  await page.locator(screen.ready).first().waitFor();
  await settle(page);
  await screen.open?.(page);
  await settle(page);
  const file = `${folder}/${screen.name}${suffix}.png`;
  await page.screenshot({ path: repositoryPath(file), fullPage, animations: 'disabled' });
  say(file);
  await context.close();
}

/** Writes the list of the stored screenshots. */
function writeList() {
  const lines = pages.map(({ name, shows }) => `- [${shows}](${name}.png)`);
  const text = [
    '# Screens',
    '',
    'Every page of the console at 1440 pixels, on a fresh demo. `npm run screens` takes them anew and writes this list;',
    '`npm run screens -- --all` also takes each page whole, in dark and on a telephone, and dialogs, empty lists and failures,',
    'into `e2e/.work/screens`. Names after it take only those that begin so.',
    '',
    ...lines,
    '',
  ];
  fs.writeFileSync(repositoryPath('docs', 'screens', 'README.md'), text.join('\n'));
}

/** @returns {{ screen: Screen, view: View }[]} all screenshots, or those whose name starts with an argument */
function wanted() {
  const words = process.argv.slice(2);
  const names = words.filter((word) => !word.startsWith('--'));
  const all = words.includes('--all');
  const isWanted = (/** @type {Screen} */ { name }) =>
    names.length === 0 || names.some((start) => name.startsWith(start));
  return [
    ...(names.length > 0 && all ? [] : pages.map((screen) => ({ screen, view: kept }))),
    ...(all ? pages.flatMap((screen) => further.map((view) => ({ screen, view }))) : []),
    // A dialog covers the window, so its screenshot shows the window.
    ...(all ? states.flatMap((screen) => further.map((view) => ({ screen, view: { ...view, fullPage: false } }))) : []),
  ].filter(({ screen }) => isWanted(screen));
}

await command(async () => {
  checkPages();
  await installMissing();
  await compileServer();
  await buildStale(remoteFolders());
  const running = await startConsole({ sandbox: true });
  const browser = await chromium.launch(chromiumOptions());
  try {
    writeList();
    await seedModuleHealth(running);
    fs.mkdirSync(repositoryPath(work), { recursive: true });
    /** @type {string[]} */
    const failed = [];
    for (const { screen, view } of wanted()) {
      await take(browser, running.url, screen, view).catch((/** @type {Error} */ error) => {
        failed.push(`${screen.name}${view.suffix}: ${error.message}`);
      });
    }
    if (failed.length > 0) throw new StepError(`Not taken:\n${failed.join('\n')}`);
  } finally {
    await browser.close();
    await running.dispose();
  }
});
