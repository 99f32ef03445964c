/** The main flow of the settings page while Chrome translates it: nothing breaks, and what changes is seen. */
import type { Page } from '@playwright/test';
import { settled } from '../../support/reading';
import { expect, test as base } from '../../support/test';
import { translateContinuously } from '../../support/translation';

const test = base.extend<{ translated: () => Promise<void> }>({
  /** Compares the faults so far, and at the end of the journey. */
  translated: [
    async ({ page }, use) => {
      const faults = await translateContinuously(page);
      const check = async (): Promise<void> => {
        await settled(page);
        await expect(page.locator('font').first()).toBeAttached();
        expect.soft(faults()).toEqual([]);
      };
      await use(check);
      expect.soft(faults(), 'faults under translation').toEqual([]);
    },
    { auto: true },
  ],
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const layers = (page: Page) => page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
/** No toast is left. They go after three seconds. */
const toastsAreGone = (page: Page) => expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);

test(
  'saves and discards practice settings in a translated page',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, translated }) => {
    await signIn('manager', `${ownConsole.url}/settings/1/practice/general`);
    await translated();
    const own = page.getByRole('region', { name: 'Open Dental Settings', exact: true });
    const field = own.getByRole('switch', { name: 'Include saved treatment plans' });
    await field.click();
    await button(page, 'Save').click();
    await expect(page.getByText('Settings saved successfully').first()).toBeVisible();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await toastsAreGone(page);
    await expect(page.getByText('Saved successfully!')).toHaveCount(0);
    await translated();
    for (const one of await own.getByRole('switch').all()) await one.click();
    await button(page, /^Discard/).click();
    await dialog(page)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(layers(page)).toHaveCount(0);
    await translated();
    await field.click();
    await button(page, 'Save').click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await toastsAreGone(page);
    await expect(field).toBeVisible();
  },
);
