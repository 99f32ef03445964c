/** The hours on a phone: content of the first screen, and number of taps per task. */
import type { Locator, Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';
import { countTaps, scrollsSideways, smallTargets } from '../../support/touch';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

const WORKED = '/settings/1/practice/provider-hours-worked';
const WEEKLY = '/settings/1/practice/provider-hours';

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
    // Fields partly covered by the header don't count as targets.
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
      expect(await smallTargets(page)).toEqual([]);
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

test('stops the month grid at whole columns', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
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

const unsaved = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const worked = (page: Page) => page.getByRole('textbox', { name: /, worked$/ });
const savedToast = (page: Page) => page.getByText('Provider hours saved successfully').first();

/** Presses at the element's current position and releases there a moment later, like a finger. */
async function press(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to press');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 100 });
}

/** Keeps each toast open like a hovering pointer. */
const holdToasts = (page: Page) =>
  page.evaluate(() => {
    const hold = () => {
      for (const toast of document.querySelectorAll('[data-toasts] [role="alert"]')) {
        toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      }
    };
    new MutationObserver(hold).observe(document.body, { childList: true, subtree: true });
  });

/** How far a toast overlaps the bar, measured at the same moment. */
const overlapWithBar = (toast: Locator) =>
  toast.evaluate((element) => {
    const bar = document.querySelector('[data-floating-bar]');
    return element.getBoundingClientRect().bottom - (bar?.getBoundingClientRect().top ?? 0);
  });

/** The width of a text: of a whole line of the bar, not of a column of words. */
const textWidth = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().width);

test(
  'says above its buttons what Undo restored from before a save',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + WORKED);
    await worked(page).first().tap();
    await page.keyboard.type('3.5');
    await page.getByRole('button', { name: 'Save Changes' }).tap();
    await expect(savedToast(page)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(unsaved(page).getByText('Restored 1 cell; save to keep')).toBeInViewport({ ratio: 1 });

    await signIn('owner', `${ownConsole.url}${WEEKLY}?provider=0`);
    const friday = page.getByRole('button', { name: /^Office, Friday:/ });
    await friday.tap();
    await page.keyboard.type('7');
    await page.getByRole('button', { name: 'Save Changes' }).tap();
    await expect(unsaved(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Undo' }).tap();
    await expect(unsaved(page).getByText(/^Restored \d days?; save to keep$/)).toBeInViewport({ ratio: 1 });
  },
);

test(
  'hits the bar’s button although the field shows an error on blur',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + WORKED);
    const bar = unsaved(page);
    const field = worked(page).first();
    await field.tap();
    await page.keyboard.type('25');
    await expect(bar).toBeVisible();
    await press(page, bar.getByRole('button', { name: 'Save Changes' }));
    const notSaved = bar.getByText('Not saved: 1 error to correct first');
    await expect(notSaved).toBeVisible();
    expect(await textWidth(notSaved)).toBeGreaterThan(200);
    const toError = bar.getByRole('button', { name: /^Go to the error/ });
    expect(await textWidth(toError)).toBeGreaterThan(150);
    expect(await faultsInBothThemes(page)).toEqual([]);

    await page
      .getByRole('textbox', { name: /, available$/ })
      .first()
      .tap();
    await page.keyboard.type('26');
    await press(page, bar.getByRole('button', { name: 'Undo' }));
    await expect(bar.getByText(/^1 error/)).toBeVisible();
    await press(page, bar.getByRole('button', { name: 'Undo' }));
    await expect(bar).toHaveCount(0);
  },
);

test('hits Undo while a day of the week is open', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  for (const day of ['Monday', 'Sunday']) {
    await signIn('owner', `${ownConsole.url}${WEEKLY}?provider=0`);
    await page.getByRole('button', { name: new RegExp(`^Office, ${day}:`) }).tap();
    await page.getByRole('textbox', { name: `Office, ${day}, end` }).tap();
    await page.keyboard.type('99');
    await press(page, unsaved(page).getByRole('button', { name: 'Undo' }));
    await expect(unsaved(page)).toHaveCount(0);
  }
});

test(
  'keeps toasts clear of the bar, and removes one with its conflict',
  { tag: '@verify' },
  async ({ page, browser, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + WORKED);
    const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await signIn('manager', ownConsole.url + WORKED, other);
    const name = (await worked(page).first().getAttribute('aria-label')) ?? '';
    await worked(page).first().tap();
    await page.keyboard.type('2');
    const [provider, day] = name.split(', ');
    const cell = other.getByRole('gridcell', { name: new RegExp(`^${provider}, ${day}, worked:`) });
    await cell.click();
    await other.keyboard.type('4');
    await other.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Save Changes' }).first().click();
    await expect(savedToast(other)).toBeVisible();
    await holdToasts(page);
    await page.getByRole('button', { name: 'Save Changes' }).tap();
    const toast = page.getByRole('alert').filter({ hasText: /^Not saved: .* changed some of these hours too/ });
    // The bar grows with the same response, and the toast rises with it.
    await expect.poll(() => overlapWithBar(toast)).toBeLessThanOrEqual(0);
    await expect(toast).toBeInViewport({ ratio: 1 });
    await page
      .getByRole('radio', { name: /^Keep yours/ })
      .first()
      .evaluate((radio: HTMLInputElement) => radio.click());
    await expect(toast).toHaveCount(0);
  },
);
