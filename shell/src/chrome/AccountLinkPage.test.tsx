import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ApiError } from 'shared-api';
import { renderKit } from 'shared-ui/testing';
import { AccountLinkPage, type AccountLinkPageProps } from './AccountLinkPage';

const GOOD = 'violet harbour tractor';
const over: ApiError = { status: 404, code: 'link_invalid', message: 'This link doesn’t work anymore.' };

function renderPage(props: Partial<AccountLinkPageProps> = {}) {
  const onSignIn = jest.fn();
  const setPassword = jest.fn<AccountLinkPageProps['setPassword']>(() => Promise.resolve({}));
  const signOut = () => Promise.resolve({});
  const read = () => Promise.resolve({ email: 'ana@clinic.example' });
  const page = <AccountLinkPage token="t0k3n" {...{ read, setPassword, signOut, onSignIn }} {...props} />;
  return { onSignIn, setPassword, ...renderKit(page) };
}

const password = (): Promise<HTMLElement> => screen.findByLabelText('New password');
const submit = (): HTMLElement => screen.getByRole('button', { name: 'Set password' });

describe('AccountLinkPage', () => {
  it('sets the named account’s password and continues to sign-in', async () => {
    const { user, setPassword, onSignIn } = renderPage();
    expect(await password()).toHaveFocus();
    expect(screen.getByText(/ana@clinic\.example/)).toBeVisible();
    await user.type(await password(), GOOD);
    await user.click(submit());
    expect(setPassword).toHaveBeenCalledWith('t0k3n', GOOD);
    expect(await screen.findByRole('status')).toHaveTextContent('The password for ana@clinic.example is set.');
    await user.click(screen.getByRole('button', { name: 'Go to sign-in' }));
    expect(onSignIn).toHaveBeenCalledTimes(1);
  });

  it('names the practice that the invited person joins', async () => {
    const { user } = renderPage({
      read: () => Promise.resolve({ email: 'ana@clinic.example', practice_name: 'Bright Smiles' }),
    });
    expect(await screen.findByRole('heading', { name: 'Join Bright Smiles' })).toBeVisible();
    expect(screen.getByText('Set a password for the account ana@clinic.example.')).toBeVisible();
    await user.type(screen.getByLabelText('Password'), GOOD);
    await user.click(screen.getByRole('button', { name: 'Set password and join' }));
    expect(await screen.findByRole('status')).toHaveTextContent('You’re a member of Bright Smiles now.');
  });

  describe('with an invitation that others may have seen', () => {
    const read = () =>
      Promise.resolve({ email: 'ana@clinic.example', practice_name: 'Bright Smiles', opens: 'either' as const });

    it('offers both ways and reveals nothing about the account', async () => {
      const { user, onSignIn } = renderPage({ read });
      expect(await screen.findByRole('heading', { name: 'Join Bright Smiles' })).toBeVisible();
      expect(screen.getByText('This invitation is for ana@clinic.example.')).toBeVisible();
      expect(screen.queryByLabelText('Password')).toBeNull();
      expect(screen.getByRole('button', { name: 'Set a password' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      expect(onSignIn).toHaveBeenCalledTimes(1);
    });

    it('continues to the invitation if the invited person is already signed in', async () => {
      const { user, onSignIn } = renderPage({ read: async () => ({ ...(await read()), signed_in: true }) });
      await user.click(await screen.findByRole('button', { name: 'Continue' }));
      expect(onSignIn).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole('button', { name: /Sign in|Set a password/ })).toBeNull();
    });

    it('accepts a new person’s first password, and they join by signing in', async () => {
      const { user, setPassword, onSignIn } = renderPage({ read });
      await user.click(await screen.findByRole('button', { name: 'Set a password' }));
      expect(screen.getByLabelText('Password')).toHaveFocus();
      await user.type(screen.getByLabelText('Password'), GOOD);
      await user.click(screen.getByRole('button', { name: 'Set password' }));
      expect(setPassword).toHaveBeenCalledWith('t0k3n', GOOD);
      expect(await screen.findByRole('status')).toHaveTextContent(
        'Now sign in with this password to join Bright Smiles.',
      );
      expect(screen.getByText(/Already have an account\? Its password hasn’t changed/)).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Go to sign-in' }));
      expect(onSignIn).toHaveBeenCalledTimes(1);
    });
  });

  it('offers only sign-in when the server is older', async () => {
    const { user, onSignIn } = renderPage({
      read: () => Promise.resolve({ email: 'ana@clinic.example', practice_name: 'Bright Smiles', opens: 'sign_in' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(onSignIn).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Set a password' })).toBeNull();
  });

  describe('when somebody else is signed in on this browser', () => {
    const marcus = { id: 'u-2', name: 'Marcus Bell', email: 'manager@bright-smiles.example' };
    const forAna = (signed_in_as: typeof marcus | null) =>
      Promise.resolve({ email: 'ana@clinic.example', practice_name: 'Bright Smiles', signed_in_as });

    it('names them, and signs them out before the password is set', async () => {
      const read = jest.fn<AccountLinkPageProps['read']>(() => forAna(marcus));
      const signOut = jest.fn<AccountLinkPageProps['signOut']>(() => {
        read.mockImplementation(() => forAna(null));
        return Promise.resolve({});
      });
      const { user } = renderPage({ read, signOut });
      expect(await screen.findByRole('heading', { name: 'Join Bright Smiles' })).toBeVisible();
      expect(screen.getByText('Marcus Bell is signed in on this browser.')).toBeVisible();
      expect(screen.getByText(/This link is for ana@clinic\.example\./)).toBeVisible();
      expect(screen.queryByLabelText('Password')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Sign out Marcus Bell and continue' }));
      expect(signOut).toHaveBeenCalledWith(marcus);
      expect(await screen.findByLabelText('Password')).toHaveFocus();
      expect(screen.queryByText(/Marcus Bell/)).toBeNull();
    });

    it('keeps the session and the link when the person goes back', async () => {
      const { user, onSignIn, setPassword } = renderPage({ read: () => forAna(marcus) });
      await user.click(await screen.findByRole('button', { name: 'Stay signed in as Marcus Bell' }));
      expect(onSignIn).toHaveBeenCalledTimes(1);
      expect(setPassword).not.toHaveBeenCalled();
    });

    it('asks again if somebody signed in meanwhile', async () => {
      const read = jest.fn<AccountLinkPageProps['read']>(() => forAna(null));
      const setPassword = jest.fn<AccountLinkPageProps['setPassword']>(() => {
        read.mockImplementation(() => forAna(marcus));
        const message = 'Marcus Bell is signed in on this browser. Sign out first.';
        return Promise.resolve({ error: { status: 409, code: 'someone_signed_in', message } });
      });
      const { user } = renderPage({ read, setPassword });
      await user.type(await screen.findByLabelText('Password'), GOOD);
      await user.click(screen.getByRole('button', { name: 'Set password and join' }));
      expect(await screen.findByText('Marcus Bell is signed in on this browser.')).toBeVisible();
    });

    it('says so when the sign-out fails', async () => {
      const error = { status: 0, code: 'no_answer', message: 'The server didn’t answer.' };
      const { user } = renderPage({ read: () => forAna(marcus), signOut: () => Promise.resolve({ error }) });
      await user.click(await screen.findByRole('button', { name: 'Sign out Marcus Bell and continue' }));
      expect(await screen.findByRole('alert')).toHaveTextContent('The server didn’t answer.');
      expect(screen.queryByLabelText('Password')).toBeNull();
    });
  });

  it('rejects a short password before sending it', async () => {
    const { user, setPassword } = renderPage();
    await user.type(await password(), 'short');
    await user.click(submit());
    expect(await password()).toHaveAccessibleDescription(/At least 12 characters/);
    expect(await password()).toBeInvalid();
    expect(setPassword).not.toHaveBeenCalled();
  });

  it('keeps the input when the server refuses it, and shows the reason at the field', async () => {
    const error = { status: 400, code: 'invalid', message: '', fields: { password: 'Too easy to guess' } };
    const { user } = renderPage({ setPassword: () => Promise.resolve({ error }) });
    await user.type(await password(), GOOD);
    await user.click(submit());
    expect(await password()).toHaveAccessibleDescription(/Too easy to guess/);
    expect(await password()).toHaveValue(GOOD);
  });

  it('says that a link has expired and links to sign-in', async () => {
    renderPage({ read: () => Promise.resolve({ error: over }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(over.message);
    expect(screen.getByRole('button', { name: 'Go to sign-in' })).toBeVisible();
  });

  it('says that a URL without a token is incomplete, and makes no call', async () => {
    const read = jest.fn<AccountLinkPageProps['read']>();
    renderPage({ token: '', read });
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This address is only part of a link/);
    expect(screen.getByRole('button', { name: 'Go to sign-in' })).toBeVisible();
    expect(read).not.toHaveBeenCalled();
  });

  it('says so if the link was used meanwhile', async () => {
    const { user } = renderPage({ setPassword: () => Promise.resolve({ error: over }) });
    await user.type(await password(), GOOD);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(over.message);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('offers Retry when the server does not respond', async () => {
    const answers = [
      { error: { status: 0, code: 'no_answer', message: 'The server didn’t answer.' } },
      { email: 'a@b.example' },
    ];
    const read = jest.fn<AccountLinkPageProps['read']>(() => Promise.resolve(answers.shift() ?? {}));
    const { user } = renderPage({ read });
    await user.click(await screen.findByRole('button', { name: /try again|retry/i }));
    expect(await password()).toBeVisible();
    expect(read).toHaveBeenCalledTimes(2);
  });
});
