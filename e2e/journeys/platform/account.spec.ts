/** A person secures their account: passkeys with a virtual authenticator of Chromium, and an authenticator app. */
import { randomBytes, scryptSync } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { freePort } from 'tools/test-system';
import { faultsInBothThemes } from '../../support/axe';
import { type MailServer, startMailServer } from '../../support/mail-server';
import { emailOf, expect, PASSWORD, postgresUrl, test } from '../../support/test';

const NEW_PASSWORD = 'violet harbour tractor nineteen';

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
  await expect(page.getByRole('alert')).toContainText('We don’t recognize this passkey');
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

test(
  'asks for the password again before signing out everywhere else',
  { tag: '@verify' },
  async ({ page, browser, ownConsole, signIn }) => {
    const elsewhere = await browser.newContext();
    const credentials = { email: emailOf('harbor'), password: PASSWORD };
    await elsewhere.request.post(`${ownConsole.url}/api/session/`, { data: credentials });
    const isSignedInElsewhere = async () => (await elsewhere.request.get(`${ownConsole.url}/api/session/`)).ok();
    await signIn('harbor', ownConsole.url);
    await ownConsole.sql(`update sessions set password_at = now() - interval '11 minutes'`);
    await page.goto(`${ownConsole.url}/account`);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
    await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(password).toBeFocused();
    await password.fill('not the password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('The password is incorrect')).toBeVisible();
    // A loading indicator below the dialog animates endlessly.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await faultsInBothThemes(page)).toEqual([]);
    expect(await isSignedInElsewhere()).toBe(true);
    await password.fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('You’re signed in only here now.')).toBeVisible();
    expect(await isSignedInElsewhere()).toBe(false);
    await elsewhere.close();
  },
);

/** A hash in the server's format, with a low cost. */
function storedHash(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 2 ** 4, r: 8, p: 1 });
  return `scrypt$ln=4,r=8,p=1$${salt.toString('base64')}$${hash.toString('base64')}`;
}

test(
  'signs in with an easy-to-guess older password after setting a new one',
  { tag: '@verify' },
  async ({ page, ownConsole }) => {
    const older = 'Password2026';
    const email = emailOf('harbor');
    await ownConsole.sql('update people set password_rule = null, password_hash = $1 where email = $2', [
      storedHash(older),
      email,
    ]);
    await page.goto(ownConsole.url);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(older);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Choose another password' })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    const wanted = page.getByLabel('New password', { exact: true });
    await expect(wanted).toBeFocused();
    await wanted.fill(older);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByText(/This password is easy to guess/)).toBeVisible();
    await wanted.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByRole('button', { name: /Account of|Open the menu/ })).toBeVisible();
    const status = async (password: string) =>
      (await page.request.post(`${ownConsole.url}/api/session/`, { data: { email, password } })).status();
    expect([await status(older), await status(NEW_PASSWORD)]).toEqual([401, 200]);
  },
);

/** The password reset link in an email. */
const linkIn = (text: string): string => {
  const [link] = /http:\/\/localhost:\d+\/account-link#[\w-]+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`No link in: ${text}`);
  return link;
};

