/** All faults of a module. Navigation and other modules keep working, and Retry recovers. */
import type { Page, Route } from '@playwright/test';
import type { HostedConsole } from 'tools/console-process';
import { type Fault, faultDeclaration, faultEntry } from '../../support/fault-module';
import { declarationFile, ship, type Shipping } from '../../support/registry';
import { expect, test } from '../../support/test';

const hours = {
  link: 'Office & provider hours',
  heading: 'Office & provider hours',
  path: '/settings/1/practice/provider-hours',
};
const fault = { link: 'Fault', heading: 'Fault page works', path: '/settings/1/fault/page' };

let running: HostedConsole;
let team: Shipping;

test.beforeAll(async ({ startOwnConsole }) => {
  running = await startOwnConsole();
  await running.command('module', 'grant', declarationFile(faultDeclaration));
  team = { url: running.url, token: await running.token('mf-fault') };
  await ship(team, faultDeclaration, '1.0.0', { 'remoteEntry.js': faultEntry });
});
test.afterAll(() => running.dispose());

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const grid = (page: Page) => page.getByRole('grid', { name: /hours/i });
const setFault = (page: Page, name: Fault) => page.evaluate((value) => localStorage.setItem('fault', value), name);

async function showsPanel(page: Page, title: string, module: string): Promise<void> {
  const panel = page.getByRole('alert').filter({ hasText: `${title} isn’t available` });
  await expect(panel).toBeVisible();
  await expect(page.getByText(new RegExp(`^${module} \\d+\\.\\d+\\.\\d+`))).toBeVisible();
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).click();
}

/** Opens another module and returns. */
async function otherPageWorks(page: Page, other: typeof hours): Promise<void> {
  await link(page, other.link).click();
  await expect(heading(page, other.heading)).toBeVisible();
}

/** `npm test` runs this one, because only a browser refuses a file by its hash. `npm run verify` runs all. */
const main = 'a chunk with a wrong hash';

