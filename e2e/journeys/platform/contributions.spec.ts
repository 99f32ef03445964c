/** All faults of a contribution. Its slot shows an error, everything else keeps working, and Retry recovers. */
import type { Page } from '@playwright/test';
import type { HostedConsole } from 'tools/console-process';
import { type ContributionFault, contributingDeclaration, contributingEntry } from '../../support/contributing-module';
import { declarationFile, publish, ship, type Shipping } from '../../support/registry';
import { expect, test } from '../../support/test';

let running: HostedConsole;
let team: Shipping;

test.beforeAll(async ({ startOwnConsole }) => {
  running = await startOwnConsole();
  await running.command('module', 'grant', declarationFile(contributingDeclaration));
  team = { url: running.url, token: await running.token('mf-recalls') };
  await ship(team, contributingDeclaration, '1.0.0', { 'remoteEntry.js': contributingEntry });
});
test.afterAll(() => running.dispose());

const OVERVIEW = '/settings/1/overview';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page) => panel(page, 'Due recalls');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const recalls = (page: Page) => pages(page).getByRole('link', { name: 'Recalls', exact: true });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
const setFault = (page: Page, fault: ContributionFault) =>
  page.evaluate((value) => localStorage.setItem('contributionFault', value), fault);

/** The cards of other modules, the navigation and the palette. */
async function othersWork(page: Page): Promise<void> {
  await expect(panel(page, 'Utilization this week').getByRole('list', { name: /^Worked and available/ })).toBeVisible();
  await expect(panel(page, 'Needs attention')).toContainText('Elena Duarte has no weekly hours');
  const hours = pages(page).getByRole('link', { name: 'Office & provider hours', exact: true });
  await expect(hours).toHaveAccessibleDescription('One provider has no weekly hours');
}

test('fills every slot', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('owner', running.url + OVERVIEW);
  await expect(card(page)).toContainText('Nina Park');
  await expect(panel(page, 'Needs attention')).toContainText('4 patients are due');
  await expect(recalls(page)).toHaveAccessibleDescription('4 patients are due');
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('option', { name: /Call a due patient/ })).toBeVisible();
  await palette(page).getByRole('combobox').fill('nina');
  await expect(palette(page).getByRole('option', { name: /Nina Park nina/ })).toBeVisible();
});

const faults: [fault: ContributionFault, message: string][] = [
  ['throw-on-import', 'This part didn’t load.'],
  ['throw', 'This part stopped because of an error.'],
  ['reject', 'This part stopped because of an error.'],
  ['hang', 'This part took too long to answer.'],
  ['endless', 'This part answered something that this console can’t show.'],
  ['another-slot', 'This part answered something that this console can’t show.'],
  ['later-contract', 'This part answered something that this console can’t show.'],
  ['nothing', 'This part answered something that this console can’t show.'],
];
for (const [fault, message] of faults) {
  test(`shows an error in its slot and recovers from ${fault}`, { tag: '@verify' }, async ({ page, signIn }) => {
    await signIn('owner', `${running.url}/settings/1/practice/members`);
    await setFault(page, fault);
    await page.goto(running.url + OVERVIEW);
    await othersWork(page);
    await expect(card(page)).toContainText(message);
    await expect(card(page)).toContainText('mf-recalls 1.0.0');
    // A badge that fails is left out.
    await expect(recalls(page)).toBeVisible();
    await expect(recalls(page)).not.toHaveAccessibleDescription(/./);

    await setFault(page, '');
    await card(page).getByRole('button', { name: 'Retry' }).click();
    await expect(card(page)).toContainText('Nina Park');
  });
}

test('names failed searches in the palette and keeps searching', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('owner', running.url + OVERVIEW);
  await setFault(page, 'throw');
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('duarte');
  await expect(palette(page).getByRole('option', { name: /Elena Duarte/ })).toBeVisible();
  await expect(palette(page).getByText('Recalled patients couldn’t be searched.')).toBeVisible();
});

test('are rejected if they were not granted', { tag: '@verify' }, async () => {
  const greedy = {
    ...contributingDeclaration,
    contributions: [
      ...(contributingDeclaration.contributions ?? []),
      { slot: 'search', name: 'everything', title: 'Everything', scope: 'console', order: 1 } as const,
    ],
  };
  await expect(publish(team, greedy, '2.0.0', { 'remoteEntry.js': contributingEntry })).rejects.toThrow(
    /mf-recalls is not granted everything \(search\)/,
  );
});
