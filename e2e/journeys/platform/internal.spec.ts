/** Only internal staff can load internal modules. */
import type { Page } from '@playwright/test';
import { internalDeclaration, internalEntry } from '../../support/fault-module';
import { declarationFile, ship } from '../../support/registry';
import { expect, type Person, test } from '../../support/test';

const ENTRY = '/modules/mf-internal-fixture/1.0.0/remoteEntry.js';

/** Paths of all module files that a page requests. */
function moduleRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/modules/')) seen.push(pathname);
  });
  return seen;
}

test(
  'shows an internal module only to internal staff and super admins',
  { tag: '@verify' },
  async ({ browser, ownConsole, signIn }) => {
    await ownConsole.command('module', 'grant', declarationFile(internalDeclaration));
    const team = { url: ownConsole.url, token: await ownConsole.token('mf-internal-fixture') };
    await ship(team, internalDeclaration, '1.0.0', { 'remoteEntry.js': internalEntry });
    expect((await fetch(ownConsole.url + ENTRY)).status).toBe(404);

    const visit = async (person: Person): Promise<{ page: Page; asked: string[] }> => {
      const page = await (await browser.newContext()).newPage();
      const asked = moduleRequests(page);
      await signIn(person, `${ownConsole.url}/internal/fixture`, page);
      return { page, asked };
    };

    const internal = await visit('internal');
    await expect(internal.page.getByRole('heading', { name: 'Fault page works' })).toBeVisible();
    await expect(internal.page.getByText('Internal', { exact: true }).first()).toBeVisible();
    expect(internal.asked).toContain(ENTRY);
    expect(internal.asked.filter((path) => !path.includes('mf-internal-fixture'))).toEqual([]);

    for (const person of ['owner', 'taskadmin'] as const) {
      const clinic = await visit(person);
      await expect(clinic.page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await clinic.page.goto(`${ownConsole.url}/settings/1/practice/provider-hours`);
      await expect(clinic.page.getByRole('grid')).toBeVisible();
      expect(clinic.asked.filter((path) => path.includes('internal'))).toEqual([]);
      expect(await clinic.page.content()).not.toContain('mf-internal-fixture');
      expect((await clinic.page.request.get(ownConsole.url + ENTRY)).status()).toBe(404);
      await clinic.page.context().close();
    }

    const admin = await visit('superadmin');
    await expect(admin.page.getByRole('heading', { name: 'Fault page works' })).toBeVisible();
    await admin.page.getByRole('link', { name: 'Practice pages' }).click();
    await admin.page.getByRole('option', { name: /Bright Smiles Dental/ }).click();
    await expect(admin.page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  },
);