test.describe('when the network fails', () => {
  const altered = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n/* altered */` });
  };
  const rows: [name: string, url: RegExp, handler: (route: Route) => unknown][] = [
    ['an entry that is not there', /mf-hours\/.*remoteEntry\.js/, (route) => route.fulfill({ status: 404, body: '' })],
    [
      'an entry that answers 503 with JSON',
      /mf-hours\/.*remoteEntry\.js/,
      (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{"status":"error"}' }),
    ],
    [
      'an entry that answers 200 with HTML',
      /mf-hours\/.*remoteEntry\.js/,
      (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Proxy</title>' }),
    ],
    ['an entry that never ends', /mf-hours\/.*remoteEntry\.js/, () => undefined],
    ['a chunk that never ends', /mf-hours\/.*lifecycles\..*\.js/, () => undefined],
    [
      'a shared chunk that answers 503',
      /\/shell\/remote-kit\..*\.js/,
      (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
    ],
    ['an entry with a wrong hash', /mf-hours\/.*remoteEntry\.js/, altered],
    ['a chunk with a wrong hash', /mf-hours\/.*lifecycles\..*\.js/, altered],
  ];

  for (const [name, url, handler] of rows) {
    test(
      `shows the panel and recovers from ${name}`,
      { tag: name === main ? [] : ['@verify'] },
      async ({ page, signIn }) => {
        await signIn('owner', running.url + fault.path);
        await expect(heading(page, fault.heading)).toBeVisible();
        await page.route(url, handler);

        await link(page, hours.link).click();
        await showsPanel(page, hours.link, 'mf-hours');
        await otherPageWorks(page, fault);

        await link(page, hours.link).click();
        await showsPanel(page, hours.link, 'mf-hours');
        await page.unroute(url);
        await retry(page);
        await expect(grid(page)).toBeVisible();
        await otherPageWorks(page, fault);
      },
    );
  }

  test('keeps typed input when a dialog’s code fails to load', { tag: '@verify' }, async ({ page, signIn }) => {
    const chunk = /mf-hours\/.*copy-hours\..*\.js/;
    await signIn('owner', running.url + hours.path);
    await page.getByRole('gridcell', { name: /^Noah Walsh, Tuesday:/ }).click();
    await page.getByRole('textbox', { name: 'Noah Walsh, Tuesday, start' }).fill('9');
    await page.keyboard.press('Enter');
    await page.route(chunk, (route) => route.abort());

    const opener = page.getByRole('button', { name: 'Copy day…' });
    const failed = page.getByRole('alertdialog', { name: 'Couldn’t load this' });
    await opener.click();
    await failed.getByRole('button', { name: 'Cancel' }).click();
    await opener.click();
    await expect(failed).toContainText('What you entered is still there.');
    await page.unroute(chunk);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('dialog', { name: 'Copy a day to other days' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('gridcell', { name: /^Noah Walsh, Tuesday:.*9:00 AM/ })).toBeVisible();
  });
});

test.describe('when the module fails', () => {
  const rows: Fault[] = [
    'throw-on-import',
    'throw-in-mount',
    'hang-in-mount',
    'throw-in-render',
    'throw-in-render-without-boundary',
    'throw-in-effect',
    'throw-in-effect-without-boundary',
  ];
  /** Faults that the browser reports as uncaught errors. */
  const uncaught: Partial<Record<Fault, RegExp>> = {
    'throw-on-import': /thrown on import/,
    'throw-in-render-without-boundary': /thrown in render/,
    'throw-in-effect-without-boundary': /thrown in an effect/,
  };
  for (const name of rows) {
    test(`shows the panel and recovers from ${name}`, { tag: '@verify' }, async ({ page, signIn, pageErrors }) => {
      const error = uncaught[name];
      if (error) pageErrors.expect(error);
      await signIn('owner', running.url + hours.path);
      await expect(grid(page)).toBeVisible();
      await setFault(page, name);

      await link(page, fault.link).click();
      await showsPanel(page, fault.link, 'mf-fault');
      await otherPageWorks(page, hours);

      await link(page, fault.link).click();
      await showsPanel(page, fault.link, 'mf-fault');
      await setFault(page, '');
      await retry(page);
      await expect(heading(page, fault.heading)).toBeVisible();
      await otherPageWorks(page, hours);
    });
  }

  for (const name of ['throw-in-unmount', 'hang-in-unmount'] as const) {
    test(`opens other pages despite ${name}`, { tag: '@verify' }, async ({ page, signIn }) => {
      await signIn('owner', running.url + fault.path);
      await expect(heading(page, fault.heading)).toBeVisible();
      await setFault(page, name);
      await otherPageWorks(page, hours);
      await setFault(page, '');
      await otherPageWorks(page, fault);
      await expect(page.locator('[data-module]')).toHaveCount(1);
    });
  }

  test('loads the next version after a syntax error', { tag: '@verify' }, async ({ page, signIn, pageErrors }) => {
    pageErrors.expect(/SyntaxError/);
    await ship(team, faultDeclaration, '1.0.1', { 'remoteEntry.js': 'var mf_fault = (' });
    await signIn('owner', running.url + hours.path);
    await link(page, fault.link).click();
    await showsPanel(page, fault.link, 'mf-fault');
    await otherPageWorks(page, hours);

    await ship(team, faultDeclaration, '1.0.2', { 'remoteEntry.js': faultEntry });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Data refreshed successfully').first()).toBeVisible();
    await link(page, fault.link).click();
    // The page knows that the registry has changed, so this navigation reloads it with the fixed version.
    await expect(heading(page, fault.heading)).toBeVisible();
  });

  test(
    'loads a fixed version on Retry after a syntax error',
    { tag: '@verify' },
    async ({ page, signIn, pageErrors }) => {
      pageErrors.expect(/SyntaxError/);
      await ship(team, faultDeclaration, '1.0.3', { 'remoteEntry.js': 'var mf_fault = (' });
      await signIn('owner', running.url + fault.path);
      await showsPanel(page, fault.link, 'mf-fault');
      await ship(team, faultDeclaration, '1.0.4', { 'remoteEntry.js': faultEntry });
      await retry(page);
      await expect(heading(page, fault.heading)).toBeVisible();
      await expect(page.locator('[data-module="mf-fault"]')).toHaveAttribute('data-version', '1.0.4');
    },
  );
});

test('ends on the last of twenty fast switches', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('owner', running.url + hours.path);
  await expect(grid(page)).toBeVisible();
  await page.evaluate(
    async ([first, second]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
      for (let turn = 0; turn < 20; turn += 1) {
        links.find(({ pathname }) => pathname === (turn % 2 === 0 ? first : second))?.click();
        await new Promise((resolve) => setTimeout(resolve, turn % 3 === 0 ? 0 : 15));
      }
    },
    [fault.path, hours.path] as const,
  );
  await expect(grid(page)).toBeVisible();
  await expect(page).toHaveURL(running.url + hours.path);
  await expect(page.locator('[data-module]')).toHaveCount(1);
  await otherPageWorks(page, fault);
});
