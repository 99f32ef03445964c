import './testing/short-pages';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { button, closeRoute, dialog, openRoute, withNetwork } from '../testing/open-route';
import {
  checkbox,
  chooseAndContinue,
  openBulkDialog,
  openPractices,
  ROUTE,
  serve,
  shownPractices,
} from './testing/open-practices';

withNetwork();

const bar = (): ReturnType<typeof within> => within(screen.getByRole('group', { name: 'Selection' }));
const said = (): string | undefined =>
  screen.getAllByRole('status').find(({ textContent }) => /selected(, except \d+)?$/.test(textContent))?.textContent;
const wholePage = (count = 10): HTMLElement => checkbox(`Select the ${count} practices of this page`);

describe('the selection', () => {
  it('survives filters and pages, and always shows the count and the list', async () => {
    serve(30);
    const page = await openPractices();
    expect(said()).toBe('No practices selected');
    await page.user.click(checkbox('Select Practice 3'));
    expect(said()).toBe('1 practice selected');
    expect(wholePage()).toBePartiallyChecked();
    page.go(`${ROUTE}?page=2`);
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 11'));
    await page.user.click(checkbox('Select Practice 12'));
    page.go(`${ROUTE}?search=Practice+3`);
    await waitFor(async () => expect(await shownPractices()).toHaveLength(2));
    expect(checkbox('Select Practice 3')).toBeChecked();
    expect(checkbox('Select Practice 30')).not.toBeChecked();
    expect(said()).toBe('2 practices selected');
    await page.user.click(button('Show selected'));
    const list = within(screen.getByRole('list', { name: 'Selected practices' }));
    expect(list.getAllByRole('listitem').map((item: HTMLElement) => item.textContent)).toEqual([
      'Practice 3\u00a0·\u00a0No. 3',
      'Practice 12\u00a0·\u00a0No. 12',
    ]);
    await page.user.click(list.getByRole('button', { name: 'Remove Practice 3 from the selection' }));
    expect(checkbox('Select Practice 3')).not.toBeChecked();
    expect(said()).toBe('1 practice selected');
    await page.user.click(button('Clear selection'));
    expect(said()).toBe('No practices selected');
    expect(screen.queryByRole('group', { name: 'Selection' })).toBeNull();
    expect(document.body).not.toHaveFocus();
  });

  it('floats over the list with actions that replace the list’s', async () => {
    serve();
    const { user } = await openPractices();
    const changes = within(screen.getByRole('group', { name: 'Bulk changes' }));
    expect(changes.getByRole('button', { name: 'Add…' })).toBeVisible();
    await user.click(checkbox('Select Practice 3'));
    expect(bar().getByText('1 practice selected')).toBeVisible();
    expect(bar().getByRole('button', { name: 'Add…' })).toBeVisible();
    expect(bar().getByRole('button', { name: 'Remove…' })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Bulk changes' })).toBeNull();
  });

  it('survives opening a practice and going back', async () => {
    serve();
    const { user } = await openPractices();
    await user.click(checkbox('Select Practice 3'));
    await closeRoute();
    await openPractices();
    expect(said()).toBe('1 practice selected');
    expect(checkbox('Select Practice 3')).toBeChecked();
  });

  it('is empty for another person', async () => {
    serve();
    const { user, props } = await openPractices();
    await user.click(checkbox('Select Practice 3'));
    await closeRoute();
    const { session } = props;
    const other = { session: { ...session, user: { ...session.user, id: 'u-other' } } };
    await openRoute(ROUTE, '', undefined, undefined, other);
    await shownPractices();
    expect(said()).toBe('No practices selected');
  });

  it('selects the page, and a range with Shift', async () => {
    serve(10);
    const { user } = await openPractices();
    await user.click(wholePage(10));
    expect(said()).toBe('10 practices selected');
    expect(wholePage(10)).toBeChecked();
    await user.click(wholePage(10));
    expect(said()).toBe('No practices selected');
    await user.click(checkbox('Select Practice 4'));
    await user.keyboard('{Shift>}');
    await user.click(checkbox('Select Practice 9'));
    await user.keyboard('{/Shift}');
    expect(said()).toBe('6 practices selected');
    expect(checkbox('Select Practice 6')).toBeChecked();
    expect(checkbox('Select Practice 10')).not.toBeChecked();
  });
});

describe('selecting all matching practices', () => {
  it('checks practices on every page and under narrower filters, but not under other filters', async () => {
    const server = serve(24);
    server.insiders = [1];
    const page = await openPractices('?search=Practice');
    await page.user.click(button('Select all 24 practices that match “Practice”'));
    expect(said()).toBe('All 24 practices that match “Practice” selected');
    expect(wholePage()).toBeChecked();
    page.go(`${ROUTE}?search=Practice&page=2`);
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 11'));
    expect(checkbox('Select Practice 11')).toBeChecked();
    page.go(`${ROUTE}?search=Practice+1`);
    await waitFor(async () => expect((await shownPractices())[1]).toBe('Practice 10'));
    expect(checkbox('Select Practice 10')).toBeDisabled();
    expect(checkbox('Select Practice 10')).toBePartiallyChecked();
    expect(bar().getByText(/The selection uses another filter/)).toBeVisible();
    await page.user.click(button('Clear selection'));
    expect(checkbox('Select Practice 10')).toBeEnabled();
  });

  it('excludes single practices and pages, survives a visit, and sends the excluded numbers', async () => {
    const server = serve(13);
    const page = await openPractices('?bundle=core_2025');
    await page.user.click(button('Select all 13 practices that have Core 2025'));
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
    await page.user.click(checkbox('Select Practice 7'));
    await page.user.click(checkbox('Select Practice 9'));
    expect(said()).toBe('All 13 practices that have Core 2025 selected, except 2');
    expect(wholePage()).toBePartiallyChecked();
    await closeRoute();

    const again = await openPractices();
    expect(said()).toBe('All 13 practices that have Core 2025 selected, except 2');
    expect(checkbox('Select Practice 7')).not.toBeChecked();
    expect(checkbox('Select Practice 8')).toBeChecked();
    await again.user.click(button('Show the 2 excluded'));
    const list = within(screen.getByRole('list', { name: 'Excluded practices' }));
    await again.user.click(list.getByRole('button', { name: 'Include Practice 9 again' }));
    expect(checkbox('Select Practice 9')).toBeChecked();
    await openBulkDialog(again, 'Add…', 'Feature flags');
    expect(await dialog().findByText('To all 13 practices that have Core 2025 except 1.')).toBeVisible();
    server.syncLimit = 300;
    await chooseAndContinue(again, 'hours_v2');
    await again.user.click(await screen.findByRole('button', { name: 'Change 12 practices' }));
    await screen.findByText('12 changed, 0 unchanged, 0 failed');
    expect(server.bulkCalls.map(({ body }) => body)).toEqual([
      {
        ...{ action: 'add', type: 'feature_flag', items: ['hours_v2'] },
        ...{ filter: { bundle: 'core_2025' }, exclude_ids: [7] },
      },
    ]);
    await again.user.click(button('Select all 13 practices that have Core 2025'));
    expect(said()).toBe('All 13 practices that have Core 2025 selected');
  });

  it('excludes single practices when all matches fit on the page', async () => {
    serve(8);
    const { user } = await openPractices();
    await user.click(button('Select all 8 practices'));
    await user.click(checkbox('Select Practice 7'));
    expect(said()).toBe('7 practices selected');
  });
});
