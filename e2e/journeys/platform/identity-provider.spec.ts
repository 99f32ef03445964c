/** Sign-in through an identity provider in a browser. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import {
  confirmSignOutAtProvider,
  logInAtProvider,
  PROVIDER_NAME,
  signInAtProvider,
  withIdentityProvider,
} from '../../support/identity-provider';
import { startMailServer } from '../../support/mail-server';
import { settled } from '../../support/reading';
import { expect, test } from '../../support/test';

const HOURS = '/settings/1/practice/provider-hours-worked';

const accounts = {
  robin: { email: 'robin@northwind.example', email_verified: true, name: 'Robin Field', console_practices: [1] },
  kim: { email: 'kim@northwind.example', email_verified: true, name: 'Kim Doyle', console_practices: [1] },
  // The same person after the provider has deleted and recreated the account.
  'robin-again': { email: 'robin@northwind.example', email_verified: true, name: 'Robin Field' },
};

const account = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` });
const signInLink = (page: Page) => page.getByRole('link', { name: `Sign in with ${PROVIDER_NAME}`, exact: true });

async function signOut(page: Page, name: string): Promise<void> {
  await account(page, name).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(signInLink(page)).toBeVisible();
}

test(
  'cancels, retries, uses another account and also signs out at the provider',
  { tag: '@verify' },
  async ({ page, startOwnConsole }) => {
    await withIdentityProvider(startOwnConsole, accounts, async (url) => {
      await page.goto(url + HOURS);
      await signInLink(page).click();
      await page.getByRole('link', { name: 'Cancel' }).click();
      await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
      await expect(page.getByText(`The sign-in at ${PROVIDER_NAME} was canceled.`)).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      // The sign-in page, which also offers other ways.
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
      await signInLink(page).click();
      await signInAtProvider(page, 'robin');
      await expect(account(page, 'Robin Field')).toBeVisible();
      // The page where the person started.
      await expect(page).toHaveURL(url + HOURS);
      await settled(page);

      await signOut(page, 'Robin Field');
      await expect(page.getByText(`still signed in at ${PROVIDER_NAME} in this browser`)).toBeVisible();
      await page.getByRole('link', { name: `Use another account at ${PROVIDER_NAME}` }).click();
      await signInAtProvider(page, 'kim');
      await expect(account(page, 'Kim Doyle')).toBeVisible();

      await signOut(page, 'Kim Doyle');
      await page.getByRole('link', { name: `Sign out at ${PROVIDER_NAME} too` }).click();
      await confirmSignOutAtProvider(page);
      await expect(signInLink(page)).toBeVisible();
      await expect(page.getByText(`still signed in at ${PROVIDER_NAME}`)).toHaveCount(0);
      // The provider asks for the account.
      await signInLink(page).click();
      await signInAtProvider(page, 'robin');
      await expect(account(page, 'Robin Field')).toBeVisible();
    });
  },
);

test('signs in from two tabs at once', { tag: '@verify' }, async ({ page, startOwnConsole }) => {
  await withIdentityProvider(startOwnConsole, accounts, async (url) => {
    const second = await page.context().newPage();
    for (const tab of [page, second]) {
      await tab.goto(url + HOURS);
      await signInLink(tab).click();
      await expect(tab.getByPlaceholder('Enter any login')).toBeVisible();
    }
    // Both wait at the provider by now.
    for (const tab of [page, second]) {
      // The provider asks for consent once.
      await (tab === page ? signInAtProvider : logInAtProvider)(tab, 'robin');
      await expect(account(tab, 'Robin Field')).toBeVisible();
      await expect(tab).toHaveURL(url + HOURS);
    }
    // The session of the first tab, which the second sign-in has replaced.
    await page.reload();
    await expect(account(page, 'Robin Field')).toBeVisible();
  });
});

test(
  'lets a person sign in again after the provider recreated the account and staff unlinked it',
  { tag: '@verify' },
  async ({ page, browser, startOwnConsole, signIn }) => {
    const mails = await startMailServer();
    const work = async (url: string): Promise<void> => {
      await page.goto(url + HOURS);
      await signInLink(page).click();
      await signInAtProvider(page, 'robin');
      await expect(account(page, 'Robin Field')).toBeVisible();
      await signOut(page, 'Robin Field');
      const otherAccount = page.getByRole('link', { name: `Use another account at ${PROVIDER_NAME}` });
      await otherAccount.click();
      await signInAtProvider(page, 'robin-again');
      await expect(page.getByText(`is linked to another account of ${PROVIDER_NAME}`)).toBeVisible();

      const desk = await browser.newContext();
      const staff = await desk.newPage();
      await signIn('superadmin', `${url}/settings/1/practice/members`, staff);
      await staff.getByRole('button', { name: 'More for Robin Field' }).click();
      await staff.getByRole('menuitem', { name: 'Unlink' }).click();
      await staff.getByRole('button', { name: 'Unlink Robin Field', exact: true }).click();
      await expect(staff.getByText('Robin Field is unlinked and can sign in again')).toBeVisible();
      const mail = await mails.take('A way to sign in was removed');
      expect(mail.to).toBe('robin@northwind.example');
      await desk.close();

      await page.goto(url + HOURS);
      await otherAccount.click();
      await logInAtProvider(page, 'robin-again');
      await expect(account(page, 'Robin Field')).toBeVisible();
    };
    const environment = { SMTP_URL: mails.url, MAIL_FROM: 'console@test.example' };
    await withIdentityProvider(startOwnConsole, accounts, work, environment);
    await mails.close();
  },
);
