/** Who can access which practice. */
import { emailOf, expect, test } from '../../support/test';

const HOURS = (practiceId: number): string => `/settings/${practiceId}/practice/provider-hours`;

test('denies a person of practice 2 access to practice 1', async ({ page, sharedConsole, signIn }) => {
  await signIn('lakeside', sharedConsole.url + HOURS(2));
  await expect(page.getByRole('grid')).toBeVisible();
  const asked: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/1/')) asked.push(response.status());
  });
  await page.goto(sharedConsole.url + HOURS(1));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/access/i);
  await expect(page.getByText('Bright Smiles Dental')).toHaveCount(0);
  expect(asked).toEqual([]);

  const answers = await page.evaluate(async () => {
    const statuses = [];
    for (const [path, method] of [
      ['/api/1/provider-hours/', 'GET'],
      ['/api/1/provider-hours/bulk_update/', 'POST'],
      ['/api/practices/1/', 'GET'],
      ['/api/99999999/provider-hours/', 'GET'],
    ] as const) {
      const init = method === 'POST' ? { method, headers: { 'content-type': 'application/json' }, body: '[]' } : {};
      statuses.push((await fetch(path, init)).status);
    }
    return statuses;
  });
  expect(answers).toEqual([403, 403, 403, 403]);
});

test(
  'applies a removed and restored right to an open page',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    // Buttons have the same text as their description.
    const reason = page
      .getByText('You don’t have permission to change hours. Ask an owner: Olivia Marsh.')
      .filter({ visible: true });
    const setRights = (rights: string) =>
      ownConsole.sql(`update memberships set rights = ${rights}
        where person_id = (select id from people where email = '${emailOf('staff')}')`);
    await signIn('staff', ownConsole.url + HOURS(1));
    await page.getByRole('gridcell', { name: /^Noah Walsh, Tuesday:/ }).click();
    await page.getByRole('textbox', { name: 'Noah Walsh, Tuesday, start', exact: true }).fill('9');
    await page.getByRole('textbox', { name: 'Noah Walsh, Tuesday, end', exact: true }).fill('1');
    await page.keyboard.press('Enter');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await expect(save).toBeVisible();
    await expect(reason).toHaveCount(0);

    await setRights(`'{settings}'`);
    await save.click();
    await expect(reason).toHaveCount(1);
    await setRights('null');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(reason).toHaveCount(0);
    await save.click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
  },
);

test(
  'names the practice whose open page a member lost, and restores it',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const setDeactivated = (at: string) =>
      ownConsole.sql(`update memberships set deactivated_at = ${at}
        where person_id = (select id from people where email = '${emailOf('staff')}')`);
    await signIn('staff', ownConsole.url + HOURS(1));
    await expect(page.getByRole('grid')).toBeVisible();
    await setDeactivated('now()');
    // The first call since the page load.
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('You no longer have access to Bright Smiles Dental')).toBeVisible();
    // The message appears only once: no toast repeats it.
    await expect(page.getByText(/Try again|Failed to fetch|Your access has changed/)).toHaveCount(0);
    await setDeactivated('null');
    await page.reload();
    await expect(page.getByRole('grid')).toBeVisible();
  },
);

test(
  'loads no clinic module for internal staff and explains the missing access',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    const modules: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/modules/')) modules.push(request.url());
    });
    await signIn('internal', `${sharedConsole.url}/settings/1/practice/provider-hours`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/access/i);
    expect(modules.filter((url) => !url.includes('/api/'))).toEqual([]);
  },
);

test(
  'lets a super admin open any practice through the switcher',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('superadmin', sharedConsole.url + HOURS(1));
    await page.getByRole('button', { name: /Bright Smiles Dental/ }).click();
    await page.getByRole('combobox').fill('lakeside');
    await page.getByRole('option', { name: /Lakeside Orthodontics/ }).click();
    await expect(page).toHaveURL(sharedConsole.url + HOURS(2));
    await expect(page.getByRole('grid')).toBeVisible();
  },
);
