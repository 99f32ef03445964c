import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { UserIdContext } from 'shared-ui';
import { renderKit } from 'shared-ui/testing';
import { SharedComputerDialog, type SharedComputerDialogProps } from './SharedComputerDialog';

function renderDialog(props: Partial<SharedComputerDialogProps> = {}) {
  const save = jest.fn<SharedComputerDialogProps['save']>(() => Promise.resolve({}));
  const onClose = jest.fn();
  const user = { id: 'u-olivia', name: 'Olivia Marsh', email: 'owner@bright-smiles.example' };
  return {
    save,
    onClose,
    ...renderKit(
      <UserIdContext value={user.id}>
        <SharedComputerDialog user={user} computer={undefined} {...{ save, onClose }} {...props} />
      </UserIdContext>,
    ),
  };
}

const name = (): HTMLElement => screen.getByLabelText('Your name on this computer');

describe('SharedComputerDialog', () => {
  it('marks the computer as shared with the person’s chosen name', async () => {
    const { user, save, onClose } = renderDialog();
    expect(screen.getByRole('dialog', { name: 'Shared computer' })).toHaveTextContent(
      'end after 10 minutes without activity',
    );
    expect(name()).toHaveValue('Olivia');
    await user.clear(name());
    await user.type(name(), 'Livy{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(save).toHaveBeenCalledWith({ shared: true, name: 'Livy' });
  });

  it('doesn’t list a person who leaves the name empty', async () => {
    const { user, save } = renderDialog({ computer: { name: 'Olivia', asks: false } });
    await user.clear(name());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(save).toHaveBeenCalledWith({ shared: true, name: null });
  });

  it('ends the sharing', async () => {
    const { user, save, onClose } = renderDialog({ computer: { name: 'Olivia', asks: false } });
    await user.click(screen.getByRole('button', { name: 'Stop sharing this computer' }));
    expect(save).toHaveBeenCalledWith({ shared: false, name: null });
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('asks a new person for their name, and lists them only if they choose one', async () => {
    const { user, save, onClose } = renderDialog({ computer: { name: null, asks: true } });
    expect(screen.getByRole('dialog', { name: 'Shared computer' })).toHaveTextContent(
      'Colleagues use this computer too',
    );
    await user.click(screen.getByRole('button', { name: 'Don’t list me' }));
    expect(save).toHaveBeenCalledWith({ shared: true, name: null });
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('says why saving failed, and keeps the input', async () => {
    const error = { status: 0, code: 'no_answer', message: 'The server didn’t answer.' };
    const { user, onClose } = renderDialog({ save: () => Promise.resolve({ error }) });
    await user.type(name(), ' M.{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The server didn’t answer.');
    expect(name()).toHaveValue('Olivia M.');
    expect(onClose).not.toHaveBeenCalled();
  });
});
