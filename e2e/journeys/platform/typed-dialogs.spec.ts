/**
 * A reload asks before input in an open dialog is lost, and reopens the dialog with it. Leaving the dialog with Cancel
 * also asks.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { HostedConsole } from 'tools/console-process';
import { callerFor } from '../../support/ask';
import { faultDeclaration, faultEntry } from '../../support/fault-module';
import { declarationFile, promote, publish, ship } from '../../support/registry';
import { emailOf, expect, type Person, test } from '../../support/test';

let running: HostedConsole;
test.beforeAll(async ({ startOwnConsole }) => {
  running = await startOwnConsole({
    sandbox: true,
    environment: { APPROVALS_FOR: 'bulk-changes', APPROVALS_BULK_OVER: '2', STAFF_ACCESS_REASON: '1' },
  });
});
test.afterAll(() => running.dispose());

interface TypedDialog {
  name: string;
  person: Person;
  path: string;
  /** Prepares what the dialog needs. */
  prepare?: () => Promise<void>;
  /** Opens the dialog. */
  open?: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  typed: string;
  /** The field's initial text. */
  empty?: string;
  /** Absent for a page, which has no Cancel. */
  cancel?: string;
}

/** A dialog with a selection. */
interface ChosenDialog extends Pick<TypedDialog, 'name' | 'person' | 'path'> {
  open: (page: Page) => Promise<void>;
  /** A checkbox or a radio button, which is clicked. */
  choice: (page: Page) => Locator;
  /** The button that leaves the dialog; Cancel by default. */
  cancel?: string;
}

