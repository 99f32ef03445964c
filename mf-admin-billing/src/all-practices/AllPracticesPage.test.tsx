import './testing/short-pages';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listPracticeFeatures } from 'shared-api/contracts';
import { answer, connectionFailure } from 'shared-api/testing';
import { button, closeRoute, network, openRoute, region, toasts, withNetwork } from '../testing/open-route';
import { openPractices, ROUTE, serve, shownPractices, table } from './testing/open-practices';
import { aRecord, bundleNames, bundleOf, featureNames, featureOf, flagNames, flagOf } from './testing/practice-records';

withNetwork();

const search = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search practices' });

describe('the list of practices', () => {
  it('lists what each practice has and links to it without a reload', async () => {
    const server = serve(12);
    server.insiders = [1];
    server.records[0] = aRecord(1, {
      practice: 'Bright Smiles Dental',
      features: [flagOf('beta_phone')],
      states: ['past_due', 'trial'],
    });
    const page = await openPractices();
    const row = within(within(table()).getByRole('row', { name: /Bright Smiles Dental/ }));
    expect(row.getByText('Core 2025')).toBeVisible();
    expect(row.getByText('Appointment list')).toBeVisible();
    expect(row.getByText('beta_phone')).toBeVisible();
    for (const badge of ['Insider', 'Past due', 'On trial']) expect(row.getByText(badge)).toBeVisible();
    expect(screen.getAllByText('Insider')).toHaveLength(1);
    const headers = within(table()).getAllByRole('columnheader');
    expect(headers.map((header: HTMLElement) => header.textContent)).toEqual([
      'Select the 10 practices of this page',
      'Practice',
      'Number',
      'Bundles',
      'Features',
      'Feature Flags',
      'Actions',
    ]);
    expect(row.getByRole('link')).toHaveAttribute('href', '/internal/practices/1/subscriptions');
    await page.user.click(row.getByRole('link'));
    expect(page.address()).toBe('/internal/practices/1/subscriptions');
  });

  it('shows what a practice has beyond its bundles, and all features with their sources', async () => {
    const server = serve(1);
    const viaCore = ['Appointment list', 'Patient search'].map((name) => ({ ...featureOf(name), via: ['Core 2025'] }));
    server.records = [
      aRecord(1, { practice: 'Lakeside', product_features: [...viaCore, featureOf('Team chat')] }),
      aRecord(2, { practice: 'Harbor', product_features: viaCore }),
    ];
    const { user } = await openPractices();
    const lakeside = within(within(table()).getByRole('row', { name: /Lakeside/ }));
    expect(lakeside.getByText('Team chat')).toBeVisible();
    expect(within(table()).queryByText('Appointment list')).toBeNull();
    expect(screen.getByRole('button', { name: '2 features. All 2 features of Harbor' })).toBeVisible();
    await user.click(lakeside.getByRole('button', { name: '3 features. All 3 features of Lakeside' }));
    const all = within(await screen.findByRole('dialog', { name: 'All 3 features of Lakeside' }));
    expect(all.getAllByText('via Core 2025')).toHaveLength(2);
  });

  it('shows shorter pages on a phone', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    const server = serve(12);
    const { user } = await openRoute(ROUTE);
    const list = within(await screen.findByRole('list', { name: 'Practices' }));
    expect(list.getAllByRole('checkbox')).toHaveLength(5);
    await user.click(button(/next page/i));
    expect(await list.findByRole('link', { name: 'Practice 6' })).toBeVisible();
    expect(server.listQueries.at(-1)).toMatchObject({ page: 2, page_size: 5 });
    media.mockRestore();
  });

  it('summarizes a practice in one line on a phone, and moves the usage into the menu', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    const server = serve(2);
    server.records[0] = aRecord(1, { bundles: [bundleOf('Phones')], features: [flagOf('beta_phone')] });
    const { user } = await openRoute(ROUTE);
    const [row] = within(await screen.findByRole('list', { name: 'Practices' })).getAllByRole('listitem');
    expect(row).toHaveTextContent(/No\. 1 .*Phones .*1 flag/);
    expect(screen.queryByRole('region', { name: 'Usage Summary' })).toBeNull();
    await user.click(button('More actions'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Usage Summary' }));
    expect(await screen.findByRole('region', { name: 'Usage Summary' })).toBeVisible();
    media.mockRestore();
  });

  it('selects the page next to the number of practices on a phone', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    serve(12);
    const { user } = await openRoute(ROUTE);
    const line = within(await screen.findByRole('group', { name: 'Bulk changes' }));
    expect(await line.findByText('12 practices')).toBeVisible();
    expect(screen.getAllByRole('checkbox', { name: 'Select the 5 practices of this page' })).toHaveLength(1);
    await user.click(line.getByRole('checkbox', { name: 'Select the 5 practices of this page' }));
    const list = within(screen.getByRole('list', { name: 'Practices' }));
    for (const checkbox of list.getAllByRole('checkbox')) expect(checkbox).toBeChecked();
    media.mockRestore();
  });

  it('sorts by number and name, and keeps the order in the URL', async () => {
    const server = serve(12);
    const page = await openPractices();
    const header = (name: string): HTMLElement =>
      within(table()).getByRole('columnheader', { name: new RegExp(`^${name}`) });
    expect(header('Practice')).toHaveAttribute('aria-sort', 'ascending');
    await page.user.click(within(header('Number')).getByText('Number'));
    await waitFor(() => expect(page.address()).toBe(`${ROUTE}?sort=number`));
    await page.user.click(within(header('Number')).getByText('Number'));
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 12'));
    expect(page.address()).toBe(`${ROUTE}?sort=number&order=desc`);
    await waitFor(() =>
      expect(server.listQueries.at(-1)).toEqual({ page: 1, page_size: 10, sort: 'number', order: 'desc' }),
    );
  });

  it('links to a CSV file of all matching practices in the current order', async () => {
    serve(12);
    await openPractices('?search=Practice+1&insider=&bundle=core_2025&sort=number');
    expect(screen.getByRole('link', { name: 'Export CSV of all 4 practices' })).toHaveAttribute(
      'href',
      '/api/features/export/?search=Practice+1&bundle=core_2025&sort=number',
    );
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
    expect(screen.getByText('+13')).toBeVisible();
    const more = screen.getByRole('button', { name: '14 features. All 14 features of Lakeside' });
    expect(more).toHaveTextContent('14 features');
    await user.click(more);
    const all = within(await screen.findByRole('dialog', { name: 'All 14 features of Lakeside' }));
    expect(all.getAllByRole('listitem')).toHaveLength(14);
    expect(all.getByText('Treatment follow-up')).toBeVisible();
    expect(all.getAllByText('from a trial')).toHaveLength(14);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
  });

  it('shows one page at a time with at most five page buttons, and keeps the page in the URL', async () => {
    const server = serve(64);
    const page = await openPractices();
    expect(await shownPractices()).toHaveLength(10);
    const pager = within(screen.getByRole('navigation', { name: 'Pages of the list' }));
    const buttons = (): string[] =>
      pager.getAllByRole('button', { name: /^Page/ }).map((item: HTMLElement) => item.textContent);
    expect(buttons()).toEqual(['1', '2', '3', '4', '5']);
    await page.user.click(pager.getByRole('button', { name: 'Page 5 of 7' }));
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 41'));
    expect(page.address()).toBe(`${ROUTE}?page=5`);
    expect(buttons()).toEqual(['3', '4', '5', '6', '7']);
    expect(server.listQueries.at(-1)).toEqual({ page: 5, page_size: 10 });
  });

  it('scrolls to the first row of another page only if it is out of view', async () => {
    serve(64);
    const { user } = await openPractices();
    const open = async (page: number): Promise<void> => {
      await user.click(screen.getByRole('button', { name: `Page ${page} of 7` }));
      await waitFor(async () => expect((await shownPractices())[0]).toBe(`Practice ${page * 10 - 9}`));
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
    serve(14);
    const page = await openPractices('?page=77');
    await waitFor(async () => expect(await shownPractices()).toHaveLength(4));
    expect(page.address()).toBe(`${ROUTE}?page=2`);
  });
});

