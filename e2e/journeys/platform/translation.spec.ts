/** The main flow of the settings page while Chrome translates it: nothing breaks, and what changes is seen. */
import type { Page } from '@playwright/test';
import { settled } from '../../support/reading';
import { expect, test } from '../../support/test';

test.use({ isTranslated: true });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const layers = (page: Page) => page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
/** No toast is left. They go after three seconds. */
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
