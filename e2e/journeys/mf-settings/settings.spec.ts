/** Practice settings: three kinds of PMS, four kinds of people, and the sandbox's agent. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { type Person, expect, test } from '../../support/test';

const settings = (practiceId: number) => `/settings/${practiceId}/practice/general`;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const toast = (page: Page, text: string) => page.getByText(text).first();

/** Sets the faults of a practice's agent. */
async function setAgentFaults(sandbox: string | undefined, practiceId: number, faults: object): Promise<void> {
  const answer = await fetch(`${sandbox ?? ''}/control/agents/${practiceId}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  expect(answer.status).toBe(200);
}

const kinds: { person: Person; practiceId: number; title: string; field: string; foreign: string }[] = [
  {
    person: 'manager',
    practiceId: 1,
    title: 'Open Dental Settings',
    field: 'Include saved treatment plans',
    foreign: 'Production by entry date',
  },
  {
    person: 'lakeside',
    practiceId: 2,
    title: 'Dentrix Settings',
    field: 'Production by entry date',
    foreign: 'Detailed ledger activity',
  },
  {
    person: 'harbor',
    practiceId: 3,
    title: 'Eaglesoft Settings',
    field: 'Detailed ledger activity',
    foreign: 'Include saved treatment plans',
  },
];

for (const { person, practiceId, title, field, foreign } of kinds) {
  test(
    `saves a change to the ${title} by ${person} and shows it after a reload`,
    // One kind is enough in `npm test`: the page tests cover all of them.
    { tag: person === 'manager' ? '@skew' : ['@skew', '@verify'] },
    async ({ page, ownConsole, signIn }) => {
      await signIn(person, ownConsole.url + settings(practiceId));
      const own = section(page, title);
      await expect(own.getByText('Changes to these settings take effect after the next data sync.')).toBeVisible();
      await expect(page.getByText(foreign)).toHaveCount(0);
      await expect(page.getByText('Administrator Settings')).toHaveCount(0);
      await expect(page.getByText('Component versions')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Make Next Update a Full Update' })).toHaveCount(0);

      const changed = own.getByRole('switch', { name: field });
      const before = await changed.isChecked();
      await changed.click();
      await save(page).click();
      await expect(toast(page, 'Settings saved successfully')).toBeVisible();
      await expect(page.getByText('Saved successfully!')).toBeVisible();
      await page.reload();
      await expect(own.getByRole('switch', { name: field })).toBeChecked({ checked: !before });
    },
  );
}

for (const { practiceId, title, person } of kinds) {
  test(
    `shows each kind of person only their part of the ${title}`,
    { tag: '@verify' },
    async ({ page, ownConsole, signIn, browser }) => {
      const parts = async (where: Page) => ({
        administrator: await where.getByText('Only super admins see and change these.').count(),
        versions: await where.getByText('Component versions').count(),
        restarts: await where.getByRole('button', { name: /^Restart the/ }).count(),
        full: await where.getByRole('button', { name: 'Make Next Update a Full Update' }).count(),
      });
      const seen = {
        staff: { administrator: 0, versions: 0, restarts: 0, full: 0 },
        taskadmin: { administrator: 0, versions: 1, restarts: 2, full: 0 },
        superadmin: { administrator: 1, versions: 0, restarts: 0, full: 1 },
      };
      const people = [
        [person, page, seen.staff],
        ['taskadmin', await browser.newPage(), seen.taskadmin],
        ['superadmin', await browser.newPage(), seen.superadmin],
      ] as const;
      for (const [who, where, expected] of people) {
        await signIn(who, ownConsole.url + settings(practiceId), where);
        await expect(section(where, title)).toBeVisible();
        await expect(where.getByRole('button', { name: 'Request Data Update Now' })).toBeVisible();
        expect(await parts(where)).toEqual(expected);
      }
      for (const [, where] of people.slice(1)) await where.close();
    },
  );
}

test('opens the documentation of a PMS in its own frame', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('harbor', ownConsole.url + settings(3));
  await page.getByRole('button', { name: 'Documentation' }).click();
  const dialog = page.getByRole('dialog', { name: 'PMS Documentation' });
  await expect(dialog.getByRole('link', { name: /Patterson/ })).toBeVisible();
  await expect(dialog.frameLocator('iframe').getByRole('heading').first()).toContainText('Eaglesoft');
});

test(
  "validates status ids on blur and doesn't save invalid ones",
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('lakeside', ownConsole.url + settings(2));
    const ids = page.getByRole('textbox', { name: 'Completed appointment status IDs' });
    await ids.fill('150,,6');
    await expect(page.getByText('Please enter only comma-separated integers')).toHaveCount(0);
    await ids.blur();
    await expect(
      page.getByText('Please enter only comma-separated integers (positive or negative)').first(),
    ).toBeVisible();
    await save(page).click();
    await expect(ids).toBeFocused();
    await ids.fill('-106, 150');
    await save(page).click();
    await expect(toast(page, 'Settings saved successfully')).toBeVisible();
  },
);

test(
  'resolves conflicts of two people field by field and loses nothing',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    await signIn('owner', ownConsole.url + settings(4));
    const other = await browser.newPage();
    await signIn('superadmin', ownConsole.url + settings(4), other);

    await other.getByRole('switch', { name: 'Pediatric practice' }).click();
    await other.getByRole('switch', { name: 'Send task emails' }).click();
    await save(other).click();
    await expect(toast(other, 'Settings saved successfully')).toBeVisible();

    await page.getByRole('switch', { name: 'Pediatric practice' }).click();
    await page.getByRole('switch', { name: 'Autofill missing referral sources' }).click();
    // Both people change the same setting of the pediatric practice.
    await page.getByRole('combobox', { name: 'Phone call notification source' }).selectOption('websocket');
    await save(page).click();
    // Without an overlap, both changes are saved at once, with a notice about the merged one.
    await expect(
      toast(page, 'Sasha Lindqvist changed Pediatric practice and Send task emails in the meantime.'),
    ).toBeVisible();
    await expect(toast(page, 'Settings saved successfully')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Phone call notification source' })).toHaveValue('websocket');
    await expect(page.getByRole('switch', { name: 'Autofill missing referral sources' })).not.toBeChecked();
    await other.close();
  },
);

test(
  'asks about a field that two people changed and restores unsaved edits after a reload',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    await signIn('owner', ownConsole.url + settings(4));
    const other = await browser.newPage();
    await signIn('superadmin', ownConsole.url + settings(4), other);
    const writeoff = (where: Page) => where.getByRole('combobox', { name: 'Insurance writeoff date' });
    await expect(writeoff(page)).toBeVisible();
    const options = await writeoff(page)
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    const [mine = '', theirs = ''] = options.filter((value) => value !== options[0]);

    await writeoff(page).selectOption(mine);
    // The settings arrive long after the page, as on a slow connection.
    const read = /\/api\/4\/settings\/practice_settings\//;
    await page.route(read, async (route) => {
      await page.waitForTimeout(1500);
      await route.continue();
    });
    await page.reload();
    await expect(page.getByText('1 unsaved change restored')).toBeVisible();
    await page.unroute(read);
    await expect(writeoff(page)).toHaveValue(mine);

    await writeoff(other).selectOption(theirs);
    await save(other).click();
    await expect(toast(other, 'Settings saved successfully')).toBeVisible();

    await page.keyboard.press('Control+s');
    const row = page.getByRole('row', { name: /Insurance writeoff date/ });
    await expect(row).toContainText('Sasha Lindqvist');
    await expect(page.getByText('Not saved: choose 1 version first')).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await row.getByRole('radio', { name: /^Keep yours/ }).check();
    await save(page).click();
    await expect(toast(page, 'Settings saved successfully')).toBeVisible();
    await page.reload();
    await expect(writeoff(page)).toHaveValue(mine);
    await other.close();
  },
);

test(
  'shows staff the overrides read-only and lets an owner select all of one list',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    const path = '/settings/1/communication/settings';
    const front = await browser.newPage();
    await signIn('staff', ownConsole.url + path, front);
    await expect(
      front.getByText('You don’t have permission to change opt-out overrides. Ask an owner: Olivia Marsh.'),
    ).toBeVisible();
    await expect(front.getByRole('checkbox', { name: 'All SMS' })).toBeDisabled();
    await front.close();

    await signIn('owner', ownConsole.url + path);
    const sms = (kind: string) => page.getByRole('checkbox', { name: `${kind}, SMS Settings` });
    const all = page.getByRole('checkbox', { name: 'All SMS' });
    await all.click();
    await expect(sms('Review requests')).toBeChecked();
    await sms('Review requests').click();
    await expect(all).not.toBeChecked();
    await save(page).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save and send them' }).click();
    await expect(toast(page, 'Settings saved successfully')).toBeVisible();
    await page.reload();
    await expect(sms('Forms and consents')).toBeChecked();
    await expect(sms('Review requests')).not.toBeChecked();
  },
);

test(
  'lets a task admin unblock updates and restart a service, and shows why one failed',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('taskadmin', ownConsole.url + settings(2));
    const sync = section(page, 'Sync Status');
    const state = (kind: string) => sync.getByRole('status', { name: kind });
    await expect(sync.getByText(/Updates are blocked at the clinic/).first()).toBeVisible();

    await page.getByRole('button', { name: 'Request Data Update Now' }).click();
    await expect(state('Data update')).toContainText('Failed');
    await expect(sync.getByText(/Updates are blocked at the clinic/).first()).toBeVisible();

    await page.getByRole('button', { name: 'Unblock PMS Update' }).click();
    await expect(state('Unblocking of updates')).toContainText('Done');
    await expect(page.getByRole('button', { name: 'Unblock PMS Update' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Request Data Update Now' }).click();
    await expect(state('Data update')).toContainText('Done');

    await setAgentFaults(ownConsole.sandbox, 2, { fail: ['restart_phone_service'] });
    const restart = async (service: string) => {
      await page.getByRole('button', { name: `Restart the ${service} service` }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: `Restart ${service} service` })
        .click();
    };
    await restart('database');
    await expect(toast(page, 'Database service restart requested successfully')).toBeVisible();
    await expect(state('Database service restart')).toContainText('Done');
    await restart('phone');
    await expect(state('Phone service restart')).toContainText('Failed');
    await expect(sync.getByText(/server answered with an error/)).toBeVisible();
  },
);

test(
  'shows a running full update, resumes it after a dropped connection and finishes',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('superadmin', ownConsole.url + settings(1));
    await setAgentFaults(ownConsole.sandbox, 1, { step_ms: 400, drop_after_batches: 3 });
    const state = page.getByRole('status', { name: 'Full update' });
    await page.getByRole('button', { name: 'Make Next Update a Full Update' }).click();
    await expect(toast(page, 'Full PMS update requested successfully')).toBeVisible();
    await expect(state).toContainText('Running');
    await expect(page.getByRole('progressbar', { name: 'Progress: Full update' })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await expect(state).toContainText('Done', { timeout: 60_000 });
    await expect(section(page, 'Sync Status').getByText('The last update arrived just now.')).toBeVisible();
    await setAgentFaults(ownConsole.sandbox, 1, { step_ms: 120 });
  },
);

test(
  'keeps a request waiting without an agent and explains what to do',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('harbor', ownConsole.url + settings(3));
    await expect(page.getByText(/No sync agent is connected/)).toBeVisible();
    await page.getByRole('button', { name: 'Request Data Update Now' }).click();
    await expect(page.getByRole('status', { name: 'Data update' })).toContainText('Requested');
    await expect(page.getByText('Waiting for an agent to connect. This can take up to 15 minutes.')).toBeVisible();
    // A second request does not start a second update.
    await page.getByRole('button', { name: 'Request Data Update Now' }).click();
    await expect(page.getByRole('status', { name: 'Data update' })).toHaveCount(1);
  },
);

test(
  'creates the tables of a practice and keeps edits made meanwhile',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('superadmin', ownConsole.url + settings(5));
    await expect(page.getByText('Tables Missing')).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    const phones = page.getByRole('spinbutton', { name: 'Limit of phone numbers' });
    await phones.fill('12');
    await page.getByRole('button', { name: 'Create Tables' }).click();
    await expect(toast(page, 'Tables created successfully')).toBeVisible();
    await expect(page.getByText('Tables Exist')).toBeVisible();
    await expect(phones).toHaveValue('12');
    await save(page).click();
    await expect(toast(page, 'Settings saved successfully')).toBeVisible();
  },
);

test(
  'creates practices from clinics; only the one with a duplicate name fails',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('superadmin', ownConsole.url + settings(1));
    const checkboxOf = (clinic: string) => page.getByRole('checkbox', { name: `Create a practice for ${clinic}` });
    await expect(checkboxOf('Bright Smiles Main Street')).toBeDisabled();
    await expect(checkboxOf('Bright Smiles North')).toBeDisabled();
    const create = page.getByRole('button', { name: 'Create Clinic Practices' });
    await expect(create).toBeDisabled();
    // Unsaved edits elsewhere on the page survive all of this.
    await page.getByRole('spinbutton', { name: 'Limit of phone numbers' }).fill('9');
    await checkboxOf('Bright Smiles West').click();
    await checkboxOf('Bright Smiles Lake').click();
    await page.getByRole('textbox', { name: 'Practice name for Bright Smiles West' }).fill('Bright Smiles North');
    await create.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create 2 practices' }).click();
    await expect(toast(page, 'Started creation of 2 clinic practice(s)')).toBeVisible();

    const made = page.getByRole('list', { name: 'Practices that are created' });
    await expect(made.getByRole('listitem').filter({ hasText: 'Bright Smiles Lake' })).toContainText('Completed');
    const failed = made.getByRole('listitem').filter({ hasText: 'Bright Smiles North' });
    await expect(failed).toContainText('Failed');
    await expect(page.getByRole('spinbutton', { name: 'Limit of phone numbers' })).toHaveValue('9');
    await expect(page.getByText('Connected to Bright Smiles Lake.')).toBeVisible();

    const link = page
      .getByRole('list', { name: 'Connected practices' })
      .getByRole('link', { name: /Bright Smiles Lake/ });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await expect(opened).toHaveURL(/\/settings\/\d+\/overview$/);
    await expect(opened.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  },
);

test('finds settings by name', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('owner', ownConsole.url + settings(1));
  await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('baseline');
  await expect(page).toHaveURL(/search=baseline/);
  await expect(page.getByRole('group', { name: 'Baseline date' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Send task emails' })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('nothing like it');
  await expect(page.getByText('No setting matches')).toBeVisible();
});

test(
  'finds a change in the activity, and reverts and saves it',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const field = page.getByRole('switch', { name: /Pediatric practice/ });
    await signIn('owner', ownConsole.url + settings(1));
    await expect(field).not.toBeChecked();
    await field.check();
    await save(page).click();
    await expect(toast(page, 'Settings saved successfully')).toBeVisible();

    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('combobox', { name: 'Area' }).selectOption('Settings');
    const change = page.getByRole('listitem').filter({ hasText: 'changed Pediatric practice from Off to On' });
    await expect(change).toContainText('Olivia Marsh');
    await change.getByRole('link', { name: /^Revert/ }).click();

    await expect(page.getByText(/Restored values from .* are staged\. Review and save\./)).toBeVisible();
    await expect(field).not.toBeChecked();
    await save(page).click();
    await expect(toast(page, 'Settings saved successfully')).toBeVisible();
    await page.reload();
    await expect(field).not.toBeChecked();
  },
);
