/**
 * Upgrades without downtime: replicas of two releases run next to each other, each with a kit that the other one's modules don't
 * run with, and tabs stay open.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type RunningConsole, startConsole } from 'tools/console-process';
import { type Balancer, startBalancer } from '../../support/haproxy';
import { type Release, environmentOf, laterReleases } from '../../support/later-release';
import { emailOf, expect, PASSWORD, postgresUrl, test } from '../../support/test';

const OVERVIEW = '/settings/1/overview';
/** Pages of several modules: how the navigation and the page itself name them. */
const pages = [
  { address: '/settings/1/practice/provider-hours', title: 'Office & provider hours' },
  { address: '/settings/1/subscriptions/payment-history', title: 'Payment history' },
  { address: '/settings/1/subscriptions/plans', title: 'Subscriptions' },
  { address: '/settings/1/practice/members', title: 'Members' },
] as const;

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
async function startRelease(release: Release): Promise<RunningConsole> {
  const [first] = replicas;
  const environment = { ...environmentOf(folder, release), PUBLIC_URL: balancer.url };
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
  const openTab = async (address: string): Promise<[BrowserContext, Page]> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('response', (response) => {
      if (response.status() === 404) problems.push(`404 ${response.url()}`);
    });
    page.on('pageerror', (error) => problems.push(String(error.stack ?? error.message)));
    // Receives the shell's reports: `mf-hours 1.0.0: crashed`.
    page.on('console', (message) => {
      if (/^mf-\S+ \S+: /.test(message.text())) problems.push(message.text());
    });
    const session = { email: emailOf('owner'), password: PASSWORD };
    const answer = await page.request.post(`${balancer.url}/api/session/`, { data: session });
    expect(answer.status(), await answer.text()).toBe(200);
    await page.goto(balancer.url + address);
    return [context, page];
  };
  const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title, exact: true });
  const follow = async (page: Page, title: string) => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title, exact: true }).click();
    await expect(heading(page, title)).toBeVisible();
  };
  const openOverview = async (): Promise<Page> => {
    const [, page] = await openTab(OVERVIEW);
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
    return page;
  };
  /** The hashed name of the shell's entry, which differs between releases. */
  const shellOf = (page: Page) =>
    page.evaluate(() => document.querySelector('script[src*="/shell/main."]')?.getAttribute('src'));

  const [today, ...later] = laterReleases();
  if (!today) throw new Error('There is no first release');
  let current = await startRelease(today);
  await balancer.routeTo([current.url]);
  const old = await openOverview();
  const first = await shellOf(old);

  for (const release of later) {
    await test.step(`serves release ${release.number}, with shared-ui ${release.kit}, next to the one before, then alone`, async () => {
      const shells = new Set<string | null | undefined>();
      const before = await openOverview();
      const next = await startRelease(release);
      // It was opened before the upgrade and hasn't loaded a module page yet.
      const shellBefore = await shellOf(before);
      await balancer.routeTo([current.url, next.url]);
      await follow(before, pages[0].title);
      expect(await shellOf(before)).toBe(shellBefore);
      // It knows about the upgrade, so the next page is a new one.
      await follow(before, pages[1].title);

      for (let load = 0; load < 5 || (shells.size < 2 && load < 20); load += 1) {
        const { address, title } = pages[load % pages.length] ?? pages[0];
        // The balancer takes turns. Without these, all pages could be those of one replica, depending on what each page requests.
        if (load % 3 === 1) await fetch(`${balancer.url}/readyz`);
        const [context, page] = await openTab(address);
        await expect(heading(page, title)).toBeVisible();
        shells.add(await shellOf(page));
        await context.close();
      }
      expect(shells.size).toBe(2);
      await balancer.routeTo([next.url]);
      await current.stop();
      current = next;
      await follow(await openOverview(), pages[2].title);
    });
  }

  await test.step('loads in the first tab what it has not loaded yet', async () => {
    await follow(old, pages[0].title);
    await expect(old.getByRole('grid').or(old.getByRole('table')).first()).toBeVisible();
    expect(await shellOf(old)).toBe(first);
    await follow(old, pages[1].title);
  });
  expect(problems).toEqual([]);
  const failed = await current.sql('select module, version, failures from module_visits where failures > 0');
  expect(failed).toEqual([]);
});
