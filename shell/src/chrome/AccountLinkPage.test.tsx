import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ApiError } from 'shared-api';
import { renderKit } from 'shared-ui/testing';
import { AccountLinkPage, type AccountLinkPageProps } from './AccountLinkPage';

const GOOD = 'violet harbour tractor';
const over: ApiError = { status: 404, code: 'link_invalid', message: 'This link doesn’t work any more.' };

function renderPage(props: Partial<AccountLinkPageProps> = {}) {
  const onSignIn = jest.fn();
  const setPassword = jest.fn<AccountLinkPageProps['setPassword']>(() => Promise.resolve({}));
  const read = () => Promise.resolve({ email: 'ana@clinic.example' });
  const page = <AccountLinkPage token="t0k3n" {...{ read, setPassword, onSignIn }} {...props} />;
  return { onSignIn, setPassword, ...renderKit(page) };
}

const password = (): Promise<HTMLElement> => screen.findByLabelText('New password');
const submit = (): HTMLElement => screen.getByRole('button', { name: 'Set password' });

describe('AccountLinkPage', () => {
  it('sets the password of the named account, and leads to the sign-in', async () => {
    const { user, setPassword, onSignIn } = renderPage();
    expect(await password()).toHaveFocus();
    expect(screen.getByText(/ana@clinic\.example/)).toBeVisible();
    await user.type(await password(), GOOD);
    await user.click(submit());
    expect(setPassword).toHaveBeenCalledWith('t0k3n', GOOD);
    expect(await screen.findByRole('status')).toHaveTextContent('The password of ana@clinic.example is set.');
    await user.click(screen.getByRole('button', { name: 'Go to sign-in' }));
    expect(onSignIn).toHaveBeenCalledTimes(1);
  });

  it('names the practice that an invited person joins', async () => {
    const { user } = renderPage({
      read: () => Promise.resolve({ email: 'ana@clinic.example', practice_name: 'Bright Smiles' }),
    });
    expect(await screen.findByRole('heading', { name: 'Join Bright Smiles' })).toBeVisible();
    expect(screen.getByText('Set a password for the account ana@clinic.example.')).toBeVisible();
    await user.type(screen.getByLabelText('Password'), GOOD);
    await user.click(screen.getByRole('button', { name: 'Set password and join' }));
    expect(await screen.findByRole('status')).toHaveTextContent('You’re a member of Bright Smiles now.');
  });

  it('refuses a short password before it is sent', async () => {
    const { user, setPassword } = renderPage();
    await user.type(await password(), 'short');
    await user.click(submit());
    expect(await password()).toHaveAccessibleDescription(/At least 12 characters/);
    expect(await password()).toBeInvalid();
    expect(setPassword).not.toHaveBeenCalled();
  });

  it('keeps what was typed when the server refuses it, with the reason at the field', async () => {
    const error = { status: 400, code: 'invalid', message: '', fields: { password: 'Too easy to guess' } };
    const { user } = renderPage({ setPassword: () => Promise.resolve({ error }) });
    await user.type(await password(), GOOD);
    await user.click(submit());
    expect(await password()).toHaveAccessibleDescription(/Too easy to guess/);
    expect(await password()).toHaveValue(GOOD);
  });

  it('says that a link is over, and leads to the sign-in', async () => {
    renderPage({ read: () => Promise.resolve({ error: over }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(over.message);
    expect(screen.getByRole('button', { name: 'Go to sign-in' })).toBeVisible();
  });

  it('says so when the link was used meanwhile', async () => {
    const { user } = renderPage({ setPassword: () => Promise.resolve({ error: over }) });
    await user.type(await password(), GOOD);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(over.message);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('offers another try when the server does not answer', async () => {
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
