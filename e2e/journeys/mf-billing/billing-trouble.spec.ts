/** Trouble during payments: double clicks, two tabs, an ended session, a provider that is down. */
import type { Page } from '@playwright/test';
import { setStripeFaults } from '../../support/sandbox';
import { PASSWORD, expect, test } from '../../support/test';

const PLANS = '/settings/6/subscriptions/plans';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Optional Features to Core' });
const add = (page: Page) => dialog(page).getByRole('button', { name: /^Add 1 feature/ });
const items = (page: Page) => page.getByRole('list', { name: 'Items of Core' });

/** Opens the add-ons of Core, selects one and waits for its price. */
async function choose(page: Page, feature: string): Promise<void> {
  await page.getByRole('button', { name: 'Add optional features to Core' }).click();
  await dialog(page)
    .getByRole('checkbox', { name: new RegExp(`^${feature}`) })
    .click();
  await expect(add(page)).toHaveText(/— \$[\d.]+ today$/);
}

/** Invoices of the practice so far. */
async function invoices(page: Page, url: string): Promise<number> {
  const answer = await page.request.get(`${url}/api/stripe/list_practice_invoices/?practice_id=6`);
  const { results } = (await answer.json()) as { results: unknown[] };
  return results.length;
}

test.afterEach(async ({ ownConsole }) => setStripeFaults(ownConsole.sandbox, []));

test(
  'makes one change on a double click, even if the provider’s response is lost',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const { url, sandbox } = ownConsole;
    await signIn('superadmin', url + PLANS);
    await choose(page, 'Digital Forms');
    const before = await invoices(page, url);
    await setStripeFaults(sandbox, [{ on: 'POST /v1/subscriptions/', kind: 'lost', times: 1 }]);
    await add(page).dblclick();
    await expect(items(page).getByText('Digital Forms').first()).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    expect(await invoices(page, url)).toBe(before + 1);
  },
);

test(
  'adds a feature once from two tabs and shows the second the reason',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const { url } = ownConsole;
    await signIn('superadmin', url + PLANS);
    const other = await page.context().newPage();
    await other.goto(url + PLANS);
    for (const tab of [page, other]) await choose(tab, 'Insurance Verification');
    const before = await invoices(page, url);
    await Promise.all([add(page).click(), add(other).click()]);
    const refused = /Insurance Verification: Already added\./;
    await expect(async () => {
      const refusals = await Promise.all([page, other].map((tab) => tab.getByText(refused).count()));
      expect(refusals.filter((count) => count > 0)).toHaveLength(1);
    }).toPass();
    for (const tab of [page, other]) {
      if (await dialog(tab).isVisible()) {
        // The selection is no longer offered, so there is nothing to discard.
        await expect(dialog(tab).getByRole('button', { name: 'Add features', exact: true })).toBeVisible();
        await dialog(tab).getByRole('button', { name: 'Cancel' }).click();
        await expect(dialog(tab)).toHaveCount(0);
      }
      await expect(items(tab).getByText('Insurance Verification').first()).toBeVisible();
    }
    expect(await invoices(page, url)).toBe(before + 1);
    await other.close();
  },
);

test(
  'loses nothing and charges once with a failing provider and an expired session',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const { url, sandbox } = ownConsole;
    await signIn('superadmin', url + PLANS);
    const before = await invoices(page, url);

    // The provider is down: without a price, nothing can be bought. The rest of the page works.
    await setStripeFaults(sandbox, [{ on: '', kind: 'refuse' }]);
    await page.getByRole('button', { name: 'Add optional features to Core' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /^Treatment Plan Builder/ })
      .click();
    await expect(dialog(page).getByText('Couldn’t calculate the cost')).toBeVisible();
    await expect(add(page)).toHaveAttribute('aria-disabled', 'true');
    await setStripeFaults(sandbox, []);
    await dialog(page).getByRole('button', { name: 'Retry' }).click();
    await expect(add(page)).toHaveText(/— \$[\d.]+ today$/);

    // The provider responds with 500 to all attempts. The page shows a message, and nothing is charged.
    await setStripeFaults(sandbox, [{ on: 'POST /v1/subscriptions/', kind: 'error' }]);
    await add(page).click();
    await expect(dialog(page).getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible();
    await expect(dialog(page).getByRole('checkbox', { name: /^Treatment Plan Builder/ })).toBeChecked();
    expect(await invoices(page, url)).toBe(before);

    // The session ends while the provider is slow. After sign-in, the purchase continues and happens only once.
    await setStripeFaults(sandbox, [{ on: 'POST /v1/subscriptions/', kind: 'slow', delay_ms: 1500, times: 1 }]);
    await page.context().clearCookies();
    await add(page).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ended.getByRole('button', { name: 'Sign in and continue' }).click();
    await expect(add(page)).toHaveAttribute('aria-busy', 'true');
    await expect(items(page).getByText('Treatment Plan Builder').first()).toBeVisible();
    expect(await invoices(page, url)).toBe(before + 1);
  },
);
