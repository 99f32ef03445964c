/** Provider hours worked: the grid as a spreadsheet, with the server's figures. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

const WORKED = '/settings/1/practice/provider-hours-worked';
const LAST_WEEK = `${WORKED}?range=week&offset=-1`;

const grid = (page: Page) => page.getByRole('grid', { name: 'Hours of each provider per day' });
/** Finds a cell by provider, weekday and value. */
const cell = (page: Page, name: string, weekday: string, figure: 'available' | 'worked') =>
  grid(page).getByRole('gridcell', { name: new RegExp(`^${name}, ${weekday}[^,]*(, [^,]*)?, ${figure}:`) });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).first();
const saved = (page: Page) => page.getByText('Provider hours saved successfully').first();

const type = async (page: Page, at: ReturnType<typeof cell>, text: string) => {
  await at.click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

test(
  "saves a manager's corrections and marks them with their original",
  { tag: ['@skew', '@verify'] },
  async ({ page, ownConsole, signIn }) => {
    await signIn('manager', ownConsole.url + LAST_WEEK);
    const monday = cell(page, 'Grace Lindgren', 'Mon', 'worked');
    await type(page, monday, '3,5');
    await expect(monday).toHaveAccessibleName(/3\.50/);
    await expect(monday).toHaveAccessibleName(/Not saved yet/);
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await expect(monday).toHaveAccessibleName(/3\.50, Original/);
  },
);

test(
  'keeps staged hours across ranges and a reload, and blocks saving invalid hours',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + LAST_WEEK);
    const tuesday = cell(page, 'Priya Nair', 'Tue', 'worked');
    await type(page, tuesday, '2');
    await page
      .getByRole('radio', { name: 'Month' })
      .or(page.getByRole('button', { name: 'Month', exact: true }))
      .click();
    await expect(page).toHaveURL(/range=month/);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(ownConsole.url + LAST_WEEK);
    await expect(page.getByText('1 unsaved change restored')).toBeVisible();
    await expect(tuesday).toHaveAccessibleName(/2\.00/);

    const wednesday = cell(page, 'Priya Nair', 'Wed', 'worked');
    for (const wrong of ['24.5', '7.3', '-1']) await type(page, wednesday, wrong);
    await expect(wednesday).toHaveAttribute('aria-invalid', 'true');
    await save(page).click();
    await expect(page.getByText(/Not saved: 1 error to correct first/).first()).toBeVisible();
    await type(page, wednesday, '4');
    await save(page).click();
    await expect(saved(page)).toBeVisible();
  },
);

test(
  'types into the pressed cell at the lower edge of the window, and opens it with a double click',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('manager', ownConsole.url + LAST_WEEK);
    const monday = cell(page, 'Grace Lindgren', 'Mon', 'worked');
    const before = /worked: (\d+\.\d\d)/.exec((await monday.getAttribute('aria-label')) ?? '')?.[1] ?? 'no hours';
    const lowerEdge = async (): Promise<[x: number, y: number]> => {
      await monday.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom + 100 - innerHeight));
      const { x, y, width, height } = await monday.evaluate((element) => element.getBoundingClientRect().toJSON());
      return [x + width / 2, y + height / 2];
    };
    // A real key press takes some time.
    await page.mouse.click(...(await lowerEdge()), { delay: 300 });
    await page.keyboard.type('3,5');
    await page.keyboard.press('Enter');
    await expect(monday).toHaveAccessibleName(/3\.50.*Not saved yet/);
    await page.keyboard.press('Control+z');
    await page.mouse.dblclick(...(await lowerEdge()));
    await expect(page.getByRole('textbox', { name: /^Edit Grace Lindgren, Mon.*worked/ })).toHaveValue(before);
  },
);

test(
  'clears the overrides with Reset Week and shows the next recalculation',
  { tag: ['@skew', '@verify'] },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + LAST_WEEK);
    const thursday = cell(page, 'Joanna Petrov', 'Thu', 'worked');
    const before = (await thursday.getAttribute('aria-label')) ?? '';
    await type(page, thursday, '1.5');
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    await expect(thursday).toHaveAccessibleName(/Original/);

    await page.getByRole('button', { name: /^Reset Week: Joanna Petrov/ }).click();
    await expect(thursday).toHaveAccessibleName(/Not saved yet/);
    await save(page).click();
    await expect(thursday).toHaveAccessibleName(before);
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await expect(page.getByText('Provider hours recalculation started').first()).toBeVisible();
    await expect(page.getByText(/Last recalculated/)).toBeVisible();
    await expect(thursday).toHaveAccessibleName(before);
  },
);

test(
  "pastes a block from a spreadsheet and reports what doesn't fit",
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', ownConsole.url + LAST_WEEK);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const friday = cell(page, 'Daniel Okafor', 'Fri', 'available');
    await page.evaluate(() => navigator.clipboard.writeText('5\t2\t9\n4.5\ttwelve\t9'));
    await friday.click();
    await page.keyboard.press('Control+v');
    await expect(friday).toHaveAccessibleName(/5\.00/);
    await expect(cell(page, 'Daniel Okafor', 'Fri', 'worked')).toHaveAccessibleName(/4\.50/);
    await expect(page.getByText(/pasted cells couldn’t be applied/)).toBeVisible();
    await expect(page.getByText('2 cells didn’t fit the grid.')).toBeVisible();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
    await expect(friday).not.toHaveAccessibleName(/Not saved yet/);
  },
);

