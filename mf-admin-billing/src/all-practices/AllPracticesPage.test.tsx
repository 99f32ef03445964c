import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listPracticeFeatures } from 'shared-api/contracts';
import { answer, connectionFailure } from 'shared-api/testing';
import { button, network, openRoute, region, toasts, withNetwork } from '../testing/open-route';
import { openPractices, ROUTE, serve, shownPractices, table } from './testing/open-practices';
import { aRecord, bundleNames, bundleOf, featureNames, featureOf, flagNames, flagOf } from './testing/practice-records';

withNetwork();

const search = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search practices' });

describe('the list of practices', () => {
  it('lists what each practice has and links to it without a reload', async () => {
    const server = serve();
    server.records[0] = aRecord(1, { practice: 'Bright Smiles Dental', features: [flagOf('beta_phone')] });
    const page = await openPractices();
    const row = within(within(table()).getByRole('row', { name: /Bright Smiles Dental/ }));
    expect(row.getByText('Core 2025')).toBeVisible();
    expect(row.getByText('Appointment list')).toBeVisible();
    expect(row.getByText('beta_phone')).toBeVisible();
    const headers = within(table()).getAllByRole('columnheader');
    expect(headers.map((header: HTMLElement) => header.textContent)).toEqual([
      'Select the 12 practices of this page',
      'Practice',
      'Bundles',
      'Features',
      'Feature Flags',
      'Actions',
    ]);
    expect(row.getByRole('link')).toHaveAttribute('href', '/internal/practices/1/subscriptions');
    await page.user.click(row.getByRole('link'));
    expect(page.address()).toBe('/internal/practices/1/subscriptions');
  });

  it('folds long lists and shows all items with their sources', async () => {
    const server = serve(1);
    server.records = [
      aRecord(1, {
        practice: 'Lakeside',
        product_features: featureNames.map((name) => ({ ...featureOf(name), sources: ['trial'] })),
      }),
    ];
    const { user } = await openPractices();
    expect(screen.queryByText('Treatment follow-up')).toBeNull();
    const more = screen.getByRole('button', { name: '+12. All 14 features of Lakeside' });
    expect(more).toHaveTextContent('+12');
    await user.click(more);
    const all = within(await screen.findByRole('dialog', { name: 'All 14 features of Lakeside' }));
    expect(all.getAllByRole('listitem')).toHaveLength(14);
    expect(all.getByText('Treatment follow-up')).toBeVisible();
    expect(all.getAllByText('from a trial')).toHaveLength(14);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
  });

  it('pages by 100 with at most five page buttons and keeps the page in the address', async () => {
    const server = serve(640);
    const page = await openPractices();
    expect(await shownPractices()).toHaveLength(100);
    const pager = within(screen.getByRole('navigation', { name: 'Pages of the list' }));
    const buttons = (): string[] =>
      pager.getAllByRole('button', { name: /^Page/ }).map((item: HTMLElement) => item.textContent);
    expect(buttons()).toEqual(['1', '2', '3', '4', '5']);
    await page.user.click(pager.getByRole('button', { name: 'Page 5 of 7' }));
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 401'));
    expect(page.address()).toBe(`${ROUTE}?page=5`);
    expect(buttons()).toEqual(['3', '4', '5', '6', '7']);
    expect(server.listQueries.at(-1)).toEqual({ page: 5, page_size: 100 });
  });

  it('scrolls to the first row of another page only if it is out of view', async () => {
    serve(640);
    const { user } = await openPractices();
    const open = async (page: number): Promise<void> => {
      await user.click(screen.getByRole('button', { name: `Page ${page} of 7` }));
      await waitFor(async () => expect((await shownPractices())[0]).toBe(`Practice ${page * 100 - 99}`));
    };
    // jsdom does not scroll and has no layout.
    const scrolled: Element[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this);
    };
    const top = jest.spyOn(Element.prototype, 'getBoundingClientRect');
    top.mockReturnValue(new DOMRect(0, 40, 900, 600));
    await open(2);
    expect(scrolled).toEqual([]);
    top.mockReturnValue(new DOMRect(0, -40, 900, 600));
    await open(3);
    expect(scrolled).toHaveLength(1);
    expect(scrolled[0]).toContainElement(table());
    top.mockRestore();
  });

  it('clamps a page beyond the end to the last page', async () => {
    serve(140);
    const page = await openPractices('?page=77');
    await waitFor(async () => expect(await shownPractices()).toHaveLength(40));
    expect(page.address()).toBe(`${ROUTE}?page=2`);
  });
});

