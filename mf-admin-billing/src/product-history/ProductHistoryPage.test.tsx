import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listProductChanges, readPracticeState } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import {
  button,
  HISTORY,
  network,
  type OpenPage,
  openPage,
  serve,
  toasts,
  withNetwork,
} from '../customer-subscriptions/testing/open-page';
import { catchDownloads, dateField, typeDate } from 'shared-ui/testing';
import { PRACTICE } from '../customer-subscriptions/testing/builders';
import { aChange, HistoryServer, someChanges } from './testing/history-server';

withNetwork();

const list = () => within(screen.getByRole('list', { name: 'Product changes' }));
/** The texts of the collapsed entries, oldest last. */
const entries = (): string[] =>
  list()
    .getAllByRole('button')
    .map((entry: HTMLElement) => entry.textContent ?? '');

async function open(history = new HistoryServer()): Promise<{ page: OpenPage; history: HistoryServer }> {
  serve({ history });
  const page = await openPage(HISTORY);
  await screen.findByRole('list', { name: 'Product changes' });
  return { page, history };
}

/** Waits until the list was requested with these parameters. */
const expectQuery = (history: HistoryServer, what: object) =>
  waitFor(() => expect(history.queries.at(-1)).toMatchObject(what));

describe('the practice next to the heading', () => {
  const heading = () => screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement;

  it('shows its name, number and status', async () => {
    network.use(
      answer(readPracticeState, () => reply(readPracticeState, { insider: true, states: ['past_due', 'trial'] }), {
        once: true,
      }),
    );
    await open();
    await within(heading()).findByText('Insider');
    expect(heading()).toHaveTextContent(
      `Product change historyBright Smiles DentalNo. ${PRACTICE.id}Past dueOn trialInsider`,
    );
  });

  it('says that a practice is active when nothing is owed and nothing ends', async () => {
    network.use(
      answer(readPracticeState, () => reply(readPracticeState, { insider: false, states: [] }), { once: true }),
    );
    await open();
    expect(await within(heading()).findByText('Active')).toBeVisible();
  });

  it('shows its name and number when the status fails to load', async () => {
    network.use(answer(readPracticeState, () => errorReply(404, 'unknown_call', 'Unknown'), { once: true }));
    const { page } = await open();
    expect(heading()).toHaveTextContent(/^Product change historyBright Smiles DentalNo. \d+$/);
    expect(toasts(page, 'error')).toEqual([]);
  });
});

describe('the list of changes', () => {
  it('lists the latest ten with change, product, person and time', async () => {
    const { history } = await open();
    expect(entries()).toHaveLength(10);
    expect(entries()[0]).toBe('Added BundleGrowth by Iris OkaforNov 20, 2026, 9:42 AM');
    expect(screen.getByText('1–10 of 23')).toBeVisible();
    expect(history.queries).toEqual([{ page: 1, page_size: '10', sort_by: 'created_at', sort_order: 'desc' }]);
  });

  it('expands an entry with before and after, trial days, notes and person', async () => {
    const change = aChange({
      change_type: 'TRIAL_START',
      trial_start_date: Date.UTC(2026, 10, 20, 18) / 1000,
      trial_end_date: Date.UTC(2026, 11, 4, 18) / 1000,
      notes: 'Asked for by the owner',
      feature_display_name: 'Team chat',
      additional_data: JSON.stringify({ before: { seats: 1 }, after: { seats: 2 }, ticket: 'OPS-7' }),
    });
    const { page } = await open(new HistoryServer([change]));
    const toggle = list().getByRole('button', { expanded: false });
    await page.user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    for (const text of [
      'Team chat',
      'Nov 20, 2026',
      'Dec 4, 2026',
      'Asked for by the owner',
      'OPS-7',
      'Iris Okafor, iris@console.example',
    ]) {
      expect(list().getByText(text)).toBeVisible();
    }
    const table = within(list().getByRole('table', { name: 'Before and after' }));
    expect(table.getAllByRole('row').map((row: HTMLElement) => row.textContent)).toEqual([
      'WhatBeforeAfter',
      'Seats12',
    ]);
    await page.user.click(toggle);
    expect(list().getByText('OPS-7')).not.toBeVisible();
  });

  it('shows unreadable data verbatim', async () => {
    const { page } = await open(new HistoryServer([aChange({ additional_data: '{"source": "legacy", [' })]));
    await page.user.click(list().getByRole('button'));
    expect(list().getByText('{"source": "legacy", [')).toBeVisible();
  });

  it('shows an empty state and disables the export', async () => {
    serve({ history: new HistoryServer([]) });
    await openPage(HISTORY);
    expect(await screen.findByText('No product changes found')).toBeVisible();
    expect(screen.getByText('There are no product changes in the selected time period.')).toBeVisible();
    expect(button('Export CSV')).toHaveAttribute('aria-disabled', 'true');
  });

  it('puts sort and export in a menu on a phone', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    const { page } = await open();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
    await page.user.click(button('Sort and export'));
    expect(screen.getByRole('menuitemradio', { name: 'Sort by date' })).toBeChecked();
    expect(screen.getByRole('menuitem', { name: 'Export CSV' })).toBeVisible();
    await page.user.click(screen.getByRole('menuitemradio', { name: 'Sort by product' }));
    await waitFor(() => expect(page.address()).toContain('sort'));
    media.mockRestore();
  });

  it('shows an error when loading fails, and retries', async () => {
    serve();
    network.use(answer(listProductChanges, () => errorReply(500, 'broken', 'No'), { once: true }));
    const { user } = await openPage(HISTORY);
    const failed = within(await screen.findByRole('alert'));
    expect(failed.getByText('Failed to load product change history. Please try again later.')).toBeVisible();
    await user.click(failed.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('list', { name: 'Product changes' })).toBeVisible();
  });
});

