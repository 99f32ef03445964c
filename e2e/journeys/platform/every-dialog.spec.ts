/**
 * Everything that opens above a page: dialogs, confirmations, menus, calendars. Each is opened with the keyboard, checked in
 * light and dark, and closed with Escape, which restores the focus. The journey finds openers with `aria-haspopup` on all
 * declared pages. Other openers are listed here.
 */
import type { Page } from '@playwright/test';
import { type RunningConsole, startConsole } from 'tools/console-process';
import { faultsInBothThemes } from '../../support/axe';
import { byName, layers, named, type Opener, sayingSo } from '../../support/layers';
import { declaredPages } from '../../support/pages';
import { moving, settled, SKELETONS } from '../../support/reading';
import { expect, type Person, postgresUrl, test } from '../../support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** One console for all journeys, because they save nothing. Only a card dialog creates a setup at the provider. */
let running: RunningConsole;
test.beforeAll(async () => {
  running = await startConsole({ postgres: postgresUrl(), sandbox: true });
});
test.afterAll(() => running.dispose());

/**
 * The faults of opening and closing a layer and of the focus afterwards.
 *
 * @param entry the menu entry to choose, if the opener opens a menu
 */
async function tryOne(page: Page, { name, button }: Opener, entry?: string): Promise<string[]> {
  await button.focus();
  await page.keyboard.press('Enter');
  if (entry !== undefined) {
    await page.getByRole('menuitem', { name: entry, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await expect(layers(page).last(), name).toBeVisible();
  await expect(layers(page).locator(`${SKELETONS}, [aria-busy=true]`)).toHaveCount(0);
  const found = (await moving(page)).map((what) => `moves: ${what}`);
  const inside = await layers(page)
    .last()
    .evaluate((layer) => layer.contains(document.activeElement));
  if (!inside) found.push('the focus is not in it');
  // Menus, like all layers, are outside of the page's landmarks.
  found.push(...(await faultsInBothThemes(page, ['region'])));
  await page.keyboard.press('Escape');
  await expect(layers(page), name).toHaveCount(0);
  await expect(button, name).toBeFocused();
  return found.map((fault) => `${name}: ${fault}`);
}

async function tryAll(page: Page, openers: readonly Opener[]): Promise<string[]> {
  const found: string[] = [];
  for (const opener of openers) found.push(...(await tryOne(page, opener)));
  return found;
}

for (const { module, title, path } of declaredPages()) {
  const address = path(1);
  test(`opens each layer over ${title} of ${module} without faults`, { tag: '@verify' }, async ({ page, signIn }) => {
    await signIn('superadmin', running.url + address);
    await settled(page);
    expect(await tryAll(page, [...byName(page, named[address]), ...(await sayingSo(page, ':is(main *)'))])).toEqual([]);
  });
}

test('opens each layer over the app frame without faults', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('superadmin', `${running.url}/settings/1/practice/general`);
  await settled(page);
  const openers = await sayingSo(page, ':not(main *)');
  expect(openers.length).toBeGreaterThan(2);
  expect(await tryAll(page, openers)).toEqual([]);
});

/** Openers that only some people see, and openers of menus whose entries open a dialog. */
const further: readonly { person: Person; address: string; opener: string; entry?: string }[] = [
  { person: 'taskadmin', address: '/settings/2/practice/general', opener: 'Restart the database service' },
  {
    person: 'owner',
    address: '/settings/1/practice/provider-hours',
    opener: 'Copy or revert: Office',
    entry: 'Copy week to providers…',
  },
];

for (const { person, address, opener, entry } of further) {
  test(`opens “${entry ?? opener}” without faults`, { tag: '@verify' }, async ({ page, signIn }) => {
    await signIn(person, running.url + address);
    await settled(page);
    for (const one of byName(page, [opener])) expect(await tryOne(page, one, entry)).toEqual([]);
  });
}

/** Leaves a dialog with a choice, which asks first. */
async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(layers(page)).toHaveCount(0);
}

test('opens the dialogs of a bulk change without faults', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('internal', `${running.url}/internal/practices`);
  await settled(page);
  // The grid draws only the rows in view. This one is far below.
  await page.getByRole('searchbox', { name: 'Search practices' }).fill('Summit');
  await page.getByRole('checkbox', { name: 'Select Summit Dental Group' }).check();
  await page.getByRole('button', { name: 'Add…' }).click();
  await page.getByRole('menuitem', { name: 'Feature flags', exact: true }).click();
  const chosen = page.getByRole('dialog', { name: 'Add feature flags' });
  await chosen.getByRole('checkbox', { name: 'Dark dashboard' }).check();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await chosen.getByRole('button', { name: 'Preview changes' }).click();
  await expect(layers(page).last().getByText('Will change')).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await discard(page);
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('menuitem', { name: 'Bundles', exact: true }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(layers(page).getByText('Will change')).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await discard(page);
});

test('opens the dialog of one practice with changes without faults', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('internal', `${running.url}/internal/practices`);
  await settled(page);
  await page.getByRole('button', { name: 'Edit Bright Smiles Dental' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Practice Features' });
  await dialog.getByRole('checkbox', { checked: true }).first().click();
  const save = dialog.getByRole('button', { name: 'Save 1 change' });
  await expect(save).toBeEnabled();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await save.click();
  await expect(page.getByRole('alertdialog', { name: 'Save Changes' })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
});

test('opens the form of a new customer without faults', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('owner', `${running.url}/settings/1/subscriptions/plans`);
  await page.getByRole('button', { name: 'Subscribe: Practice Analytics' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Customer' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
});

test(
  'removes a seat without deactivating its features without faults',
  { tag: '@verify' },
  async ({ page, signIn }) => {
    await signIn('internal', `${running.url}/internal/practices/1/subscriptions`);
    await page.getByRole('button', { name: 'Actions for Core' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('checkbox', { name: 'Deactivate features' }).click();
    await expect(question.locator(`${SKELETONS}, [aria-busy=true]`)).toHaveCount(0);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await discard(page);
  },
);

for (const action of ['Deactivate', 'Remove']) {
  test(`asks before changing a member without faults: ${action}`, { tag: '@verify' }, async ({ page, signIn }) => {
    await signIn('owner', `${running.url}/settings/1/practice/members`);
    await page.getByRole('button', { name: 'More for Marcus Bell' }).click();
    await page.getByRole('menuitem', { name: action }).click();
    await expect(page.getByRole('alertdialog', { name: new RegExp(`^${action} Marcus Bell`) })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });
}

test('attaches subscriptions without faults', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('internal', `${running.url}/internal/practices/1/subscriptions`);
  await page.getByRole('button', { name: 'Add Subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('dental');
  await dialog
    .getByRole('button', { name: /^Attach: / })
    .and(page.locator(':not([aria-disabled=true])'))
    .first()
    .click();
  await expect(dialog.getByRole('button', { name: 'Save Selected Subscriptions' })).toBeEnabled();
  await expect(dialog.locator(`${SKELETONS}, [aria-busy=true]`)).toHaveCount(0);
  expect(await faultsInBothThemes(page)).toEqual([]);
});

test(
  'opens the editor of features and its confirmation without faults',
  { tag: '@verify' },
  async ({ page, signIn }) => {
    await signIn('internal', `${running.url}/internal/practices/1/subscriptions`);
    await page.getByRole('button', { name: 'Choose Bundles' }).click();
    await expect(page.getByRole('listbox', { name: 'Bundles' })).toBeVisible();
    // Layers are outside of the page's landmarks.
    expect(await faultsInBothThemes(page, ['region'])).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Core' }).click();
    await page
      .getByRole('button', { name: /^Scheduled changes/ })
      .first()
      .click();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('region', { name: 'Effect of this change' })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  },
);

test('opens the dialogs for unsaved hours without faults', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('owner', `${running.url}/settings/1/practice/provider-hours-worked?range=week&offset=-3`);
  await settled(page);
  await page.getByRole('gridcell', { name: /^Grace Lindgren, Mon[^:]*worked:/ }).click();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  for (const opener of ['Recalculate', 'CSV']) {
    await page.getByRole('button', { name: opener, exact: true }).click();
    await expect(layers(page).last()).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(layers(page)).toHaveCount(0);
  }
});
