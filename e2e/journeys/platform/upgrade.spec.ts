/** Upgrades without downtime: replicas of two versions run next to each other, and a tab stays open through three of them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type RunningConsole, startConsole } from 'tools/console-process';
import { type Balancer, startBalancer } from '../../support/haproxy';
import { repository } from '../../support/repository';
import { emailOf, expect, PASSWORD, postgresUrl, test } from '../../support/test';

const OVERVIEW = '/settings/1/overview';

/** Today's shell with other hashes in the names of all its files, as every later release has them. */
function laterShell(folder: string, release: number): string {
  const built = path.join(repository, 'shell', 'dist');
  const later = path.join(folder, `shell-${release}`);
  const rename = (text: string): string =>
    text.replace(/(?<=[."'])[0-9a-f]{10}(?=[."'])/g, (hash) =>
      createHash('sha256').update(`${release} ${hash}`).digest('hex').slice(0, 10),
    );
  for (const file of fs.readdirSync(built, { recursive: true, encoding: 'utf8' })) {
    const from = path.join(built, file);
    if (!fs.statSync(from).isFile() || file.endsWith('.map')) continue;
    const to = path.join(later, rename(file));
    fs.mkdirSync(path.dirname(to), { recursive: true });
    const content = fs.readFileSync(from);
    fs.writeFileSync(to, /\.(js|json|css)$/.test(file) ? rename(content.toString()) : content);
  }
  const description = path.join(later, 'shell.json');
  const shell = JSON.parse(fs.readFileSync(description, 'utf8')) as { files: Record<string, string> };
  const integrityOf = (file: string): string =>
    `sha384-${createHash('sha384')
      .update(fs.readFileSync(path.join(later, file)))
      .digest('base64')}`;
  const files = Object.fromEntries(Object.keys(shell.files).map((file) => [file, integrityOf(file)]));
  fs.writeFileSync(description, JSON.stringify({ ...shell, files }));
  return later;
}

let folder: string;
let balancer: Balancer;
const replicas: RunningConsole[] = [];
test.beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'upgrade-'));
  balancer = await startBalancer(folder);
});
test.afterAll(async () => {
  balancer.stop();
  // The first one owns the database.
  for (const replica of replicas.reverse()) await replica.dispose();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A replica of a release, on the database of the first one. */
async function startRelease(release: number): Promise<RunningConsole> {
  const [first] = replicas;
  const environment = { SHELL_DIR: laterShell(folder, release), PUBLIC_URL: balancer.url };
  const replica = await startConsole(
    first
      ? { environment: { ...environment, DATABASE_URL: first.database ?? '', SANDBOX_URL: first.sandbox ?? '' } }
      : { environment, postgres: postgresUrl(), sandbox: true },
  );
  replicas.push(replica);
  return replica;
}

test('keeps every page whole through three upgrades', { tag: '@verify' }, async ({ browser }) => {
  const problems: string[] = [];
  const openTab = async (): Promise<[BrowserContext, Page]> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('response', (response) => {
      if (response.status() === 404) problems.push(`404 ${response.url()}`);
    });
    page.on('pageerror', (error) => problems.push(String(error.stack ?? error.message)));
    const session = { email: emailOf('owner'), password: PASSWORD };
    const answer = await page.request.post(`${balancer.url}/api/session/`, { data: session });
    expect(answer.status(), await answer.text()).toBe(200);
    await page.goto(balancer.url + OVERVIEW);
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
    return [context, page];
  };
  /** The hashed name of the shell's entry, which differs between releases. */
  const releaseOf = (page: Page) =>
    page.evaluate(() => document.querySelector('script[src*="/shell/main."]')?.getAttribute('src'));

  let current = await startRelease(1);
  await balancer.routeTo([current.url]);
  const [, old] = await openTab();
  const first = await releaseOf(old);

  const seen = new Set<string | null | undefined>();
  for (const release of [2, 3, 4]) {
    await test.step(`serves release ${release} next to release ${release - 1}, then alone`, async () => {
      const next = await startRelease(release);
      await balancer.routeTo([current.url, next.url]);
      for (let load = 0; load < 5; load += 1) {
        const [context, page] = await openTab();
        seen.add(await releaseOf(page));
        await context.close();
      }
      await balancer.routeTo([next.url]);
      await current.stop();
      current = next;
    });
  }
  expect(seen.size).toBeGreaterThan(2);

  await test.step('loads in the tab from before what it has not loaded yet', async () => {
    for (const [link, heading] of [
      ['Office & provider hours', 'Office & provider hours'],
      ['Payment history', 'Payment history'],
    ] as const) {
      await old.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: link, exact: true }).click();
      await expect(old.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(old.getByRole('grid').or(old.getByRole('table')).first()).toBeVisible();
    }
    expect(await releaseOf(old)).toBe(first);
  });
  expect(problems).toEqual([]);
});