it('names the call that the server doesn’t implement', async () => {
  serve();
  network.use(answer(listProductChanges, () => errorReply(404, 'unknown_call', 'Unknown')));
  await openPage(HISTORY);
  expect(await screen.findByText(/^This console doesn’t serve listProductChanges/)).toBeVisible();
});

describe('paging, sorting and filtering', () => {
  it('keeps page, sort and filters in the URL', async () => {
    const { page, history } = await open();
    await page.user.click(button('Page 3 of 3'));
    await expectQuery(history, { page: 3 });
    expect(page.address()).toMatch(/\?page=3$/);
    expect(await screen.findByText('21–23 of 23')).toBeVisible();
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '5');
    await expectQuery(history, { page: 1, page_size: '5' });
    expect(page.address()).toMatch(/\?size=5$/);
    expect(
      (await screen.findAllByRole('button', { name: /^Page / })).map((one: HTMLElement) => one.textContent),
    ).toEqual(['1', '2', '3', '4', '5']);
  });

  it('returns to the first page when the sort or order changes', async () => {
    const { page, history } = await open();
    await page.user.click(button('Page 2 of 3'));
    await expectQuery(history, { page: 2 });
    await page.user.click(button('Product'));
    await expectQuery(history, { page: 1, sort_by: 'product_name', sort_order: 'desc' });
    await page.user.click(button('Descending: Sort ascending'));
    await expectQuery(history, { sort_by: 'product_name', sort_order: 'asc' });
    expect(page.address()).toMatch(/\?sort=product_name&order=asc$/);
    await waitFor(() => expect(entries()[0]).toMatch(/Core/));
  });

  it('applies filters on request from the first page, and clears them', async () => {
    const { page, history } = await open();
    await page.user.click(button('Page 2 of 3'));
    await expectQuery(history, { page: 2 });
    await page.user.click(button('Filters'));
    const form = within(screen.getByRole('form', { name: 'Filter product changes' }));
    await page.user.selectOptions(form.getByRole('combobox', { name: 'Change type' }), 'Added Bundle');
    await typeDate(page.user, dateField('From date', form), '11/01/2026');
    await typeDate(page.user, dateField('To date', form), '11/20/2026');
    await page.user.type(form.getByRole('textbox', { name: 'Product name' }), 'growth');
    const before = history.queries.length;
    await page.user.click(form.getByRole('button', { name: 'Apply filters' }));
    await expectQuery(history, {
      page: 1,
      change_type: 'ADD_BUNDLE',
      from_date: '2026-11-01',
      to_date: '2026-11-20',
      product_name: 'growth',
    });
    expect(history.queries.length).toBe(before + 1);
    expect(button('Filters\u00a0·\u00a04')).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(entries()).toHaveLength(1));
    await page.user.type(form.getByRole('textbox', { name: 'Feature name' }), 'zzz{Enter}');
    await page.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(page.address()).not.toContain('?'));
    expect(form.getByRole('textbox', { name: 'Feature name' })).toHaveValue('');
  });

  it('shows an error at the field for a reversed range and sends no request', async () => {
    const { page, history } = await open();
    await page.user.click(button('Filters'));
    await typeDate(page.user, dateField('From date'), '11/20/2026');
    await typeDate(page.user, dateField('To date'), '11/1/26{Enter}');
    expect(dateField('To date')).toHaveAccessibleDescription(/before the start/);
    expect(history.queries).toHaveLength(1);
  });
});

describe('the CSV export', () => {
  const files = new Map<string, Blob>();
  beforeEach(() => catchDownloads(files));

  it('exports every page of the filtered list in the shown order', async () => {
    const { page, history } = await open(new HistoryServer(someChanges(130)));
    await page.user.click(button('Type'));
    await expectQuery(history, { sort_by: 'change_type' });
    history.queries.length = 0;
    await page.user.click(button('Export CSV'));
    await waitFor(() => expect(toasts(page, 'success')).toEqual(['Exported 130 changes']));
    expect(history.queries.map(({ page: at, page_size, sort_by }) => [at, page_size, sort_by])).toEqual([
      [1, '50', 'change_type'],
      [2, '50', 'change_type'],
      [3, '50', 'change_type'],
    ]);
    const [[name, file] = ['', new Blob()]] = [...files];
    expect(name).toMatch(new RegExp(`^product-change-history-${PRACTICE.id}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const lines = (await file.text()).split('\r\n');
    expect(lines).toHaveLength(132);
    expect(lines[1]).toContain('Trial Started');
    expect(button('Export CSV')).not.toHaveAttribute('aria-disabled');
  });

  it('saves no file and shows an error when the export fails', async () => {
    const { page } = await open();
    network.use(answer(listProductChanges, () => errorReply(500, 'broken', 'No')));
    await page.user.click(button('Export CSV'));
    await waitFor(() => expect(toasts(page, 'error')).toEqual(['Failed to export product change history']));
    expect(files.size).toBe(0);
  });
});
