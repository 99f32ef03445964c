/** axe on every screen and dialog of the shell, in light and dark, at the widths of a desktop, a tablet and a phone. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';
import { scrollsSideways } from '../../support/touch';

const HOURS = '/settings/1/practice/provider-hours';

// Without transitions, because axe must read the final colors.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}:`) });

for (const [name, width] of [
  ['desk', 1440],
  ['tablet', 1024],
  ['telephone', 390],
] as const) {
  test.describe(`on a ${name}`, { tag: '@verify' }, () => {
    test.use({ viewport: { width, height: 900 } });

    test('has no accessibility violations on the sign-in page, even with errors', async ({ page, sharedConsole }) => {
      await page.goto(sharedConsole.url);
      await expect(page.getByLabel('Email')).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('Enter your email address')).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
    });

    test('has no accessibility violations on missing pages and the panel of a failed module', async ({
      page,
      sharedConsole,
      signIn,
    }) => {
      await signIn('staff', `${sharedConsole.url}/settings/1/office/user-accounts`);
      await expect(page.getByText('This page isn’t available yet')).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.goto(`${sharedConsole.url}/nowhere`);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.route(/remoteEntry\.js/, (route) => route.fulfill({ status: 404, body: '' }));
      await page.goto(sharedConsole.url + HOURS);
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
    });
  });
}

for (const [name, width] of [
  ['desk', 1440],
  ['tablet', 1024],
] as const) {
  test.describe(`on a ${name}`, { tag: '@verify' }, () => {
    test.use({ viewport: { width, height: 900 } });

    test('has no accessibility violations in weekly hours: at rest, open, changed, invalid, in dialogs', async ({
      page,
      sharedConsole,
      signIn,
    }) => {
      await signIn('superadmin', sharedConsole.url + HOURS);
      await expect(page.getByRole('grid')).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);

      await cell(page, 'Carlos Rivera, Monday').click();
      await page.getByRole('textbox', { name: 'Carlos Rivera, Monday, end' }).fill('7');
      await page.getByRole('textbox', { name: 'Carlos Rivera, Monday, start' }).focus();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Enter');
      expect(await faultsInBothThemes(page)).toEqual([]);

      await page.getByRole('button', { name: 'Copy day…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
    });
  });
}

test.describe('on a telephone', { tag: '@verify' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('has no accessibility violations in weekly hours: a week, an open and an invalid day', async ({
    page,
    sharedConsole,
    signIn,
  }) => {
    await signIn('superadmin', sharedConsole.url + HOURS);
    await page.getByRole('button', { name: /^Carlos Rivera/ }).tap();
    const tuesday = page.getByRole('button', { name: /^Carlos Rivera, Tuesday:/ });
    await expect(tuesday).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await tuesday.tap();
    await page.getByRole('textbox', { name: 'Carlos Rivera, Tuesday, end' }).fill('7');
    await page.getByRole('textbox', { name: 'Carlos Rivera, Tuesday, start' }).focus();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await faultsInBothThemes(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  });
});

test(
  'has no accessibility violations in menus, the switcher, Quick Links and app dialogs',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await page.setViewportSize({ width: 1100, height: 800 });
    await signIn('superadmin', sharedConsole.url + HOURS);
    await expect(page.getByRole('grid')).toBeVisible();

    await page.getByRole('button', { name: /Bright Smiles Dental/ }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Quick Links' }).click();
    await expect(page.getByRole('dialog', { name: 'Quick Links' })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Notifications/ }).click();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: /Developer override/ }).click();
    await expect(page.getByRole('dialog', { name: 'Developer override' })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  },
);
