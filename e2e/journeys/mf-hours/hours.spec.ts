/** Weekly hours, from the browser to the database and back. */
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

const HOURS = '/settings/1/practice/provider-hours';

const grid = (page: Page) => page.getByRole('grid', { name: 'Weekly hours of the office and the providers' });
const cell = (page: Page, name: string) => grid(page).getByRole('gridcell', { name: new RegExp(`^${name}:`) });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

test(
  "saves an owner's edits of office and provider hours and shows them after a reload",
  { tag: '@skew' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + HOURS);
    await cell(page, 'Office, Friday').click();
    await field(page, 'Office, Friday, end').fill('3');
    await cell(page, 'Mei Tanaka, Monday').click();
    await field(page, 'Mei Tanaka, Monday, start').fill('930');
    await field(page, 'Mei Tanaka, Monday, end').fill('1730');
    await field(page, 'Mei Tanaka, Monday, lunch start').fill('12');
    await page.getByRole('button', { name: 'Lunch of 45 minutes' }).click();
    await expect(cell(page, 'Mei Tanaka, Monday')).toHaveAccessibleName(
      /9:30 AM to 5:30 PM, lunch 12:00 PM to 12:45 PM, 7\.3 hours/,
    );

    await save(page).click();
    await expect(page.getByText('Provider hours saved successfully').first()).toBeVisible();
    await expect(page.getByText('Saved successfully!')).toBeVisible();

    await page.reload();
    await expect(cell(page, 'Mei Tanaka, Monday')).toHaveAccessibleName(
      /9:30 AM to 5:30 PM, lunch 12:00 PM to 12:45 PM/,
    );
    await expect(cell(page, 'Office, Friday')).toHaveAccessibleName(/8:00 AM to 3:00 PM/);
    // Followers have the office's times, also on the server.
    await expect(cell(page, 'Amelia Hart, Friday')).toHaveAccessibleName(/8:00 AM to 3:00 PM.*follows the office/);
  },
);

test('blocks saving with errors and opens the first one', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('manager', ownConsole.url + HOURS);
  await cell(page, 'Carlos Rivera, Friday').click();
  await field(page, 'Carlos Rivera, Friday, start').fill('9');
  await page.keyboard.press('Escape');
  await cell(page, 'Noah Walsh, Tuesday').click();
  await field(page, 'Noah Walsh, Tuesday, end').fill('5pm');
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('Samira');
  await save(page).click();
  await expect(field(page, 'Noah Walsh, Tuesday, start')).toBeFocused();
  await expect(page.getByText('Start time must be set if end time is set', { exact: true }).first()).toBeVisible();
});

test('saves a week by keyboard only, starting at the sign-in', { tag: '@verify' }, async ({ page, ownConsole }) => {
  await page.goto(ownConsole.url + HOURS);
  await page.getByLabel('Email').focus();
  await page.keyboard.type('owner@bright-smiles.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('practice-console');
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('Noah');
  await expect(cell(page, 'Noah Walsh, Monday')).toBeVisible();
  const inGrid = () => page.evaluate(() => document.activeElement?.closest('[role="gridcell"]') !== null);
  for (let step = 0; step < 20 && !(await inGrid()); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const thursday = cell(page, 'Noah Walsh, Thursday');
  const onThursday = () => thursday.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 10 && !(await onThursday()); step += 1) await page.keyboard.press('ArrowLeft');
  await expect(thursday).toBeFocused();
  await page.keyboard.type('10');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(thursday).toHaveAccessibleName(/10:00 AM to 4:00 PM/);
  const onSave = () => page.evaluate(() => document.activeElement?.textContent === 'Save Changes');
  for (let step = 0; step < 40 && !(await onSave()); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved successfully!')).toBeVisible();
});

test(
  'shows both versions when two people save the same week, until one is chosen',
  { tag: '@verify' },
  async ({ browser, page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + HOURS);
    await cell(page, 'Priya Nair, Friday').click();
    await field(page, 'Priya Nair, Friday, start').fill('8');
    await field(page, 'Priya Nair, Friday, end').fill('12');
    await page.keyboard.press('Enter');

    const other = await (await browser.newContext()).newPage();
    await signIn('manager', ownConsole.url + HOURS, other);
    await cell(other, 'Priya Nair, Friday').click();
    await field(other, 'Priya Nair, Friday, start').fill('9');
    await field(other, 'Priya Nair, Friday, end').fill('1');
    await save(other).click();
    await expect(other.getByText('Saved successfully!')).toBeVisible();

    await save(page).click();
    const versions = page.getByRole('table', { name: 'Versions to choose from' });
    await expect(versions).toContainText('8:00');
    await expect(versions).toContainText('9:00');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep all of yours' }).click();
    await save(page).click();
    await expect(page.getByText('Saved successfully!')).toBeVisible();
    await other.reload();
    await expect(cell(other, 'Priya Nair, Friday')).toHaveAccessibleName(/8:00 AM to 12:00 PM/);
    await other.context().close();
  },
);

test(
  'copies a block of days, pastes it in one step and undoes it',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.context().grantPermissions(['clipboard-write']);
    await signIn('owner', ownConsole.url + HOURS);
    await cell(page, 'Office, Monday').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    // Console pages aren't allowed to read the clipboard, so another page pastes it.
    const editor = await page.context().newPage();
    await editor.setContent('<textarea autofocus></textarea>');
    await editor.getByRole('textbox').press('Control+v');
    await expect(editor.getByRole('textbox')).toHaveValue(
      '8:00 AM-12:00 PM, 1:00 PM-5:00 PM\t8:00 AM-12:00 PM, 1:00 PM-5:00 PM',
    );
    await editor.close();
    await cell(page, 'Elena Duarte, Saturday').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+v');
    await expect(cell(page, 'Elena Duarte, Sunday')).toHaveAccessibleName(
      /8:00 AM to 5:00 PM, lunch 12:00 PM to 1:00 PM/,
    );
    await expect(page.getByText('Pasted: 2 days changed, 0 cleared')).toBeVisible();

    await page.evaluate(() => navigator.clipboard.writeText('9-5\tlater\t9-5'));
    await page.keyboard.press('Control+v');
    await expect(page.getByRole('alert')).toContainText('2 days weren’t changed');
    await expect(page.getByRole('alert')).toContainText('“later” isn’t a day');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(cell(page, 'Elena Duarte, Saturday')).toHaveAccessibleName(/Saturday: Off/);
  },
);

test(
  "plans a schedule from a day and keeps today's hours",
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + HOURS);
    await cell(page, 'Mei Tanaka, Monday').click();
    await field(page, 'Mei Tanaka, Monday, start').fill('7-11');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Schedules' }).click();
    await page.getByRole('menuitem', { name: 'Plan a new schedule…' }).click();
    await page.getByRole('button', { name: /^Save from/ }).click();
    await expect(page.getByText(/^Planned schedule from/)).toBeVisible();
    await expect(cell(page, 'Mei Tanaka, Monday')).toHaveAccessibleName(/7:00 AM to 11:00 AM/);
    await page.getByRole('button', { name: 'Show the schedule in effect' }).click();
    await expect(page.getByRole('button', { name: /^Next: from/ })).toBeVisible();
    await expect(cell(page, 'Mei Tanaka, Monday')).toHaveAccessibleName(/9:00 AM to 3:00 PM/);
    await page.reload();
    await page.getByRole('button', { name: /^Next: from/ }).click();
    await expect(cell(page, 'Mei Tanaka, Monday')).toHaveAccessibleName(/7:00 AM to 11:00 AM/);
  },
);

