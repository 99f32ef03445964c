/** Several people at one computer, such as at a front desk. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { emailOf, expect, PASSWORD, test } from '../../support/test';

const HOURS = '/settings/1/practice/provider-hours';

// Without transitions, because axe must read the final colors.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` }).click();
const cell = (page: Page) => page.getByRole('gridcell', { name: /^Carlos Rivera, Monday:/ });

test(
  'lists its people, switches between them in two clicks and keeps each one’s input',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + HOURS);
    await openMenu(page, 'Olivia Marsh');
    await page.getByRole('menuitem', { name: 'Shared computer…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shared computer' });
    await expect(dialog.getByLabel('Your name on this computer')).toHaveValue('Olivia');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Mark as shared' }).click();
    await expect(dialog).toBeHidden();

    await cell(page).click();
    await page.getByRole('textbox', { name: 'Carlos Rivera, Monday, end' }).fill('7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await openMenu(page, 'Olivia Marsh');
    await page.getByRole('menuitem', { name: 'Switch person' }).click();

    await expect(page.getByRole('list', { name: 'Who’s signing in?' }).getByRole('button')).toHaveText(['Olivia']);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Somebody else' }).click();
    await page.getByLabel('Email').fill(emailOf('manager'));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Colleagues use this computer too');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(ownConsole.url + HOURS);
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);

    await openMenu(page, 'Marcus Bell');
    await page.getByRole('menuitem', { name: 'Switch person' }).click();
    await page.getByRole('button', { name: 'Olivia', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Account of Olivia Marsh' })).toBeVisible();
    await page.goto(ownConsole.url + HOURS);
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  },
);

test(
  'covers the page after 10 minutes of inactivity and keeps typed input',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.clock.install();
    await signIn('staff', ownConsole.url + HOURS);
    await openMenu(page, 'Sofia Reyes');
    await page.getByRole('menuitem', { name: 'Shared computer…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shared computer' });
    await dialog.getByRole('button', { name: 'Mark as shared' }).click();
    await expect(dialog).toBeHidden();
    await cell(page).click();
    await page.getByRole('textbox', { name: 'Carlos Rivera, Monday, end' }).fill('7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();

    // The server's clock also advances by ten minutes.
    await ownConsole.sql(`update sessions set expires_at = now() - interval '1 second'`);
    await page.clock.fastForward('11:00');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    // Its opaque layer is over the page.
    await expect(ended).toHaveAttribute('data-covers');
    await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(ended).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  },
);