describe('filters', () => {
  it('searches after typing pauses, from the first page, and keeps the search in the address', async () => {
    const server = serve(140);
    const page = await openPractices('?page=2');
    const before = server.listQueries.length;
    for (const typed of ['P', 'Practice', 'Practice 13']) fireEvent.change(search(), { target: { value: typed } });
    expect(search()).toHaveValue('Practice 13');
    await waitFor(() => expect(page.address()).toBe(`${ROUTE}?search=Practice+13`));
    await waitFor(async () => expect(await shownPractices()).toHaveLength(11));
    expect(server.listQueries.slice(before)).toEqual([{ page: 1, page_size: 100, search: 'Practice 13' }]);
  });

  it('lists only insider practices', async () => {
    const server = serve();
    server.insiders = [3, 7];
    const page = await openPractices();
    await page.user.click(screen.getByRole('checkbox', { name: 'Insider practices only' }));
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 3', 'Practice 7']));
    expect(page.address()).toBe(`${ROUTE}?insider=true`);
  });

  it('reads the filters from the address and follows its changes', async () => {
    const server = serve();
    server.insiders = [3, 7];
    const page = await openPractices('?search=Practice+7&insider=true');
    expect(search()).toHaveValue('Practice 7');
    expect(screen.getByRole('checkbox', { name: 'Insider practices only' })).toBeChecked();
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 7']));
    page.go(`${ROUTE}?search=Practice+4`);
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 4']));
    expect(search()).toHaveValue('Practice 4');
  });

  it('shows an empty state with a way to clear the filters', async () => {
    serve();
    const page = await openPractices('?search=zebra');
    expect(await screen.findByText('No practices found matching your criteria.')).toBeVisible();
    await page.user.click(button('Clear filters'));
    await waitFor(async () => expect(await shownPractices()).toHaveLength(12));
    expect(page.address()).toBe(ROUTE);
  });
});

describe('when the list fails to load', () => {
  it('shows the error inline and as a toast, and retries', async () => {
    serve();
    network.use(answer(listPracticeFeatures, connectionFailure));
    const page = await openRoute(ROUTE, '?search=never+seen');
    const failure = within(await screen.findByRole('alert'));
    expect(failure.getByText(/didn’t answer/)).toBeVisible();
    expect(toasts(page)).toEqual(['error: Failed to load practice features data']);
    serve();
    await page.user.click(failure.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No practices found matching your criteria.')).toBeVisible();
  });
});

describe('the usage summary', () => {
  it('counts over all practices regardless of the search, most used first, and expands', async () => {
    const server = serve(3);
    server.records = [
      aRecord(1, { bundles: bundleNames.map(bundleOf), features: flagNames.map(flagOf) }),
      aRecord(2, { bundles: [bundleOf('Growth')] }),
      aRecord(3, { bundles: [bundleOf('Growth'), bundleOf('Phones')] }),
    ];
    const { user } = await openPractices('?search=2');
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 2']));
    const bundles = region('Bundles');
    const lines = (): string[] => bundles.getAllByRole('listitem').map((item: HTMLElement) => item.textContent);
    expect(lines()).toEqual(['Growth33 practices', 'Phones22 practices', 'Core 202511 practice']);
    const all = bundles.getByRole('button', { name: 'Show all 6 bundles' });
    expect(all).toHaveAttribute('aria-expanded', 'false');
    await user.click(all);
    expect(lines()).toHaveLength(6);
    await user.click(bundles.getByRole('button', { name: 'Show fewer bundles' }));
    expect(lines()).toHaveLength(3);
    expect(region('Feature Flags').getByRole('button', { name: 'Show all 4 feature flags' })).toBeVisible();
  });
});
