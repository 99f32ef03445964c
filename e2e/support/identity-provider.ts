/** A conforming OpenID provider in its own process, with the development pages of `oidc-provider`. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from 'tools/test-system';
import { repository } from './repository';
import { postgresUrl, type test } from './test';

export const PROVIDER_NAME = 'Northwind ID';

const client = { id: 'console', secret: 'a secret between the two' };

/** Login → claims. */
export type ProviderAccounts = Record<string, Record<string, unknown>>;

async function startProvider(accounts: ProviderAccounts, consoleUrl: string) {
  const child = spawn(process.execPath, [path.join(repository, 'server/src/testing/provider-process.mjs')], {
    env: {
      ...process.env,
      ACCOUNTS: JSON.stringify(accounts),
      CLIENT_ID: client.id,
      CLIENT_SECRET: client.secret,
      REDIRECT_URI: `${consoleUrl}/api/session/oidc/callback`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const issuer = await new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer): void => {
      said += chunk.toString();
      const [, ready] = /^ready (\S+)$/m.exec(said) ?? [];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on('data', readOutput);
    child.stderr.on('data', readOutput);
    child.once('exit', () => reject(new Error(`The identity provider ended: ${said}`)));
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill();
    });
  return { issuer, stop };
}

type StartConsole = Parameters<Parameters<typeof test>[2]>[0]['startOwnConsole'];

/** Runs the work on a console whose people can sign in through the provider. */
export async function withIdentityProvider(
  startOwnConsole: StartConsole,
  accounts: ProviderAccounts,
  work: (url: string) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = await startProvider(accounts, url);
  try {
    const running = await startOwnConsole({
      postgres: postgresUrl(),
      environment: {
        PORT: String(port),
        PUBLIC_URL: url,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: client.secret,
        OIDC_NAME: PROVIDER_NAME,
        OIDC_RETURN_AFTER_SIGN_OUT: '1',
        ...environment,
      },
    });
    try {
      await work(url);
    } finally {
      await running.dispose();
    }
  } finally {
    await provider.stop();
  }
}

/** Fills in the provider's form. It remembers in this browser who has consented before. */
export async function logInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Fills in the provider's form, and consents. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await logInAtProvider(page, login);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Ends the browser's session at the provider, which asks first. */
export const confirmSignOutAtProvider = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Yes, sign me out' }).click();
