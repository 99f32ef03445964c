import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { button, closeRoute, openRoute, withNetwork } from '../testing/open-route';
import { openPractices, ROUTE, serve, shownPractices, checkbox } from './testing/open-practices';

withNetwork();

const bar = (): ReturnType<typeof within> => within(screen.getByRole('group', { name: 'Selection' }));
const said = (): string | null => bar().getAllByRole('status')[0]?.textContent ?? null;
const wholePage = (count = 100): HTMLElement => checkbox(`Select the ${count} practices of this page`);

describe('the selection', () => {
  it('survives filters and pages, and always shows how many and which', async () => {
    serve(140);
    const page = await openPractices();
    expect(said()).toBe('No practices selected');
    await page.user.click(checkbox('Select Practice 3'));
    expect(said()).toBe('1 practice selected');
    expect(wholePage()).toBePartiallyChecked();
    page.go(`${ROUTE}?page=2`);
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 101'));
    await page.user.click(checkbox('Select Practice 102'));
    page.go(`${ROUTE}?search=Practice+3`);
    await waitFor(async () => expect(await shownPractices()).toHaveLength(11));
    expect(checkbox('Select Practice 3')).toBeChecked();
    expect(checkbox('Select Practice 30')).not.toBeChecked();
    expect(said()).toBe('2 practices selected');
    await page.user.click(button('Show which'));
    const list = within(screen.getByRole('list', { name: 'Selected practices' }));
    expect(list.getAllByRole('listitem').map((item: HTMLElement) => item.textContent)).toEqual([
      'Practice 3\u00a0·\u00a0No. 3',
      'Practice 102\u00a0·\u00a0No. 102',
    ]);
    await page.user.click(list.getByRole('button', { name: 'Remove Practice 3 from the selection' }));
    expect(checkbox('Select Practice 3')).not.toBeChecked();
    expect(said()).toBe('1 practice selected');
    await page.user.click(button('Clear selection'));
    expect(said()).toBe('No practices selected');
  });

  it('survives opening a practice and going back', async () => {
    serve();
    const { user, props } = await openPractices();
    await user.click(checkbox('Select Practice 3'));
    await closeRoute();
    await openRoute(ROUTE, '', undefined, undefined, { session: props.session });
    await shownPractices();
    expect(said()).toBe('1 practice selected');
    expect(checkbox('Select Practice 3')).toBeChecked();
  });

  it('is empty for another person', async () => {
    serve();
    const { user } = await openPractices();
    await user.click(checkbox('Select Practice 3'));
    await closeRoute();
    await openPractices();
    expect(said()).toBe('No practices selected');
  });

  it('selects the page, and a range with Shift', async () => {
    serve(20);
    const { user } = await openPractices();
    await user.click(wholePage(20));
    expect(said()).toBe('20 practices selected');
    expect(wholePage(20)).toBeChecked();
    await user.click(wholePage(20));
    expect(said()).toBe('No practices selected');
    await user.click(checkbox('Select Practice 4'));
    await user.keyboard('{Shift>}');
    await user.click(checkbox('Select Practice 9'));
    await user.keyboard('{/Shift}');
    expect(said()).toBe('6 practices selected');
    expect(checkbox('Select Practice 6')).toBeChecked();
    expect(checkbox('Select Practice 10')).not.toBeChecked();
  });

  it('shows a large selection in steps', async () => {
    serve(100);
    const { user } = await openPractices();
    await user.click(wholePage());
    await user.click(button('Show which'));
    const items = (): HTMLElement[] =>
      within(screen.getByRole('list', { name: 'Selected practices' })).getAllByRole('listitem');
    expect(items()).toHaveLength(60);
    await user.click(button('Show 40 more'));
    expect(items()).toHaveLength(100);
  });
});

describe('selecting all matching practices', () => {
  it('checks the practices on each page and under narrower filters, not under other filters', async () => {
    const server = serve(240);
    server.insiders = [1];
    const page = await openPractices('?search=Practice');
    await page.user.click(button('Select all 240 practices that match “Practice”'));
    expect(said()).toBe('All 240 practices that match “Practice” selected');
    expect(wholePage()).toBeChecked();
    page.go(`${ROUTE}?search=Practice&page=2`);
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 101'));
    expect(checkbox('Select Practice 101')).toBeChecked();
    page.go(`${ROUTE}?search=Practice+1`);
    await waitFor(async () => expect((await shownPractices())[1]).toBe('Practice 10'));
    expect(checkbox('Select Practice 10')).toBeDisabled();
    expect(checkbox('Select Practice 10')).toBePartiallyChecked();
    expect(bar().getByText(/The selection uses another filter/)).toBeVisible();
    await page.user.click(button('Clear selection'));
    expect(checkbox('Select Practice 10')).toBeEnabled();
  });

  it('keeps the rest of the page when one is unchecked and offers to select all again', async () => {
    serve(240);
    const { user } = await openPractices();
    await user.click(button('Select all 240 practices'));
    await user.click(checkbox('Select Practice 7'));
    expect(said()).toBe('99 practices selected');
    expect(bar().getByText(/Of the 240, the 99 others on this page stay selected/)).toBeVisible();
    await user.click(button('Select all 240 again'));
    expect(said()).toBe('All 240 practices of the console selected');
    expect(checkbox('Select Practice 7')).toBeChecked();
  });

  it('excludes single practices when all matches fit on the page', async () => {
    serve(12);
    const { user } = await openPractices();
    await user.click(button('Select all 12 practices'));
    await user.click(checkbox('Select Practice 7'));
    expect(said()).toBe('11 practices selected');
    expect(bar().queryByText(/stay selected/)).toBeNull();
  });
});
