/**
 * All faults of a preview, and of a setting that a version refuses. The rest of the console works, the released version is one click
 * away, and the health of the released version counts nothing of it.
 */
import type { Browser, Locator, Page } from '@playwright/test';
import type { AnswerOf, ModuleDeclaration } from 'shared-api/contracts';
import type { listModuleSettings } from 'shared-api/contracts/module-settings';
import type { HostedConsole } from 'tools/console-process';
import { type Caller, callerFor } from '../../support/ask';
import {
  entryThatThrowsLater,
  entryWith,
  entryWithFault,
  type Fault,
  faultDeclaration,
  faultEntry,
} from '../../support/fault-module';
import { healthFor } from '../../support/module-health';
import { declarationFile, promote, publish, rollBack, setPreview, ship, type Shipping } from '../../support/registry';
import { emailOf, expect, test } from '../../support/test';

const MODULE = faultDeclaration.name;
const PAGE = '/settings/1/fault/page';
const HEADING = 'Fault page works';
const LIVE = '1.0.0';
/** A page of another module. */
const OTHER = 'Office & provider hours';

let running: HostedConsole;
let team: Shipping;
let internal: Caller;

test.beforeAll(async ({ startOwnConsole }) => {
  running = await startOwnConsole();
  await running.command('module', 'grant', declarationFile(faultDeclaration));
  team = { url: running.url, token: await running.token(MODULE) };
  await ship(team, faultDeclaration, LIVE, { 'remoteEntry.js': faultEntry });
  internal = await callerFor(running.url, 'internal');
});
test.afterAll(() => running.dispose());

const addressOf = (preview: string): string => `${running.url}/previews/${MODULE}/${preview}`;
const versionOf = (preview: string): string => `1.1.0-${preview}`;
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const link = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const banner = (page: Page): Locator => page.getByRole('region', { name: 'Preview' });
const panel = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'Fault isn’t available' });
const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/** The module with another heading. */
const headed = (text: string): string => entryWith([HEADING, text]);

/** Gives the owner a version of the module as a preview. */
async function preview(name: string, entry: string, version = versionOf(name)): Promise<void> {
  await publish(team, faultDeclaration, version, { 'remoteEntry.js': entry });
  await setPreview(team, MODULE, name, { version, people: [emailOf('owner')] });
}

async function shows(page: Page, text: string, version: string): Promise<void> {
  await expect(heading(page, text)).toBeVisible();
  await expect(page.locator(`[data-module="${MODULE}"]`)).toHaveAttribute('data-version', version);
}

/** The released version, as for everybody. */
async function showsReleased(page: Page): Promise<void> {
  await shows(page, HEADING, LIVE);
  await expect(banner(page)).toBeHidden();
}

async function leave(page: Page, name: string): Promise<void> {
  await banner(page)
    .getByRole('button', { name: `Leave the preview ${name} of Fault` })
    .click();
  await showsReleased(page);
}

async function otherPageWorks(page: Page): Promise<void> {
  await link(page, OTHER).click();
  await expect(heading(page, OTHER)).toBeVisible();
  await link(page, 'Fault').click();
}

/** Loads of the live version that are counted. */
async function visits(): Promise<number> {
  const { modules } = await healthFor(internal);
  return modules.find(({ name }) => name === MODULE)?.versions.find(({ role }) => role === 'live')?.visits ?? 0;
}

/**
 * Module health after one more load of the released version, whose report comes after those of the pages before it: no other version, no
 * failure, no error.
 */
async function nothingElseIsCounted(page: Page): Promise<void> {
  const before = await visits();
  await page.goto(running.url + PAGE);
  await showsReleased(page);
  await expect.poll(visits).toBeGreaterThan(before);
  const { modules, errors } = await healthFor(internal);
  const versions = modules.find(({ name }) => name === MODULE)?.versions;
  expect(versions?.map(({ version, failed_visits: failed, errors: count }) => [version, failed, count])).toEqual([
    [LIVE, 0, 0],
  ]);
  expect(errors.filter(({ module }) => module === MODULE)).toEqual([]);
}

