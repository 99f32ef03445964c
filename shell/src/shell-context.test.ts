// Imported first, because importing the console writes the page's nonce.
import './testing/webpack';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { request, send, type TransportContext, type UnsavedChanges } from 'shared-api';
import {
  FEATURE_FLAGS_HEADER,
  type LoadableModule,
  type ModuleContribution,
  type PageData,
  readPractice,
  readSession,
  readWeeklyHours,
  type Session,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import type { Placement } from './contributions/placements';
import { createShellContext } from './shell-context';
import type { ConsoleHistory } from './navigation/history';
import type { Reports } from './reports/reports';

const hours: LoadableModule = {
  name: 'mf-hours',
  title: 'Hours',
  version: '1.0.0',
  audience: 'clinic',
  entry: '/modules/mf-hours/1.0.0/remoteEntry.js',
  files: {},
  preload: [],
  shared: [],
  routes: [{ path: '/settings/:practice/practice/provider-hours', title: 'Hours', area: 'Practice', order: 10 }],
  overridden: false,
};
const session: Session = {
  user: { id: 'u-1', name: 'Olivia Owner', email: 'owner@bright-smiles.example' },
  flags: { super_admin: false, task_admin: false, internal: false, developer: false },
  practices: [],
  all_practices: false,
  overrides: [],
  expires_at: 0,
};
const page: PageData = {
  session,
  modules: { revision: 'r1', modules: [hours] },
  practice: null,
  demo_people: [],
  demo_password: null,
  oidc: null,
  local_accounts: true,
  sends_mails: true,
  asks_support_reasons: false,
  without_providers: false,
};
const history: ConsoleHistory = {
  entry: () => 0,
  navigate: () => Promise.resolve(true),
  listen: () => () => undefined,
  guard: () => undefined,
};
const slow = { name: 'readWeeklyHours', status: 200, durationMs: 3000 };

let call: jest.Mock<Reports['call']>;
let reports: Reports;

beforeEach(() => {
  call = jest.fn();
  reports = {
    shell: { name: 'shell', version: '3.1.0', overridden: false },
    visit: jest.fn<Reports['visit']>(),
    vital: jest.fn<Reports['vital']>(),
    error: jest.fn<Reports['error']>(),
    call,
    stop: jest.fn(),
  };
});

describe('the unsaved-changes guard', () => {
  type Check = Parameters<ConsoleHistory['guard']>[0];
  const at = (path: string) => new URL(path, 'https://console.test/');
  const guardWith = (changes: UnsavedChanges | null): Check => {
    let check: Check = () => false;
    const guarded: ConsoleHistory = {
      ...history,
      guard: (needed) => {
        check = needed;
      },
    };
    const { unsaved } = createShellContext(page, session, guarded, reports);
    unsaved.setState(changes, true);
    return check;
  };

  it('asks when the path changes', () => {
    const check = guardWith({ what: '1 unsaved change' });
    expect(check(at('/hours'), at('/settings'), 'navigate')).toBe(true);
    expect(check(at('/hours'), at('/settings'), 'traverse')).toBe(true);
    expect(check(at('/hours?month=2026-12'), at('/hours'), 'traverse')).toBe(false);
  });

  it('asks when Back or Forward changes the query, but not when the module does', () => {
    const check = guardWith({ what: 'the new exception', lostWithQuery: true });
    expect(check(at('/hours'), at('/hours?month=2026-12'), 'traverse')).toBe(true);
    expect(check(at('/hours'), at('/hours?month=2026-12'), 'navigate')).toBe(false);
    expect(check(at('/hours#totals'), at('/hours'), 'traverse')).toBe(false);
  });

  it('asks nothing without unsaved changes', () => {
    expect(guardWith(null)(at('/hours'), at('/settings'), 'traverse')).toBe(false);
  });
});

const [route] = hours.routes;
if (!route) throw new Error('The module has no route');
const hoursPage = { module: hours, route, params: {} };

it('passes a module’s settings to its pages and contributions', () => {
  const { propsFor, contributionContextFor } = createShellContext(page, session, history, reports);
  const module = { ...hours, settings: { high_utilization_from: 90 } };
  expect(propsFor({ ...hoursPage, module }, null).settings).toEqual(module.settings);
  const contribution = { slot: 'search', name: 'due', title: 'Due', scope: 'practice', order: 1 } as const;
  const placement = { key: 'mf-hours/due', module, contribution, practice: null };
  expect(contributionContextFor(placement, new AbortController().signal).settings).toEqual(module.settings);
});

it('attributes a module’s calls to the mounted version', () => {
  const { propsFor } = createShellContext(page, session, history, reports);
  const mended = { ...hours, version: '1.0.1' };
  propsFor({ ...hoursPage, module: mended }, null).answered?.(slow);
  expect(call.mock.calls).toEqual([[mended, slow]]);
});

it('attributes calls outside a module to the shell', () => {
  createShellContext(page, session, history, reports).transport.answered?.(slow);
  expect(call.mock.calls).toEqual([[reports.shell, slow]]);
});

describe('a contribution’s context', () => {
  const placementIn = (slot: ModuleContribution['slot']): Placement => {
    const contribution = { slot, name: 'due', title: 'Due', scope: 'practice', order: 1, size: 'wide' } as const;
    return { key: 'mf-hours/due', module: hours, contribution, practice: null };
  };
  const reauthenticated = (slot: ModuleContribution['slot']): { asked: boolean; answer: Promise<boolean> } => {
    const shell = createShellContext(page, session, history, reports);
    const ask = jest.spyOn(shell.reauthentication, 'ask').mockReturnValue(Promise.resolve(true));
    const result = shell.contributionContextFor(placementIn(slot), new AbortController().signal).reauthenticate();
    return { asked: ask.mock.calls.length > 0, answer: result };
  };

  it.each<[string, (shell: ReturnType<typeof createShellContext>) => void]>([
    ['a module changes something', (shell) => shell.propsFor(hoursPage, null).changed?.()],
    ['the shell changes something', (shell) => shell.transport.changed?.()],
    ['the practice changes', (shell) => shell.topics.publish('practice-changed', { practice: 1 })],
    [
      'what the practice has paid for changes',
      (shell) => shell.topics.publish('entitlements-changed', { practice: 1 }),
    ],
  ])('shares data read by another contribution until %s', async (_what, change) => {
    const shell = createShellContext(page, session, history, reports);
    jest.spyOn(shell.practices, 'read').mockResolvedValue(undefined as never);
    const read = jest.fn(() => Promise.resolve('hours'));
    const readFor = (slot: 'overview.card' | 'nav.badge') =>
      shell
        .contributionContextFor(placementIn(slot), new AbortController().signal)
        .reuse?.('/api/1/provider-hours/', read);
    expect(await Promise.all([readFor('overview.card'), readFor('nav.badge')])).toEqual(['hours', 'hours']);
    expect(read).toHaveBeenCalledTimes(1);
    change(shell);
    await readFor('nav.badge');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('asks a person to sign in again for a card', async () => {
    const { asked, answer: signedIn } = reauthenticated('overview.card');
    expect([asked, await signedIn]).toEqual([true, true]);
  });

  it('does not interrupt a person for a badge', async () => {
    const { asked, answer: signedIn } = reauthenticated('nav.badge');
    expect([asked, await signedIn]).toEqual([false, false]);
  });
});

describe('when a practice changes', () => {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  it('refetches the practice and passes its new rights to the mounted module', async () => {
    const bright = { id: 1, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental' };
    server.use(answer(readPractice, () => reply(readPractice, { ...bright, rights: ['hours'] })));
    const [route] = hours.routes;
    if (!route) throw new Error('The module has no route');
    const practice = { ...bright, rights: ['hours', 'members'] };
    const { propsFor } = createShellContext(page, { ...session, practices: [practice] }, history, reports);
    const props = propsFor({ module: hours, route, params: {} }, practice);
    expect(props.practice?.rights).toEqual(['hours', 'members']);
    const called = new Promise<void>((resolve) => {
      props.onPractice?.(resolve);
    });
    props.publish('practice-changed', { practice: 1 });
    await called;
    expect(props.currentPractice?.()?.rights).toEqual(['hours']);
  });
});

describe('when the person’s access changes while a page is open', () => {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => {
    server.resetHandlers();
    window.history.replaceState(null, '', '/');
  });
  afterAll(() => server.close());
  const bright = { id: 1, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental' };
  const member: Session = { ...session, practices: [{ ...bright, rights: ['hours', 'settings'] }] };
  const openHours = (loaded: Partial<PageData> = {}) => {
    window.history.replaceState(null, '', '/settings/1/practice/provider-hours');
    const shell = createShellContext({ ...page, session: member, ...loaded }, member, history, reports);
    const [route] = hours.routes;
    if (!route) throw new Error('The module has no route');
    const props = shell.propsFor({ module: hours, route, params: {} }, member.practices[0] ?? null);
    const changed = new Promise<void>((resolve) => {
      props.onPractice?.(resolve);
    });
    return { shell, props, changed };
  };
  const serveSession = (present: Session) => server.use(answer(readSession, () => reply(readSession, present)));
  /** A module's call that the server refuses, with the new revision. */
  const refusedCall = (context: TransportContext) => {
    const forbidden = errorReply(403, 'forbidden', 'You don’t have permission to change hours.');
    forbidden.headers.set('x-console-access', 'new');
    server.use(answer(readWeeklyHours, () => forbidden));
    return send(request(readWeeklyHours, { params: { practice: 1 } }), context);
  };

  it('updates the mounted module’s rights after a refusal', async () => {
    serveSession({ ...member, practices: [{ ...bright, rights: ['settings'] }] });
    const { shell, props, changed } = openHours();
    props.heardAccess?.('old');
    await refusedCall(props);
    await changed;
    expect(props.currentPractice?.()?.rights).toEqual(['settings']);
    expect(shell.notifications.list.getState()).toEqual([]);
  });

  it('passes on a granted right with the next response', async () => {
    serveSession({ ...member, practices: [{ ...bright, rights: ['billing', 'hours', 'settings'] }] });
    const { props, changed } = openHours();
    props.heardAccess?.('old');
    props.heardAccess?.('new');
    await changed;
    expect(props.currentPractice?.()?.rights).toContain('billing');
  });

  it('detects the change from the first response after the page load', async () => {
    serveSession({ ...member, practices: [{ ...bright, rights: ['settings'] }] });
    const { props, changed } = openHours({ access: 'old' });
    await refusedCall(props);
    await changed;
    expect(props.currentPractice?.()?.rights).toEqual(['settings']);
  });

  const endMembership = (): void => {
    serveSession({ ...member, practices: [] });
    server.use(answer(readPractice, () => errorReply(403, 'forbidden', 'You are not a member of this practice.')));
  };

  it('hides failures of a page whose practice the person has lost', async () => {
    endMembership();
    const { shell, props, changed } = openHours({ access: 'old' });
    await refusedCall(props);
    props.notify({ severity: 'error', message: 'Failed to fetch provider hours' });
    await changed;
    await waitFor(() => expect(shell.practices.former.getState().has(1)).toBe(true));
    props.notify({ severity: 'error', message: 'Failed to fetch provider summary' });
    expect(shell.notifications.list.getState()).toEqual([]);
  });

  it('shows the failure of a page whose practice the person still has', async () => {
    serveSession({ ...member, practices: [{ ...bright, rights: ['settings'] }] });
    const { shell, props, changed } = openHours({ access: 'old' });
    await refusedCall(props);
    props.notify({ severity: 'error', message: 'Failed to save provider hours' });
    await changed;
    await waitFor(() =>
      expect(shell.notifications.list.getState()).toMatchObject([{ message: 'Failed to save provider hours' }]),
    );
  });

  it('forgets a practice after the membership ends on another page, and notifies about changed access', async () => {
    endMembership();
    const { shell, changed } = openHours();
    window.history.replaceState(null, '', '/account');
    shell.transport.heardAccess?.('old');
    shell.transport.heardAccess?.('new');
    await changed;
    expect(shell.practices.known.getState().has(1)).toBe(false);
    expect(shell.practices.former.getState().get(1)).toBe('Bright Smiles');
    await waitFor(() =>
      expect(shell.notifications.list.getState()).toMatchObject([
        { severity: 'info', message: 'Your access has changed. The change applies to pages you open from now on.' },
      ]),
    );
  });

  it('passes feature flags from a response to the mounted module', async () => {
    const answered = errorReply(404, 'not_found', 'None');
    answered.headers.set(FEATURE_FLAGS_HEADER, '1 beta_reports');
    server.use(
      answer(readWeeklyHours, () => answered),
      answer(readPractice, () => reply(readPractice, { ...bright, feature_flags: ['beta_reports'] })),
    );
    const { props, changed } = openHours();
    await send(request(readWeeklyHours, { params: { practice: 1 } }), props);
    await changed;
    expect(props.currentPractice?.()?.feature_flags).toEqual(['beta_reports']);
  });

  it('doesn’t refetch while responses contain the same revision', () => {
    const { shell } = openHours();
    const read = jest.fn();
    server.events.on('request:start', read);
    for (const revision of ['same', 'same', 'same']) shell.transport.heardAccess?.(revision);
    server.events.removeAllListeners();
    expect(read).not.toHaveBeenCalled();
  });
});
