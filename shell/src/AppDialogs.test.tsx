// Imported first, because importing the console writes the page's nonce.
import './testing/webpack';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { send, request } from 'shared-api';
import {
  listPractices,
  type PageData,
  readSession,
  type Session,
  signIn,
  signOut,
  type User,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { UserIdContext } from 'shared-ui';
import { renderKit } from 'shared-ui/testing';
import { AppDialogs } from './AppDialogs';
import type { ConsoleHistory } from './navigation/history';
import { signOutSession } from './session/calls';
import { SESSION_CHANNEL, watchSession } from './session/session-channel';
import { createShellContext } from './shell-context';
import { mockDialogs } from './testing/browser';

const olivia: User = { id: 'u-olivia', name: 'Olivia Marsh', email: 'owner@bright-smiles.example' };
const marcus: User = { id: 'u-marcus', name: 'Marcus Bell', email: 'manager@bright-smiles.example' };

const sessionOf = (user: User): Session => ({
  user,
  flags: { super_admin: false, task_admin: false, internal: false, developer: false },
  practices: [],
  all_practices: false,
  overrides: [],
  expires_at: 0,
});
const page: PageData = {
  session: sessionOf(olivia),
  modules: { revision: 'r1', modules: [] },
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
const reports = {
  shell: { name: 'shell', version: '3.1.0', overridden: false },
  visit: () => undefined,
  vital: () => undefined,
  error: () => undefined,
  call: () => undefined,
  stop: () => undefined,
};

const network = setupServer();
beforeAll(mockDialogs);
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

/** The person signed in on this browser; 'unreachable' while the server doesn't respond. */
let present: User | null | 'unreachable';
let otherTab: BroadcastChannel;
let stop: () => void;
beforeEach(() => {
  present = olivia;
  otherTab = new BroadcastChannel(SESSION_CHANNEL);
  const refuse = () => errorReply(401, 'signed_out', 'Sign in to continue.');
  const busy = () => errorReply(503, 'unreachable', 'Try again.');
  network.use(
    answer(readSession, () => {
      if (present === 'unreachable') return busy();
      return present ? reply(readSession, sessionOf(present)) : refuse();
    }),
    // Like the server's hook (server/src/platform/http/api.ts).
    ...[listPractices, signOut].map((call) =>
      answer(call, ({ personId }) =>
        present !== null && present !== 'unreachable' && personId !== present.id
          ? errorReply(409, 'other_person', 'You’re signed in as Marcus Bell now.')
          : refuse(),
      ),
    ),
    answer(signIn, () => {
      present = olivia;
      return reply(signIn, sessionOf(olivia));
    }),
  );
});
afterEach(() => {
  stop();
  otherTab.close();
});

function renderPage() {
  const shell = createShellContext(page, sessionOf(olivia), history, reports);
  const { identity, reauthentication } = shell;
  const reload = jest.fn();
  const reloadFromCache = jest.fn();
  stop = watchSession({ userId: olivia.id, identity, reauthentication, reload: reloadFromCache });
  const view = renderKit(
    <UserIdContext value={olivia.id}>
      <AppDialogs shell={shell} reload={reload} />
    </UserIdContext>,
  );
  return { shell, reload, reloadFromCache, ...view };
}

const announce = (message: unknown) => act(() => otherTab.postMessage(message));
const notice = () => screen.findByRole('dialog', { name: 'You’re signed in as Marcus Bell now' });

describe('a tab when somebody else signs in in another tab', () => {
  it('names the signed-in person, and reloads without asking about unsaved changes', async () => {
    const { shell, user, reload } = renderPage();
    shell.unsaved.setState({ what: '3 unsaved changes' }, true);
    present = marcus;
    announce({ personId: marcus.id });
    expect(await notice()).toHaveTextContent(
      'Unsaved changes by Olivia Marsh stay in this tab, and only they can see them.',
    );
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(shell.unsaved.getState()).toBeNull();
  });

  it('detects it from the first refused call if no message arrives', async () => {
    const { shell } = renderPage();
    present = marcus;
    const { error } = await act(() => send(request(listPractices, {}), shell.transport));
    expect(error).toMatchObject({ status: 409, code: 'other_person' });
    await notice();
  });

  it('does not sign out the other person', async () => {
    const { shell } = renderPage();
    present = marcus;
    expect((await act(() => signOutSession(shell.transport))).error?.code).toBe('other_person');
    await notice();
  });

  it('stays unchanged when the message is wrong', async () => {
    const { shell } = renderPage();
    const checked = jest.spyOn(shell.identity, 'check');
    announce({ personId: marcus.id });
    await waitFor(() => expect(checked).toHaveBeenCalledTimes(1));
    await act(() => checked.mock.results[0]?.value as Promise<boolean>);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('continues once its own person signs in again', async () => {
    renderPage();
    present = marcus;
    announce({ personId: marcus.id });
    await notice();
    present = olivia;
    announce({ personId: olivia.id });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('a tab whose session expired', () => {
  it.each([
    ['stays visible on a computer of one person', false],
    ['is covered on a shared computer', true],
  ])('%s', async (_, isShared) => {
    const { shell } = renderPage();
    if (isShared) act(() => shell.sharedComputer.setState({ computer: { name: 'Olivia', asks: false } }, true));
    present = null;
    act(() => void send(request(listPractices, {}), shell.transport));
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    expect(dialog.hasAttribute('data-covers')).toBe(isShared);
    // It also hides the person's name from passers-by.
    expect(within(dialog).queryByText(/@/) === null).toBe(isShared);
  });
});

describe('a tab after its person signed out in another one', () => {
  it('covers the page, asks for the password and continues', async () => {
    const { user } = renderPage();
    present = null;
    announce({ personId: null });
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    expect(dialog).toHaveAttribute('data-covers');
    await user.type(screen.getByLabelText('Password', { exact: true }), 'secret{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('says immediately when somebody else signs in', async () => {
    renderPage();
    present = null;
    announce({ personId: null });
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    present = marcus;
    announce({ personId: marcus.id });
    await notice();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

describe('a page restored from the back/forward cache', () => {
  const comeBack = () => {
    act(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(document.documentElement).toHaveStyle({ visibility: 'hidden' });
  };
  const waitUntilVisible = () =>
    waitFor(() => expect(document.documentElement).not.toHaveStyle({ visibility: 'hidden' }));
  afterEach(() => {
    document.documentElement.style.visibility = '';
  });

  it('is visible to its person', async () => {
    renderPage();
    comeBack();
    await waitUntilVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is covered after a sign-out', async () => {
    renderPage();
    present = null;
    comeBack();
    await waitUntilVisible();
    expect(screen.getByRole('dialog', { name: 'Your session has ended' })).toHaveAttribute('data-covers');
  });

  it('is covered for somebody else', async () => {
    renderPage();
    present = marcus;
    comeBack();
    await waitUntilVisible();
    expect(await notice()).toHaveAttribute('data-covers');
  });

  it('reloads while covered if the server doesn’t respond', async () => {
    const { reloadFromCache } = renderPage();
    present = 'unreachable';
    comeBack();
    await waitFor(() => expect(reloadFromCache).toHaveBeenCalledTimes(1));
    expect(document.documentElement).toHaveStyle({ visibility: 'hidden' });
  });
});
