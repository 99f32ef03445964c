/** axe on the modules' pages and dialogs, in light and dark, at three widths. No page may scroll sideways. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { settled } from '../../support/reading';
import { type Person, expect, test } from '../../support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Screen {
  name: string;
  person: Person;
  path: string;
  ready: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const seen = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();

const screens: readonly Screen[] = [
  {
    name: 'settings of a super admin, with clinics',
    person: 'superadmin',
    path: '/settings/1/practice/general',
    ready: seen('Connected practices'),
  },
  {
    name: 'settings of a task admin, with services',
    person: 'taskadmin',
    path: '/settings/2/practice/general',
    ready: seen('Component versions'),
  },
  {
    name: 'settings of staff without an agent',
    person: 'harbor',
    path: '/settings/3/practice/general',
    ready: seen('No sync agent is connected'),
  },
  {
    name: 'locked communication overrides',
    person: 'staff',
    path: '/settings/1/communication/settings',
    ready: seen('You don’t have permission to change opt-out overrides. Ask an owner: Olivia Marsh.'),
  },
  {
    name: 'the members with their roles and rights',
    person: 'owner',
    path: '/settings/1/practice/members',
    ready: (page) => expect(page.getByRole('button', { name: /^More for/ }).first()).toBeVisible(),
  },
  {
    name: 'the members hidden from staff',
    person: 'staff',
    path: '/settings/1/practice/members',
    ready: seen('You can’t see the members of this practice'),
  },
  {
    name: 'hours worked of a month',
    person: 'owner',
    path: '/settings/1/practice/provider-hours-worked?range=month',
    // A phone shows a list of one day's hours instead of the grid.
    ready: (page) =>
      expect(page.getByRole('grid').or(page.getByRole('group', { name: /^Hours of each provider on/ }))).toBeVisible(),
  },
  {
    name: 'subscriptions, plans and bundles',
    person: 'owner',
    path: '/settings/1/subscriptions/plans',
    ready: seen('Active Bundles'),
  },
  {
    name: 'subscriptions with charges as a table',
    person: 'owner',
    path: '/settings/1/subscriptions/plans',
    ready: async (page) => {
      await button(page, 'Charges by month').click();
      await button(page, 'Show as table').click();
      await expect(page.getByRole('table', { name: 'Charges by month' })).toBeVisible();
    },
  },
  {
    name: 'subscriptions without amounts',
    person: 'staff',
    path: '/settings/1/subscriptions/plans',
    ready: seen('Current Subscriptions'),
  },
  {
    name: 'invoices',
    person: 'owner',
    path: '/settings/1/subscriptions/payment-history',
    ready: (page) => expect(button(page, 'Load More Invoices')).toBeVisible(),
  },
  {
    name: 'all practices',
    person: 'internal',
    path: '/internal/practices',
    ready: (page) => expect(page.getByRole('checkbox', { name: /^Select the/ })).toBeVisible(),
  },
  {
    name: 'a search that finds no practice',
    person: 'internal',
    path: '/internal/practices?search=zebra',
    ready: seen('No practices found matching your criteria.'),
  },
  {
    name: 'selected practices and all features of one',
    person: 'internal',
    path: '/internal/practices',
    ready: async (page) => {
      await page.getByRole('checkbox', { name: 'Select Bright Smiles Dental' }).check();
      await button(page, 'Show selected').click();
    },
  },
  {
    name: 'the product history with its filters and an open entry',
    person: 'internal',
    path: '/internal/practices/1/subscriptions?history=shown',
    ready: async (page) => {
      await button(page, /^(Added|Trial|Removed)/)
        .first()
        .click();
      await button(page, 'Filters').click();
    },
  },
  {
    name: 'features of a practice, its subscriptions and their history',
    person: 'internal',
    path: '/internal/practices/1/subscriptions?history=shown',
    ready: async (page) => {
      await seen('Scheduled changes')(page);
      await seen('Trial Started')(page);
    },
  },
  {
    name: 'cards for internal staff',
    person: 'internal',
    path: '/internal/practices/1/payment-methods',
    ready: seen('Mastercard'),
  },
  {
    name: 'phone numbers',
    person: 'internal',
    path: '/internal/practices/1/phone-numbers',
    ready: seen('Latest moves'),
  },
];

/** The narrowest first, so that screens load there. `every-page` loads all pages on a desktop. */
const widths = { telephone: 390, tablet: 1024, desk: 1440 } as const;
type Device = keyof typeof widths;
const devices = Object.keys(widths) as Device[];

for (const { name, person, path, ready } of screens) {
  test(
    `has no accessibility violations in ${name} on a ${devices.join(', a ')}`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      const [first = 'telephone'] = devices;
      // Loads the screen once, and then changes the size of the window.
      await page.setViewportSize({ width: widths[first], height: 900 });
      await signIn(person, sharedConsole.url + path);
      await ready(page);
      for (const device of devices) {
        const width = widths[device];
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        expect([device, await faultsInBothThemes(page)]).toEqual([device, []]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    },
  );
}

test(
  'has no accessibility violations in dialogs, panels and changed fields of the settings',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('superadmin', `${sharedConsole.url}/settings/1/practice/general`);
    await button(page, 'Documentation').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await seen(/Make sure you have verified these settings/)(page);
    await page.getByRole('spinbutton', { name: 'Limit of phone numbers' }).fill('-1');
    await page.getByRole('switch', { name: 'Pediatric practice' }).click();
    expect(await faultsInBothThemes(page)).toEqual([]);
  },
);

test(
  'has no accessibility violations with staged, invalid and exported hours',
  { tag: '@verify' },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('owner', `${sharedConsole.url}/settings/1/practice/provider-hours-worked?range=week&offset=-3`);
    const cell = page.getByRole('gridcell', { name: /^Grace Lindgren, Mon[^:]*worked:/ });
    await cell.click();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await page.keyboard.type('4');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  },
);