describe('filters', () => {
  it('searches after a pause in typing, from the first page, and keeps the search in the URL', async () => {
    const server = serve(14);
    const page = await openPractices('?page=2');
    const before = server.listQueries.length;
    for (const typed of ['P', 'Practice', 'Practice 1']) fireEvent.change(search(), { target: { value: typed } });
    expect(search()).toHaveValue('Practice 1');
    await waitFor(() => expect(page.address()).toBe(`${ROUTE}?search=Practice+1`));
    await waitFor(async () => expect(await shownPractices()).toHaveLength(6));
    expect(server.listQueries.slice(before)).toEqual([{ page: 1, page_size: 10, search: 'Practice 1' }]);
  });

  it('says when it shows the closest names, which can only be selected one by one', async () => {
    const server = serve(14);
    server.spellings.set('practcie 1', 'practice 1');
    server.records[3] = aRecord(14, { bundles: [bundleOf('Phones')] });
    const page = await openPractices('?search=practcie+1');
    expect(
      await screen.findByText('No practice matches “practcie 1”. Showing the closest names: 7 practices.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull();
    page.go(`${ROUTE}?search=practcie+1&bundle=phones`);
    expect(
      await screen.findByText(
        'No practice matches “practcie 1”. Showing the closest names: 1 practice that has Phones.',
      ),
    ).toBeVisible();
  });

  it('lists only insider practices', async () => {
    const server = serve(12);
    server.insiders = [3, 7];
    const page = await openPractices();
    await page.user.click(screen.getByRole('checkbox', { name: 'Insider practices only' }));
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 3', 'Practice 7']));
    expect(page.address()).toBe(`${ROUTE}?insider=true`);
  });

  it('filters by bundle, feature, flag and status, and describes the filter', async () => {
    const server = serve(12);
    server.records[3] = aRecord(4, { bundles: [bundleOf('Phones')], features: [flagOf('beta_phone')] });
    server.records[6] = aRecord(7, { bundles: [bundleOf('Phones')], states: ['past_due'] });
    const page = await openPractices();
    const choose = (label: string, option: string): Promise<void> =>
      page.user.selectOptions(screen.getByRole('combobox', { name: label }), option);
    await screen.findByRole('option', { name: 'Phones (2)' });
    await choose('Bundle', 'Phones (2)');
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 4', 'Practice 7']));
    expect(screen.getByText('2 practices that have Phones')).toBeVisible();
    await choose('State', 'Past due');
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 7']));
    expect(page.address()).toBe(`${ROUTE}?bundle=phones&state=past_due`);
    expect(screen.getByText('1 practice that is past due and has Phones')).toBeVisible();
    await page.user.click(button('Clear filters'));
    await choose('Feature flag', 'beta_phone (1)');
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 4']));
    await choose('Feature', 'Appointment list (12)');
    await waitFor(() =>
      expect(server.listQueries.at(-1)).toEqual({
        ...{ page: 1, page_size: 10, feature: 'appointment_list', feature_flag: 'beta_phone' },
      }),
    );
  });

  it('keeps filters, order and page across visits, and starts over after clearing them', async () => {
    const server = serve(14);
    const page = await openPractices('?search=Practice&bundle=core_2025&sort=number&page=2');
    page.go('/internal/practices/7/subscriptions');
    // Until it unmounts, the page requests the list for the next URL.
    await waitFor(() => expect(server.listQueries.at(-1)?.page).toBe(1));
    await closeRoute();
    const before = server.listQueries.length;
    const again = await openRoute(ROUTE);
    await waitFor(() => expect(again.address()).toBe(`${ROUTE}?search=Practice&bundle=core_2025&sort=number&page=2`));
    await shownPractices();
    expect(server.listQueries.slice(before).map(({ page: at }) => at)).toEqual([2]);
    again.go(ROUTE);
    await waitFor(async () => expect((await shownPractices())[0]).toBe('Practice 1'));
    await closeRoute();
    const third = await openPractices();
    expect(third.address()).toBe(ROUTE);
  });

  it.each([['?search=Practice+4'], ['?page=1'], ['?sort=bogus&state=zzz']])(
    'uses a link’s parameters instead of those of the last visit: %s',
    async (parameters) => {
      serve(12);
      await openPractices('?search=Practice+7');
      await closeRoute();
      const page = await openPractices(parameters);
      expect(page.address()).toBe(`${ROUTE}${parameters}`);
    },
  );

  it('reads the filters from the URL and follows its changes', async () => {
    const server = serve(12);
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
    serve(12);
    const page = await openPractices('?search=zebra');
    expect(await screen.findByText('No practices found matching your criteria.')).toBeVisible();
    const nothing = screen.getByText('No practices found matching your criteria.').closest('td') as HTMLElement;
    await page.user.click(within(nothing).getByRole('button', { name: 'Clear filters' }));
    await waitFor(async () => expect(await shownPractices()).toHaveLength(10));
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
  it('counts all practices regardless of the search, sorts by usage, and expands', async () => {
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
    expect(lines()).toEqual([
      'Growth3 practices have Growth',
      'Phones2 practices have Phones',
      'Core 20251 practice has Core 2025',
    ]);
    expect(region('Usage Summary').getByRole('heading', { name: 'Usage Summary' })).toBeVisible();
    const all = bundles.getByRole('button', { name: 'Show all 6 bundles' });
    expect(all).toHaveAttribute('aria-expanded', 'false');
    await user.click(all);
    expect(lines()).toHaveLength(6);
    await user.click(bundles.getByRole('button', { name: 'Show fewer bundles' }));
    expect(lines()).toHaveLength(3);
    expect(region('Feature Flags').getByRole('button', { name: 'Show all 4 feature flags' })).toBeVisible();
  });

  it('lists the practices behind a number, without the other filters', async () => {
    const server = serve(12);
    server.records[3] = aRecord(4, { bundles: [bundleOf('Phones')], features: [flagOf('hours_v2')] });
    const page = await openPractices('?search=Practice+9&state=&sort=number');
    const scrolled = jest.fn();
    Element.prototype.scrollIntoView = scrolled;
    await page.user.click(screen.getByRole('link', { name: '1 practice has Phones' }));
    await waitFor(async () => expect(await shownPractices()).toEqual(['Practice 4']));
    expect(page.address()).toBe(`${ROUTE}?sort=number&bundle=phones`);
    expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
    await page.user.click(screen.getByRole('link', { name: '1 practice has hours_v2' }));
    await waitFor(() => expect(page.address()).toBe(`${ROUTE}?sort=number&flag=hours_v2`));
    const features = region('Features');
    expect(features.getByRole('listitem')).toHaveTextContent('Appointment list and 1 more');
    await page.user.click(features.getByRole('link', { name: '12 practices have Appointment list' }));
    await waitFor(() => expect(page.address()).toBe(`${ROUTE}?sort=number&feature=appointment_list`));
  });
});
