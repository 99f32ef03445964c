import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  changePassword,
  confirmTotp,
  createRecoveryCodes,
  endOtherSessions,
  endSession,
  type Passkey,
  readSecondFactors,
  removeTotp,
  startTotp,
} from 'shared-api/contracts/accounts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { reloadStored } from 'shared-ui/testing';
import { network, renderAccount, serveAccount, theFactors, withNetwork } from './testing/account-server';

withNetwork();

const ADDED_AT = Date.UTC(2026, 9, 5, 18) / 1000;
const password = (): HTMLElement => screen.getByLabelText('Your password', { exact: true });
const wrongPassword = () =>
  errorReply(422, 'invalid', 'The password is incorrect.', { fields: { password: 'The password is incorrect' } });

const here = {
  id: '4f0f6ad1-7ab5-4c8f-9a5e-0f4d5f6f7a01',
  device: 'Chrome on Windows',
  network: '203.0.113.7',
  started_at: ADDED_AT,
  last_seen_at: ADDED_AT,
  current: true,
};
const elsewhere = {
  ...here,
  id: '4f0f6ad1-7ab5-4c8f-9a5e-0f4d5f6f7a02',
  device: 'Safari on iPhone',
  network: null,
  current: false,
};

it('shows the console’s release', async () => {
  serveAccount({ factors: theFactors(), sessions: [here] });
  renderAccount();
  expect(await screen.findByText('Practice Console 2.4.0')).toBeVisible();
});

it('shows the person’s name and email address, which can’t be changed here', async () => {
  serveAccount({ factors: theFactors(), sessions: [here] });
  renderAccount();
  const panel = within(await screen.findByRole('region', { name: 'Name and email address' }));
  expect(panel.getByText('Ann Osei')).toBeVisible();
  expect(panel.getByText('ann@clinic.example')).toBeVisible();
  expect(panel.getByText('You can’t change them here.')).toBeVisible();
  expect(panel.queryByRole('button')).toBeNull();
});

