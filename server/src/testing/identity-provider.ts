/** Runs the identity provider of `provider-process.mjs`, and navigates it like a browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { JWK } from 'jose';
import { packageRoot } from '../platform/config/package-root.js';

export const oidcClientSettings = { id: 'console', secret: 'a secret between the two' };

export interface IdentityProvider {
  issuer: string;
  stop(): Promise<void>;
}

/**
 * @param accounts login → claims
 * @param options the address to notify of ended sessions, and its private keys
 */
export async function startIdentityProvider(
  accounts: Record<string, Record<string, unknown>>,
  redirectUri: string,
  { logoutUri, keys }: { logoutUri?: string; keys?: readonly JWK[] } = {},
): Promise<IdentityProvider> {
  const script = path.join(packageRoot, 'src/testing/provider-process.mjs');
  const child: ChildProcess = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      ACCOUNTS: JSON.stringify(accounts),
      CLIENT_ID: oidcClientSettings.id,
      CLIENT_SECRET: oidcClientSettings.secret,
      REDIRECT_URI: redirectUri,
      ...(logoutUri !== undefined && { LOGOUT_URI: logoutUri }),
      ...(keys && { JWKS: JSON.stringify({ keys }) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const issuer = await new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer): void => {
      output += String(chunk);
      const [, ready] = /^ready (\S+)$/m.exec(output) ?? [];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout?.on('data', readOutput);
    child.stderr?.on('data', readOutput);
    child.once('exit', () => reject(new Error(`The identity provider ended: ${output}`)));
  });
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}

export type ProviderBrowser = ReturnType<typeof providerBrowser>;

/** Cookies of one browser at the provider. */
export function providerBrowser() {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
    },
  };
}

/**
 * Opens the provider, signs in, consents, and follows every redirect until one leads away from it.
 *
 * @returns the address that the provider redirects the browser to
 */
export async function signInAtProvider(address: string, login: string, jar = providerBrowser()): Promise<URL> {
  const home = new URL(address).origin;
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(address) };
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: jar.header() },
      ...(next.form && { method: 'POST', body: next.form }),
    });
    jar.take(response);
    const location = response.headers.get('location');
    if (location !== null) {
      const url = new URL(location, next.url);
      if (url.origin !== home) return url;
      next = { url };
      continue;
    }
    const html = await response.text();
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(html) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
    if (action === undefined || prompt === undefined)
      throw new Error(`The provider answered ${response.status}: ${html}`);
    next = { url: new URL(action, next.url), form: new URLSearchParams({ prompt, login, password: 'any' }) };
  }
  throw new Error('The provider never sent the browser back');
}

/** Ends the browser's session at the provider, like its page. */
export async function signOutAtProvider({ issuer }: Pick<IdentityProvider, 'issuer'>, jar: ProviderBrowser) {
  const page = await fetch(`${issuer}/session/end`, { headers: { cookie: jar.header() } });
  jar.take(page);
  const [, secret = ''] = /name="xsrf" value="(\w+)"/.exec(await page.text()) ?? [];
  const ended = await fetch(`${issuer}/session/end/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: jar.header() },
    body: new URLSearchParams({ xsrf: secret, logout: 'yes' }),
  });
  if (ended.status !== 303) throw new Error(`The provider answered ${ended.status}: ${await ended.text()}`);
  jar.take(ended);
}
