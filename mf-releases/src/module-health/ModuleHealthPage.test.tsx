import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type ContributionHealth, readModuleHealth } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, neverAnswer } from 'shared-api/testing';
import { waitUntil } from 'shared-ui/testing/pages';
import { instantText } from './instants';
import {
  aBuild,
  aCanary,
  aModule,
  anError,
  aService,
  aSlowCall,
  aVersion,
  SEEN_AT,
  shell,
  noUsage,
  withCanary,
} from './testing/health-server';
import { cellsOf, isWide, network, openHealth, openPage, region, serve, unfold, withPage } from './testing/open-page';
import { REFRESH_INTERVAL_MS } from './use-auto-refresh';

withPage();

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const versionsOf = (title: string): string[][] =>
  within(region(title).getByRole('table', { name: `Versions of ${title}` }))
    .getAllByRole('row')
    .slice(1)
    .map(cellsOf);

describe('the contributions of a module', () => {
  it('shows loads, failures and times of each contribution, by version', async () => {
    const loads = { version: '1.4.2', loads: 1200, failed: 3, average_ms: 180, slowest_ms: 4200 };
    const charges: ContributionHealth = { name: 'charges', title: 'Upcoming charges', slot: 'overview.card', ...loads };
    serve([aModule({ contributions: [charges, { ...loads, name: 'former', failed: 0 }] })]);
    await openHealth();
    const table = region('Hours').getByRole('table', { name: /^Contributions of Hours/ });
    expect(within(table).getAllByRole('row').slice(1).map(cellsOf)).toEqual([
      ['Upcoming charges\u00a0·\u00a0card of the overview', '1.4.2', '1,200', '3', '180 ms', '4.2 s'],
      ['former', '1.4.2', '1,200', '0', '180 ms', '4.2 s'],
    ]);
  });
});

describe('what the live version shares and loads', () => {
  const before = aBuild({
    version: '1.1.0',
    shared_ui: '^2.4.0',
    shared: ['shared-ui/mui', 'shared-ui/date-pickers'],
    pages: [{ path: '/settings/:practice/hours', title: 'Provider hours', bytes: 106_000, first_calls_ms: 240 }],
  });

  it('compares them with the previous version', async () => {
    serve([aModule({ builds: [aBuild(), before] })]);
    const page = await openHealth();
    expect(screen.queryByRole('group', { name: 'What Hours shares and loads' })).not.toBeInTheDocument();
    await unfold(page, 'Hours');
    const group = within(screen.getByRole('group', { name: 'What Hours shares and loads' }));
    for (const fact of [
      'kit ^2.5.0, before ^2.4.0',
      'shares shared-ui/mui and shared-ui/forms',
      'new: shared-ui/forms',
      'no longer: shared-ui/date-pickers',
      'compared with 1.1.0',
    ]) {
      expect(group.getByText(fact)).toBeVisible();
    }
    expect(group.getAllByRole('row').slice(1).map(cellsOf)).toEqual([
      ['Provider hours', '132 kB, before 106 kB', '180 ms, before 240 ms'],
      ['Hours worked', '98 kB', '–'],
    ]);
  });

  it('shows them without a comparison for a first version that nobody has opened', async () => {
    serve([aModule({ versions: [aVersion(noUsage)], rollback_to: null, builds: [aBuild()] })]);
    await unfold(await openHealth(), 'Hours');
    const group = within(screen.getByRole('group', { name: 'What Hours shares and loads' }));
    expect(group.getByText('kit ^2.5.0')).toBeVisible();
    expect(group.queryByText(/compared with|new:|no longer:/)).not.toBeInTheDocument();
  });
});

