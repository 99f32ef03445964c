// First: the page's nonce is written when the console is imported.
import './testing/webpack';
import { beforeEach, expect, it, jest } from '@jest/globals';
import type { LoadableModule, PageData, Session } from 'shared-api/contracts';
import { createConsole } from './console';
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
};
const history: ConsoleHistory = {
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

it('calls of a module are reported of the version that is mounted', () => {
  const { propsFor } = createConsole(page, session, history, reports);
  const [route] = hours.routes;
  if (!route) throw new Error('The module has no route');
  const mended = { ...hours, version: '1.0.1' };
  propsFor({ module: mended, route, params: {} }, null).answered?.(slow);
  expect(call.mock.calls).toEqual([[mended, slow]]);
});

it('calls of the frame are reported of the shell', () => {
  createConsole(page, session, history, reports).transport.answered?.(slow);
  expect(call.mock.calls).toEqual([[reports.shell, slow]]);
});
