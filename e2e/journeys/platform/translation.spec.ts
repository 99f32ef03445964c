/** The main flows on pages translated by Chrome: nothing breaks, and changes are visible. */
import type { Page } from '@playwright/test';
import { settled } from '../../support/reading';
import { expect, PASSWORD, test } from '../../support/test';

test.use({ isTranslated: true });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const layers = (page: Page) => page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
/** No toast is left, because toasts close after three seconds. */
const toastsAreGone = (page: Page) => expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);

test(
  'saves and discards practice settings in a translated page',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('manager', `${ownConsole.url}/settings/1/practice/general`);
    await settled(page);
    await expect(page.locator('font').first()).toBeAttached();
    const own = page.getByRole('region', { name: 'Open Dental Settings', exact: true });
    const field = own.getByRole('switch', { name: 'Include saved treatment plans' });
    await field.click();
    await button(page, 'Save').click();
    await expect(page.getByText('Settings saved successfully').first()).toBeVisible();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await toastsAreGone(page);
    await expect(page.getByText('Saved successfully!')).toHaveCount(0);
    for (const one of await own.getByRole('switch').all()) await one.click();
    await button(page, /^Discard/).click();
    await dialog(page)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(layers(page)).toHaveCount(0);
    await field.click();
    await button(page, 'Save').click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await toastsAreGone(page);
    await expect(field).toBeVisible();
  },
);

test('saves weekly hours in a translated page', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('owner', `${ownConsole.url}/settings/1/practice/provider-hours`);
  await settled(page);
  await expect(page.locator('font').first()).toBeAttached();
  const cell = page.getByRole('gridcell', { name: /^Mei Tanaka, Monday:/ });
  const saveEnd = async (end: string): Promise<void> => {
    await cell.click();
    await page.getByRole('textbox', { name: 'Mei Tanaka, Monday, end', exact: true }).fill(end);
    await page.keyboard.press('Enter');
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await expect(page.getByText('Saved successfully!')).toHaveCount(0);
  };
  await saveEnd('4pm');
  await saveEnd('6pm');
  await page.reload();
  await expect(cell).toHaveAccessibleName(/to 6:00 PM/);
});

test('changes a member in a translated page', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('owner', `${ownConsole.url}/settings/1/practice/members`);
  await settled(page);
  await expect(page.locator('font').first()).toBeAttached();
  const edit = async (): Promise<void> => {
    await button(page, 'Edit access of Sofia Reyes').click();
    await dialog(page)
      .getByRole('checkbox', { name: /settings/i })
      .click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(layers(page)).toHaveCount(0);
    await expect(page.getByText('Access of Sofia Reyes is saved')).toBeVisible();
    await toastsAreGone(page);
  };
  await edit();
  await edit();
  await button(page, 'Add member').click();
  await dialog(page).getByLabel('Email').fill('ina@bright-smiles.example');
  await dialog(page).getByLabel('Name').fill('Ina Invited');
  await dialog(page).getByLabel('Name').press('Enter');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Ina Invited/ })).toBeVisible();
});

test('changes the password in a translated page', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('owner', `${ownConsole.url}/account`);
  await expect(page.locator('font').first()).toBeAttached();
  await button(page, 'Change password').click();
  const password = dialog(page).getByLabel('New password', { exact: true });
  const submit = dialog(page).getByRole('button', { name: 'Change password' });
  await dialog(page).getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await password.fill('short');
  await submit.click();
  await expect(password).toBeFocused();
  await password.fill('violet harbour tractor nineteen');
  await submit.click();
  await expect(page.getByText('Your password was changed. You’re signed in only here now.')).toBeVisible();
  await expect(layers(page)).toHaveCount(0);
});

test('changes the default card in a translated page', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('owner', `${ownConsole.url}/settings/1/subscriptions/payment-methods`);
  await settled(page);
  await expect(page.locator('font').first()).toBeAttached();
  await page
    .getByRole('button', { name: /^Set as Default: / })
    .first()
    .click();
  await expect(page.getByText(/is now the default$/).first()).toBeVisible();
  await toastsAreGone(page);
  // Navigates between pages, so that modules unmount among the replaced nodes.
  for (const name of ['Payment history', 'Members', 'Payment methods']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
});