/** Continues from a link after setting the password. */
async function signInAtLink(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A console that sends email, and the server that receives it. */
async function withMails(use: (url: string, mails: MailServer) => Promise<void>): Promise<void> {
  const mails = await startMailServer();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = { PORT: String(port), PUBLIC_URL: url, SMTP_URL: mails.url, MAIL_FROM: 'console@test.example' };
  const running = await startConsole({ postgres: postgresUrl(), environment });
  try {
    await use(url, mails);
  } finally {
    await running.dispose();
    await mails.close();
  }
}

test(
  'replaces a forgotten password with an emailed link, which works once',
  { tag: '@verify' },
  async ({ page, browser }) => {
    await withMails(async (url, mails) => {
      const email = emailOf('harbor');
      await page.goto(url);
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByRole('status')).toBeVisible();
      const mail = await mails.take('Set a new password');
      expect(mail.to).toBe(email);
      const link = linkIn(mail.text);

      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
      expect(page.url()).not.toContain('#');
      expect(await faultsInBothThemes(page)).toEqual([]);
      const password = page.getByLabel('New password', { exact: true });
      const submit = page.getByRole('button', { name: 'Set password' });
      await password.fill('short');
      await submit.click();
      await expect(password).toBeFocused();
      await password.fill(NEW_PASSWORD);
      await submit.click();
      await expect(page.getByText(`The password for ${email} is set.`)).toBeVisible();
      expect((await mails.take('Your password was changed')).text).not.toContain(NEW_PASSWORD);

      await page.getByRole('button', { name: 'Go to sign-in' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('incorrect');
      await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('button', { name: /Account of|Open the menu/ })).toBeVisible();

      const other = await browser.newContext();
      const again = await other.newPage();
      await again.goto(link);
      await expect(again.getByRole('alert')).toContainText('This link doesn’t work anymore');
      await expect(again.getByLabel('New password', { exact: true })).toHaveCount(0);
      expect(await faultsInBothThemes(again)).toEqual([]);
      // Signing in from a new browser sends an email.
      const session = { email, password: NEW_PASSWORD };
      expect((await again.request.post(`${url}/api/session/`, { data: session })).status()).toBe(200);
      expect((await mails.take('New sign-in to your account')).to).toBe(email);
      await other.close();
    });
  },
);

test(
  'joins a practice through an emailed link, in a tab that shows another link',
  { tag: '@verify' },
  async ({ page, browser, signIn }) => {
    await withMails(async (url, mails) => {
      const email = 'nora@bright-smiles.example';
      await signIn('owner', `${url}/settings/1/practice/members`);
      await page.getByRole('button', { name: 'Add member' }).click();
      const add = page.getByRole('dialog', { name: 'Add member' });
      await add.getByLabel('Email').fill(email);
      await add.getByLabel('Name').fill('Nora New');
      await add.getByLabel('Name').press('Enter');
      await expect(page.getByRole('row', { name: /Nora New/ }).getByText('Invited', { exact: true })).toBeVisible();
      const mail = await mails.take('You’re invited to Bright Smiles Dental');
      expect(mail.to).toBe(email);

      // On the computer of the person who invited.
      const desk = await page.context().newPage();
      await desk.goto(linkIn(mail.text));
      await expect(desk.getByText('Olivia Marsh is signed in on this browser.')).toBeVisible();
      expect(await faultsInBothThemes(desk)).toEqual([]);
      await desk.getByRole('button', { name: 'Sign out Olivia Marsh and continue' }).click();
      await expect(desk.getByLabel('Password', { exact: true })).toBeFocused();
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toHaveAttribute('data-covers');

      const own = await browser.newContext();
      const invited = await own.newPage();
      await invited.goto(`${url}/account-link#${'A'.repeat(43)}`);
      await expect(invited.getByRole('alert')).toContainText('This link doesn’t work anymore');
      await invited.goto(linkIn(mail.text));
      await expect(invited.getByLabel('Password', { exact: true })).toBeVisible();

      await desk.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
      await desk.getByRole('button', { name: 'Set password and join' }).click();
      await expect(desk.getByText('You’re a member of Bright Smiles Dental now.')).toBeVisible();
      await signInAtLink(desk, email);
      await expect(desk.getByRole('button', { name: 'Account of Nora New' })).toBeVisible();

      // A password reset link, with the invited person's session open.
      const other = emailOf('harbor');
      await desk.request.post(`${url}/api/session/password-reset/`, { data: { email: other } });
      const reset = await page.context().newPage();
      await reset.goto(linkIn((await mails.take('Set a new password')).text));
      await reset.getByRole('button', { name: 'Sign out Nora New and continue' }).click();
      await reset.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
      await reset.getByRole('button', { name: 'Set password' }).click();
      await expect(reset.getByText(`The password for ${other} is set.`)).toBeVisible();
      await signInAtLink(reset, other);
      await expect(reset.getByRole('button', { name: /^Account of/ })).toBeVisible();
      await expect(reset.getByRole('button', { name: 'Account of Nora New' })).toHaveCount(0);
      await own.close();
    });
  },
);
