import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { TransportContext } from 'shared-api';
import { confirmStepUp, readStepUp } from 'shared-api/contracts/accounts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { renderKit } from 'shared-ui/testing';
import { mockDialogs } from '../testing/browser';
import { StepUpDialog } from './StepUpDialog';

const network = setupServer();
beforeAll(mockDialogs);
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

function renderDialog() {
  const onConfirmed = jest.fn();
  const onCancel = jest.fn();
  const transport: TransportContext = { reauthenticate: () => Promise.resolve(false), heardRevision: () => undefined };
  return { onConfirmed, onCancel, ...renderKit(<StepUpDialog {...{ transport, onConfirmed, onCancel }} />) };
}

const ask = answer(readStepUp, () =>
  reply(readStepUp, { email: 'ann@clinic.example', methods: ['totp', 'recovery_code'] }),
);

describe('StepUpDialog', () => {
  it('asks for the second factor and confirms once it is accepted', async () => {
    network.use(
      ask,
      answer(confirmStepUp, ({ body }) =>
        'code' in body && body.code === '123456'
          ? reply(confirmStepUp, { status: 'success' })
          : errorReply(401, 'wrong_code', 'This code isn’t right.'),
      ),
    );
    const { user, onConfirmed } = renderDialog();
    const field = await screen.findByLabelText('Code');
    expect(field).toHaveFocus();
    const dialog = screen.getByRole('dialog', { name: 'Confirm it’s you' });
    expect(dialog).toHaveTextContent('Your input is kept.');
    expect(dialog).toHaveTextContent(
      /out of recovery codes\? Ask the console’s operator\. They verify that it’s you and remove the second/,
    );
    await user.type(field, '000000{Enter}');
    expect(await screen.findByText('This code isn’t right.')).toBeVisible();
    expect(onConfirmed).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, '123456{Enter}');
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledTimes(1));
  });

  it('asks people without a second factor for the password', async () => {
    network.use(
      answer(readStepUp, () => reply(readStepUp, { email: 'ann@clinic.example', methods: ['password'] })),
      answer(confirmStepUp, ({ body }) =>
        body.method === 'password' && body.password === 'correct horse battery'
          ? reply(confirmStepUp, { status: 'success' })
          : errorReply(422, 'invalid', 'The password is incorrect.', {
              fields: { password: 'The password is incorrect' },
            }),
      ),
    );
    const { user, onConfirmed } = renderDialog();
    const field = await screen.findByLabelText<HTMLInputElement>('Your password');
    // A password manager looks for the account in the password's form.
    expect(field.form?.elements.namedItem('username')).toHaveValue('ann@clinic.example');
    await user.type(field, 'wrong{Enter}');
    expect(await screen.findByText('The password is incorrect')).toBeVisible();
    expect(onConfirmed).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, 'correct horse battery{Enter}');
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledTimes(1));
  });

  it('cancels', async () => {
    network.use(ask);
    const { user, onCancel } = renderDialog();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});