test.describe('a preview that fails', () => {
  const rows: Fault[] = ['throw-on-import', 'throw-in-mount', 'hang-in-mount', 'throw-in-render'];
  const uncaught: Partial<Record<Fault, RegExp>> = { 'throw-on-import': /thrown on import/ };

  for (const name of rows) {
    test(
      `shows the panel for ${name}, and Leave loads the released version`,
      { tag: '@verify' },
      async ({ page, signIn, pageErrors }) => {
        const error = uncaught[name];
        if (error) pageErrors.expect(error);
        await preview(name, entryWithFault(name));
        await signIn('owner', addressOf(name));
        await page.getByRole('button', { name: 'Open preview' }).click();
        await expect(panel(page)).toBeVisible();
        await expect(page.getByText(new RegExp(`^${MODULE} ${versionOf(name).replaceAll('.', '\\.')}`))).toBeVisible();
        await expect(banner(page)).toContainText(`Preview ${name} of Fault, only for you.`);
        await otherPageWorks(page);
        await expect(panel(page)).toBeVisible();
        await leave(page, name);
        await nothingElseIsCounted(page);
      },
    );
  }

  test(
    'keeps the page after an uncaught error and doesn’t count it',
    { tag: '@verify' },
    async ({ page, signIn, pageErrors }) => {
      pageErrors.expect(/The module lost its thread/);
      await preview('late', entryThatThrowsLater);
      await signIn('owner', addressOf('late'));
      await page.getByRole('button', { name: 'Open preview' }).click();
      await shows(page, HEADING, versionOf('late'));
      await expect.poll(() => pageErrors.found().join()).toContain('The module lost its thread');
      await leave(page, 'late');
      await nothingElseIsCounted(page);
    },
  );

  test(
    'loads the fix on Retry that its team has published under the same name',
    { tag: '@verify' },
    async ({ page, signIn }) => {
      await preview('fixed', entryWithFault('throw-in-mount'));
      await signIn('owner', addressOf('fixed'));
      await page.getByRole('button', { name: 'Open preview' }).click();
      await expect(panel(page)).toBeVisible();
      await preview('fixed', headed('Fixed'), '1.1.0-fixed.2');
      await page.getByRole('button', { name: 'Retry' }).click();
      await shows(page, 'Fixed', '1.1.0-fixed.2');
      await expect(banner(page)).toContainText('Preview fixed of Fault');
      await leave(page, 'fixed');
      await nothingElseIsCounted(page);
    },
  );
});

test(
  'refuses a preview of a version for another kit, and explains it at the preview’s URL',
  { tag: '@verify' },
  async ({ page, signIn }) => {
    const version = versionOf('kit');
    await publish(team, faultDeclaration, version, { 'remoteEntry.js': faultEntry }, '^99.0.0');
    const attempt = setPreview(team, MODULE, 'kit', { version, people: [emailOf('owner')] });
    await expect(attempt).rejects.toThrow(/409 .*shared_ui_mismatch/);
    await signIn('owner', addressOf('kit'));
    await expect(page.getByText('This preview has ended, or isn’t for you.')).toBeVisible();
    await nothingElseIsCounted(page);
  },
);

test.describe('an expired preview', () => {
  /** A server caches the rows until it notices a new revision, which requests from an open page don't reveal. */
  const expire = async (page: Page, name: string): Promise<void> => {
    await running.sql('update module_previews set expires_at = published_at where name = $1', [name]);
    await running.sql('update module_registry set revision = gen_random_uuid()', []);
    const file = `${running.url}/modules/${MODULE}/${versionOf(name)}/remoteEntry.js`;
    await expect.poll(async () => (await page.request.get(file)).status()).toBe(404);
  };

  test('is replaced by the released version on the next load', { tag: '@verify' }, async ({ page, signIn }) => {
    await preview('over', headed('Over'));
    await signIn('owner', addressOf('over'));
    await page.getByRole('button', { name: 'Open preview' }).click();
    await shows(page, 'Over', versionOf('over'));
    await expire(page, 'over');
    await page.reload();
    await showsReleased(page);
    await page.goto(addressOf('over'));
    await expect(page.getByText('This preview has ended, or isn’t for you.')).toBeVisible();
    await nothingElseIsCounted(page);
  });

  test(
    'loads the released version on Retry, if its code was not loaded before',
    { tag: '@verify' },
    async ({ page, signIn }) => {
      await preview('unloaded', headed('Unloaded'));
      await signIn('owner', `${running.url}/settings/1/practice/provider-hours`);
      const opened = await page.request.post(`${running.url}/api/previews/${MODULE}/unloaded/open/`);
      expect(opened.status()).toBe(200);
      await page.reload();
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(banner(page)).toContainText('Preview unloaded of Fault');
      await expire(page, 'unloaded');
      await link(page, 'Fault').click();
      await expect(panel(page)).toBeVisible();
      await page.getByRole('button', { name: 'Retry' }).click();
      await showsReleased(page);
      await nothingElseIsCounted(page);
    },
  );
});

test(
  'gives the released version to a person who is no longer meant, and tells them nothing',
  { tag: '@verify' },
  async ({ page, signIn }) => {
    await preview('others', headed('Others'));
    await signIn('owner', addressOf('others'));
    await page.getByRole('button', { name: 'Open preview' }).click();
    await shows(page, 'Others', versionOf('others'));
    await setPreview(team, MODULE, 'others', { version: versionOf('others'), people: [emailOf('staff')] });
    // A response tells the page that the registry has changed, so the next navigation reloads it.
    await link(page, OTHER).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Data refreshed successfully').first()).toBeVisible();
    await link(page, 'Fault').click();
    await showsReleased(page);
    await page.goto(addressOf('others'));
    await expect(page.getByText('This preview has ended, or isn’t for you.')).toBeVisible();
    await expect(page.getByText(versionOf('others'))).toHaveCount(0);
    await nothingElseIsCounted(page);
  },
);

