/**
 * Layers above a page that aren't dialogs: calendars, option lists, grid panels and menus, tooltips, and the questions
 * before edits are lost. axe checks each in light and dark. `every-dialog` covers dialogs and menus with
 * `aria-haspopup`.
 */
import type { Locator, Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { settled } from '../../support/reading';
import { expect, type Person, test } from '../../support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

/** Opens the calendar of a date and returns it. */
async function calendarOf(page: Page, label: string): Promise<Locator> {
  await button(page, new RegExp(`^Choose ${label}`)).click();
  const calendar = page.getByRole('dialog', { name: label, exact: true });
  await expect(calendar.getByRole('grid')).toBeVisible();
  return calendar;
}

/** Opens a list of options by typing, and highlights its second option. */
async function optionsOf(page: Page, label: string, search = ''): Promise<Locator> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(search);
  const list = page.getByRole('listbox', { name: label, exact: true });
  await expect(list).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  return list;
}

async function dialogAfter(page: Page, opener: Locator): Promise<Locator> {
  await opener.click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
  await expect(dialog).toBeVisible();
  return dialog;
}

interface Layer {
  name: string;
  /** Opens the layer and returns it. */
  open: (page: Page) => Promise<Locator>;
}

interface Screen {
  person: Person;
  path: string;
  layers: readonly Layer[];
}

const gridPanels: readonly Layer[] = [
  {
    name: 'the choice of columns',
    open: async (page) => {
      await button(page, 'Columns').click();
      const search = page.getByRole('searchbox').last();
      await expect(search).toBeFocused();
      return page.getByRole('dialog', { name: 'Columns' });
    },
  },
  {
    name: 'the density',
    open: async (page) => {
      await button(page, /^Density/).click();
      return page.getByRole('menu');
    },
  },
];

const screens: readonly Screen[] = [
  {
    person: 'owner',
    path: '/settings/1/practice/general',
    layers: [
      { name: 'the calendar of a date', open: (page) => calendarOf(page, 'Baseline date') },
      {
        name: 'the years of a calendar',
        open: async (page) => {
          const calendar = await calendarOf(page, 'Baseline date');
          await calendar.getByRole('button', { name: /year/i }).first().click();
          await expect(calendar.getByRole('radio').or(calendar.getByRole('option')).first()).toBeVisible();
          return calendar;
        },
      },
      {
        name: 'the question before edits are discarded',
        open: async (page) => {
          await page.getByRole('switch', { name: 'Pediatric practice' }).click();
          return dialogAfter(page, button(page, 'Discard'));
        },
      },
      {
        name: 'the question before the page is left',
        open: async (page) => {
          const pages = page.getByRole('navigation', { name: 'Pages' });
          return dialogAfter(page, pages.getByRole('link', { name: 'Members' }));
        },
      },
    ],
  },
  {
    person: 'owner',
    path: '/settings/1/practice/provider-hours?view=exceptions',
    layers: [
      {
        name: 'a calendar above a dialog',
        open: async (page) => {
          await dialogAfter(page, button(page, 'Add exception'));
          return calendarOf(page, 'First day');
        },
      },
    ],
  },
  {
    person: 'owner',
    path: '/settings/1/subscriptions/payment-history',
    layers: [
      {
        name: 'the calendar of a filter',
        open: async (page) => {
          // A narrow screen folds the filters.
          const filters = button(page, 'Filters');
          if (await filters.isVisible()) await filters.click();
          await page.getByRole('combobox', { name: 'Date range' }).selectOption('Custom range');
          return calendarOf(page, 'From');
        },
      },
    ],
  },
  { person: 'internal', path: '/internal/practices', layers: gridPanels },
  {
    person: 'internal',
    path: '/internal/practices/1/subscriptions',
    layers: [
      { name: 'a list of options with selected ones', open: (page) => optionsOf(page, 'Features') },
      {
        name: 'a list of options without a match',
        open: async (page) => {
          await page.getByRole('combobox', { name: 'Bundles', exact: true }).fill('nothing like it');
          const none = page.getByText('Nothing matches “nothing like it”.').last();
          await expect(none).toBeVisible();
          return none;
        },
      },
      { name: 'the calendar of an expiration', open: (page) => calendarOf(page, 'Snapshot Expiration') },
      {
        name: 'a tooltip',
        open: async (page) => {
          await page
            .getByRole('button', { name: /^Remove / })
            .first()
            .hover();
          const tooltip = page.getByRole('tooltip');
          await expect(tooltip).toBeVisible();
          return tooltip;
        },
      },
    ],
  },
];

