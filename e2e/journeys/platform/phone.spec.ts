/** Every page on a touch screen, and tasks that people do on the go. */
import type { Page } from '@playwright/test';
import { addHeavyPractice } from '../../support/heavy-practice.mjs';
import { byName, layers, named, type Opener, sayingSo } from '../../support/layers';
import { declaredPages } from '../../support/pages';
import { cutOff, settled, SKELETONS } from '../../support/reading';
import { expect, test } from '../../support/test';
import { countTaps, smallTargets } from '../../support/touch';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
});

const OVERVIEWS = ['/settings/1/overview', '/internal/overview'];
const paths = [...OVERVIEWS, ...declaredPages().map(({ path }) => path(1))];

/** What a check finds on every page. */
async function findOnPages(page: Page, url: string, check: (page: Page) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(url + path);
    await settled(page);
    found.push(...(await check(page)).map((fault) => `${path}: ${fault}`));
  }
  return found;
}

test('has targets of 44 pixels on every page', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await signIn('superadmin', sharedConsole.url);
  expect(await findOnPages(page, sharedConsole.url, smallTargets)).toEqual([]);
});

/** Named openers of the desk that a phone has in a menu, or not at all, as it has no keyboard. */
const DESK_OPENERS = ['Copy day…', 'Keyboard shortcuts', 'Edit access of Marcus Bell', 'Remove Visa ending 4242'];

/** Opens each layer of a page, as its small targets are found only there. */
async function findInLayers(page: Page, openers: readonly Opener[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, button } of openers) {
    await button.tap();
    await expect(layers(page).last(), name).toBeVisible();
    await expect(layers(page).locator(`${SKELETONS}, [aria-busy=true]`)).toHaveCount(0);
    found.push(...(await smallTargets(page, layers(page).last())).map((fault) => `${name}: ${fault}`));
    await page.keyboard.press('Escape');
    await expect(layers(page), name).toHaveCount(0);
    // The key restores the focus, whose tooltip covers the next button. A finger leaves none.
    await button.blur();
  }
  return found;
}

for (const { module, title, path } of declaredPages()) {
  const address = path(1);
  test(
    `has targets of 44 pixels in what opens above ${title} of ${module}`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      await signIn('superadmin', sharedConsole.url + address);
      await settled(page);
      const folded = page.getByRole('region', { name: 'Current Subscriptions' }).locator('button[aria-expanded=false]');
      while ((await folded.count()) > 0) await folded.first().tap();
      const names = (named[address] ?? []).filter((name) => !DESK_OPENERS.includes(name));
      const openers = [...byName(page, names), ...(await sayingSo(page, ':is(main *)'))];
      expect(await findInLayers(page, openers)).toEqual([]);
    },
  );
}

test(
  'shows names of any script and length in full or truncated',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await addHeavyPractice(ownConsole, { customers: 20, members: 20, providers: 20, invoices: 40 });
    await page.setViewportSize({ width: 360, height: 640 });
    await signIn('superadmin', ownConsole.url);
    expect(await findOnPages(page, ownConsole.url, cutOff)).toEqual([]);
  },
);

for (const size of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  test.describe(`at ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    test('adds a member within 4 taps', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
      await signIn('owner', ownConsole.url);
      const { tap, count } = countTaps();
      await tap(page.getByRole('button', { name: 'Open the menu' }));
      await tap(page.getByRole('link', { name: /^Members/ }));
      await tap(page.getByRole('button', { name: 'Add member' }));
      const dialog = page.getByRole('dialog', { name: 'Add member' });
      await expect(dialog.getByRole('textbox', { name: /^Email/ })).toBeFocused();
      await page.keyboard.type('nina@bright-smiles.example');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('textbox', { name: /^Name/ })).toBeFocused();
      await page.keyboard.type('Nina Novak');
      await tap(dialog.getByRole('button', { name: 'Add member' }));
      await expect(page.getByText('Nina Novak').first()).toBeVisible();
      expect(count()).toBeLessThanOrEqual(4);
    });

    test(
      'pays an overdue invoice within 2 taps and returns to the overview',
      { tag: '@verify' },
      async ({ page, ownConsole, signIn }) => {
        await signIn('owner', ownConsole.url);
        const { tap, count } = countTaps();
        await tap(page.getByRole('link', { name: /^Pay \$69/ }));
        const dialog = page.getByRole('dialog', { name: /^Pay open invoices of/ });
        await tap(dialog.getByRole('button', { name: /^Pay \$69\.00 now$/ }));
        expect(count()).toBeLessThanOrEqual(2);
        // The default card of the demo was declined, so the dialog pays with the other one.
        await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
        await expect(page.getByText('Bright Smiles Imaging owes $208.00')).toBeVisible();
        await expect(page.getByRole('link', { name: /^Pay \$69/ })).toHaveCount(0);
      },
    );

    test('finds a setting within 2 taps', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
      await signIn('owner', sharedConsole.url);
      const { tap, count } = countTaps();
      await tap(page.getByRole('button', { name: /^Search/ }));
      await page.keyboard.type('pediatric');
      await tap(page.getByRole('option', { name: /Pediatric practice/ }));
      await expect(page.getByRole('switch', { name: 'Pediatric practice' })).toBeFocused();
      expect(count()).toBeLessThanOrEqual(2);
    });
  });
}
