import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  fullUpdate,
  readSyncInfo,
  restartDatabaseService,
  restartPhoneService,
  syncNow,
  unblockUpdate,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import {
  aCommand,
  aSummary,
  fullSync,
  someSync,
  staff,
  superAdmin,
  taskAdmin,
} from '../settings-record/testing/builders';
import {
  type OpenPage,
  openSettings,
  section,
  serve,
  server,
  stopClock,
  waitUntil,
  withServer,
} from '../settings-record/testing/open-page';

withServer();

const sync = () => section('Sync Status');
const button = (name: string): HTMLElement => sync().getByRole('button', { name });
const buttons = (): (string | null)[] =>
  sync()
    .getAllByRole('button')
    .map((found: HTMLElement) => found.getAttribute('aria-label') ?? found.textContent);
const toast = ({ shell }: OpenPage): unknown => shell.notifications.at(-1);
const blocked = { ...fullSync().pms_sync, pms_update_blocked: true };

async function openSync(...args: Parameters<typeof openSettings>): Promise<OpenPage> {
  const page = await openSettings(...args);
  await screen.findByText('Data as of');
  return page;
}

describe('access to the sync status', () => {
  it.each([
    ['staff', staff, ['Refresh', 'Request Data Update Now']],
    ['super admins', superAdmin, ['Refresh', 'Request Data Update Now', 'Make Next Update a Full Update']],
    [
      'task admins',
      taskAdmin,
      ['Refresh', 'Request Data Update Now', 'Restart the database service', 'Restart the phone service'],
    ],
  ])('offers the documented buttons to %s', async (_, flags, names) => {
    serve(undefined, { sync: flags.task_admin ? fullSync() : someSync() });
    await openSync(flags);
    expect(buttons()).toEqual(names);
  });

  it.each([
    ['warns before the agent’s token expires', 1_795_500_000, 1],
    ['shows no warning while the token is valid for long', null, 0],
    ['shows no warning on an older console', undefined, 0],
  ])('%s', async (_, expiresAt, count) => {
    serve(undefined, { sync: someSync(expiresAt === undefined ? {} : { token_expires_at: expiresAt }) });
    await openSync(staff);
    expect(sync().queryAllByText(/^The sync agent’s token is valid until .* operator for a new token\.$/)).toHaveLength(
      count,
    );
  });

  it('shows versions, service states and the note to task admins', async () => {
    serve(undefined, { sync: fullSync() });
    await openSync(taskAdmin);
    const names = ['Service updater', 'Server control panel updater', 'Update channel'];
    for (const name of names) expect(sync().getByText(name)).toBeVisible();
    expect(sync().getByText('4.2.1')).toBeVisible();
    expect(sync().getByText('Running')).toBeVisible();
    expect(sync().getByText('Stopped')).toBeVisible();
    expect(
      sync().getByText('Without a 2-way connection, restarting services can take up to 15 minutes.'),
    ).toBeVisible();
  });

  it.each([
    ['offers unblocking to task admins', taskAdmin, true, true],
    ['hides unblocking while nothing is blocked', taskAdmin, false, false],
    ['hides unblocking from staff', staff, true, false],
  ])('%s', async (_, flags, pms_update_blocked, offered) => {
    serve(undefined, { sync: fullSync({ pms_sync: { ...blocked, pms_update_blocked } }) });
    await openSync(flags);
    expect(sync().queryByRole('button', { name: 'Unblock PMS Update' }) !== null).toBe(offered);
  });
});