test(
  'gives a session the one of two previews of a module that it opened last',
  { tag: '@verify' },
  async ({ browser, page, signIn }) => {
    for (const name of ['one', 'two']) await preview(name, headed(`Preview ${name}`));
    await signIn('owner', addressOf('one'));
    await page.getByRole('button', { name: 'Open preview' }).click();
    await shows(page, 'Preview one', versionOf('one'));
    await page.goto(addressOf('two'));
    await page.getByRole('button', { name: 'Open preview' }).click();
    await shows(page, 'Preview two', versionOf('two'));
    await expect(banner(page)).toContainText('Preview two of Fault');
    await expect(banner(page)).not.toContainText('Preview one');

    const other = await newPage(browser);
    await signIn('owner', addressOf('one'), other);
    await other.getByRole('button', { name: 'Open preview' }).click();
    await shows(other, 'Preview one', versionOf('one'));
    await page.reload();
    await shows(page, 'Preview two', versionOf('two'));

    await leave(page, 'two');
    await page.goto(addressOf('one'));
    await expect(page.getByRole('button', { name: 'Open preview' })).toBeVisible();
    await leave(other, 'one');
    await nothingElseIsCounted(page);
  },
);

test(
  'gives a version its default for a stored setting that it refuses, and keeps that for a rollback',
  {
    tag: '@verify',
  },
  async ({ browser, ownConsole, signIn }) => {
    const { url } = ownConsole;
    const withMax = (max: number): ModuleDeclaration => ({
      ...faultDeclaration,
      settings: { limit: { type: 'integer', label: 'Limit', default: 10, min: 1, max } },
    });
    const entry = entryWith(
      ['const Page = () => {', 'const Page = ({ settings }) => {'],
      [`'${HEADING}'`, "'Limit ' + settings.limit"],
      ['React.createElement(Page)', 'React.createElement(Page, { settings: props.settings })'],
    );
    await ownConsole.command('module', 'grant', declarationFile(faultDeclaration));
    const own: Shipping = { url, token: await ownConsole.token(MODULE) };
    await ship(own, withMax(100), LIVE, { 'remoteEntry.js': entry });
    const admin = await callerFor(url, 'superadmin');
    const saved = await admin('PUT', `/api/modules/${MODULE}/settings/`, { set: { limit: 90 }, clear: [] });
    expect(saved.status).toBe(200);

    const [owner, staff] = [await newPage(browser), await newPage(browser)];
    await signIn('owner', url + PAGE, owner);
    await shows(owner, 'Limit 90', LIVE);

    await publish(own, withMax(50), '2.0.0', { 'remoteEntry.js': entry });
    await test.step('gives a preview its default, and everybody else what is stored', async () => {
      await setPreview(own, MODULE, 'limit', { version: '2.0.0', people: [emailOf('owner')] });
      await owner.goto(`${url}/previews/${MODULE}/limit`);
      await owner.getByRole('button', { name: 'Open preview' }).click();
      await shows(owner, 'Limit 10', '2.0.0');
      await signIn('staff', url + PAGE, staff);
      await shows(staff, 'Limit 90', LIVE);
    });
    await test.step('gives the live version its default, and names what it refuses on Module settings', async () => {
      await promote(own, MODULE, '2.0.0');
      await staff.reload();
      await shows(staff, 'Limit 10', '2.0.0');
      const operator = await newPage(browser);
      await signIn('superadmin', `${url}/internal/module-settings`, operator);
      await expect(operator.getByText(/2\.0\.0.*Limit|Limit.*2\.0\.0/).first()).toContainText('90');
      const { modules } = (await admin('GET', '/api/module-settings/')).body as AnswerOf<typeof listModuleSettings>;
      expect(modules.find(({ name }) => name === MODULE)?.fallbacks).toEqual([
        expect.objectContaining({ version: '2.0.0', role: 'live', label: 'Limit', stored: '90', default: '10' }),
      ]);
    });
    await test.step('reads again what was set after a rollback', async () => {
      await rollBack(own, MODULE);
      await staff.reload();
      await shows(staff, 'Limit 90', LIVE);
    });
    const { modules, errors } = await healthFor(await callerFor(url, 'internal'));
    const counted = modules.find(({ name }) => name === MODULE)?.versions ?? [];
    expect(counted.map(({ failed_visits: failed, errors: count }) => [failed, count])).toEqual(
      counted.map(() => [0, 0]),
    );
    expect(errors.filter(({ module }) => module === MODULE)).toEqual([]);
  },
);
