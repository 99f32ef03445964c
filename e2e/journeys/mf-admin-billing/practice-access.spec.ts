/** Internal staff view and change the entitlements of practices. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { settled } from '../../support/reading';
import { faultsInBothThemes } from '../../support/axe';
import { expect, type Person, test } from '../../support/test';

const access = (practiceId: number) => `/internal/practices/${practiceId}/subscriptions`;
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const chips = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true });

/** Selects an entry in a multi-select. */
async function choose(page: Page, list: string, entry: string): Promise<void> {
  const field = page.getByRole('combobox', { name: list, exact: true });
  await field.fill(entry);
  const options = page.getByRole('listbox');
  await options.getByRole('option').filter({ hasText: entry }).first().click();
  await field.press('Escape');
  await expect(options).toHaveCount(0);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const confirm = question(page, 'Save Changes').getByRole('button', { name: 'Save Changes' });
  await expect(confirm).toBeEnabled();
  await confirm.click();
}

/** Chooses Remove in the menu of an item's row. */
async function chooseRemove(page: Page, card: Locator, item: string): Promise<void> {
  await card
    .getByRole('button', { name: `Actions for ${item}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
}

async function attachDialog(page: Page, search: string) {
  await page.getByRole('button', { name: 'Add Subscription' }).click();
  const attach = page.getByRole('dialog', { name: 'Attach a Subscription' });
  await attach.getByRole('searchbox').fill(search);
  return attach;
}

test(
  'swaps a bundle while saving the flags fails, and keeps the flag change',
  { tag: '@skew' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', ownConsole.url + access(3));
    await choose(page, 'Bundles', 'Core');
    await save(page);
    await expect(chips(page, 'Bundles').getByText(/grant|added manually/)).toBeVisible();

    await choose(page, 'Bundles', 'Phones');
    await choose(page, 'Feature Flags', 'Beta reports');
    await chips(page, 'Bundles').getByRole('button', { name: 'Remove Core' }).click();
    await expect(page.getByText('RESTRICTED ACCESS ZONE')).toBeVisible();
    await page.route('**/update_practice_feature_flags/', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', code: 'broken', message: 'Not now', error: 'Not now' } }),
    );
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const sure = question(page, 'Save Changes');
    await expect(sure.getByText(/immediately deactivates/)).toBeVisible();
    await expect(sure.getByRole('list', { name: 'Gained' })).toContainText('Call Log');
    await expect(sure.getByRole('list', { name: 'Lost' })).toContainText('Daily Huddle');
    await sure.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Failed to save feature flags: Not now').first()).toBeVisible();
    await expect(chips(page, 'Bundles')).toContainText(/Phones\s*(grant|added manually)/);
    await expect(chips(page, 'Feature Flags')).toContainText('Beta reports');

    await page.unroute('**/update_practice_feature_flags/');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await sure.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
    await page.reload();
    await expect(chips(page, 'Feature Flags')).toContainText('Beta reports');
    await page.getByRole('link', { name: 'Product change history' }).click();
    const entries = page.getByRole('main').getByRole('listitem');
    await expect(entries.filter({ hasText: 'Removed Bundle' }).first()).toContainText('Core');
    await expect(entries.filter({ hasText: 'Added Bundle' }).first()).toContainText('Phones');
  },
);

test(
  'gives the last seat to one of two people and shows the other who has it',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    const other = await (await browser.newContext()).newPage();
    await signIn('internal', ownConsole.url + access(10));
    await signIn('superadmin', ownConsole.url + access(11), other);
    for (const one of [page, other]) {
      const attach = await attachDialog(one, 'Amber Dental');
      const alliance = attach.getByRole('region', { name: 'Amber Dental Alliance' });
      await expect(alliance).toContainText('Seats: 1 of 3 free');
      await alliance.getByRole('button', { name: /^Attach: sub_/ }).click();
      await expect(alliance.getByRole('button', { name: /^Selected: sub_/ })).toBeVisible();
    }
    const saved = (one: Page) => one.getByRole('dialog', { name: 'Attach a Subscription' });
    await Promise.all(
      [page, other].map((one) => saved(one).getByRole('button', { name: 'Save Selected Subscriptions' }).click()),
    );
    await expect(async () => {
      const open = await Promise.all([page, other].map((one) => saved(one).count()));
      expect(open.reduce((sum, count) => sum + count, 0)).toBe(1);
    }).toPass();
    const loser = (await saved(page).count()) === 1 ? page : other;
    await expect(saved(loser).getByText('Already assigned to:')).toBeVisible();
    await expect(saved(loser).getByText('Summit Dental Group', { exact: true })).toBeVisible();
    await saved(loser).getByRole('button', { name: 'Cancel' }).click();
    await question(loser, 'Close without saving?').getByRole('button', { name: 'Discard selection' }).click();
    await expect(saved(loser)).toHaveCount(0);
    await other.context().close();
  },
);

test(
  'attaches a schedule without a parent, shows and removes it',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', ownConsole.url + access(12));
    const attach = await attachDialog(page, 'Aspen');
    const aspen = attach.getByRole('region', { name: 'Aspen Dental Partners' });
    await expect(aspen).toContainText('Core $199.00');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await aspen.getByRole('button', { name: /^Attach: sub_sched_/ }).click();
    await attach.getByRole('button', { name: 'Save Selected Subscriptions' }).click();
    await expect(attach).toHaveCount(0);
    const card = page.getByRole('region', { name: 'Aspen Dental Partners' });
    await expect(card.getByRole('article', { name: /^sub_sched_/ })).toContainText('Not started');
    await chooseRemove(page, card, 'Core');
    await question(page, 'Confirm Remove').getByRole('button', { name: 'Remove' }).click();
    await expect(card).toHaveCount(0);
  },
);

test(
  'removes an item with scheduled changes and keeps what other sources provide',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', ownConsole.url + access(1));
    const core = page
      .getByRole('region', { name: 'Bright Smiles Dental' })
      .getByRole('article')
      .filter({ hasText: 'Digital Forms' })
      .first();
    await core.getByRole('button', { name: /^Scheduled changes/ }).click();
    await expect(core.getByText('Insurance Verification').nth(1)).toBeVisible();

    // The other customer's item includes features that the practice already has from its trial.
    const attach = await attachDialog(page, 'Avalon');
    await attach.getByRole('button', { name: /^Attach: sub_/ }).click();
    await attach.getByRole('button', { name: 'Save Selected Subscriptions' }).click();
    const avalon = page.getByRole('region', { name: 'Avalon Family Dental' });
    await chooseRemove(page, avalon, 'Patient Engagement');
    const kept = question(page, 'Confirm Remove');
    await expect(kept.getByRole('list', { name: 'Kept' })).toContainText('Recall Campaigns');
    await expect(kept.getByRole('list', { name: 'Lost' })).toHaveCount(0);
    await kept.getByRole('button', { name: 'Remove' }).click();
    await expect(avalon).toHaveCount(0);
    await expect(chips(page, 'Features')).toContainText('Recall Campaigns');

    // Features without another source also stay if the person chooses to keep them.
    await chooseRemove(page, core, 'Digital Forms');
    const sure = question(page, 'Confirm Remove');
    await expect(sure.getByRole('list', { name: 'Lost' })).toContainText('Digital Forms');
    await sure.getByRole('checkbox', { name: 'Deactivate features' }).uncheck();
    await expect(sure.getByText(/may stay active and cause billing/)).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await expect(sure.getByRole('list', { name: 'Lost' })).toHaveCount(0);
    await sure.getByRole('button', { name: 'Remove' }).click();
    await expect(core.getByRole('button', { name: 'Actions for Digital Forms' })).toHaveCount(0);
    // The source is the group's, so the group is the first of the two items with the name.
    const group = chips(page, 'Features').getByRole('listitem').filter({ hasText: 'Digital Forms' }).first();
    await expect(group).toContainText(/grant|added manually/);
  },
);

test(
  'names the practice that failed in a bulk change over a filter, and retries it',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', `${ownConsole.url}/internal/practices`);
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByRole('menuitem', { name: 'Feature flags', exact: true }).click();
    await expect(page.getByText('Please select practices first').first()).toBeVisible();

    await page.getByRole('searchbox', { name: 'Search practices' }).fill('orthodontics');
    await expect(page).toHaveURL(/search=orthodontics/);
    await page.getByRole('checkbox', { name: /^Select the \d+ practices of this page$/ }).check();
    await page.getByRole('searchbox', { name: 'Search practices' }).fill('Summit');
    await page.getByRole('checkbox', { name: 'Select Summit Dental Group' }).check();
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByRole('menuitem', { name: 'Feature flags', exact: true }).click();
    const bulk = page.getByRole('dialog', { name: 'Add feature flags' });
    await bulk.getByRole('checkbox', { name: 'Dark dashboard' }).check();
    await bulk.getByRole('button', { name: 'Preview changes' }).click();
    const sure = question(page, 'Add feature flags');
    await expect(sure.getByText('Will change')).toBeVisible();

    // One practice is removed from the request, and the page shows it as failed.
    let times = 0;
    await page.route('**/api/features/bulk_update/', async (route) => {
      times += 1;
      if (times > 1) return route.continue();
      const body = route.request().postDataJSON() as { practice_ids: number[] };
      const practice_ids = body.practice_ids.filter((id) => id !== 6);
      const answer = await route.fetch({ postData: { ...body, practice_ids } });
      const said = (await answer.json()) as { results: object[] };
      const failed = { practice_id: 6, practice: 'Summit Dental Group', status: 'failed', message: 'Interrupted' };
      return route.fulfill({ json: { ...said, status: 'partial', results: [failed, ...said.results] } });
    });
    await sure.getByRole('button', { name: /^Change \d+ practices$/ }).click();
    const result = page.getByRole('region', { name: 'Result: Added feature flags' });
    await expect(result).toContainText('1 failed');
    expect(await faultsInBothThemes(page)).toEqual([]);
    // An earlier version shows no number.
    await expect(result.getByRole('row').nth(1)).toContainText(/Summit Dental Group6?FailedInterrupted/);
    await result.getByRole('button', { name: 'Retry the failed one' }).click();
    await expect(result).toContainText('0 failed');
    await page.getByRole('link', { name: 'Summit Dental Group' }).first().click();
    await expect(chips(page, 'Feature Flags')).toContainText('Dark dashboard');
  },
);

test(
  'changes all practices of a filter except some, after visiting one, and downloads the results',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    // More than fit on a page, where practices are selected one by one.
    await ownConsole.sql(`
    insert into practices (id, name, search_name, time_zone, pms_name)
    select 5000 + number, 'Willow Dental ' || number, 'willow dental ' || number, 'America/Chicago', 'opendental'
    from generate_series(1, 110) as number`);
    await signIn('internal', `${ownConsole.url}/internal/practices`);
    await page.getByRole('searchbox', { name: 'Search practices' }).fill('willow');
    await expect(page).toHaveURL(/search=willow/);
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'No access' });
    await expect(page).toHaveURL(/search=willow&state=no_access/);
    await page.getByRole('columnheader', { name: /^Number/ }).click();
    await page.getByRole('button', { name: 'Select all 110 practices that have no access and match “willow”' }).click();
    const bar = page.getByRole('group', { name: 'Selection' });
    for (const number of [1, 3])
      await page.getByRole('checkbox', { name: `Select Willow Dental ${number}`, exact: true }).uncheck();
    expect(await faultsInBothThemes(page)).toEqual([]);
    const selected = 'All 110 practices that have no access and match “willow” selected, except 2';
    await expect(bar).toContainText(selected);

    await page.getByRole('link', { name: 'Willow Dental 2', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Willow Dental 2No. 5002');
    await page.getByRole('link', { name: 'All practices' }).click();
    await expect(page).toHaveURL(/search=willow&state=no_access&sort=number/);
    await expect(bar).toContainText(selected);
    await page.reload();
    await expect(bar).toContainText(selected);

    await bar.getByRole('button', { name: 'Add…' }).click();
    await page.getByRole('menuitem', { name: 'Bundles', exact: true }).click();
    await page.getByRole('dialog', { name: 'Add bundles' }).getByRole('checkbox', { name: 'Phones' }).check();
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await question(page, 'Add bundles').getByRole('button', { name: 'Change 108 practices' }).click();
    const result = page.getByRole('region', { name: 'Result: added bundles' });
    await expect(result).toContainText('108 changed, 0 unchanged, 0 failed');
    const [results] = await Promise.all([
      page.waitForEvent('download'),
      result.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await results.path(), 'utf8')).trimEnd().split('\r\n');
    expect([results.suggestedFilename(), lines.length, lines[1]]).toEqual([
      'bulk-change.csv',
      109,
      '5002,Willow Dental 2,Changed,,Phones,',
    ]);

    // The changed practices have access now, so only the excluded ones are left in the list.
    await expect(page.getByText('2 practices that have no access and match “willow”', { exact: true })).toBeVisible();
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV of all 2 practices' }).click(),
    ]);
    expect(list.suggestedFilename()).toBe('practices.csv');
    expect((await readFile(await list.path(), 'utf8')).split('\r\n').slice(1)).toEqual([
      '5001,Willow Dental 1,No,No access,,,,,,,America/Chicago',
      '5003,Willow Dental 3,No,No access,,,,,,,America/Chicago',
      '',
    ]);
  },
);

test('runs a large bulk change as a job that a reload finds again', { tag: '@verify' }, async ({ page, signIn }) => {
  const large = await startConsole({ environment: { DEMO_PRACTICES: '260' } });
  try {
    await signIn('internal', `${large.url}/internal/practices`);
    await page.getByRole('button', { name: 'Select all 260 practices' }).click();
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByRole('menuitem', { name: 'Features', exact: true }).click();
    const bulk = page.getByRole('dialog', { name: 'Add features' });
    await bulk.getByRole('searchbox').fill('Data Export');
    await bulk.getByRole('checkbox', { name: 'Data Export' }).check();
    await bulk.getByRole('button', { name: 'Preview changes' }).click();
    await question(page, 'Add features')
      .getByRole('button', { name: /^Change \d+ practices$/ })
      .click();
    await expect(page).toHaveURL(/job=[0-9a-f-]{36}/);
    await page.reload();
    const job = page.getByRole('region', { name: 'Result: added features' });
    await expect(job).toContainText('260 of 260 practices');
    await expect(job).toContainText('0 failed');
    await page.getByRole('button', { name: /^Show all \d+ features$/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Data Export' }).first()).toContainText('260 practices');
  } finally {
    await large.dispose();
  }
});

test(
  'keeps a card that a live subscription is charged to and shows the reason on the page',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', `${ownConsole.url}/internal/practices/2/payment-methods`);
    await page.getByRole('button', { name: 'Remove American Express ending 0005' }).click();
    const sure = question(page, 'Remove Payment Method');
    await expect(sure.getByText('Are you sure you want to delete this payment method?')).toBeVisible();
    await sure.getByRole('button', { name: 'Remove American Express ending 0005' }).click();
    await expect(sure.getByText(/is charged to this card/)).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  },
);

const pages = [
  ...['/internal/practices', access(1), '/internal/practices/1/payment-methods', '/internal/practices/1/phone-numbers'],
  ...['practice/general', 'practice/provider-hours', 'subscriptions/plans'].map((at) => `/settings/1/${at}`),
];
const loaded: { person: Person; modules: string[] }[] = [
  { person: 'internal', modules: ['mf-admin-billing', 'mf-phone-transfer'] },
  { person: 'owner', modules: ['mf-billing', 'mf-hours', 'mf-settings'] },
  { person: 'staff', modules: ['mf-billing', 'mf-hours', 'mf-settings'] },
];
for (const { person, modules } of loaded) {
  test(`loads only the modules for ${person}`, { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // Doesn't use `/`, where internal staff get a page of another module.
    await signIn(person, `${sharedConsole.url}${pages[0]}`);
    for (const path of pages) {
      await page.goto(sharedConsole.url + path);
      await settled(page);
    }
    const names = () => asked.flatMap((path) => /^\/modules\/([^/]+)\//.exec(path)?.[1] ?? []);
    await expect.poll(() => [...new Set(names())].sort()).toEqual(modules);
  });
}

test(
  'finds a manual change in the activity of all practices and reverts it',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('internal', ownConsole.url + access(3));
    await choose(page, 'Feature Flags', 'Beta reports');
    await save(page);
    await expect(page.getByText('Practice features saved').first()).toBeVisible();

    await page.goto(`${ownConsole.url}/internal/activity?area=access`);
    const change = page.getByRole('listitem').filter({ hasText: 'turned on Beta reports' }).first();
    await expect(change).toContainText(/Harbor/);
    await change.getByRole('link', { name: /^Revert/ }).click();
    await expect(page.getByText(/Restored values from .* are staged\. Review and save\./)).toBeVisible();
    await save(page);
    await expect(page.getByText('Practice features saved').first()).toBeVisible();
    await page.goto(`${ownConsole.url}/internal/activity?practice=3&area=access`);
    await expect(page.getByRole('listitem').filter({ hasText: 'turned off Beta reports' }).first()).toBeVisible();
  },
);
