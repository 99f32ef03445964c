/** Transfers of phone numbers between the accounts of a practice and the organization, with the Twilio sandbox. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

const PHONES = '/internal/practices/1/phone-numbers';

const account = (page: Page, name: 'Practice' | 'Organization') =>
  page.getByRole('region', { name: `${name} account` });
/** A number in an account's table, found by its text, which every version of the module shows. */
const listed = (page: Page, name: 'Practice' | 'Organization', number: string) =>
  account(page, name).getByText(number, { exact: true }).first();
const transfer = (page: Page, number: string, to: 'practice' | 'organization') =>
  page.getByRole('button', { name: `Transfer ${number} to the ${to} account` });
const confirm = (page: Page) => page.getByRole('button', { name: 'Transfer', exact: true });
const result = (page: Page) => page.getByRole('region', { name: 'Result of the transfer' });

async function tellTwilio(sandbox: string | undefined, faults: object[]): Promise<void> {
  const answer = await fetch(`${sandbox ?? ''}/control/twilio/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  expect(answer.status).toBe(200);
}

test('moves a number there and back and shows who moved it', { tag: '@skew' }, async ({ page, ownConsole, signIn }) => {
  await signIn('internal', ownConsole.url + PHONES);
  const number = '+1 (312) 555-0101';
  await transfer(page, number, 'organization').click();
  await expect(page.getByText('Are you sure?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(listed(page, 'Practice', number)).toBeVisible();

  await transfer(page, number, 'organization').click();
  await confirm(page).click();
  await expect(listed(page, 'Organization', number)).toBeVisible();
  await expect(listed(page, 'Practice', number)).toHaveCount(0);
  const moves = page.getByRole('table', { name: 'Latest moves' });
  await expect(moves.getByRole('row').filter({ hasText: number }).first()).toContainText('Iris Okafor');

  await transfer(page, number, 'practice').click();
  await confirm(page).click();
  await expect(listed(page, 'Practice', number)).toBeVisible();
});

test('shows what the provider changes with a move', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('internal', ownConsole.url + PHONES);
  await transfer(page, '+1 (312) 555-0100', 'organization').click();
  await confirm(page).click();
  await expect(result(page).getByText(/Changed by the move: Voice application/)).toBeVisible();
});

test(
  'keeps a number in place until its required address exists',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', ownConsole.url + PHONES);
    const number = '+44 207 183 8750';
    await transfer(page, number, 'organization').click();
    await confirm(page).click();
    await expect(result(page).getByText(/needs an address in its new account/)).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await expect(listed(page, 'Practice', number)).toBeVisible();

    const address = await fetch(
      `${ownConsole.sandbox ?? ''}/2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Addresses.json`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from('AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d:sandbox-twilio-token').toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          CustomerName: 'Practice Console',
          Street: '1 Main Street',
          City: 'London',
          Region: 'London',
          PostalCode: 'N1 1AA',
          IsoCountry: 'GB',
        }),
      },
    );
    expect(address.ok).toBe(true);
    await result(page).getByRole('button', { name: 'Retry' }).click();
    await expect(listed(page, 'Organization', number)).toBeVisible();
  },
);

test(
  'shows where the number is after the provider fails during a move',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', `${ownConsole.url}/internal/practices/2/phone-numbers`);
    const number = '+1 (646) 555-0110';
    await expect(listed(page, 'Practice', number)).toBeVisible();
    await tellTwilio(ownConsole.sandbox, [{ on: 'POST ', kind: 'lost', times: 1 }]);
    await transfer(page, number, 'organization').click();
    await confirm(page).click();
    await expect(listed(page, 'Organization', number)).toBeVisible();

    await tellTwilio(ownConsole.sandbox, [{ on: 'POST ', kind: 'error', times: 1 }]);
    await transfer(page, '+1 (646) 555-0111', 'organization').click();
    await confirm(page).click();
    await expect(result(page).getByText('Not moved').first()).toBeVisible();
    await expect(listed(page, 'Practice', '+1 (646) 555-0111')).toBeVisible();
    await tellTwilio(ownConsole.sandbox, []);
  },
);

test(
  'moves a number once for two people and shows both where it is',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    await signIn('internal', ownConsole.url + PHONES);
    const other = await browser.newPage();
    await signIn('superadmin', ownConsole.url + PHONES, other);
    const number = '+1 (312) 555-0102';
    for (const one of [page, other]) await transfer(one, number, 'organization').click();
    await Promise.all([confirm(page).click(), confirm(other).click()]);
    for (const one of [page, other]) await expect(listed(one, 'Organization', number)).toBeVisible();
    await page.reload();
    const rows = page.getByRole('table', { name: 'Latest moves' }).getByRole('row').filter({ hasText: number });
    await expect(rows.filter({ hasNotText: 'Not moved' })).toHaveCount(1);
    await other.close();
  },
);

test(
  'explains closed, suspended or missing accounts and disables moving',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', `${ownConsole.url}/internal/practices/3/phone-numbers`);
    await expect(page.getByText(/is closed. Twilio has taken its numbers back/)).toBeVisible();
    await page.goto(`${ownConsole.url}/internal/practices/4/phone-numbers`);
    await expect(page.getByText(/is suspended. Reactivate it/)).toBeVisible();
    await page.goto(`${ownConsole.url}/internal/practices/5/phone-numbers`);
    await expect(page.getByText(/This practice has no voice account/)).toBeVisible();
  },
);
