/** Staff give a reason for opening a practice, and its owner sees and ends the access. */
import type { Page } from '@playwright/test';
import type { HostedConsole } from 'tools/console-process';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

let running: HostedConsole;
test.beforeAll(async ({ startOwnConsole }) => {
  running = await startOwnConsole({ environment: { STAFF_ACCESS_REASON: '1' } });
});
test.afterAll(() => running.dispose());

const question = 'Why are you opening this practice?';
const bar = (page: Page) => page.getByRole('region', { name: 'Support access' });

async function say(page: Page, reason: string): Promise<void> {
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Open practice' }).click();
}

test(
  'opens a practice with a reason, asks again when the access expires, and keeps typed input',
  { tag: '@verify' },
  async ({ page, browser, signIn }) => {
    const settings = `${running.url}/settings/1/practice/general`;
    // Lists of all practices need no reason.
    await signIn('superadmin', `${running.url}/internal/practices`);
    await expect(page.getByRole('row').nth(5)).toBeVisible();

    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.goto(settings);
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByText('You’re not a member of Bright Smiles Dental (No. 1).')).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await say(page, 'Ticket 812: the emails look wrong');
    await expect(bar(page)).toContainText(/^Support access to Bright Smiles Dental until \d{1,2}:\d\d [AP]M \S+\./);
    const section = page.getByRole('region', { name: 'Open Dental Settings', exact: true });
    const field = section.getByRole('switch', { name: 'Include saved treatment plans' });
    const before = await field.isChecked();
    expect(refused).toEqual([]);
    expect(await faultsInBothThemes(page)).toEqual([]);

    // The bar scrolls away, and the section links stay below the sticky bars.
    const sections = page.getByRole('navigation', { name: 'Sections of this page' });
    for (const [width, top] of [
      [390, 52],
      [1280, 0],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await sections.getByRole('link').last().click();
      await expect(bar(page)).not.toBeInViewport();
      await expect.poll(async () => (await sections.boundingBox())?.y).toBe(top);
    }

    await field.click();
    await running.sql('update support_accesses set ends_at = now()');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: question });
    await expect(dialog).toContainText('Your support access has ended. Your input is kept.');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await say(page, 'Ticket 812: still at it');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Settings saved').or(page.getByText(/saved/i)).first()).toBeVisible();
    await page.reload();
    await expect(field).toBeChecked({ checked: !before });

    const office = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await signIn('owner', `${running.url}/settings/1/activity?area=support`, office);
    const now = office.getByRole('region', { name: 'Support access now' });
    await expect(now).toContainText('Ticket 812: still at it');
    await expect(office.getByText('opened the practice for 1 hour: Ticket 812: the emails look wrong')).toBeVisible();
    expect(await faultsInBothThemes(office)).toEqual([]);
    await now.getByRole('button', { name: /^End access of/ }).click();
    await expect(now).toHaveCount(0);
    await expect(office.getByText(/^Time limit ended the support access of/)).toBeVisible();
    await expect(office.getByText(/^Olivia Marsh ended the support access of/)).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(field).toHaveCount(0);
  },
);

test(
  'ends the access from the bar, and doesn’t ask members of the practice',
  { tag: '@verify' },
  async ({ page, browser, signIn }) => {
    await signIn('internal', `${running.url}/internal/practices/2/subscriptions`);
    await say(page, 'Ticket 813: a seat is missing');
    await bar(page).getByRole('button', { name: 'End now' }).click();
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);

    const member = await browser.newPage();
    await signIn('manager', `${running.url}/settings/1/practice/general`, member);
    await expect(member.getByRole('region', { name: 'Open Dental Settings', exact: true })).toBeVisible();
    await expect(member.getByRole('heading', { name: question })).toHaveCount(0);
  },
);
