import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import {
  confirmTotpAtSignIn,
  finishSignIn,
  readSignInStep,
  replacePasswordAtSignIn,
  startPasskeyStep,
  startTotpAtSignIn,
} from 'shared-api/contracts/accounts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { catchDownloads, renderKit } from 'shared-ui/testing';
import { SignInStep } from './SignInStep';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

const email = 'ann@clinic.example';
const signedIn = {
  user: { id: 'u-ann', name: 'Ann Osei', email },
  flags: { super_admin: false, task_admin: false, internal: false, developer: false },
  practices: [],
  all_practices: false,
  overrides: [],
  expires_at: 0,
};

const LOST =
  'Lost your device and out of recovery codes? Ask the console’s operator. They verify that it’s you and remove the second ' +
  'step from your account. You then sign in with your password and set up a new one.';

function renderStep() {
  const onSignedIn = jest.fn();
  const onBack = jest.fn();
  return { onSignedIn, onBack, ...renderKit(<SignInStep {...{ onSignedIn, onBack }} />) };
}

describe('the second step of a sign-in', () => {
  const verify = answer(readSignInStep, () =>
    reply(readSignInStep, { step: 'verify', email, methods: ['totp', 'recovery_code'] }),
  );

  it('asks for an app code and signs in with it', async () => {
    const sent = jest.fn();
    network.use(
      verify,
      answer(finishSignIn, ({ body }) => {
        sent(body);
        return reply(finishSignIn, signedIn);
      }),
    );
    const { user, onSignedIn } = renderStep();
    const field = await screen.findByLabelText('Code');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByText(/from your authenticator app for ann@clinic.example/)).toBeVisible();
    expect(screen.getByText(LOST)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(field).toHaveAccessibleDescription('Enter the code');
    await user.type(field, '123 456{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    expect(sent).toHaveBeenCalledWith({ method: 'totp', code: '123 456' });
  });

  it('asks to replace an easy-to-guess password after the second factor', async () => {
    let step: 'verify' | 'replace_password' = 'verify';
    network.use(
      answer(readSignInStep, () => reply(readSignInStep, { step, email, methods: ['totp'] })),
      answer(finishSignIn, () => {
        step = 'replace_password';
        return errorReply(401, 'second_step_required', 'Your password is right, but easy to guess.');
      }),
      answer(replacePasswordAtSignIn, ({ body }) =>
        body.new_password === 'seven quiet herons'
          ? reply(replacePasswordAtSignIn, signedIn)
          : errorReply(422, 'invalid', 'Easy to guess', {
              fields: { new_password: 'This password is easy to guess.' },
            }),
      ),
    );
    const { user, onSignedIn } = renderStep();
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'Choose another password' })).toBeVisible();
    const field = screen.getByLabelText('New password');
    await user.type(field, 'Password2026{Enter}');
    expect(await screen.findByText('This password is easy to guess.')).toBeVisible();
    expect(field).toHaveFocus();
    expect(onSignedIn).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, 'seven quiet herons{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  });

  it('says so when the sign-in expires before the new password is set', async () => {
    let expired = false;
    network.use(
      answer(readSignInStep, () =>
        expired
          ? errorReply(400, 'sign_in_expired', 'This sign-in has expired.')
          : reply(readSignInStep, { step: 'replace_password', email, methods: [] }),
      ),
      answer(replacePasswordAtSignIn, () => {
        expired = true;
        return errorReply(400, 'sign_in_expired', 'This sign-in has expired.');
      }),
    );
    const { user, onBack } = renderStep();
    await user.type(await screen.findByLabelText('New password'), 'seven quiet herons{Enter}');
    expect(await screen.findByText('This sign-in has expired.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the password' }));
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('takes a recovery code instead', async () => {
    const sent = jest.fn();
    network.use(
      verify,
      answer(finishSignIn, ({ body }) => {
        sent(body);
        return reply(finishSignIn, signedIn);
      }),
    );
    const { user, onSignedIn } = renderStep();
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    expect(sent).toHaveBeenCalledWith({ method: 'recovery_code', code: 'abcd-efgh' });
  });

  it('asks for the passkey first, and explains why the device didn’t confirm it', async () => {
    network.use(
      answer(readSignInStep, () =>
        reply(readSignInStep, { step: 'verify', email, methods: ['passkey', 'totp', 'recovery_code'] }),
      ),
      answer(startPasskeyStep, () => reply(startPasskeyStep, { options: { challenge: 'AAAA', rpId: 'console.test' } })),
    );
    const { user, onSignedIn } = renderStep();
    const button = await screen.findByRole('button', { name: 'Use a passkey' });
    expect(button).toHaveFocus();
    // The test's browser has no passkeys.
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('use another way to sign in');
    expect(onSignedIn).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Use your authenticator app' }));
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['under the field, for a wrong code', 'wrong_code', 'This code isn’t right.'],
    ['above it, for too many attempts', 'too_many_attempts', 'Try again in 4 minutes.'],
  ])('shows the refusal %s', async (_, code, message) => {
    network.use(
      verify,
      answer(finishSignIn, () => errorReply(401, code, message)),
    );
    const { user, onSignedIn } = renderStep();
    const field = await screen.findByLabelText('Code');
    await user.type(field, '000000{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
    expect(field).toHaveFocus();
    expect(field).toHaveValue('000000');
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('goes back to the password when the sign-in has expired', async () => {
    network.use(answer(readSignInStep, () => errorReply(400, 'sign_in_expired', 'Enter your password again.')));
    const { user, onBack } = renderStep();
    expect(await screen.findByText('Enter your password again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the password' }));
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('guides a person who needs a second factor through setup', async () => {
    const files = new Map<string, Blob>();
    catchDownloads(files);
    const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
    network.use(
      answer(readSignInStep, () => reply(readSignInStep, { step: 'enroll', email, methods: [] })),
      answer(startTotpAtSignIn, () =>
        reply(startTotpAtSignIn, { uri: 'otpauth://totp/A?secret=ABCDEFGH', secret: 'ABCDEFGH' }),
      ),
      answer(confirmTotpAtSignIn, ({ body }) =>
        body.code === '123456'
          ? reply(confirmTotpAtSignIn, { recovery_codes: codes })
          : errorReply(422, 'invalid', 'No match', { fields: { code: 'This code doesn’t match' } }),
      ),
    );
    const { user, onSignedIn } = renderStep();
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH')).toBeVisible();
    const field = screen.getByLabelText('Code from the app');
    await user.type(field, '999999{Enter}');
    expect(await screen.findByText('This code doesn’t match')).toBeVisible();
    await user.clear(field);
    await user.type(field, '123456{Enter}');
    expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(codes);
    expect(onSignedIn).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect([...files.keys()]).toEqual(['practice-console-recovery-codes.txt']);
    await user.click(screen.getByRole('button', { name: 'I saved the codes' }));
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });
});