describe('the password', () => {
  const field = (name: string): HTMLElement => screen.getByLabelText(name, { exact: true });

  it('changes with the current one and refetches the sessions', async () => {
    const sessions = [here, elsewhere];
    const account = { factors: theFactors(), sessions };
    serveAccount(account);
    network.use(
      answer(changePassword, ({ body }) => {
        if (body.password !== 'right') return wrongPassword();
        if (body.new_password === 'password12345') {
          return errorReply(422, 'invalid', 'This password is easy to guess.', {
            fields: { new_password: 'This password is easy to guess. Add more words.' },
          });
        }
        sessions.pop();
        return reply(changePassword, { status: 'success' });
      }),
    );
    const { user, notify } = renderAccount();
    expect(await screen.findByText('Safari on iPhone')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change your password' }));
    const submit = dialog.getByRole('button', { name: 'Change password' });
    await user.click(submit);
    expect(dialog.getByText('Enter your password')).toBeVisible();
    expect(dialog.getByText('Enter at least 12 characters')).toBeVisible();
    expect(field('Current password')).toHaveFocus();
    await user.type(field('Current password'), 'wrong');
    await user.type(field('New password'), 'password12345{Enter}');
    expect(await dialog.findByText('The password is incorrect')).toBeVisible();
    await user.clear(field('Current password'));
    await user.type(field('Current password'), 'right{Enter}');
    expect(await dialog.findByText('This password is easy to guess. Add more words.')).toBeVisible();
    expect(field('New password')).toHaveFocus();
    expect(field('New password')).toHaveValue('password12345');
    await user.type(field('New password'), ' and seven herons{Enter}');
    await waitFor(() =>
      expect(notify).toHaveBeenCalledWith({
        severity: 'success',
        message: 'Your password was changed. You’re signed in only here now.',
      }),
    );
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('texts about passkeys and the second step', () => {
  const laptop: Passkey = {
    id: '4f0f6ad1-7ab5-4c8f-9a5e-0f4d5f6f7a09',
    name: 'Laptop',
    added_at: ADDED_AT,
    used_at: null,
    second_step_only: false,
  };
  const key: Passkey = { ...laptop, id: '4f0f6ad1-7ab5-4c8f-9a5e-0f4d5f6f7a0a', name: 'Key', second_step_only: true };
  const codes = { recovery_codes_left: 9 };
  const app = { totp: { added_at: ADDED_AT } };
  const show = async (factors: Parameters<typeof theFactors>[0]) => {
    serveAccount({ factors: theFactors(factors) });
    const page = renderAccount();
    await screen.findByText('Authenticator app');
    return page;
  };

  it('says that a password is enough only without a passkey or app', async () => {
    const { unmount } = await show({});
    expect(screen.getByText('Your password alone signs you in.')).toBeVisible();
    unmount();
    await show({ passkeys: [laptop], ...codes });
    expect(screen.queryByText('Your password alone signs you in.')).toBeNull();
    expect(screen.getByText('Your passkeys are your second step.')).toBeVisible();
  });

  it('warns before the first passkey that signing in with a password then also asks for it', async () => {
    const { user, unmount } = await show({});
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'From then on, signing in with your password also asks for the passkey, or for a recovery code.',
    );
    unmount();
    await show({ passkeys: [laptop], ...codes });
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    expect(screen.getByRole('dialog')).not.toHaveTextContent('From then on');
  });

  it.each([
    ['the last passkey', { passkeys: [laptop] }, 'Remove Laptop', true],
    ['one of two passkeys', { passkeys: [laptop, key] }, 'Remove Laptop', false],
    ['the last passkey beside an app', { passkeys: [laptop], ...app }, 'Remove Laptop', false],
    ['the app', app, 'Turn off', true],
    ['the app beside a passkey', { passkeys: [laptop], ...app }, 'Turn off', false],
  ])('says whether removing %s ends the second step and the codes', async (_, factors, button, ends) => {
    const { user } = await show({ ...factors, ...codes });
    await user.click(screen.getByRole('button', { name: button }));
    const said = 'Your password alone will sign you in. Your recovery codes stop working.';
    const dialog = screen.getByRole('dialog');
    if (ends) expect(dialog).toHaveTextContent(said);
    else {
      expect(dialog).not.toHaveTextContent(said);
      expect(dialog).toHaveTextContent('Your recovery codes still work.');
    }
  });

  it('doesn’t let the last passkey be removed if the account needs a second step', async () => {
    await show({ required: true, passkeys: [laptop], ...codes });
    expect(screen.queryByRole('button', { name: 'Remove Laptop' })).toBeNull();
    expect(screen.getByText(/Your account needs a second step, so you can’t remove your last passkey/)).toBeVisible();
  });

  it.each([
    ['can sign in alone', 'Laptop', 'It won’t sign you in anymore.'],
    ['is a second step only', 'Key', 'It won’t be your second step anymore.'],
  ])('says what ends with a passkey that %s', async (_, name, ends) => {
    const { user } = await show({ passkeys: [laptop, key], ...codes });
    await user.click(screen.getByRole('button', { name: `Remove ${name}` }));
    const said = screen.getByRole('dialog').textContent;
    expect(/It won’t [^.]*\./.exec(said)?.[0]).toBe(ends);
  });

  it('says that a recovery code replaces any second step', async () => {
    await show({ passkeys: [laptop], ...codes });
    expect(screen.getByText('9 codes left. Each one replaces your second step once.')).toBeVisible();
  });

  it('labels a key that doesn’t verify its holder', async () => {
    await show({ passkeys: [laptop, key], ...codes });
    expect(screen.getAllByText('Second step only')).toHaveLength(1);
    expect(screen.getByText(/This key doesn’t verify who’s using it/)).toBeVisible();
  });
});

describe('a passkey’s name', () => {
  it('keeps the typed name across a reload and asks before discarding it', async () => {
    const passkey = {
      id: '4f0f6ad1-7ab5-4c8f-9a5e-0f4d5f6f7a09',
      name: 'Laptop',
      added_at: ADDED_AT,
      used_at: null,
      second_step_only: false,
    };
    serveAccount({ factors: theFactors({ passkeys: [passkey] }) });
    const page = renderAccount();
    await page.user.click(await screen.findByRole('button', { name: 'Rename Laptop' }));
    await page.user.type(screen.getByRole('textbox', { name: 'Name' }), ' at home');
    await reloadStored(page.unmount);
    const { user } = renderAccount();
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Laptop at home');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the authenticator app', () => {
  it('is set up with the password and a first code, and shows recovery codes once', async () => {
    const account = { factors: theFactors() };
    serveAccount(account);
    network.use(
      answer(startTotp, ({ body }) =>
        body.password === 'right'
          ? reply(startTotp, { uri: 'otpauth://totp/A?secret=ABCD', secret: 'ABCD' })
          : wrongPassword(),
      ),
      answer(confirmTotp, () => {
        account.factors = theFactors({ totp: { added_at: ADDED_AT }, recovery_codes_left: 1 });
        return reply(confirmTotp, { recovery_codes: ['aaaa-bbbb-cccc-dddd'] });
      }),
    );
    const { user, notify } = renderAccount();
    expect(await screen.findByText('Off')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set up' }));
    const dialog = screen.getByRole('dialog', { name: 'Set up an authenticator app' });
    await user.type(password(), 'wrong{Enter}');
    expect(await within(dialog).findByText('The password is incorrect')).toBeVisible();
    expect(password()).toHaveFocus();
    await user.clear(password());
    await user.type(password(), 'right{Enter}');
    await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toHaveTextContent(
      'aaaa-bbbb-cccc-dddd',
    );
    await user.click(screen.getByRole('button', { name: 'I saved the codes' }));
    expect(await screen.findByText('On since Oct 5, 2026')).toBeVisible();
    expect(screen.getByText(/^1 code left/)).toBeVisible();
    expect(notify).toHaveBeenCalledWith({
      severity: 'success',
      message: 'The authenticator app is on. You’ll be asked for a code when you sign in.',
    });
  });

  it('is turned off with the password', async () => {
    const account = { factors: theFactors({ totp: { added_at: ADDED_AT }, recovery_codes_left: 9 }) };
    serveAccount(account);
    network.use(
      answer(removeTotp, () => {
        account.factors = theFactors();
        return reply(removeTotp, account.factors);
      }),
    );
    const { user, notify } = renderAccount();
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = screen.getByRole('dialog', { name: 'Turn off the authenticator app?' });
    await user.type(password(), 'right');
    await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Off')).toBeVisible();
    expect(notify).toHaveBeenCalledWith({ severity: 'success', message: 'The authenticator app is off.' });
  });

  it('can’t be turned off if the account needs it', async () => {
    serveAccount({ factors: theFactors({ required: true, totp: { added_at: ADDED_AT } }) });
    renderAccount();
    expect(await screen.findByText(/needs a second step/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn off' })).not.toBeInTheDocument();
    expect(screen.getByText(/^No codes left/)).toBeVisible();
  });

  it('gets new recovery codes', async () => {
    serveAccount({ factors: theFactors({ totp: { added_at: ADDED_AT }, recovery_codes_left: 2 }) });
    network.use(
      answer(createRecoveryCodes, () => reply(createRecoveryCodes, { recovery_codes: ['eeee-ffff-gggg-hhhh'] })),
    );
    const { user } = renderAccount();
    await user.click(await screen.findByRole('button', { name: 'Create new codes' }));
    await user.type(password(), 'right{Enter}');
    expect(await screen.findByText('eeee-ffff-gggg-hhhh')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByText('eeee-ffff-gggg-hhhh')).toBeVisible();
  });
});

describe('sessions', () => {
  it('lists the sessions and ends one', async () => {
    const ended: string[] = [];
    serveAccount({ factors: theFactors(), sessions: [here, elsewhere] });
    network.use(
      answer(endSession, ({ params }) => {
        ended.push(params.session);
        return reply(endSession, { sessions: [here] });
      }),
    );
    const { user, notify } = renderAccount();
    expect(await screen.findByText('This device')).toBeVisible();
    expect(screen.getByText(/^203\.0\.113\.7/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
    expect(ended).toEqual([elsewhere.id]);
    expect(notify).toHaveBeenCalledWith({ severity: 'success', message: 'Safari on iPhone was signed out.' });
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  it('asks before ending all others', async () => {
    serveAccount({ factors: theFactors(), sessions: [here, elsewhere] });
    network.use(answer(endOtherSessions, () => reply(endOtherSessions, { sessions: [here] })));
    const { user, notify } = renderAccount();
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
    expect(dialog).toHaveTextContent('1 other session will end.');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
    expect(notify).toHaveBeenCalledWith({ severity: 'success', message: 'You’re signed in only here now.' });
  });
});

describe('the account page', () => {
  it('says why it failed to load, and retries', async () => {
    serveAccount({ factors: theFactors() });
    network.use(
      answer(readSecondFactors, () => errorReply(500, 'broken', 'The accounts are resting.'), { once: true }),
    );
    const { user } = renderAccount();
    expect(await screen.findByText('The accounts are resting.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Retry|Try again/ }));
    expect(await screen.findByText('Off')).toBeVisible();
  });

  it('refers people without a password to their identity provider', async () => {
    serveAccount({ factors: theFactors({ local: false }) });
    renderAccount();
    expect(await screen.findByText(/You sign in with your identity provider/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set up' })).not.toBeInTheDocument();
  });
});