test(
  'refuses the 21st recalculation of a day with a message',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('lakeside', `${ownConsole.url}/settings/2/practice/provider-hours-worked`);
    await expect(grid(page)).toBeVisible();
    for (let count = 1; count <= 20; count += 1) {
      const answer = await page.request.post(`${ownConsole.url}/api/2/provider-hours-worked/recalculate/`, {
        data: { full_update: true },
      });
      expect(answer.status()).toBe(200);
    }
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await expect(
      page
        .getByText('Rate limit exceeded. You can recalculate provider hours up to 20 times in a 24-hour period.')
        .first(),
    ).toBeVisible();
  },
);

test(
  'exports every cell of the grid as CSV and the pages as PDF',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', `${ownConsole.url}/settings/4/practice/provider-hours-worked?range=week&offset=-2`);
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    expect(csv.suggestedFilename()).toMatch(/^provider-hours-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    const text = (await readFile(await csv.path(), 'utf8')).replace(/^\uFEFF/, '');
    const rows = text.trim().split('\r\n');
    const figures = (name: string, figure: string) =>
      rows.find((row) => row.includes(name) && row.includes(figure))?.split(',') ?? [];
    for (const name of ['Chloe Fischer', 'Kwame Osei']) {
      for (const figure of ['Available', 'Worked'] as const) {
        const shown = await grid(page)
          .getByRole('gridcell', {
            name: new RegExp(`^${name}, (Sun|Mon|Tue|Wed|Thu|Fri|Sat).*, ${figure.toLowerCase()}:`),
          })
          .evaluateAll((cells) =>
            cells.map((found) => Number(/: ([\d.]+)/.exec(found.getAttribute('aria-label') ?? '')?.[1])),
          );
        expect(shown).toHaveLength(7);
        const exported = figures(name, figure)
          .map(Number)
          .filter((value) => !Number.isNaN(value));
        // Rounds half up, like the export.
        const rounded = shown.map((hours) => Math.round(hours * 10 + 1e-9) / 10);
        expect(exported.join(' ')).toContain(rounded.join(' '));
      }
    }
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF', exact: true }).click(),
    ]);
    expect(pdf.suggestedFilename()).toBe(csv.suggestedFilename().replace('.csv', '.pdf'));
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  },
);

test(
  'shows both versions of a cell that two people changed and applies the other one',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    await signIn('owner', ownConsole.url + LAST_WEEK);
    const tuesday = cell(page, 'Samira Haddad', 'Tue', 'worked');
    // More hours than the demo has on any day, which differ from day to day.
    await type(page, tuesday, '11');
    const other = await browser.newPage();
    await signIn('manager', ownConsole.url + LAST_WEEK, other);
    await type(other, cell(other, 'Samira Haddad', 'Tue', 'worked'), '12');
    await save(other).click();
    await expect(saved(other)).toBeVisible();

    await save(page).click();
    await expect(page.getByText('Marcus Bell changed fields that you have edited')).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await expect(page.getByText(/Marcus Bell/).first()).toBeVisible();
    await page.getByRole('radio', { name: /^Take theirs: Samira Haddad/ }).check();
    await expect(tuesday).toHaveAccessibleName(/12\.00/);
    await other.close();
  },
);

test(
  'saves hours worked by keyboard only, starting at the sign-in',
  { tag: '@verify' },
  async ({ page, ownConsole }) => {
    await page.goto(ownConsole.url + LAST_WEEK);
    await page.getByLabel('Email').focus();
    await page.keyboard.type('owner@bright-smiles.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('practice-console');
    await page.keyboard.press('Enter');
    await expect(grid(page)).toBeVisible();
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await page.keyboard.press('Tab');
      const inside = await grid(page).evaluate((element) => element.contains(document.activeElement));
      if (inside) break;
    }
    const focused = page.locator(':focus');
    await expect(focused).toHaveRole('gridcell');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('7.5');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await expect(focused).toHaveAccessibleName(/: 7\.50/);
    await page.keyboard.press('Control+s');
    await expect(saved(page)).toBeVisible();
  },
);

test(
  'keeps the text of an open cell across a reload, and saves it while the cell is open',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('manager', ownConsole.url + LAST_WEEK);
    const monday = cell(page, 'Grace Lindgren', 'Mon', 'worked');
    const editor = page.getByRole('textbox', { name: /^Edit Grace Lindgren, Mon.*worked/ });
    await monday.click();
    await page.keyboard.type('3.5');
    await expect(editor).toHaveValue('3.5');
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await expect(page.getByText('1 unsaved change restored')).toBeVisible();
    await expect(monday).toHaveAccessibleName(/3\.50/);

    await monday.click();
    await page.keyboard.type('4');
    await expect(editor).toHaveValue('4');
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await expect(monday).toHaveAccessibleName(/4\.00, Original/);
  },
);
