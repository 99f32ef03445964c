/** The shell: Quick Links, sessions, the leave guard, themes, and behavior while the server is down. */
import type { Page } from '@playwright/test';
import { emailOf, expect, PASSWORD, test } from '../../support/test';

const HOURS = '/settings/1/practice/provider-hours';

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}:`) });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

/** Edits one time without saving. */
async function editTuesday(page: Page, start = '9'): Promise<void> {
  await cell(page, 'Noah Walsh, Tuesday').click();
  await field(page, 'Noah Walsh, Tuesday, start').fill(start);
  await field(page, 'Noah Walsh, Tuesday, end').fill('1');
  await page.keyboard.press('Enter');
  await expect(save(page)).toBeVisible();
}

test('signs in with the form and opens the requested page', async ({ page, sharedConsole }) => {
  await page.goto(sharedConsole.url + HOURS);
  await page.getByLabel('Email').fill(emailOf('staff'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(sharedConsole.url + HOURS);
  await expect(page.getByRole('grid')).toBeVisible();
});

test(
  'saves a page as a quick link once and removes it',
  { tag: ['@skew', '@verify'] },
  async ({ page, ownConsole, signIn }) => {
    await signIn('staff', ownConsole.url + HOURS);
    const links = page.getByRole('complementary', { name: 'Quick Links' });
    await expect(links).toHaveCSS('width', '250px');
    await expect(links.getByRole('list', { name: 'Links to settings pages' }).getByRole('link')).toHaveText([
      'Office & Provider Hours',
      'Billing & Payment Methods',
      'Settings',
    ]);
    const absent = links.getByText('5 pages aren’t installed');
    await absent.click();
    await expect(links.getByRole('list', { name: '5 pages aren’t installed' }).getByRole('link')).toHaveText([
      'User Roles & Permissions',
      'User Accounts',
      'SMS & Email Templates',
      'Patient Portal Settings',
      'Voicemail Drop Campaigns',
    ]);
    await links.getByRole('button', { name: 'Save this page' }).click();
    await expect(links.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-disabled', 'true');

    await page.reload();
    const saved = links.getByRole('list', { name: 'Your saved links' });
    await absent.click();
    await links.getByRole('link', { name: 'User Accounts' }).click();
    await expect(page.getByText('This page isn’t available yet')).toBeVisible();
    await saved.getByRole('link', { name: 'Office & provider hours' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await saved.getByRole('button', { name: 'Remove Office & provider hours' }).click();
    await expect(saved).toHaveCount(0);
    await expect(links.getByText('Links are kept in this browser only.')).toBeVisible();

    await page.setViewportSize({ width: 1199, height: 800 });
    await expect(links).toHaveCount(0);
    await page.getByRole('button', { name: 'Quick Links' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Quick Links' }).getByRole('link', { name: 'Office & Provider Hours' }),
    ).toBeVisible();
  },
);

test(
  'returns to the selection and the scroll position after Back',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await signIn('internal', `${ownConsole.url}/internal/practices`);
    const scrolled = () =>
      page.evaluate(() => {
        const list = document.querySelector('[data-scroll-area="Practices"]');
        return { page: Math.round(window.scrollY), list: Math.round(list?.scrollTop ?? 0) };
      });
    const selection = page.getByRole('group', { name: 'Selection' });
    // The last row of the page, which renders only after scrolling to it.
    await page
      .getByRole('grid', { name: 'Practices' })
      .getByRole('columnheader', { name: /^Practice/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+End');
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .last();
    const name = await row.getByRole('rowheader').getByRole('link').innerText();
    await row.getByRole('checkbox').check();
    await expect(selection.getByText('1 practice selected')).toBeVisible();
    const before = await scrolled();
    expect(before.page).toBeGreaterThan(200);
    expect(before.list).toBeGreaterThan(1000);

    await row.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await scrolled()).toEqual({ page: 0, list: 0 });
    await page.goBack();
    await expect(row.getByRole('checkbox')).toBeChecked();
    await expect.poll(scrolled).toEqual(before);
    await page.reload();
    await expect(page.getByRole('rowheader', { name })).toBeVisible();
    await expect.poll(scrolled).toEqual(before);
  },
);

test(
  'blocks Back with unsaved changes, then allows it',
  { tag: ['@skew', '@verify'] },
  async ({ page, sharedConsole, signIn }) => {
    await signIn('staff', sharedConsole.url + HOURS);
    await page.getByText('5 pages aren’t installed').click();
    await page.getByRole('link', { name: 'User Accounts' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'User Accounts' })).toBeFocused();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Office & provider hours' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Office & provider hours' })).toBeFocused();
    await editTuesday(page);

    await page.goBack();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(page).toHaveURL(sharedConsole.url + HOURS);
    await expect(cell(page, 'Noah Walsh, Tuesday')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);

    await page.goBack();
    await page.getByRole('button', { name: 'Leave and discard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'User Accounts' })).toBeVisible();
    await page.goForward();
    await expect(cell(page, 'Noah Walsh, Tuesday')).toHaveAccessibleName(/Off/);
  },
);

test(
  'asks before signing out with unsaved changes and ends the session',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('staff', ownConsole.url + HOURS);
    await editTuesday(page);
    const signOut = async (): Promise<void> => {
      await page.getByRole('button', { name: /Account of/ }).click();
      await page.getByRole('menuitem', { name: /Sign out/ }).click();
    };
    await signOut();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(cell(page, 'Noah Walsh, Tuesday')).toHaveAccessibleName(/9:00 AM/);
    await signOut();
    await page.getByRole('button', { name: 'Leave and discard' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    expect((await page.request.get(`${ownConsole.url}/api/session/`)).status()).toBe(401);
  },
);

test('asks before closing the tab with unsaved changes', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('staff', ownConsole.url + HOURS);
  await editTuesday(page);
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await expect(cell(page, 'Noah Walsh, Tuesday')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);
});

test('keeps the chosen theme in this browser', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('staff', ownConsole.url + HOURS);
  await expect(page.getByRole('grid')).toBeVisible();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(paper).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await paper()).not.toBe(light);
});

test('moves past the navigation with the skip link', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('staff', ownConsole.url + HOURS);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
});

test(
  'keeps edits when a session ends and saves them after signing in again',
  { tag: ['@skew', '@verify'] },
  async ({ page, ownConsole, signIn }) => {
    await signIn('manager', ownConsole.url + HOURS);
    await editTuesday(page, '7');
    await page.context().clearCookies();
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await page.reload();
    await expect(cell(page, 'Noah Walsh, Tuesday')).toHaveAccessibleName(/7:00 AM to 1:00 PM/);
  },
);

test(
  'never saves one person’s edits as another, and keeps them for their person',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const tuesday = cell(page, 'Noah Walsh, Tuesday');
    const notice = page.getByRole('dialog', { name: 'You’re signed in as Olivia Marsh now' });
    const signInByForm = async (tab: Page, person: 'owner' | 'manager'): Promise<void> => {
      await tab.getByLabel('Email').fill(emailOf(person));
      await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(tab.getByRole('grid')).toBeVisible();
    };
    const signOut = async (tab: Page): Promise<void> => {
      await tab.getByRole('button', { name: /Account of/ }).click();
      await tab.getByRole('menuitem', { name: /Sign out/ }).click();
      await expect(tab.getByLabel('Email')).toBeVisible();
    };
    await signIn('manager', ownConsole.url + HOURS);
    await editTuesday(page, '7');

    // Another tab of the same browser. The first one is notified of both immediately.
    const other = await page.context().newPage();
    await other.goto(ownConsole.url + HOURS);
    await signOut(other);
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    await other.goto(ownConsole.url + HOURS);
    await signInByForm(other, 'owner');
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('button', { name: 'Account of Olivia Marsh' })).toBeVisible();
    await expect(tuesday).toHaveAccessibleName(/Off/);
    await expect(save(page)).toHaveCount(0);

    await signOut(page);
    await page.goto(ownConsole.url + HOURS);
    await signInByForm(page, 'manager');
    await expect(tuesday).toHaveAccessibleName(/7:00 AM to 1:00 PM/);

    // No message arrives here; the server refuses the call.
    await other.close();
    const owner = { email: emailOf('owner'), password: PASSWORD };
    expect((await page.request.post(`${ownConsole.url}/api/session/`, { data: owner })).status()).toBe(200);
    const refused = page.waitForResponse((answer) => answer.status() === 409);
    await save(page).click();
    expect(await (await refused).json()).toMatchObject({ code: 'other_person' });
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(tuesday).toHaveAccessibleName(/Off/);
  },
);

test(
  'keeps edits while the server is down and saves them when it is back',
  { tag: '@verify' },
  async ({ page, ownProcess, signIn }) => {
    await signIn('owner', ownProcess.url + HOURS);
    await editTuesday(page);
    await ownProcess.stop();
    await save(page).click();
    await expect(page.getByText('An error occurred while saving provider hours')).toBeVisible();
    await expect(cell(page, 'Noah Walsh, Tuesday')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);
    await page.getByRole('link', { name: 'User Accounts' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: /Notifications, 1 new error/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Failed to save provider hours');
    await page.keyboard.press('Escape');

    await ownProcess.start();
    await save(page).click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
  },
);

test(
  "loads a module from a developer's own origin and shows a banner",
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('superadmin', ownConsole.url + HOURS);
    const { entry, files } = await page.evaluate(async () => {
      const { modules } = (await (await fetch('/api/modules/')).json()) as {
        modules: { name: string; entry: string; files: Record<string, string> }[];
      };
      return modules.find(({ name }) => name === 'mf-hours') as (typeof modules)[number];
    });
    // Serves the released files from another origin.
    await page.route('http://localhost:59999/**', async (route) => {
      const file = new URL(route.request().url()).pathname.slice(1);
      expect(Object.keys(files)).toContain(file);
      const response = await page.request.get(new URL(file, new URL(entry, ownConsole.url)).href);
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'cross-origin-resource-policy': 'cross-origin' },
      });
    });
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: /Developer override/ }).click();
    await page.getByLabel('Module').fill('mf-hours');
    await page.getByLabel('Address of remoteEntry.js').fill('http://localhost:59999/remoteEntry.js');
    await page.getByRole('button', { name: 'Load module' }).click();
    await expect(page.getByText(/mf-hours is loaded from http:\/\/localhost:59999/)).toBeVisible();
    await expect(page.getByRole('grid')).toBeVisible();
    // The development server is stopped. The panel names the override, not the released version.
    // Without a route, Chromium would load its copy of the file, which the console marks as immutable.
    await page.route('http://localhost:59999/**', (route) => route.abort('connectionrefused'));
    await page.reload();
    await expect(page.getByText('mf-hours from http://localhost:59999/remoteEntry.js', { exact: true })).toBeVisible();
    await expect(page.getByText(/It’s loaded by your developer override/)).toBeVisible();
    await page.getByRole('button', { name: 'Use the released version of mf-hours' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByText(/is loaded from/)).toHaveCount(0);
  },
);