const choose = async (page: Page, menu: string | RegExp, entry: string): Promise<void> => {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

const newCustomer = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Create Customer' }).click();

const dialogs: readonly TypedDialog[] = [
  {
    name: 'a new customer of a plan',
    person: 'owner',
    path: '/settings/1/subscriptions/plans',
    open: async (page) => {
      await page.getByRole('button', { name: 'Subscribe: Practice Analytics' }).click();
      await newCustomer(page);
    },
    field: (page) => page.getByRole('dialog').getByLabel('First name'),
    typed: 'Oswald',
    empty: 'Olivia',
    cancel: 'Cancel',
  },
  {
    name: 'the reason of a decline',
    person: 'superadmin',
    path: '/internal/activity',
    prepare: async () => {
      const ask = await callerFor(running.url, 'internal');
      const { status, body } = await ask('POST', '/api/features/bulk_update/', {
        practice_ids: [1, 2, 3, 4],
        items: ['dark_dashboard'],
        type: 'feature_flag',
        action: 'add',
      });
      expect(status, JSON.stringify(body)).toBe(202);
    },
    open: (page) => page.getByRole('button', { name: /^Decline:/ }).click(),
    field: (page) => page.getByRole('alertdialog').getByLabel('Reason'),
    typed: 'Wait for the audit',
    cancel: 'Cancel',
  },
  {
    name: 'the name of a passkey',
    person: 'harbor',
    path: '/account',
    open: async (page) => {
      // Added last, because signing in would then need it.
      await running.sql(
        `insert into passkeys (id, person_id, credential_id, name, public_key, counter, added_at)
         select '${randomUUID()}', id, 'journey', 'Laptop', '\\x00', 0, now() from people
         where email = '${emailOf('harbor')}'`,
      );
      await page.reload();
      await page.getByRole('button', { name: 'Rename Laptop' }).click();
    },
    field: (page) => page.getByRole('dialog').getByLabel('Name'),
    typed: 'Front desk',
    empty: 'Laptop',
    cancel: 'Cancel',
  },
  {
    name: 'a developer override',
    person: 'superadmin',
    path: '/internal/practices',
    open: (page) => choose(page, /Account of/, 'Developer override…'),
    field: (page) => page.getByRole('dialog').getByLabel('Module'),
    typed: 'mf-hours',
    cancel: 'Cancel',
  },
  {
    name: 'the percentage of a canary',
    person: 'superadmin',
    path: '/internal/modules',
    prepare: async () => {
      const { name } = faultDeclaration;
      await running.command('module', 'grant', declarationFile(faultDeclaration));
      const team = { url: running.url, token: await running.token(name) };
      await ship(team, faultDeclaration, '1.0.0', { 'remoteEntry.js': faultEntry });
      await publish(team, faultDeclaration, '1.1.0', { 'remoteEntry.js': `${faultEntry}\n` });
      await promote(team, name, '1.1.0', { percent: 10 });
    },
    open: (page) => page.getByRole('button', { name: 'Change percentage…' }).click(),
    field: (page) => page.getByRole('dialog').getByLabel('Percentage of people'),
    typed: '35',
    empty: '10',
    cancel: 'Cancel',
  },
  {
    name: 'the reason of a support access',
    person: 'superadmin',
    path: '/settings/2/practice/general',
    field: (page) => page.getByLabel('Reason'),
    typed: 'Ticket 812: the emails look wrong',
  },
];

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const layers = (page: Page): Locator => page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
const checkbox = (name: string | RegExp) => (page: Page) => page.getByRole('dialog').getByRole('checkbox', { name });
const subscriptions = '/settings/1/subscriptions/plans';

const chosenDialogs: readonly ChosenDialog[] = [
  {
    name: 'the edited access of a member',
    person: 'owner',
    path: '/settings/1/practice/members',
    open: press('Edit access of Marcus Bell'),
    choice: checkbox('Change hours'),
  },
  {
    name: 'the chosen federal holidays',
    person: 'owner',
    path: '/settings/1/practice/provider-hours?view=exceptions',
    open: press('Add US federal holidays'),
    choice: checkbox(/^Columbus Day/),
  },
  {
    name: 'the days that a day is copied to',
    person: 'owner',
    path: '/settings/1/practice/provider-hours',
    open: press('Copy day…'),
    choice: checkbox('Saturday'),
  },
  {
    name: 'the providers that a week is copied to',
    person: 'owner',
    path: '/settings/1/practice/provider-hours',
    open: async (page) => {
      await press('Copy or revert: Office')(page);
      await page.getByRole('menuitem', { name: 'Copy week to providers…' }).click();
    },
    choice: (page) => page.getByRole('dialog').getByRole('checkbox').nth(1),
  },
  {
    name: 'the optional features to add',
    person: 'lakesideOwner',
    path: '/settings/2/subscriptions/plans',
    open: press('Add optional features to Core'),
    choice: (page) => page.getByRole('dialog').getByRole('checkbox').first(),
  },
  {
    name: 'the plan to switch to',
    person: 'lakesideOwner',
    path: '/settings/2/subscriptions/plans',
    open: press('Switch plan of Core'),
    choice: (page) => page.getByRole('dialog').getByRole('radio').first(),
  },
  {
    name: 'the customer of a new plan',
    person: 'owner',
    path: subscriptions,
    open: press('Subscribe: Practice Analytics'),
    choice: (page) => page.getByRole('dialog').getByRole('radio', { disabled: false }).first(),
  },
  {
    name: 'the customer of a new subscription',
    person: 'superadmin',
    path: subscriptions,
    open: press('New Subscription'),
    choice: (page) => page.getByRole('dialog').getByRole('radio', { disabled: false }).first(),
  },
  {
    name: 'the card of a subscription',
    person: 'owner',
    path: subscriptions,
    open: press('Change card of Core'),
    choice: (page) => page.getByRole('dialog').getByRole('radio', { name: /^Mastercard/ }),
  },
  {
    name: 'the credit of a canceled subscription',
    person: 'superadmin',
    path: subscriptions,
    open: press('Cancel subscription Core'),
    choice: (page) => page.getByRole('alertdialog').getByRole('checkbox'),
    cancel: 'Go back',
  },
  {
    name: 'that the features of a removed seat stay active',
    person: 'internal',
    path: '/internal/practices/1/subscriptions',
    open: async (page) => {
      await press('Actions for Core')(page);
      await page.getByRole('menuitem', { name: 'Remove' }).click();
    },
    choice: (page) => page.getByRole('alertdialog').getByRole('checkbox', { name: 'Deactivate features' }),
    cancel: 'Keep',
  },
  {
    name: 'the items of a bulk change',
    person: 'internal',
    path: '/internal/practices',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add…' }).click();
      await page.getByRole('menuitem', { name: /^Feature flags.*insider/ }).click();
    },
    choice: checkbox('Dark dashboard'),
  },
];

