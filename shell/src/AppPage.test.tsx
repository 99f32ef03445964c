// Imported first, because importing the console writes the page's nonce.
import './testing/webpack';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type LoadableModule, type PageData, readPractice, readSession, type Session } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { renderKit } from 'shared-ui/testing';
import { AppPage, type AppPageProps, useOpenPractice } from './AppPage';
import type { ConsoleHistory } from './navigation/history';
import { createShellContext, type ShellContext } from './shell-context';

const bright = { id: 1, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };
const session: Session = {
  user: { id: 'u-1', name: 'Sofia Reyes', email: 'staff@bright-smiles.example' },
  flags: { super_admin: false, task_admin: false, internal: false, developer: false },
  practices: [{ ...bright, rights: ['hours'] }],
  all_practices: false,
  overrides: [],
  expires_at: 0,
};
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
  access: 'member',
};
const history: ConsoleHistory = {
  entry: () => 0,
  navigate: () => Promise.resolve(true),
  listen: () => () => undefined,
  guard: () => undefined,
};
const reports = {
  shell: { name: 'shell', version: '3.1.0', overridden: false },
  visit: () => undefined,
  vital: () => undefined,
  error: () => undefined,
  call: () => undefined,
  stop: () => undefined,
};

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  network.resetHandlers();
  window.history.replaceState(null, '', '/');
});
afterAll(() => network.close());

function HoursOf({ shell }: { shell: ShellContext }): ReactNode {
  const practice = useOpenPractice(shell, 1, true);
  const [route] = hours.routes;
  if (!route) throw new Error('The module has no route');
  if (practice.phase === 'known') return <h1>Hours of {practice.practice.name}</h1>;
  return (
    <AppPage
      shell={shell}
      registry={{} as AppPageProps['registry']}
      host={{} as AppPageProps['host']}
      contributions={{} as AppPageProps['contributions']}
      route={{ kind: 'module', match: { module: hours, route, params: {} }, practiceId: 1 }}
      practice={practice}
    />
  );
}

describe('the open page of a practice after the membership ended', () => {
  const openPage = () => {
    window.history.replaceState(null, '', '/settings/1/practice/provider-hours');
    const shell = createShellContext(page, session, history, reports);
    renderKit(<HoursOf shell={shell} />);
    return shell;
  };
  const end = () =>
    network.use(
      answer(readSession, () => reply(readSession, { ...session, practices: [] })),
      answer(readPractice, () => errorReply(403, 'forbidden', 'You don’t have access to this practice.')),
    );

  it('names the practice and whom to ask', async () => {
    const shell = openPage();
    expect(screen.getByRole('heading', { level: 1, name: 'Hours of Bright Smiles Dental' })).toBeVisible();
    end();
    act(() => shell.transport.heardAccess?.('nobody'));
    expect(await screen.findByText('You no longer have access to Bright Smiles Dental')).toBeVisible();
    expect(screen.getByText(/Ask an owner or manager of the practice/)).toBeVisible();
    expect(document.body).not.toHaveTextContent(/try again/i);
  });

  it('reappears once the person is a member again', async () => {
    const shell = openPage();
    end();
    act(() => shell.transport.heardAccess?.('nobody'));
    await screen.findByText('You no longer have access to Bright Smiles Dental');
    network.use(
      answer(readSession, () => reply(readSession, session)),
      answer(readPractice, () => reply(readPractice, session.practices[0] ?? bright)),
    );
    act(() => shell.transport.heardAccess?.('member'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hours of Bright Smiles Dental' })).toBeVisible();
    expect(shell.practices.former.getState().size).toBe(0);
  });
});

it('doesn’t name a practice that the person never saw', async () => {
  network.use(answer(readPractice, () => errorReply(403, 'forbidden', 'You don’t have access to this practice.')));
  const shell = createShellContext(
    { ...page, session: { ...session, practices: [] } },
    { ...session, practices: [] },
    history,
    reports,
  );
  renderKit(<HoursOf shell={shell} />);
  expect(await screen.findByText(/You’re not a member of this practice/)).toBeVisible();
});