describe('sync facts', () => {
  it('shows how old the data is and that an agent is connected', async () => {
    serve(undefined, { sync: someSync({ last_synced_at: Math.floor(Date.now() / 1000) - 7300 }) });
    await openSync();
    expect(sync().getByText('2 hours ago')).toBeVisible();
    expect(sync().getByText('Connected')).toBeVisible();
    expect(sync().getByText(/from 203\.0\.113\.7/)).toBeVisible();
    expect(sync().getByText('The last update arrived 2 hours ago.')).toBeVisible();
    expect(sync().queryByText('Finished: 214 appointments, 6 providers')).toBeNull();
  });

  it('explains what to do when no agent is connected', async () => {
    const never = { pms_sync_socket_info: null, last_synced_at: null, last_seen_at: null };
    serve(undefined, { sync: someSync({ ...never, summary: aSummary({ state: 'offline' }) }) });
    await openSync();
    expect(sync().getByText('No sync agent is connected. No data has arrived yet.')).toBeVisible();
    expect(sync().getByText(/is on and online/)).toBeVisible();
    expect(sync().getByText('No data has arrived yet')).toBeVisible();
    expect(sync().getByText('Never connected')).toBeVisible();
  });

  it.each([
    ['running', 'An update is arriving. The data is from 2 hours ago.'],
    ['failed', 'The last update failed. The data is from 2 hours ago.'],
  ] as const)('summarizes in one sentence that the sync is %s', async (state, sentence) => {
    const last_synced_at = Math.floor(Date.now() / 1000) - 7300;
    serve(undefined, { sync: someSync({ last_synced_at, summary: aSummary({ state }) }) });
    await openSync();
    expect(sync().getByText(sentence)).toBeVisible();
  });

  it('names the last failure with its reason and the next step', async () => {
    const failure = {
      at: 1_795_000_000,
      kind: 'sync_now' as const,
      reason: 'The database is locked.',
      resolved: false,
    };
    const summary = aSummary({ state: 'failed', last_failure: failure });
    serve(undefined, { sync: someSync({ summary }) });
    await openSync();
    expect(sync().getByText(/^Last failure: Data update, Nov 18, 2026/)).toBeVisible();
    expect(sync().getByText('The database is locked. Request it again once this is fixed.')).toBeVisible();
  });

  it('names a failed scheduled update and says when the next one runs', async () => {
    const failure = {
      at: 1_795_000_000,
      kind: 'scheduled_sync' as const,
      reason: 'The database is locked.',
      resolved: false,
    };
    serve(undefined, { sync: someSync({ summary: aSummary({ state: 'failed', last_failure: failure }) }) });
    await openSync();
    expect(sync().getByText(/^Last failure: Scheduled update, Nov 18, 2026/)).toBeVisible();
    expect(sync().getByText(/Once this is fixed, request a data update or wait for the next/)).toBeVisible();
  });

  it('shows a mark and a text for each of the last 14 days', async () => {
    serve();
    await openSync();
    const days = within(sync().getByRole('list', { name: 'Syncs of the last 14 days' })).getAllByRole('listitem');
    expect(days).toHaveLength(14);
    expect(days[0]).toHaveTextContent('Nov 7, 2026: no data');
    expect(days[11]).toHaveTextContent('Nov 18, 2026: no sync');
    expect(days[13]).toHaveTextContent('Nov 20, 2026: synced (3 arrived)');
    expect(days.filter((day) => day.querySelector('[data-failed]') !== null)).toEqual([]);
  });

  it('marks a day whose last sync arrived after a failed one', async () => {
    const known = someSync();
    const days = known.summary.days.map((day) => (day.date === '2026-11-20' ? { ...day, failed: 1 } : day));
    serve(undefined, { sync: someSync({ summary: { ...known.summary, days } }) });
    await openSync();
    const marked = within(sync().getByRole('list', { name: 'Syncs of the last 14 days' }))
      .getAllByRole('listitem')
      .filter((day) => day.querySelector('[data-failed]') !== null);
    expect(marked).toHaveLength(1);
    expect(marked[0]).toHaveTextContent('Nov 20, 2026: synced (3 arrived, 1 failed)');
  });
});

describe('commands', () => {
  it.each([
    ['running', { state: 'running', percent: 40, message: 'Reading' }, 'Running 40%', /Reading/],
    ['done', { state: 'done', finished_at: 1_795_000_060 }, 'Done', /ended/],
    ['failed', { state: 'failed', message: 'The database is locked' }, 'Failed', /The database is locked/],
  ] as const)('shows a %s command with who requested it', async (_, over, word, text) => {
    serve(undefined, { sync: someSync({ commands: [aCommand(over)] }) });
    await openSync();
    const list = within(sync().getByRole('list', { name: 'Requests to the agent' }));
    expect(list.getByRole('status', { name: 'Data update' })).toHaveTextContent(word);
    expect(list.getByText(/requested by Sam Staff/)).toBeVisible();
    expect(list.getByText(text)).toBeVisible();
  });

  it('checks a command every 2 seconds until it ends, then every 30', async () => {
    const state = serve();
    await openSync();
    const running = aCommand({ state: 'running', percent: 40 });
    server.use(
      answer(syncNow, () => {
        state.sync = someSync({ commands: [running] });
        return reply(syncNow, { status: 'success', message: '', command: aCommand() });
      }),
    );
    stopClock();
    act(() => button('Request Data Update Now').click());
    await waitUntil(() => sync().queryByRole('progressbar') !== null);
    const given = state.syncReads;
    act(() => jest.advanceTimersByTime(2000));
    await waitUntil(() => state.syncReads === given + 1);
    state.sync = someSync({ commands: [{ ...running, state: 'done', percent: null }] });
    act(() => jest.advanceTimersByTime(2000));
    await waitUntil(() => sync().queryByText('Done') !== null);
    const reads = state.syncReads;
    act(() => jest.advanceTimersByTime(29_000));
    expect(state.syncReads).toBe(reads);
    act(() => jest.advanceTimersByTime(1_000));
    await waitUntil(() => state.syncReads === reads + 1);
  });

  it('shows a command right after it is requested', async () => {
    const state = serve();
    const page = await openSync();
    server.use(
      answer(syncNow, () => {
        state.sync = someSync({ commands: [aCommand()] });
        return reply(syncNow, { status: 'success', message: '', command: aCommand() });
      }),
    );
    await page.user.click(button('Request Data Update Now'));
    expect(await screen.findByText('Requested')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'success', message: 'PMS sync requested successfully' });
  });
});

