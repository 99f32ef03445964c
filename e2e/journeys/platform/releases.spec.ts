/** A team ships its module into a running console and rolls it back, without any other rebuild. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { repository } from '../../support/repository';
import { publishBuild, rollBack, setPreview, shipBuild } from '../../support/registry';
import { expect, test } from '../../support/test';

const HOURS = '/settings/1/practice/provider-hours';
const run = promisify(execFile);

/** Builds mf-hours with another heading as the given version, in a separate folder. */
async function nextHours(version: string, heading: string): Promise<string> {
  const folder = path.join(repository, 'e2e', '.work', `mf-hours-${version}`);
  fs.rmSync(folder, { recursive: true, force: true });
  for (const part of ['src', 'module.json', 'package.json', 'webpack.config.mjs']) {
    fs.cpSync(path.join(repository, 'mf-hours', part), path.join(folder, part), { recursive: true });
  }
  const messages = path.join(folder, 'src', 'weekly-hours', 'messages.ts');
  const text = fs.readFileSync(messages, 'utf8');
  const changed = text.replace("title: 'Office & provider hours',", `title: '${heading}',`);
  if (changed === text) throw new Error('The heading of weekly hours is not where this test looks for it');
  fs.writeFileSync(messages, changed);
  await run(process.execPath, ['tools/webpack/build.mjs', folder], {
    cwd: repository,
    env: { ...process.env, NODE_ENV: 'production', MODULE_VERSION: version },
  });
  return folder;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('shows a new version after a reload and the old one after a rollback', async ({ page, ownConsole, signIn }) => {
  const team = { url: ownConsole.url, token: await ownConsole.token('mf-hours') };
  await signIn('owner', ownConsole.url + HOURS);
  await expect(heading(page, 'Office & provider hours')).toBeVisible();
  const before = await page.locator('[data-module="mf-hours"]').getAttribute('data-version');

  await shipBuild(team, await nextHours('2.0.0', 'Hours of the week'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(heading(page, 'Office & provider hours')).toBeVisible();

  await page.reload();
  await expect(heading(page, 'Hours of the week')).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();

  await rollBack(team, 'mf-hours');
  await page.reload();
  await expect(heading(page, 'Office & provider hours')).toBeVisible();
  await expect(page.locator('[data-module="mf-hours"]')).toHaveAttribute('data-version', before ?? '');

  const { stdout } = await run(process.execPath, ['tools/module.mjs', 'list', 'mf-hours'], {
    cwd: repository,
    env: { ...process.env, CONSOLE_URL: team.url, CONSOLE_TOKEN: team.token },
  });
  expect(stdout).toMatch(/2\.0\.0/);
  expect(stdout).toMatch(/rollback/);
});

test(
  'loads a new version at the next navigation, but not over unsaved changes',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const team = { url: ownConsole.url, token: await ownConsole.token('mf-hours') };
    const folder = await nextHours('2.1.0', 'Hours of the week');
    await signIn('owner', ownConsole.url + HOURS);
    await page.getByRole('gridcell', { name: /^Noah Walsh, Tuesday:/ }).click();
    await page.getByRole('textbox', { name: 'Noah Walsh, Tuesday, start' }).fill('9');
    await shipBuild(team, folder);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Data refreshed successfully').first()).toBeVisible();

    const elsewhere = page.getByRole('link', { name: 'User Accounts' });
    await elsewhere.click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('gridcell', { name: /^Noah Walsh, Tuesday:.*9:00 AM/ })).toBeVisible();

    await elsewhere.click();
    await page.getByRole('button', { name: /Leave/ }).click();
    await expect(heading(page, 'User Accounts')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Office & provider hours' })
      .click();
    await expect(heading(page, 'Hours of the week')).toBeVisible();
  },
);

test(
  'shows a preview only to people who open its URL, until they leave it or it is closed',
  { tag: '@verify' },
  async ({ page, browser, ownConsole, signIn }) => {
    const team = { url: ownConsole.url, token: await ownConsole.token('mf-hours') };
    const { version } = await publishBuild(team, await nextHours('2.1.0-pr-17', 'Hours under review'));
    await setPreview(team, 'mf-hours', 'pr-17', { version, people: ['owner@bright-smiles.example'] });
    const address = `${ownConsole.url}/previews/mf-hours/pr-17`;

    await signIn('owner', address);
    await expect(heading(page, 'Preview pr-17 of Hours')).toBeVisible();
    await page.getByRole('button', { name: 'Open preview' }).click();
    await expect(heading(page, 'Hours under review')).toBeVisible();
    const banner = page.getByRole('region', { name: 'Preview' });
    await expect(banner).toContainText('Preview pr-17 of Hours, only for you.');

    const other = await browser.newPage();
    await signIn('staff', address, other);
    await expect(other.getByText('This preview has ended, or isn’t for you.')).toBeVisible();
    await other.goto(ownConsole.url + HOURS);
    await expect(heading(other, 'Office & provider hours')).toBeVisible();
    await other.close();

    await banner.getByRole('button', { name: 'Leave the preview pr-17 of Hours' }).click();
    await expect(heading(page, 'Office & provider hours')).toBeVisible();
    await expect(banner).toBeHidden();

    await page.goto(address);
    await page.getByRole('button', { name: 'Open preview' }).click();
    await expect(heading(page, 'Hours under review')).toBeVisible();
    await setPreview(team, 'mf-hours', 'pr-17');
    await page.reload();
    await expect(heading(page, 'Office & provider hours')).toBeVisible();
    await page.goto(address);
    await expect(page.getByText('This preview has ended, or isn’t for you.')).toBeVisible();
  },
);