/** Reloads the page and confirms the browser's question. */
async function reloadAfterQuestion(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reloaded;
}

for (const { name, person, path, prepare, open, field, typed, empty = '', cancel } of dialogs) {
  test(`keeps ${name} across a reload and asks before discarding it`, { tag: '@verify' }, async ({ page, signIn }) => {
    await prepare?.();
    await signIn(person, running.url + path);
    await open?.(page);
    await expect(field(page)).toHaveValue(empty);
    await field(page).press('ControlOrMeta+a');
    await field(page).pressSequentially(typed);
    await reloadAfterQuestion(page);
    await expect(field(page)).toHaveValue(typed);
    // Restored input is guarded like newly typed input.
    await reloadAfterQuestion(page);
    await expect(field(page)).toHaveValue(typed);
    if (cancel === undefined) return;
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page.getByRole('button', { name: cancel, exact: true }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(page)).toHaveValue(typed);
    await page.getByRole('button', { name: cancel, exact: true }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

for (const { name, person, path, open, choice, cancel = 'Cancel' } of chosenDialogs) {
  test(
    `keeps ${name} across a reload and asks before discarding the choice`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      await signIn(person, sharedConsole.url + path);
      await open(page);
      await expect(choice(page)).toBeEnabled();
      const checked = !(await choice(page).isChecked());
      await choice(page).click();
      await expect(choice(page)).toBeChecked({ checked });
      await reloadAfterQuestion(page);
      await expect(choice(page)).toBeChecked({ checked });
      // A restored choice is guarded like a new one.
      await reloadAfterQuestion(page);
      await expect(choice(page)).toBeChecked({ checked });
      const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
      await page.getByRole('button', { name: cancel, exact: true }).click();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(choice(page)).toBeChecked({ checked });
      await page.getByRole('button', { name: cancel, exact: true }).click();
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await expect(layers(page)).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible();
      await expect(layers(page)).toHaveCount(0);
    },
  );
}

test(
  'reopens the schedule dialog with the typed date, and names an incomplete one',
  { tag: '@verify' },
  async ({ page, signIn }) => {
    await signIn('owner', `${running.url}/settings/1/practice/provider-hours`);
    await choose(page, 'Schedules', 'Plan a new schedule…');
    const dialog = page.getByRole('dialog', { name: 'Plan a new schedule' });
    const date = dialog.getByRole('group', { name: 'Valid from' });
    await date.getByRole('spinbutton', { name: 'Month' }).click();
    await page.keyboard.type('12312030');
    await reloadAfterQuestion(page);
    await expect(date).toContainText('12/31/2030');
    await date.getByRole('spinbutton', { name: 'Month' }).click();
    await page.keyboard.press('Backspace');
    await expect(date).toContainText('MM/31/2030');
    await reloadAfterQuestion(page);
    await expect(date).toHaveAttribute('aria-invalid', 'true');
    await expect(date).toHaveAccessibleDescription(/MM\/31\/2030/);
  },
);

test('names an incomplete date typed before a reload', { tag: '@verify' }, async ({ page, signIn }) => {
  await signIn('owner', `${running.url}/settings/4/practice/general`);
  const date = page.getByRole('group', { name: 'Baseline date' });
  await date.getByRole('spinbutton', { name: 'Month' }).click();
  await page.keyboard.type('01052026');
  await date.getByRole('spinbutton', { name: 'Month' }).click();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await expect(date).toContainText('MM/');
  await reloadAfterQuestion(page);
  await expect(date).toHaveAttribute('aria-invalid', 'true');
  await expect(date).toHaveAccessibleDescription(/MM\/05\/2026/);
});
