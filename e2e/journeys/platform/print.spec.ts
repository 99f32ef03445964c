/** Printed pages: all content, black on white, without controls. */
import type { Page } from '@playwright/test';
import { settled } from '../../support/reading';
import { expect, type Person, test } from '../../support/test';

interface Printed {
  name: string;
  person: Person;
  path: string;
  practice: string;
  title: string;
  /** Each name that must be printed. */
  rows: (page: Page) => Promise<number>;
  expected: number;
}

const count = (selector: string) => (page: Page) => page.locator(selector).count();

const printed: readonly Printed[] = [
  {
    name: 'weekly hours of sixty providers',
    person: 'superadmin',
    path: '/settings/6/practice/provider-hours',
    practice: 'Summit Dental Group',
    title: 'Office & provider hours',
    rows: count('[role=grid] tbody tr'),
    expected: 61,
  },
  {
    name: 'hours worked of sixty providers in a month',
    person: 'superadmin',
    path: '/settings/6/practice/provider-hours-worked?range=month',
    practice: 'Summit Dental Group',
    title: 'Provider hours worked',
    rows: count('[role=grid] [data-body] [role=row]'),
    expected: 120,
  },
  {
    name: 'payment history',
    person: 'owner',
    path: '/settings/1/subscriptions/payment-history',
    practice: 'Bright Smiles Dental',
    title: 'Payment history',
    rows: count('tbody tr[data-row]'),
    expected: 25,
  },
  {
    name: 'product history',
    person: 'internal',
    path: '/internal/practices/1/history',
    practice: 'Bright Smiles Dental',
    title: 'Product change history',
    rows: count('ul[aria-label="Product changes"] > li'),
    expected: 10,
  },
];

/** Background colors of the page. */
const grounds = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [getComputedStyle(document.documentElement), getComputedStyle(document.body)].map((of) => of.backgroundColor),
  );

test.use({ colorScheme: 'dark' });

for (const { name, person, path, practice, title, rows, expected } of printed) {
  test(`prints ${name}`, { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
    await signIn(person, ownConsole.url + path);
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ media: 'print' });

    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(practice, { exact: true }).locator('visible=true').first()).toBeVisible();
    await expect(page.getByText(/^Printed \w{3} \d+, \d{4}, \d+:\d\d [AP]M$/)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeHidden();
    await expect(page.getByRole('complementary')).toBeHidden();
    // A printed checkbox shows its state only with its background.
    const controls = 'main .MuiButtonBase-root:visible:not(.MuiCheckbox-root), main input[type=search]:visible';
    await expect(page.locator(controls)).toHaveCount(0);
    const boxes = await page.locator('main .MuiCheckbox-root:visible > span').all();
    for (const box of boxes) await expect(box).toHaveCSS('print-color-adjust', 'exact');

    expect(await rows(page)).toBe(expected);
    const grid = page.locator('[role=grid][aria-colcount]');
    if ((await grid.count()) > 0) {
      await expect(grid.getByRole('columnheader')).toHaveCount(Number(await grid.getAttribute('aria-colcount')));
    }
    expect(await grounds(page)).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    // Printed pages don't scroll, so content beyond an edge would be lost.
    const hidden = await page.locator('main *:visible').evaluateAll((all) =>
      all
        .filter((one) => {
          const { overflowY, overflowX } = getComputedStyle(one);
          const scrolls = [overflowX, overflowY].some((flow) => flow === 'auto' || flow === 'scroll');
          return scrolls && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    expect(hidden).toEqual([]);

    await page.emulateMedia({ media: null });
    await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible();
  });
}