test(
  'detects content blocked by the content security policy',
  { tag: '@verify' },
  async ({ page, sharedConsole, pageErrors }) => {
    pageErrors.expect(/img-src: https:\/\/elsewhere\.example/);
    await page.goto(sharedConsole.url);
    await page.evaluate(() => {
      const image = new Image();
      image.src = 'https://elsewhere.example/image.png';
      document.body.append(image);
    });
    await expect.poll(pageErrors.found).toHaveLength(1);
  },
);

test('detects uncaught errors', { tag: '@verify' }, async ({ page, browser, sharedConsole, pageErrors }) => {
  pageErrors.expect(/thrown by the page/);
  pageErrors.expect(/rejected by another page/);
  const other = await browser.newPage();
  await page.goto(sharedConsole.url);
  await other.goto(sharedConsole.url);
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('thrown by the page');
      }),
  );
  await other.evaluate(() => void Promise.reject(new Error('rejected by another page')));
  await expect.poll(pageErrors.found).toHaveLength(2);
  await other.close();
});

test('rejects text that would become code', { tag: '@verify' }, async ({ page, sharedConsole, pageErrors }) => {
  pageErrors.expect(/require-trusted-types-for: trusted-types-sink/);
  pageErrors.expect(/trusted-types: trusted-types-policy/);
  const unknownFeatures: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Permissions-Policy')) unknownFeatures.push(message.text());
  });
  await page.goto(sharedConsole.url);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  const refused = await page.evaluate(() => {
    const script = document.createElement('script');
    const attempts: Record<string, () => void> = {
      HTML: () => void (document.body.innerHTML = '<img src="" onerror="alert(1)">'),
      'a script as text': () => void (script.textContent = 'document.title = "ran"'),
      'a script as data': () => void (script.src = 'data:text/javascript,alert(1)'),
      'a script of the API': () => void (script.src = '/api/session/'),
      'another policy': () => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): void };
        };
        trustedTypes.createPolicy('mine', { createHTML: (html: string) => html });
      },
      'another default policy': () => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): void };
        };
        trustedTypes.createPolicy('default', { createHTML: (html: string) => html });
      },
      'a script of the shell': () => void (script.src = '/shell/main.js'),
    };
    return Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [];
      } catch {
        return [name];
      }
    });
  });
  expect(refused).toEqual([
    'HTML',
    'a script as text',
    'a script as data',
    'a script of the API',
    'another policy',
    'another default policy',
  ]);
  // Text without markup can be set but doesn't run, even with the page's nonce.
  pageErrors.expect(/HTMLScriptElement was directly modified and will not be executed/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.innerHTML = 'document.title = "ran"';
    document.body.append(script);
  });
  expect(await page.title()).not.toBe('ran');
  await expect.poll(() => pageErrors.found().length).toBe(7);
  expect(unknownFeatures).toEqual([]);
});

for (const [device, width] of [
  ['desk', 1440],
  ['tablet', 1024],
] as const) {
  test.describe(`on a ${device}`, { tag: '@verify' }, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const { person, path, layers } of screens) {
      test(`opens calendars, lists and panels of ${path} without faults`, async ({ page, sharedConsole, signIn }) => {
        await signIn(person, sharedConsole.url + path);
        await settled(page);
        for (const { name, open } of layers) {
          const layer = await open(page);
          await expect(layer, name).toBeVisible();
          // Layers are outside of the page's landmarks.
          expect(await faultsInBothThemes(page, ['region']), name).toEqual([]);
          // One press for the layer, one for the dialog or the search below it.
          await page.keyboard.press('Escape');
          await page.keyboard.press('Escape');
          await expect(layer, name).toHaveCount(0);
        }
      });
    }
  });
}