describe('the figures', () => {
  it('shows that the figures are loading', async () => {
    network.use(answer(readModuleHealth, neverAnswer));
    await openPage('?days=30');
    expect(await screen.findByRole('heading', { name: 'Module health' })).toBeVisible();
    expect(screen.getByText('Loading...')).toBeInTheDocument();
  });

  it('shows the message of the server when the figures cannot be read, and retries', async () => {
    network.use(answer(readModuleHealth, () => errorReply(500, 'broken', 'The figures are resting')));
    const { user } = await openPage('?days=1');
    expect(await screen.findByRole('alert')).toHaveTextContent('The figures are resting');
    serve();
    await user.click(button('Retry'));
    expect(await screen.findByRole('region', { name: 'Hours' })).toBeVisible();
  });

  it('names the call that an older console doesn’t have', async () => {
    network.use(answer(readModuleHealth, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openPage('?days=1');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This console doesn’t serve readModuleHealth (GET /api/module-health/), which this page needs. Ask the console’s operator for an update.',
    );
  });

  it('shows each version with its people, failures and vitals', async () => {
    serve();
    const page = await openHealth();
    for (const fact of ['mf-hours', 'for clinics', '1.2.0 is live'])
      expect(region('Hours').getByText(fact)).toBeVisible();
    expect(versionsOf('Hours')).toEqual([
      ['1.2.0Live', '212', '0', '1,480', '0', '0', '1.2 s good', '96 ms good', '0.02 good'],
      [
        '1.3.0Canary\u00a0·\u00a010%',
        '24',
        '1 (4.2%)',
        '133',
        '2',
        '3',
        '2.7 s needs improvement',
        '520 ms poor',
        '0.05 good',
      ],
    ]);
    for (const fact of ['shell', 'around all modules', '1.0.0 is live']) {
      expect(region('Shell').getByText(fact)).toBeVisible();
    }
    await unfold(page, 'Shell');
    expect(versionsOf('Shell')).toEqual([['1.0.0Live', '0', '1.2 s good', '96 ms good', '0.02 good']]);
  });

  it('names the modules that failed for someone in the summary', async () => {
    serve();
    await openHealth();
    expect(screen.getByText('Hours failed for someone in the last 7 days.')).toBeVisible();
  });

  it('names the modules whose own service failed in the summary', async () => {
    serve([
      aModule({ title: 'Billing', service: aService({ failed: 4 }) }),
      aModule({ title: 'Settings', name: 'mf-settings', service: aService({ failed: 0 }) }),
    ]);
    await openHealth('?days=1');
    expect(screen.getByText('Requests to the service of Billing failed today.')).toBeVisible();
    expect(screen.queryByText(/No module failed/)).not.toBeInTheDocument();
  });

  it('says that nothing failed', async () => {
    serve([aModule()]);
    await openHealth('?days=1');
    expect(screen.getByText('No module failed for anyone today.')).toBeVisible();
  });

  it('explains where figures come from when there are none', async () => {
    serve([aModule({ versions: [aVersion(noUsage)] }), { ...shell, versions: [] }]);
    await openHealth();
    expect(screen.getByText('Nothing reported yet')).toBeVisible();
    expect(screen.getByText('Figures appear as people open modules.')).toBeVisible();
    expect(region('Hours').getByText('1.2.0 is live')).toBeVisible();
    expect(region('Hours').getByText('nobody opened it in the last 7 days')).toBeVisible();
    expect(region('Shell').getByText(/nothing was reported in the last 7 days/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Newest errors' })).not.toBeInTheDocument();
  });

  it('says that nobody has opened a version that has just become live', async () => {
    serve([aModule({ versions: [aVersion(noUsage), aVersion({ version: '1.1.0', role: 'former' })] })]);
    await openHealth();
    expect(region('Hours').getByText('nobody has opened this version yet')).toBeVisible();
  });

  it('collapses a module that needs no attention to one line', async () => {
    serve([aModule(), { ...shell, versions: [aVersion({ errors: 3 })] }]);
    const page = await openHealth();
    for (const figure of ['1,480 visits by 212 people', 'no errors', '1.2 s', '96 ms', '0.02']) {
      expect(region('Hours').getByText(figure)).toBeVisible();
    }
    expect(region('Hours').queryByRole('table')).not.toBeInTheDocument();
    expect(region('Shell').getByRole('table')).toBeVisible();
    const toggle = button('Figures of Hours');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await unfold(page, 'Hours');
    expect(await region('Hours').findByRole('table')).toBeVisible();
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
  });

  it('says that there are no errors and no slow calls', async () => {
    serve([aModule()]);
    await openHealth();
    expect(region('Newest errors').getByText('No errors')).toBeVisible();
    expect(region('Slow and failed calls').getByText('No slow calls')).toBeVisible();
  });

  it('shows a dash without samples', async () => {
    serve([aModule({ versions: [aVersion({ vitals: {} })] })]);
    await unfold(await openHealth(), 'Hours');
    expect(versionsOf('Hours')[0]?.slice(-3)).toEqual(['–No figure', '–No figure', '–No figure']);
  });

  it('shows cards on a narrow screen', async () => {
    isWide(390);
    serve([withCanary()]);
    await openHealth();
    const cards = within(region('Hours').getByRole('list', { name: 'Versions of Hours' })).getAllByRole('listitem');
    expect(cards.map((card) => within(card).getByText(/^1\.\d\.0$/).textContent)).toEqual(['1.2.0', '1.3.0']);
    expect(within(cards[1] as HTMLElement).getByText('1 (4.2%)')).toBeVisible();
    expect(region('Hours').queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('a canary', () => {
  it('shows who gets the canary, how it performs and when it is withdrawn', async () => {
    serve();
    await openHealth();
    const hours = region('Hours');
    expect(hours.getByText('1.3.0 goes to 10% of people')).toBeVisible();
    expect(hours.getByText(/So far 24 people opened it and 1 saw it fail\./)).toHaveTextContent(
      'Withdrawn when it fails 5 points more people than the live version, once 5 people have opened it.',
    );
    expect(hours.getByText(`Since ${instantText(SEEN_AT)}, by Sam Super, always to the same people.`)).toBeVisible();
    expect(screen.getByText(/promote mf-example 1\.3\.0 --percent 10/)).toBeVisible();
  });
});

describe('a module’s own service', () => {
  const serviceOf = (title: string) => region(title).getByRole('group', { name: `Service of ${title}` });

  it('shows requests, failures and the 95th percentile', async () => {
    serve([aModule({ service: aService() })]);
    await openHealth();
    expect(serviceOf('Hours')).toHaveTextContent('1,204 requests 3 failed (0.2%) 95% took at most 320 ms running');
  });

  it('says that requests are paused, since when and why', async () => {
    const paused = { since: SEEN_AT, replicas: 2, reason: 'it took too long to answer' };
    serve([aModule({ service: aService({ not_sent: 1041, paused }) })]);
    await openHealth();
    const service = within(serviceOf('Hours'));
    expect(service.getByText('Requests to the service are paused on 2 servers')).toBeVisible();
    expect(service.getByText(/because it took too long to answer\. One request at a time/)).toHaveTextContent(
      `Since ${instantText(SEEN_AT)}`,
    );
    expect(service.getByText('1,041 not sent')).toBeVisible();
  });

  it('says that the service received no requests', async () => {
    serve([aModule({ service: aService({ requests: 0, failed: 0, p95_ms: null }) })]);
    await unfold(await openHealth('?days=1'), 'Hours');
    expect(serviceOf('Hours')).toHaveTextContent('no requests today running');
  });

  it.each([null, undefined])('shows no service for a module without one (%s)', async (service) => {
    serve([aModule({ service })]);
    await openHealth();
    expect(screen.queryByRole('group', { name: 'Service of Hours' })).not.toBeInTheDocument();
  });
});

describe('a canary for named people and internal staff', () => {
  const reach = (over: object) => withCanary({ canary: aCanary({ percent: 0, ...over }) });

  it('shows the people that it reaches', async () => {
    serve([reach({ people: ['ana@clinic.example', 'ben@clinic.example'], internal: true, percent: 5 })]);
    await openHealth();
    const text = '1.3.0 goes to ana@clinic.example, ben@clinic.example, internal staff and 5% of people';
    expect(region('Hours').getByText(text)).toBeVisible();
  });

  it('shows no percentage for a version that only named people get', async () => {
    serve([reach({ people: ['ana@clinic.example'] })]);
    await openHealth();
    expect(versionsOf('Hours')[1]?.[0]).toBe('1.3.0Canary');
  });
});

describe('the range', () => {
  it('keeps the range in the URL and requests it from the server', async () => {
    const server = serve();
    const { user, address } = await openHealth('?days=30');
    expect(server.requestedDays).toEqual([30]);
    await user.click(button('Today'));
    expect(address()).toBe('/internal/modules?days=1');
    await waitFor(() => expect(server.requestedDays).toEqual([30, 1]));
    expect(button('Today')).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('7 days'));
    expect(address()).toBe('/internal/modules');
  });

  it('keeps the current figures visible while those of another range load', async () => {
    serve();
    const { user } = await openHealth();
    network.use(answer(readModuleHealth, neverAnswer));
    await user.click(button('30 days'));
    expect(region('Hours').getByRole('table')).toHaveAttribute('aria-busy', 'true');
  });
});

describe('errors and slow calls', () => {
  const found = {
    errors: [anError(), anError({ module: 'shell', version: '1.0.0', message: 'Error: boom', source: '', count: 1 })],
    slow_calls: [
      aSlowCall(),
      aSlowCall({ module: 'shell', version: '1.0.0', call: 'readSession', path: 'GET /api/session/' }),
    ],
  };
  const rowsOf = (name: string): string[][] => region(name).getAllByRole('row').slice(1).map(cellsOf);

  it('lists errors and slow calls with module, count and time', async () => {
    serve([withCanary(), shell], found);
    await openHealth();
    expect(rowsOf('Newest errors')[0]).toEqual([
      'TypeError: Cannot read properties of undefined (reading ‘start’)src_weekly-hours.3f1c.js:12:7',
      'Hours1.3.0',
      '3',
      instantText(SEEN_AT),
    ]);
    expect(rowsOf('Slow and failed calls')[0]).toEqual([
      'GET /api/:practice/provider-hours/',
      'Hours1.2.0',
      '14',
      '2',
      '1.8 s',
      '6.1 s',
    ]);
  });

  it('filters by module and keeps the filter in the URL', async () => {
    serve([withCanary(), shell], found);
    const { user, address } = await openHealth('?days=30');
    expect(rowsOf('Newest errors')).toHaveLength(2);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Errors and slow calls of' }), 'Shell');
    expect(address()).toBe('/internal/modules?days=30&module=shell');
    expect(rowsOf('Newest errors').map(([error]) => error)).toEqual(['Error: boom']);
    expect(rowsOf('Slow and failed calls').map(([call]) => call)).toEqual(['GET /api/session/']);
  });

  it('shows no errors for a removed module and lets the filter be cleared', async () => {
    serve([withCanary(), shell], found);
    const { user } = await openHealth('?module=mf-former');
    expect(region('Newest errors').getByText('No errors')).toBeVisible();
    const filter = screen.getByRole('combobox', { name: 'Errors and slow calls of' });
    expect(filter).toHaveDisplayValue('mf-former');
    await user.selectOptions(filter, 'All modules');
    expect(rowsOf('Newest errors')).toHaveLength(2);
  });
});

describe('refreshing', () => {
  it('refetches the figures when Refresh is pressed', async () => {
    const server = serve([aModule()]);
    const { user } = await openHealth();
    server.modules = [aModule({ live_version: '1.2.1' })];
    await user.click(button('Refresh'));
    expect(await region('Hours').findByText(/1\.2\.1 is live/)).toBeVisible();
  });

  it('keeps the old figures and shows their time when a refresh fails', async () => {
    serve();
    const { user } = await openHealth();
    network.use(answer(readModuleHealth, connectionFailure));
    await user.click(button('Refresh'));
    expect(await screen.findByText('Couldn’t refresh the figures')).toBeVisible();
    expect(screen.getByText(/These figures are from/)).toBeVisible();
    expect(region('Hours').getByRole('table')).toBeVisible();
    serve();
    await user.click(button('Retry'));
    await waitFor(() => expect(screen.queryByText('Couldn’t refresh the figures')).not.toBeInTheDocument());
  });

  it('refreshes every minute, but not while the page is hidden', async () => {
    // Fakes only the intervals, so that the page's other timers and its requests still run.
    jest.useFakeTimers({
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'setImmediate',
        'clearImmediate',
        'queueMicrotask',
        'nextTick',
        'performance',
      ],
    });
    const server = serve();
    await openPage();
    await waitUntil(() => screen.queryByRole('region', { name: 'Hours' }) !== null);
    const seen = jest.spyOn(document, 'visibilityState', 'get');
    const minute = (): void => act(() => jest.advanceTimersByTime(REFRESH_INTERVAL_MS));

    minute();
    await waitUntil(() => server.requestedDays.length === 2);
    seen.mockReturnValue('hidden');
    minute();
    minute();
    seen.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitUntil(() => server.requestedDays.length === 3);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    minute();
    await waitUntil(() => server.requestedDays.length === 4);
    expect(server.requestedDays).toEqual([7, 7, 7, 7]);
    seen.mockRestore();
  });
});
