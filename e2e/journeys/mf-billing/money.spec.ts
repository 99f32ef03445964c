/** Money works as announced: charges equal their previews, declines have no effect, and removals can be undone. */
import type { Page } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { faultsInBothThemes } from '../../support/axe';
import { emailOf, expect, PASSWORD, test } from '../../support/test';

const PLANS = '/settings/1/subscriptions/plans';
const METHODS = '/settings/1/subscriptions/payment-methods';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

async function typeCard(page: Page, number: string): Promise<void> {
  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12 / 40');
  await form.getByLabel('Security code').fill('123');
}

test('charges exactly what the page shows', { tag: '@verify' }, async ({ page, signIn }) => {
  const own = await startConsole({ sandbox: true });
  const invoices = page.getByRole('row');
  try {
    await signIn('owner', own.url + PLANS);

    await test.step('shows the same next charge in the header and the list of charges', async () => {
      const lead = page.getByText(/Next charge \$[\d,.]+ on /);
      await expect(lead).toBeVisible();
      const [, amount = ''] = /Next charge (\$[\d,.]+) on/.exec((await lead.textContent()) ?? '') ?? [];
      await expect(page.getByRole('region', { name: 'Charges' }).getByText(amount).first()).toBeVisible();
    });

    await test.step('pays an overdue invoice in place with another card', async () => {
      await page.getByRole('button', { name: 'Pay $208.00 now for Bright Smiles Imaging' }).click();
      await dialog(page)
        .getByRole('radio', { name: /American Express/ })
        .check();
      await dialog(page).getByRole('button', { name: 'Pay $208.00 now' }).click();
      await expect(page.getByRole('button', { name: /^Pay .* for Bright Smiles Imaging$/ })).toHaveCount(0);
    });

    await test.step('undoes a removal and leaves nothing scheduled', async () => {
      const items = page.getByRole('list', { name: 'Items of Core' });
      await expect(items.getByText(/^Ends: /)).toBeVisible();
      await page.getByRole('button', { name: /^Keep Treatment Plan Builder/ }).click();
      await dialog(page)
        .getByRole('button', { name: /^Keep Treatment Plan Builder/ })
        .click();
      await expect(items.getByText(/^Ends: /)).toHaveCount(0);
      await expect(page.getByText('Treatment Plan Builder ends')).toHaveCount(0);
    });

    await test.step('changes nothing on a declined switch and switches with another card', async () => {
      await page.goto(own.url + METHODS);
      await page.getByRole('button', { name: 'Add Payment Method for Bright Smiles Dental' }).click();
      await typeCard(page, '4000 0000 0000 0341');
      await dialog(page).getByRole('checkbox', { name: 'Make it the default card' }).check();
      await dialog(page).getByRole('button', { name: 'Add card' }).click();
      await expect(page.getByText('Payment method added').first()).toBeVisible();
      await page.goto(own.url + PLANS);
      await page.getByRole('button', { name: /^Switch plan.*Core/ }).click();
      await dialog(page)
        .getByRole('radio', { name: /Growth/ })
        .check();
      const submit = dialog(page).getByRole('button', { name: /^Switch to Growth — \$[\d.]+ today$/ });
      await submit.click();
      await expect(dialog(page).getByText('Nothing was switched. Try another card.')).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await dialog(page)
        .getByRole('radio', { name: /Mastercard/ })
        .check();
      // The price is recalculated after a decline, because prorations decrease with time.
      const [price = 'no price'] = /\$[\d.]+/.exec((await submit.textContent()) ?? '') ?? [];
      await submit.click();
      await expect(page.getByText('Plan switched').first()).toBeVisible();
      await expect(page.getByRole('list', { name: 'Items of Growth' })).toBeVisible();
      await page.goto(`${own.url}/settings/1/subscriptions/payment-history?status=paid`);
      await expect(invoices.nth(1)).toContainText(price);
    });

    await test.step('shows features that staff remove as withheld and restores those that are paid for', async () => {
      const staff = await page.context().browser()?.newContext();
      if (!staff) throw new Error('There is no browser');
      const session = { email: emailOf('internal'), password: PASSWORD };
      await staff.request.post(`${own.url}/api/session/`, { data: session });
      const answer = await staff.request.get(`${own.url}/api/1/features/`);
      const [record] = (await answer.json()) as { product_features: { feature_name: string }[] }[];
      const names = (record?.product_features ?? []).map((one) => one.feature_name);
      const saved = await staff.request.put(`${own.url}/api/1/features/update_practice_features/`, {
        data: { product_features: names.filter((name) => name !== 'call_log').map((name) => ({ name })) },
        headers: { origin: own.url },
      });
      expect(saved.status()).toBe(200);
      await staff.close();
      await page.goto(own.url + PLANS);
      await expect(page.getByText(/Withheld by .* on /).first()).toBeVisible();
      await page.getByRole('button', { name: /^Restore.*Call Log/ }).click();
      await expect(page.getByText(/Withheld by /)).toHaveCount(0);
    });
  } finally {
    await own.dispose();
  }
});
