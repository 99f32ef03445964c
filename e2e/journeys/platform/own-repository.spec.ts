/** A team creates, checks and ships a module outside this repository, using only the documented commands. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startRegistry } from 'tools/npm-registry';
import { type Resources, withResources } from 'tools/resources';
import { commandBlocks, Terminal } from '../../support/document';
import { repository } from '../../support/repository';
import { expect, test } from '../../support/test';

const MODULE = 'mf-patient-notes';
const PAGE = '/settings/1/patient-notes/overview';

/** A folder that is removed at the end. */
function temporaryFolder(resources: Resources, name: string): string {
  return resources.keep(fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`)), (folder) =>
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 }),
  );
}

/** The environment of a new terminal: without what npm has set for this process, and with a home folder of its own. */
function environmentOf(home: string): NodeJS.ProcessEnv {
  const ofThisProcess = /^npm_|^INIT_CWD$|^NODE_ENV$|^NODE_OPTIONS$/i;
  const inherited = Object.entries(process.env).filter(([name]) => !ofThisProcess.test(name));
  return { ...Object.fromEntries(inherited), HOME: home, npm_config_yes: 'true' };
}

/** npm's cache is kept between runs, as on a developer's machine. Packages that `npm create` ran don't. */
function shareDownloads(home: string): void {
  const downloads = path.join(process.env['npm_config_cache'] ?? path.join(os.homedir(), '.npm'), '_cacache');
  fs.mkdirSync(downloads, { recursive: true });
  fs.mkdirSync(path.join(home, '.npm'));
  fs.symlinkSync(downloads, path.join(home, '.npm', '_cacache'));
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const version = (page: Page) => page.locator(`[data-module="${MODULE}"]`);

test(
  'ships a module from an empty folder to the page with the documented commands',
  { tag: '@verify' },
  ({ page, ownConsole, signIn }) =>
    withResources(async (resources) => {
      test.setTimeout(1_800_000);
      const home = temporaryFolder(resources, 'own-repository');
      const registry = resources.keep(await startRegistry(temporaryFolder(resources, 'npm-registry')), (started) =>
        started.stop(),
      );
      const environment = environmentOf(home);
      shareDownloads(home);
      // The account of the platform team at the registry.
      fs.writeFileSync(
        path.join(home, '.npmrc'),
        `${registry.url.replace(/^http:/, '')}:_authToken=${registry.token}\n`,
      );
      const console_ = { DATABASE_URL: ownConsole.database, DATA_DIR: ownConsole.data };
      const terminals = {
        platform: new Terminal(repository, environment),
        operator: new Terminal(repository, { ...environment, ...console_ }),
        team: new Terminal(home, environment),
      };
      let token = '';
      const filled = (script: string): string =>
        script
          .replaceAll('https://npm.example', registry.url.replace(/\/$/, ''))
          .replaceAll('https://console.example', ownConsole.url)
          .replaceAll('pcdt_…', token);

      const live: string[] = [];
      for (const { by, background, script } of commandBlocks('our-own-repository.md')) {
        const terminal = terminals[by as keyof typeof terminals];
        await test.step(script, async () => {
          if (background) {
            const { output, stop } = await terminal.start(filled(script), /Developer override/);
            await tryInConsole(page, signIn, ownConsole.url, output, path.join(home, MODULE));
            stop();
            // npm exits immediately. The servers that it started take longer.
            const { entry } = addressIn(output);
            await expect
              .poll(() =>
                fetch(entry).then(
                  () => 'serves',
                  () => 'ended',
                ),
              )
              .toBe('ended');
            return;
          }
          const output = await terminal.run(filled(script));
          token = /pcdt_[A-Za-z0-9_-]{20,}/.exec(output)?.[0] ?? token;
          if (!script.includes('promote')) return;
          await page.goto(ownConsole.url + PAGE);
          await expect(heading(page, 'Patient notes')).toBeVisible();
          await expect(page.getByText(/^Bright Smiles Dental is in /)).toBeVisible();
          live.push((await version(page).getAttribute('data-version')) ?? '');
        });
      }
      expect(live).toEqual(['1.0.0', '1.0.0']);
      const { releases, moves } = JSON.parse(await terminals.team.run('npx practice-console list --json')) as {
        releases: { version: string }[];
        moves: { action: string; to: string }[];
      };
      expect(releases.map((release) => release.version)).toEqual(['1.0.1', '1.0.0']);
      expect(moves.map(({ action, to }) => `${action} ${to}`)).toEqual([
        'rollback 1.0.0',
        'promote 1.0.1',
        'promote 1.0.0',
      ]);
    }),
);

/** The URL printed by the development server. */
const addressIn = (output: string): { entry: string } => ({
  entry: /http:\/\/localhost:\d+\/remoteEntry\.js/.exec(output)?.[0] ?? '',
});

/** Loads the served module in a session of a developer, and changes its code. */
async function tryInConsole(
  page: Page,
  signIn: (person: 'superadmin', path: string) => Promise<void>,
  url: string,
  output: string,
  folder: string,
): Promise<void> {
  const { entry } = addressIn(output);
  await signIn('superadmin', `${url}/settings/1/`);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Developer override…' }).click();
  await page.getByLabel('Module', { exact: true }).fill(MODULE);
  await page.getByLabel('Address of remoteEntry.js').fill(entry);
  await page.getByRole('button', { name: 'Load module' }).click();
  await expect(page.getByText(`${MODULE} is loaded from ${entry}`)).toBeVisible();
  await page.goto(url + PAGE);
  await expect(heading(page, 'Patient notes')).toBeVisible();

  const messages = path.join(folder, 'src', 'messages.ts');
  const text = fs.readFileSync(messages, 'utf8');
  fs.writeFileSync(messages, text.replace("title: 'Patient notes'", "title: 'Notes about patients'"));
  await expect(heading(page, 'Notes about patients')).toBeVisible();
  fs.writeFileSync(messages, text);
  await expect(heading(page, 'Patient notes')).toBeVisible();
  await page.getByRole('button', { name: `Use the released version of ${MODULE}` }).click();
  await expect(page.getByRole('region', { name: 'Developer override' })).toBeHidden();
}