test(
  'applies an exception to the hours worked of its day',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    const worked = '/settings/1/practice/provider-hours-worked?range=week';
    const available = page.getByRole('gridcell', { name: /^Amelia Hart, .*, available: / });
    await signIn('owner', ownConsole.url + worked);
    await expect(available).toHaveCount(7);
    const before = await available.evaluateAll((cells) => cells.map((each) => each.getAttribute('aria-label') ?? ''));
    expect(before.filter((label) => /: 8\.00/.test(label)).length).toBeGreaterThan(0);

    await page.goto(`${ownConsole.url}${HOURS}?view=exceptions`);
    await page.getByRole('button', { name: 'Add exception' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an exception' });
    // The whole current week, regardless of the day.
    const [first, last] = await page.evaluate(() => {
      const today = document.querySelector('[data-today]');
      const days = [...(today?.parentElement?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
      const shown = (date = '') => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
      return [shown(days[0]?.dataset['day']), shown(days.at(-1)?.dataset['day'])];
    });
    for (const [name, date] of [
      ['First day', first],
      ['Last day', last],
    ] as const) {
      await dialog.getByRole('group', { name }).getByRole('spinbutton', { name: 'Month' }).click();
      await page.keyboard.type(date ?? '');
    }
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Moving');
    await dialog.getByRole('button', { name: 'Save exception' }).click();
    await expect(page.getByRole('gridcell', { name: /Office: Closed \(Moving\)/ })).toHaveCount(7);

    await page.goto(ownConsole.url + worked);
    await expect(page.getByRole('gridcell', { name: /^Amelia Hart, .*, available: 0\.00/ })).toHaveCount(7);
  },
);

test(
  'reopens the dialog of an exception after a reload with the typed input',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', `${ownConsole.url}${HOURS}?view=exceptions`);
    const dialog = page.getByRole('dialog', { name: 'Add an exception' });
    const add = page.getByRole('button', { name: 'Add exception' });
    await add.click();
    const note = dialog.getByRole('textbox', { name: 'Note' });
    await note.pressSequentially('Moving');
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await expect(note).toHaveValue('Moving');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(add).toBeEnabled();
    await expect(dialog).toHaveCount(0);
    expect(asked).toEqual(['beforeunload']);
  },
);

test('reverts the hours of a day from the activity', { tag: '@verify' }, async ({ page, ownConsole, signIn }) => {
  await signIn('owner', ownConsole.url + HOURS);
  await cell(page, 'Office, Friday').click();
  await field(page, 'Office, Friday, end').fill('3');
  await save(page).click();
  await expect(page.getByText('Provider hours saved successfully').first()).toBeVisible();

  await page.goto(`${ownConsole.url}/settings/1/activity?area=hours`);
  const change = page
    .getByRole('listitem')
    .filter({ hasText: 'changed Friday’s office hours from 8:00–2:00 to 8:00–3:00' });
  await change.getByRole('link', { name: /^Revert/ }).click();
  await expect(page.getByText(/Restored values from .* are staged\. Review and save\./)).toBeVisible();
  await expect(cell(page, 'Office, Friday')).toHaveAccessibleName(/8:00 AM to 2:00 PM/);
  await save(page).click();
  await expect(page.getByText('Provider hours saved successfully').first()).toBeVisible();
});
