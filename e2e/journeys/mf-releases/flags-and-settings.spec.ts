/** Flags and module settings changed by staff reach the pages of a practice's members. */
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

const WORKED = '/settings/1/practice/provider-hours-worked?offset=-1';

test(
  'shows a feature on an open page while staff have it turned on',
  { tag: '@verify' },
  async ({ browser, ownConsole, signIn }) => {
    const { url } = ownConsole;
    const owner = await (await browser.newContext()).newPage();
    const loads: string[] = [];
    owner.on('load', () => loads.push(owner.url()));
    await signIn('owner', url + WORKED, owner);
    await owner.getByRole('button', { name: 'Show the summary' }).click();
    const weekdays = owner.getByRole('table', { name: 'Utilization by day of the week' });
    await expect(owner.getByRole('table', { name: 'Utilization by provider' })).toBeVisible();
    await expect(weekdays).toHaveCount(0);
    loads.length = 0;

    const staff = await (await browser.newContext()).newPage();
    await signIn('internal', `${url}/internal/practices/1/subscriptions`, staff);
    await expect(staff.getByText('Used by modules: Beta reports (Hours).')).toBeVisible();
    const save = async (): Promise<void> => {
      await staff.getByRole('button', { name: 'Save Changes' }).click();
      await staff
        .getByRole('alertdialog', { name: 'Save Changes' })
        .getByRole('button', { name: 'Save Changes' })
        .click();
      await expect(staff.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
    };
    await staff.getByRole('combobox', { name: 'Feature Flags' }).click();
    await staff.getByRole('option', { name: 'Beta reports' }).click();
    await staff.keyboard.press('Escape');
    await save();
    await owner.getByRole('button', { name: 'Previous week' }).click();
    await expect(weekdays).toBeVisible();

    await staff.getByRole('button', { name: 'Remove Beta reports' }).click();
    await save();
    await owner.getByRole('button', { name: 'Next week' }).click();
    await expect(weekdays).toHaveCount(0);
    expect(loads).toEqual([]);
  },
);

test(
  'applies a super admin’s module settings until they are reverted',
  { tag: '@verify' },
  async ({ browser, ownConsole, signIn }) => {
    const { url } = ownConsole;
    const owner = await (await browser.newContext()).newPage();
    await signIn('owner', url + WORKED, owner);
    await owner.getByRole('button', { name: 'Show the summary' }).click();
    const low = owner.getByRole('region', { name: 'Summary' }).getByText('Low', { exact: true });
    await expect(owner.getByRole('table', { name: 'Utilization by provider' })).toBeVisible();
    const before = await low.count();
    expect(before).toBeGreaterThan(1);

    const admin = await (await browser.newContext()).newPage();
    await signIn('superadmin', `${url}/internal/module-settings`, admin);
    const limit = (band: string) => admin.getByRole('spinbutton', { name: `${band} utilization from` });
    await limit('Medium').fill('101');
    await expect(admin.getByText('Enter a whole number from 1 to 100.')).toBeVisible();
    expect(await faultsInBothThemes(admin)).toEqual([]);
    await limit('Medium').fill('1');
    await limit('High').fill('2');
    await admin.getByRole('button', { name: 'Save Changes' }).click();
    await expect(admin.getByText('Saved the settings of Hours')).toBeVisible();
    await owner.reload();
    await expect(low).toHaveCount(0);
    await expect(owner.getByRole('region', { name: 'Summary' }).getByText('High', { exact: true })).not.toHaveCount(0);

    await admin.getByRole('link', { name: 'Activity' }).click();
    const entry = admin.getByRole('listitem').filter({ hasText: 'changed the settings of the module hours' });
    await expect(entry).toContainText(/Medium utilization from: 70% \(default\)\s*→\s*1%/);
    await entry.getByRole('link', { name: 'Open' }).click();
    await admin.getByRole('button', { name: 'Revert the last change' }).click();
    await admin.getByRole('button', { name: 'Save Changes' }).click();
    await expect(limit('Medium')).toHaveValue('70');
    await expect(admin.getByRole('button', { name: 'Use the default: Medium utilization from' })).toHaveCount(0);
    await owner.reload();
    await expect(low).toHaveCount(before);
  },
);
