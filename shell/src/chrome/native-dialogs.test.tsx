import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { User } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { renderKit } from 'shared-ui/testing';
import { SESSION_CHANNEL } from '../session/session-channel';
import { mockDialogs } from '../testing/browser';
import type { SignIn } from './credentials';
import { LeaveDialog } from './LeaveDialog';
import { SessionExpiredDialog, type SessionExpiredDialogProps } from './SessionExpiredDialog';

const olivia: User = { id: 'u-owner', name: 'Olivia Marsh', email: 'owner@bright-smiles.example' };
const liam: User = { id: 'u-liam', name: 'Liam Novak', email: 'staff@lakeside.example' };

beforeAll(mockDialogs);

describe('LeaveDialog', () => {
  function Asking({ onAnswer }: { onAnswer: (leave: boolean) => void }): ReactNode {
    const [open, setOpen] = useState(false);
    const answer = (leave: boolean): void => {
      setOpen(false);
      onAnswer(leave);
    };
    return (
      <>
        <Button onClick={() => setOpen(true)}>General</Button>
        {open && (
          <LeaveDialog
            changes={{ what: '3 unsaved changes to Office & provider hours' }}
            onStay={() => answer(false)}
            onLeave={() => answer(true)}
          />
        )}
      </>
    );
  }

  /** The question is in the page. The module's dialog is in another child of body. */
  function AskingInDialog(): ReactNode {
    const [asked, setAsked] = useState(false);
    return (
      <>
        <TitledDialog open title="A module’s own">
          <Button onClick={() => setAsked(true)}>Leave</Button>
        </TitledDialog>
        {asked && <LeaveDialog changes={{ what: 'a choice' }} onStay={() => undefined} onLeave={() => undefined} />}
      </>
    );
  }

  async function ask() {
    const onAnswer = jest.fn();
    const view = renderKit(<Asking onAnswer={onAnswer} />);
    await view.user.click(screen.getByRole('button', { name: 'General' }));
    return { onAnswer, ...view };
  }

  it('says what would be lost and defaults to staying', async () => {
    const { user, onAnswer } = await ask();
    const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' });
    expect(dialog).toHaveTextContent('You would lose 3 unsaved changes to Office & provider hours.');
    expect(screen.getByRole('button', { name: 'Stay here' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onAnswer.mock.calls).toEqual([[false]]);
    expect(screen.getByRole('button', { name: 'General' })).toHaveFocus();
  });

  it('stays on Escape', async () => {
    const { user, onAnswer } = await ask();
    await user.keyboard('{Escape}');
    expect(onAnswer.mock.calls).toEqual([[false]]);
  });

  it('stays visible to screen readers over a module’s dialog', async () => {
    const { user } = renderKit(<AskingInDialog />);
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  });

  it('leaves on “Leave and discard”', async () => {
    const { user, onAnswer } = await ask();
    await user.click(screen.getByRole('button', { name: 'Leave and discard' }));
    expect(onAnswer.mock.calls).toEqual([[true]]);
  });
});

describe('SessionExpiredDialog', () => {
  const provider = { name: 'Northwind ID', href: '/api/oidc/start/', otherHref: '/api/oidc/start/?account=other' };

  function renderDialog(over: Partial<SessionExpiredDialogProps> = {}) {
    const signIn = jest.fn<SignIn>(() => Promise.resolve({}));
    const onSignedIn = jest.fn();
    const onSomeoneElse = jest.fn();
    return {
      signIn,
      onSignedIn,
      onSomeoneElse,
      ...renderKit(
        <SessionExpiredDialog
          user={olivia}
          localAccounts
          oidc={null}
          readSignedInUser={() => Promise.resolve(null)}
          {...{ signIn, onSignedIn, onSomeoneElse }}
          {...over}
        />,
      ),
    };
  }

  it('asks the same person for only the password', async () => {
    const { user, signIn, onSignedIn } = renderDialog();
    const dialog = screen.getByRole('dialog', { name: 'Your session has ended' });
    expect(dialog).toHaveTextContent('Olivia Marsh, owner@bright-smiles.example');
    expect(dialog).toHaveTextContent('Nothing you entered is lost.');
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Password', { exact: true }), 'secret{Enter}');
    expect(signIn).toHaveBeenCalledWith('owner@bright-smiles.example', 'secret');
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it('stays open on Escape and after a wrong password', async () => {
    const { user, onSignedIn } = renderDialog({
      signIn: () => Promise.resolve({ error: { status: 401, code: 'wrong_credentials', message: 'Not right.' } }),
    });
    await user.keyboard('{Escape}');
    await user.type(screen.getByLabelText('Password', { exact: true }), 'wrong{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Not right.');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('lets someone else sign in and warns that typed text is lost', async () => {
    const { user, onSomeoneElse } = renderDialog();
    expect(
      screen.getByText(/reloads the console\. Your input stays in this tab and only you can see it/),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign in as someone else' }));
    expect(onSomeoneElse).toHaveBeenCalledTimes(1);
  });

  describe('when an identity provider is configured', () => {
    let opened: jest.SpiedFunction<typeof window.open>;
    let channel: BroadcastChannel;

    beforeEach(() => {
      opened = jest.spyOn(window, 'open').mockReturnValue({} as Window);
      channel = new BroadcastChannel(SESSION_CHANNEL);
    });

    afterEach(() => {
      channel.close();
      opened.mockRestore();
    });

    it('continues with the same person after signing in through the window', async () => {
      const { user, onSignedIn } = renderDialog({
        localAccounts: false,
        oidc: provider,
        readSignedInUser: () => Promise.resolve(olivia),
      });
      expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Sign in with Northwind ID' }));
      expect(opened).toHaveBeenCalledWith('/api/oidc/start/', expect.any(String), expect.stringContaining('popup'));
      expect(screen.getByRole('status')).toHaveTextContent('Waiting for Northwind ID');
      expect(onSignedIn).not.toHaveBeenCalled();
      act(() => channel.postMessage('signed-in'));
      await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    });

    it('does not continue when another person signed in', async () => {
      const { user, onSignedIn } = renderDialog({ oidc: provider, readSignedInUser: () => Promise.resolve(liam) });
      await user.click(screen.getByRole('button', { name: 'Sign in with Northwind ID' }));
      act(() => channel.postMessage('signed-in'));
      expect(await screen.findByText(/You signed in as a different person/)).toBeInTheDocument();
      expect(onSignedIn).not.toHaveBeenCalled();
      await user.click(screen.getByRole('button', { name: 'Use another account at Northwind ID' }));
      expect(opened).toHaveBeenLastCalledWith(provider.otherHref, expect.any(String), expect.any(String));
    });

    it('asks to allow pop-ups when the browser blocks the window', async () => {
      opened.mockReturnValue(null);
      const { user } = renderDialog({ oidc: provider });
      await user.click(screen.getByRole('button', { name: 'Sign in with Northwind ID' }));
      expect(screen.getByRole('alert')).toHaveTextContent('Allow pop-ups for this page');
    });
  });
});
