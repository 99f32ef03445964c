/** A team renames the path of its page, as "Writing a module" describes it. The page is never missing, bookmarks still lead to it. */
import type { ModuleDeclaration } from 'shared-api/contracts';
import { faultDeclaration, faultEntry } from '../../support/fault-module';
import { declarationFile, promote, publish, rollBack, ship } from '../../support/registry';
import { expect, test } from '../../support/test';

const FORMER = '/settings/:practice/fault/page';
const RENAMED = '/settings/:practice/fault/renamed';

const withPath = (path: string, aliases?: string[]): ModuleDeclaration => ({
  ...faultDeclaration,
  routes: faultDeclaration.routes.map((route) => ({ ...route, path, ...(aliases && { aliases }) })),
});
const of = (path: string, url: string): string => url + path.replace(':practice', '1');

test('renames a page in two steps', { tag: ['@verify', '@month'] }, async ({ page, ownConsole, signIn }) => {
  const { url } = ownConsole;
  await ownConsole.command('module', 'grant', declarationFile(faultDeclaration));
  const team = { url, token: await ownConsole.token('mf-fault') };
  await ship(team, faultDeclaration, '1.0.0', { 'remoteEntry.js': faultEntry });
  const bookmark = `${of(FORMER, url)}?tab=2#notes`;
  const shows = async (path: string) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Fault page works' })).toBeVisible();
    await expect(page).toHaveURL(`${of(path, url)}?tab=2#notes`);
  };
  /** Loads the page, too, where only the fragment would change. */
  const open = async () => {
    await page.goto('about:blank');
    await page.goto(bookmark);
  };
  await signIn('owner', bookmark);
  await shows(FORMER);

  await test.step('refuses the new path alone, because the live version has the former one', async () => {
    const refusal = ownConsole.command('module', 'grant', declarationFile(withPath(RENAMED)));
    await expect(refusal).rejects.toThrow(/1\.0\.0 is live and needs .*fault\/page/);
    await open();
    await shows(FORMER);
  });
  await test.step('grants the new path with the former one as an alias', async () => {
    const next = withPath(RENAMED, [FORMER]);
    await ownConsole.command('module', 'grant', declarationFile(next));
    await open();
    await shows(FORMER);
    await publish(team, next, '2.0.0', { 'remoteEntry.js': faultEntry });
    await promote(team, 'mf-fault', '2.0.0');
    await open();
    await shows(RENAMED);
  });
  await test.step('leads a link inside the console to the page, too', async () => {
    await page.evaluate((address) => {
      history.pushState({}, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
    }, bookmark);
    await shows(RENAMED);
  });
  await test.step('shows the former path again after a rollback', async () => {
    await rollBack(team, 'mf-fault');
    await open();
    await shows(FORMER);
  });
});