it.each([
  ['sync_now', staff, 'Request Data Update Now', null, syncNow, 'PMS sync requested successfully'],
  [
    'full_update',
    superAdmin,
    'Make Next Update a Full Update',
    null,
    fullUpdate,
    'Full PMS update requested successfully',
  ],
  [
    'restart_database_service',
    taskAdmin,
    'Restart the database service',
    'Restart database service',
    restartDatabaseService,
    'Database service restart requested successfully',
  ],
  [
    'restart_phone_service',
    taskAdmin,
    'Restart the phone service',
    'Restart phone service',
    restartPhoneService,
    'Phone service restart requested successfully',
  ],
  ['unblock', taskAdmin, 'Unblock PMS Update', null, unblockUpdate, 'PMS update unblocked successfully'],
] as const)('sends the command %s', async (kind, flags, name, confirm, call, done) => {
  const state = serve(undefined, { sync: fullSync({ pms_sync: blocked }) });
  server.use(answer(call, () => reply(call, { status: 'success', message: '', command: aCommand({ kind }) })));
  const page = await openSync(flags);
  await page.user.click(button(name));
  if (confirm !== null) {
    const dialog = within(await screen.findByRole('alertdialog'));
    await page.user.click(dialog.getByRole('button', { name: confirm }));
  }
  await waitFor(() => expect(toast(page)).toEqual({ severity: 'success', message: done }));
  await waitFor(() => expect(state.syncReads).toBe(2));
});

it('shows why a command failed', async () => {
  const state = serve();
  server.use(answer(syncNow, () => errorReply(403, 'forbidden', 'Not yours')));
  const page = await openSync();
  await page.user.click(button('Request Data Update Now'));
  await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Not yours' }));
  expect(state.syncReads).toBe(1);
});

it('requests no restart without confirmation', async () => {
  serve(undefined, { sync: fullSync() });
  const { user, shell } = await openSync(taskAdmin);
  await user.click(button('Restart the phone service'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(shell.notifications).toEqual([]);
});

describe('refreshing', () => {
  it('confirms that the status was refreshed', async () => {
    const state = serve();
    const page = await openSync();
    await page.user.click(button('Refresh'));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'success', message: 'Sync status refreshed' }));
    expect(state.syncReads).toBe(2);
  });

  it('shows its own message when refreshing fails, and keeps the last status', async () => {
    serve();
    const page = await openSync();
    server.use(answer(readSyncInfo, connectionFailure));
    await page.user.click(button('Refresh'));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to fetch sync status' }));
    expect(await sync().findByText('Failed to fetch sync status')).toBeVisible();
    expect(sync().getByText('Connected')).toBeVisible();
  });
});

it('shows the page and offers a retry when the status cannot be read', async () => {
  serve();
  server.use(answer(readSyncInfo, () => connectionFailure()));
  const page = await openSettings();
  expect(await screen.findByText('Failed to fetch sync status')).toBeVisible();
  expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to fetch sync status' });
  serve();
  await page.user.click(button('Retry'));
  expect(await screen.findByText('Data as of')).toBeVisible();
});

it('refetches the settings and keeps edits after an update arrives', async () => {
  const state = serve();
  const { user } = await openSync();
  await user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
  state.sync = someSync({ last_synced_at: 1_795_000_500 });
  state.settings = { ...state.settings, send_task_emails: true };
  await user.click(button('Refresh'));
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked());
  expect(screen.getByRole('switch', { name: 'Pediatric practice' })).toBeChecked();
});

it('names the call that the server doesn’t implement', async () => {
  serve();
  server.use(answer(readSyncInfo, () => errorReply(404, 'unknown_call', 'Unknown')));
  await openSettings();
  expect(await screen.findByText('Failed to fetch sync status')).toBeVisible();
  expect(sync().getByText(/^This console doesn’t serve readSyncInfo/)).toBeVisible();
});
