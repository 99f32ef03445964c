/** A person secures their account: passkeys with a virtual authenticator of Chromium, and an authenticator app. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { emailOf, expect, PASSWORD, test } from '../../support/test';

/** A device with a fingerprint reader that always confirms. */
async function addAuthenticator(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    setCounter: async (signCount: number) => {
      const [credential] = (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
      if (!credential) throw new Error('The device has no passkey');
      await device.send('WebAuthn.clearCredentials', { authenticatorId });
      await device.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } });
    },
  };
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(emailOf('harbor'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('signs in with a passkey as the second step and alone, until it is removed', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const device = await addAuthenticator(page);
  const address = `${ownConsole.url}/account`;
  await signIn('harbor', ownConsole.url);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account and security' }).click();
  await expect(page.getByRole('heading', { name: 'Account and security' })).toBeVisible();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  expect(await device.credentials()).toHaveLength(1);
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Front desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Front desk', { exact: true })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);

  await page.context().clearCookies();
  await page.goto(address);
  await enterPassword(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Front desk', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Front desk', { exact: true })).toBeVisible();

  // A copy of the passkey, whose counter lags behind.
  await device.setCounter(1);
  await page.context().clearCookies();
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('doesn’t open an account here');
  await device.setCounter(100);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Remove Front desk' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(address);
  await enterPassword(page);
  await expect(page.getByText('No passkeys yet')).toBeVisible();
});
