import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Notification } from 'shared-api';
import { acceptInvitation, declineInvitation } from 'shared-api/contracts/accounts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { renderKit } from 'shared-ui/testing';
import { PracticeInvitations } from './PracticeInvitations';
import { network, withNetwork } from './testing/account-server';

withNetwork();

const expires_at = Date.UTC(2026, 11, 7, 18) / 1000;
const invitations = [
  { practice_id: 1, practice_name: 'Bright Smiles Dental', role: 'staff' as const, expires_at },
  { practice_id: 2, practice_name: 'Lakeside Orthodontics', role: 'manager' as const, expires_at },
];

function renderInvitations() {
  const notify = jest.fn<(notification: Notification) => void>();
  const onAccepted = jest.fn<(practiceId: number) => void>();
  const transport = { reauthenticate: () => Promise.resolve(false), heardRevision: () => undefined };
  const props = { invitations, transport, notify, onAccepted };
  return { notify, onAccepted, ...renderKit(<PracticeInvitations {...props} />) };
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

it('names each practice with the role, and opens an accepted one', async () => {
  network.use(answer(acceptInvitation, () => reply(acceptInvitation, { status: 'success' })));
  const { user, onAccepted } = renderInvitations();
  expect(screen.getByText('Bright Smiles Dental would like to add you as Staff')).toBeVisible();
  expect(screen.getByText('Lakeside Orthodontics would like to add you as Manager')).toBeVisible();
  expect(screen.getAllByText(/Until you accept, the practice doesn’t see your name/)).toHaveLength(2);
  await user.click(button('Accept the invitation of Lakeside Orthodontics'));
  await waitFor(() => expect(onAccepted).toHaveBeenCalledWith(2));
});

it('removes a declined one, and says so', async () => {
  network.use(answer(declineInvitation, () => reply(declineInvitation, { status: 'success' })));
  const { user, notify, onAccepted } = renderInvitations();
  await user.click(button('Decline the invitation of Bright Smiles Dental'));
  await waitFor(() => expect(screen.queryByText(/Bright Smiles Dental/)).toBeNull());
  expect(button('Accept the invitation of Lakeside Orthodontics')).toBeVisible();
  expect(notify).toHaveBeenCalledWith({
    severity: 'success',
    message: 'The invitation of Bright Smiles Dental is declined',
  });
  expect(onAccepted).not.toHaveBeenCalled();
});

it('keeps an invitation that can’t be answered, and says why', async () => {
  const message = 'This invitation has expired. Ask Bright Smiles Dental to send it again.';
  network.use(answer(acceptInvitation, () => errorReply(409, 'invitation_expired', message)));
  const { user, notify } = renderInvitations();
  await user.click(button('Accept the invitation of Bright Smiles Dental'));
  await waitFor(() => expect(notify).toHaveBeenCalledWith({ severity: 'error', message }));
  expect(button('Accept the invitation of Bright Smiles Dental')).toBeEnabled();
});
