/** The overview with each kind of person's attention items from the modules, and the command palette. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { expectNoShifts, watchShifts } from '../../support/shifts';
import { expect, test } from '../../support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const attention = (page: Page) => panel(page, 'Needs attention');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });

test(
  'shows an owner what needs attention after sign-in, most urgent first',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('owner', sharedConsole.url);
    await expect(page).toHaveURL(/\/settings\/1\/overview$/);
    await expect(page).toHaveTitle('Overview · Bright Smiles Dental · Practice Console');
    const items = attention(page).getByRole('listitem');
    await expect(items.first()).toContainText('Past due');
    await attention(page)
      .getByRole('button', { name: /^Show all/ })
      .click();
    await expect(items.last()).toContainText('Elena Duarte has no weekly hours');
    for (const card of ['Utilization this week', 'Charges', 'Sync']) {
      await expect(panel(page, card).getByRole('list').first()).toBeVisible();
    }
    await expect(panel(page, 'Coming up')).toContainText('No closed days or time off');
    await expect(panel(page, 'Utilization this week')).toContainText('Same days last week');
    const hours = pages(page).getByRole('link', { name: 'Office & provider hours', exact: true });
    await expect(hours).toHaveAccessibleDescription('One provider has no weekly hours');

    await items.first().getByRole('link').click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Pay \$/)
        .first(),
    ).toBeVisible();
  },
);

test('leaves out what a person can’t see', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await signIn('staff', `${sharedConsole.url}/settings/1/overview`);
  await expect(panel(page, 'Sync').getByRole('list').first()).toBeVisible();
  await expect(attention(page)).toContainText('Elena Duarte');
  await expect(panel(page, 'Charges')).toHaveCount(0);
  await expect(attention(page)).not.toContainText('Past due');
});

test(
  'shows internal staff all practices but no clinic content',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('internal', sharedConsole.url);
    await expect(page).toHaveURL(/\/internal\/overview$/);
    for (const card of ['Latest product changes', 'Payments past due', 'Bulk changes', 'Failing synchronization']) {
      await expect(panel(page, card)).toBeVisible();
    }
    await expect(panel(page, 'Utilization this week')).toHaveCount(0);
    await attention(page).getByRole('link', { name: 'See practices' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'All practices' })).toBeVisible();
  },
);

test('reports an unknown practice', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await signIn('internal', `${sharedConsole.url}/internal/practices/999999/subscriptions`);
  await expect(page.getByRole('heading', { level: 1, name: 'Unknown practice' })).toBeVisible();
  await expect(page.getByText('There’s no practice No. 999999')).toBeVisible();
});

for (const width of [1440, 1024, 390]) {
  test(`is accessible at ${width} px`, { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn('owner', `${sharedConsole.url}/settings/1/overview`);
    await expect(panel(page, 'Sync').getByRole('list').first()).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('option').first()).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });
}

test(
  'opens pages, providers, settings and actions with only the keyboard',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('owner', `${sharedConsole.url}/settings/1/overview`);
    const open = async (query: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill(query);
      await expect(palette(page).getByRole('option', { name: option })).toBeVisible();
      await expect(palette(page).getByRole('option').first()).toHaveText(option);
      await page.keyboard.press('Enter');
      await expect(palette(page)).toHaveCount(0);
    };
    await open('duarte', /Elena Duarte/);
    await expect(page).toHaveURL(/provider-hours\?name=Elena/);
    await open('baseline', /Baseline date/);
    await expect(page).toHaveURL(/practice\/general$/);
    await expect(page.getByRole('group', { name: 'Baseline date' }).getByRole('spinbutton').first()).toBeFocused();
    await open('add a card', /Add a card/);
    await expect(page.getByRole('dialog', { name: 'Add Payment Method' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await open('payment hist', /Payment history/);
    await expect(page).toHaveURL(/payment-history/);

    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // Without waiting for the first, because the shell waits only a moment for the second, and a busy browser can take longer.
    await Promise.all(['g', 'h'].map((key) => page.keyboard.press(key)));
    await expect(page).toHaveURL(/practice\/provider-hours$/);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Office & provider hours');
  },
);

test(
  'stays where it is while the account menu opens and closes',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 700 });
    await signIn('owner', `${sharedConsole.url}/settings/1/overview`);
    await expect(panel(page, 'Charges').getByRole('list').first()).toBeVisible();
    const opener = page.getByRole('button', { name: /^Account of/ });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  },
);

test('finds a practice for internal staff', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await signIn('internal', `${sharedConsole.url}/internal/overview`);
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('lakeside');
  await palette(page)
    .getByRole('option', { name: /Lakeside Orthodontics/ })
    .click();
  await expect(page).toHaveURL(/\/internal\/practices\/2\/subscriptions$/);
});

test('does not move while the cards arrive', { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('owner', `${sharedConsole.url}/settings/1/practice/members`);
  await watchShifts(page);
  let calls = 0;
  await page.route('**/api/1/**', async (route) => {
    calls += 1;
    const delayMs = 300 + 200 * (calls % 5);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${sharedConsole.url}/settings/1/overview`);
  for (const card of ['Utilization this week', 'Charges', 'Sync']) {
    await expect(panel(page, card).getByRole('list').first()).toBeVisible();
  }
  await expect(attention(page).getByRole('link').first()).toBeVisible();
  await expectNoShifts(page);
});
