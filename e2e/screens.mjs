// @ts-check
/**
 * `npm run screens`: takes the screenshots in docs/screens from a fresh demo. With `-- --all`, takes each page and state whole, at
 * five widths, in light and dark, into e2e/.work/screens; with `-- --heavy`, with a large practice and names of any script, into
 * e2e/.work/screens-heavy. Names after it take only those that begin so, and a number after it only this width.
 */
import fs from 'node:fs';
import { chromium } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { chromiumOptions, startPostgres } from 'tools/test-system';
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
import { addHeavyPractice, heavy } from './support/heavy-practice.mjs';
import { recordRequests, REPORTS, requestsPause } from './support/requests.mjs';

/** @typedef {Omit<import('./screens/pages.mjs').Screen, 'shows'>} Screen */

/**
 * @typedef {object} Device
 * @property {readonly number[]} widths
 * @property {number} height
 * @property {boolean} touch
 */

/** @type {readonly Device[]} */
const devices = [
  { widths: [1440, 1024], height: 900, touch: false },
  { widths: [768, 390, 360], height: 844, touch: true },
];
const schemes = /** @type {const} */ (['light', 'dark']);

/** Size of the stored screenshots: slightly smaller, for small files. */
const stored = { width: 1440, height: 840 };

const words = process.argv.slice(2);
const isHeavy = words.includes('--heavy');
const takesAll = isHeavy || words.includes('--all');
const work = isHeavy ? 'e2e/.work/screens-heavy' : 'e2e/.work/screens';

/** Waits for responses, content and fonts. @param {import('@playwright/test').Page} page */
async function settle(page) {
  await requestsPause(page);
  await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
  await requestsPause(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * Opens a screen in a window of its own.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {Screen} screen
 * @param {import('@playwright/test').BrowserContextOptions} options
 * @param {(page: import('@playwright/test').Page) => Promise<void>} take
 */
async function visit(browser, url, screen, options, take) {
  const context = await browser.newContext({
    ...{ locale: 'en-US', timezoneId: 'America/Chicago', reducedMotion: 'reduce' },
    ...options,
  });
  try {
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
    await take(page);
  } finally {
    await context.close();
  }
}

/** @param {import('@playwright/test').Page} page @param {string} file @param {boolean} fullPage */
async function save(page, file, fullPage) {
  await page.screenshot({ path: repositoryPath(file), fullPage, animations: 'disabled' });
  say(file);
}

/**
 * Takes a screen at all widths of a device, in light and dark. A dialog covers the window, so its screenshot shows the window.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {Screen} screen
 * @param {Device} device
 */
async function takeAll(browser, url, screen, { widths, height, touch }) {
  const [width = 0] = widths;
  await visit(browser, url, screen, { viewport: { width, height }, hasTouch: touch, isMobile: touch }, async (page) => {
    for (const wide of widths) {
      await page.setViewportSize({ width: wide, height });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settle(page);
        await save(page, `${work}/${screen.name}-${wide}-${colorScheme}.png`, !states.includes(screen));
      }
    }
  });
}

/** Writes the list of the stored screenshots. */
function writeList() {
  const lines = pages.map(({ name, shows }) => `- [${shows}](${name}.png)`);
  const text = [
    '# Screens',
    '',
    'Every page of the console at 1440 pixels, on a fresh demo. `npm run screens` takes them anew and writes this list;',
    '`npm run screens -- --all` takes each page whole, and dialogs, empty lists and failures, at 1440, 1024, 768, 390 and 360',
    'pixels, in light and dark, into `e2e/.work/screens`; `npm run screens -- --heavy` does so with a large practice, into',
    '`e2e/.work/screens-heavy`. Names after it take only those that begin so, numbers only these widths.',
    '',
    ...lines,
    '',
  ];
  fs.writeFileSync(repositoryPath('docs', 'screens', 'README.md'), text.join('\n'));
}

/** The screens and devices that the arguments name. */
function wanted() {
  const names = words.filter((word) => /^[a-z]/.test(word));
  const widths = words.filter((word) => /^\d/.test(word)).map(Number);
  const isWanted = (/** @type {Screen} */ { name }) => names.length === 0 || names.some((one) => name.startsWith(one));
  return {
    screens: (takesAll ? [...pages, ...states] : pages).filter(isWanted),
    devices: devices
      .map((device) => ({
        ...device,
        widths: device.widths.filter((one) => widths.length === 0 || widths.includes(one)),
      }))
      .filter((device) => device.widths.length > 0),
  };
}

/** A console with the demo. A large practice needs PostgreSQL, which its data is written into. @param {import('tools/resources').Resources} resources */
async function startFilled(resources) {
  const postgres = isHeavy && resources.keep(await startPostgres(), (started) => started.stop());
  const environment = { RATE_LIMITS: 'person:1000000,practice:1000000,searches:1000000' };
  const running = resources.keep(
    await startConsole({ sandbox: true, ...(postgres && { postgres: postgres.url, environment }) }),
    (started) => started.dispose(),
  );
  await seedModuleHealth(running);
  if (isHeavy) await addHeavyPractice(running, heavy);
  return running;
}

await command(async () => {
  checkPages();
  await installMissing();
  await compileServer();
  await buildStale(remoteFolders());
  await withResources(async (resources) => {
    const { url } = await startFilled(resources);
    const browser = resources.keep(await chromium.launch(chromiumOptions()), (launched) => launched.close());
    if (!takesAll) writeList();
    fs.mkdirSync(repositoryPath(work), { recursive: true });
    const { screens, devices: shown } = wanted();
    /** @type {string[]} */
    const failed = [];
    const attempt = (/** @type {string} */ name, /** @type {Promise<void>} */ taken) =>
      taken.catch((/** @type {Error} */ error) => void failed.push(`${name}: ${error.message}`));
    for (const screen of screens) {
      const { name, isDeskOnly = false } = screen;
      if (!takesAll) {
        const file = `docs/screens/${name}.png`;
        await attempt(
          name,
          visit(browser, url, screen, { viewport: stored, colorScheme: 'light' }, (page) => save(page, file, false)),
        );
      }
      for (const device of takesAll ? shown : []) {
        if (!(isDeskOnly && device.touch))
          await attempt(`${name}-${device.widths.join()}`, takeAll(browser, url, screen, device));
      }
    }
    if (failed.length > 0) throw new StepError(`Not taken:\n${failed.join('\n')}`);
  });
});
