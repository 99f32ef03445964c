/** The hours on a phone: what is on the first screen, and how many taps a job takes. */
import type { Locator, Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

const WORKED = '/settings/1/practice/provider-hours-worked';
const WEEKLY = '/settings/1/practice/provider-hours';

/** Taps, and counts them. */
function countTaps() {
  let count = 0;
  return {
    async tap(target: Locator): Promise<void> {
      count += 1;
      await target.tap();
    },
    count: () => count,
  };
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const headline = (page: Page) => page.getByRole('link', { name: /Utilization today/ });

test(
  "shows today's utilization on the first screen, and saves a day's worked hours within 4 taps",
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url);
    await expect(headline(page)).toBeInViewport({ ratio: 1 });
    const { tap, count } = countTaps();
    await tap(headline(page));
    const worked = page.getByRole('textbox', { name: /^Amelia Hart, .*, worked$/ });
    await tap(worked);
    await expect(worked).toBeFocused();
    await expect(worked).toHaveAttribute('inputmode', 'decimal');
    await page.keyboard.type('3.5');
    await tap(page.getByRole('button', { name: 'Save Changes' }));
    await expect(page.getByText('Provider hours saved successfully').first()).toBeVisible();
    expect(count()).toBeLessThanOrEqual(4);
    await page.reload();
    await expect(worked).toHaveValue('3.50');
    await expect(worked).toHaveAccessibleDescription(/^Worked: Original/);
    expect(await scrollsSideways(page)).toBe(false);
    // Fields that the header covers in part are no targets of their own.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await faultsInBothThemes(page)).toEqual([]);
  },
);

test("saves a provider's Friday within 5 taps", { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('owner', ownConsole.url);
  const { tap, count } = countTaps();
  await tap(page.getByRole('button', { name: 'Open the menu' }));
  await tap(page.getByRole('link', { name: /^Office & provider hours/ }));
  const list = page.getByRole('list', { name: 'Office and providers' });
  await expect(list).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await tap(list.getByRole('button', { name: /^Mei Tanaka/ }));
  const friday = page.getByRole('button', { name: /^Mei Tanaka, Friday:/ });
  await tap(friday.getByText('3:00', { exact: true }));
  await expect(page.getByRole('textbox', { name: 'Mei Tanaka, Friday, end' })).toBeFocused();
  await page.keyboard.type('130');
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await tap(page.getByRole('button', { name: 'Save Changes' }));
  await expect(page.getByText('Provider hours saved successfully').first()).toBeVisible();
  expect(count()).toBeLessThanOrEqual(5);
  await page.reload();
  await expect(friday).toHaveAccessibleName(/9:00 AM to 1:30 PM/);
  await page.getByRole('button', { name: 'Done' }).tap();
  await expect(list).toBeVisible();
});

test(
  'has targets of 44 pixels, and Save and Undo clear of the fields',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    for (const path of [WORKED, WEEKLY, `${WEEKLY}?provider=0`]) {
      await signIn('owner', sharedConsole.url + path);
      await expect(page.getByRole('list').last()).toBeVisible();
      const small = await page
        .locator('main')
        .locator('button:visible, a:visible, input:visible')
        .evaluateAll((targets) =>
          targets
            .map((target) => target.closest('label, .MuiInputBase-root') ?? target)
            .filter((target) => target.getBoundingClientRect().height < 43.5)
            .map((target) => target.outerHTML.slice(0, 120)),
        );
      expect(small).toEqual([]);
    }
    await signIn('owner', sharedConsole.url + WORKED);
    const last = page.getByRole('textbox', { name: /, worked$/ }).last();
    await last.tap();
    await page.keyboard.type('2');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expect(bar.getByRole('button', { name: 'Undo' })).toBeVisible();
    await last.scrollIntoViewIfNeeded();
    const [field, floating] = [await last.boundingBox(), await bar.boundingBox()];
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(floating?.y ?? 0);
    await bar.getByRole('button', { name: 'Undo' }).tap();
    await expect(bar).toHaveCount(0);
  },
);

test('stops the grid of a month at whole columns', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await signIn('owner', `${sharedConsole.url}${WORKED}?range=month&layout=grid`);
  const grid = page.getByRole('grid', { name: 'Hours of each provider per day' });
  await expect(grid).toBeVisible();
  const cut = () =>
    grid.evaluate((frame) => {
      const left = frame.querySelector('[data-head] [data-pinned]')?.getBoundingClientRect().right ?? 0;
      const edges = [...frame.querySelectorAll('[data-head] [data-day]')].map(
        (day) => day.getBoundingClientRect().left,
      );
      return Math.min(...edges.map((edge) => Math.abs(edge - left)));
    });
  await expect.poll(cut).toBeLessThan(2);
  await grid.evaluate((frame) => frame.scrollTo({ left: 500 }));
  await expect.poll(cut).toBeLessThan(2);
  expect(await scrollsSideways(page)).toBe(false);
});
