/** The main journey of each module with only the keyboard. The focus is always visible and never lost. */
import type { Page } from '@playwright/test';
import { focusIsLost, keyboardOf } from '../../support/keys';
import { settled } from '../../support/reading';
import { expect, test } from '../../support/test';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const inGrid = (page: Page) => page.getByRole('gridcell').and(page.locator('[tabindex="0"]'));

/** Waits until the dialog has closed and checks the focus. */
async function isClosed(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  expect(await focusIsLost(page)).toBe(false);
}

test.describe('using only the keyboard', { tag: '@verify' }, () => {
  test('changes and saves weekly hours by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press, to, keys, type } = keyboardOf(page);
    await signIn('owner', `${ownConsole.url}/settings/1/practice/provider-hours`);
    await settled(page);
    await press(button(page, 'Copy day…'));
    await expect(dialog(page)).toBeVisible();
    await keys('Escape');
    await isClosed(page);
    await expect(button(page, 'Copy day…')).toBeFocused();
    await to(inGrid(page));
    await keys('ArrowDown', 'Home');
    const friday = page.getByRole('gridcell', { name: /^Office, Friday:/ });
    while (!(await friday.evaluate((cell) => cell === document.activeElement))) await keys('ArrowRight', 'ArrowUp');
    await type('7');
    await keys('Enter');
    await expect(friday).toHaveAccessibleName(/7:00 AM to/);
    await press(button(page, 'Save Changes'));
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    expect(await focusIsLost(page)).toBe(false);
  });

  test('types, copies, pastes and saves hours worked by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press, to, keys, type } = keyboardOf(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('owner', `${ownConsole.url}/settings/1/practice/provider-hours-worked?range=week&offset=-5`);
    await settled(page);
    const cell = (weekday: string) =>
      page.getByRole('gridcell', { name: new RegExp(`^Elena Duarte, ${weekday}[^:]*worked:`) });
    await to(inGrid(page));
    await keys('Control+Home');
    const go = async (weekday: string, arrow: string): Promise<void> => {
      const isThere = () => cell(weekday).evaluate((one) => one === document.activeElement);
      for (let step = 0; step < 12 && !(await isThere()); step += 1) await keys(arrow);
      await expect(cell(weekday)).toBeFocused();
    };
    await keys('ArrowDown');
    await go('Mon', 'ArrowRight');
    await type('6.5');
    await keys('Tab');
    await type('7.5');
    await keys('Enter', 'ArrowUp');
    await expect(cell('Mon')).toHaveAccessibleName(/6\.50/);
    await expect(cell('Tue')).toHaveAccessibleName(/7\.50/);
    await go('Mon', 'ArrowLeft');
    await keys('Shift+ArrowRight', 'Control+c');
    await go('Wed', 'ArrowRight');
    await keys('Control+v');
    await expect(cell('Wed')).toHaveAccessibleName(/6\.50/);
    await expect(cell('Thu')).toHaveAccessibleName(/7\.50/);
    await press(button(page, 'Save Changes'));
    await expect(page.getByText('Provider hours saved successfully').first()).toBeVisible();
    expect(await focusIsLost(page)).toBe(false);
  });

  test('changes and saves a setting by keyboard and asks before leaving with changes', async ({ page, ownConsole }) => {
    const { signIn, press, back } = keyboardOf(page);
    await signIn('manager', `${ownConsole.url}/settings/1/practice/general`);
    await settled(page);
    const pediatric = page.getByRole('switch', { name: 'Pediatric practice' });
    const before = await pediatric.isChecked();
    await press(pediatric, 'Space');
    await expect(pediatric).toBeChecked({ checked: !before });

    // The shell asks before leaving, and Stay restores the focus.
    const elsewhere = page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Communication settings' });
    await back(elsewhere);
    await page.keyboard.press('Enter');
    await press(button(page, 'Stay here'));
    await isClosed(page);
    await expect(elsewhere).toBeFocused();
    await expect(pediatric).toBeChecked({ checked: !before });

    await press(button(page, 'Save Changes'));
    await expect(page.getByText('Settings saved successfully').first()).toBeVisible();
    expect(await focusIsLost(page)).toBe(false);
  });

  test('opens a trial up to its confirmation by keyboard and leaves it', async ({ page, ownConsole }) => {
    const { signIn, press, keys } = keyboardOf(page);
    await signIn('owner', `${ownConsole.url}/settings/1/subscriptions/plans`);
    await settled(page);
    await press(button(page, 'Try 30 Days Free: Practice Analytics'));
    // Tab reaches the radio group, the arrow keys its options.
    const withCard = dialog(page).getByRole('radio', { name: /Bright Smiles Dental/ });
    await expect(withCard).toBeVisible();
    const onRadio = () => page.evaluate(() => document.activeElement?.matches('[type=radio]'));
    while (!(await onRadio())) await keys('Tab');
    for (let step = 0; step < 8 && !(await withCard.isChecked()); step += 1) await keys('ArrowDown');
    await press(dialog(page).getByRole('button', { name: 'Continue' }));
    await press(dialog(page).getByRole('checkbox', { name: /I agree/ }), 'Space');
    await expect(dialog(page).getByRole('button', { name: 'Start 30-Day Free Trial' })).toBeEnabled();
    await keys('Escape');
    await press(button(page, 'Discard changes'));
    await isClosed(page);
    await expect(button(page, 'Try 30 Days Free: Practice Analytics')).toBeFocused();
  });

  test('opens an add-on up to its confirmation by keyboard and leaves it', async ({ page, ownConsole }) => {
    const { signIn, press, to, keys } = keyboardOf(page);
    await signIn('lakesideOwner', `${ownConsole.url}/settings/2/subscriptions/plans`);
    await settled(page);
    await press(button(page, 'Add optional features to Core'));
    await press(dialog(page).getByRole('checkbox').first(), 'Space');
    await to(dialog(page).getByRole('button', { name: /^Add/ }).last());
    await keys('Escape');
    await press(button(page, 'Discard changes'));
    await isClosed(page);
    await expect(button(page, 'Add optional features to Core')).toBeFocused();
  });

  test('adds a card by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press, keys, type } = keyboardOf(page);
    await signIn('owner', `${ownConsole.url}/settings/1/subscriptions/payment-methods`);
    await settled(page);
    await press(button(page, 'Add Payment Method for Bright Smiles Hygiene Club'));
    const form = page.frameLocator('iframe[title="Secure payment input frame"]');
    await expect(form.getByLabel('Card number')).toBeVisible();
    const inFrame = () =>
      form.getByLabel('Card number').evaluate((field) => field === field.ownerDocument.activeElement);
    while (!(await inFrame())) await keys('Tab');
    await type('5555555555554444');
    await keys('Tab');
    await type('1240');
    await keys('Tab');
    await type('123');
    await press(dialog(page).getByRole('button', { name: 'Add card' }));
    await expect(page.getByText('Payment method added').first()).toBeVisible();
    await isClosed(page);
    await expect(button(page, 'Add Payment Method for Bright Smiles Hygiene Club')).toBeFocused();
  });

  test('pages through invoices by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press } = keyboardOf(page);
    await signIn('owner', `${ownConsole.url}/settings/1/subscriptions/payment-history`);
    await settled(page);
    await expect(page.getByText('25 invoices shown')).toBeVisible();
    await press(button(page, 'Load More Invoices'));
    await expect(page.getByText('50 invoices shown')).toBeVisible();
    expect(await focusIsLost(page)).toBe(false);
  });

  test('adds a feature to a practice by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press, fill, keys } = keyboardOf(page);
    await signIn('internal', `${ownConsole.url}/internal/practices/9/subscriptions`);
    await settled(page);
    const flags = page.getByRole('combobox', { name: 'Feature Flags' });
    await fill(flags, 'Dark');
    await expect(page.getByRole('option', { name: 'Dark dashboard' })).toBeVisible();
    await keys('ArrowDown', 'Enter', 'Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(flags).toBeFocused();
    await press(button(page, 'Save Changes'));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Save Changes' }));
    await isClosed(page);
    await expect(page.getByRole('list', { name: 'Feature Flags', exact: true })).toContainText('Dark dashboard');
  });

  test('changes several practices at once by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press, fill, keys, back } = keyboardOf(page);
    await signIn('internal', `${ownConsole.url}/internal/practices`);
    await settled(page);
    await fill(page.getByRole('searchbox', { name: 'Search practices' }), 'foxglove');
    await expect(page).toHaveURL(/search=foxglove/);
    await settled(page);
    await press(page.getByRole('checkbox', { name: /^Select the \d+ practices of this page$/ }), 'Space');
    await back(button(page, 'Add…'));
    await keys('Enter');
    const entry = page.getByRole('menuitem', { name: 'Feature flags', exact: true });
    await expect(entry).toBeVisible();
    for (let step = 0; step < 6 && !(await entry.evaluate((one) => one === document.activeElement)); step += 1) {
      await keys('ArrowDown');
    }
    await keys('Enter');
    await press(dialog(page).getByRole('checkbox', { name: 'Dark dashboard' }), 'Space');
    await press(dialog(page).getByRole('button', { name: 'Preview changes' }));
    await press(dialog(page).getByRole('button', { name: /^Change \d+ practices?$/ }));
    await expect(page.getByRole('region', { name: 'Result: Added feature flags' })).toContainText('0 failed');
    await isClosed(page);
  });

  test('transfers a number by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press, keys } = keyboardOf(page);
    await signIn('internal', `${ownConsole.url}/internal/practices/1/phone-numbers`);
    await settled(page);
    const opener = button(page, 'Transfer +1 (312) 555-0102 to the organization account');
    await press(opener);
    await expect(dialog(page)).toBeVisible();
    await keys('Escape');
    await isClosed(page);
    await expect(opener).toBeFocused();
    await keys('Enter');
    await press(button(page, 'Transfer'));
    const organization = page.getByRole('region', { name: 'Organization account' });
    await expect(organization.getByRole('checkbox', { name: 'Select +1 (312) 555-0102' })).toBeVisible();
    await isClosed(page);
  });

  test('saves a page as a quick link, opens and removes it by keyboard', async ({ page, ownConsole }) => {
    const { signIn, press } = keyboardOf(page);
    await signIn('staff', `${ownConsole.url}/settings/1/practice/provider-hours`);
    await settled(page);
    const links = page.getByRole('complementary', { name: 'Quick Links' });
    await press(links.getByRole('button', { name: 'Save this page' }));
    const saved = links.getByRole('list', { name: 'Your saved links' });
    await expect(saved.getByRole('link', { name: 'Office & provider hours' })).toBeVisible();
    await press(links.getByRole('link', { name: 'Settings', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'Communication settings' })).toBeFocused();
    await press(saved.getByRole('link', { name: 'Office & provider hours' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Office & provider hours' })).toBeFocused();
    await press(saved.getByRole('button', { name: 'Remove Office & provider hours' }));
    await expect(saved).toHaveCount(0);
    expect(await focusIsLost(page)).toBe(false);
  });
});
