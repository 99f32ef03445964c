import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { deactivateMember } from 'shared-api/contracts';
import { answer, errorReply } from 'shared-api/testing';
import { superAdmin } from '../settings-record/testing/builders';
import { MEMBERS, openPage, server, withServer } from '../settings-record/testing/open-page';
import { mia, olivia, sam } from './testing/member-server';
import { serve, session, openTable, row, button, choose, more, toasts } from './testing/open-members';

withServer();

describe('deactivating a member', () => {
  it('asks first, then shows the member as deactivated and keeps the focus in the row', async () => {
    const state = serve();
    const page = await openTable();
    await choose(page, 'Sam Staff', 'Deactivate');
    const name = 'Deactivate Sam Staff in Bright Smiles Dental?';
    const question = within(await screen.findByRole('alertdialog', { name }));
    await page.user.click(question.getByRole('button', { name: 'Keep' }));
    expect(state.changes).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await choose(page, 'Sam Staff', 'Deactivate');
    await page.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate Sam Staff' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(state.changes).toEqual([{ deactivated: sam.user_id }]);
    expect(toasts(page)).toEqual(['Sam Staff is deactivated']);
    await waitFor(() => expect(row('Sam Staff').getByText('Deactivated')).toBeVisible());
    await waitFor(() => expect(more('Sam Staff')).toHaveFocus());
  });

  it('reactivates a member', async () => {
    const state = serve([olivia, { ...sam, state: 'deactivated' }]);
    const page = await openTable();
    await choose(page, 'Sam Staff', 'Reactivate');
    await waitFor(() => expect(toasts(page)).toEqual(['Sam Staff has access again']));
    expect(state.changes).toEqual([{ reactivated: sam.user_id }]);
    await waitFor(() => expect(more('Sam Staff')).toHaveFocus());
    expect(row('Sam Staff').queryByText('Deactivated')).toBeNull();
  });

  it('explains why the signed-in person can’t be deactivated', async () => {
    serve([olivia, { ...mia, role: 'owner' }]);
    const page = await openTable();
    await page.user.click(more('Olivia Owner'));
    const item = await screen.findByRole('menuitem', { name: /^Deactivate/ });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent('You can’t deactivate yourself. Ask another owner.');
  });

  it('shows a refusal in the dialog', async () => {
    serve();
    const page = await openTable();
    const last = 'A practice needs at least one owner. Make someone else an owner first.';
    server.use(answer(deactivateMember, () => errorReply(409, 'last_owner', last), { once: true }));
    await choose(page, 'Sam Staff', 'Deactivate');
    const question = within(await screen.findByRole('alertdialog'));
    await page.user.click(question.getByRole('button', { name: 'Deactivate Sam Staff' }));
    expect(await question.findByText(last)).toBeVisible();
    expect(question.getByText('Couldn’t deactivate Sam Staff')).toBeVisible();
  });
});

describe('unlinking a member', () => {
  it('is offered to super admins for members who sign in with the identity provider', async () => {
    const state = serve([olivia, { ...sam, is_linked: true }]);
    const page = await openPage(superAdmin, { route: MEMBERS, session: { ...session, flags: superAdmin } });
    await screen.findByRole('rowheader', { name: /Sam Staff/ });
    await choose(page, 'Sam Staff', 'Unlink');
    const question = within(await screen.findByRole('alertdialog', { name: 'Unlink Sam Staff from single sign-on?' }));
    await page.user.click(question.getByRole('button', { name: 'Unlink Sam Staff' }));
    await waitFor(() => expect(toasts(page)).toEqual(['Sam Staff is unlinked and can sign in again']));
    expect(state.changes).toEqual([{ unlinked: sam.user_id }]);
    await page.user.click(more('Sam Staff'));
    expect(await screen.findByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Unlink' })).toBeNull();
  });

  it('isn’t offered to owners', async () => {
    serve([olivia, { ...sam, is_linked: true }]);
    const page = await openTable();
    await page.user.click(more('Sam Staff'));
    expect(await screen.findByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Unlink' })).toBeNull();
  });
});

describe('removing a member', () => {
  it('asks with the names of the person and the practice, then removes the member', async () => {
    const state = serve();
    const page = await openTable();
    await choose(page, 'Sam Staff', 'Remove');
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Remove Sam Staff from Bright Smiles Dental?' }),
    );
    await page.user.click(question.getByRole('button', { name: 'Keep' }));
    expect(state.changes).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await choose(page, 'Sam Staff', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove Sam Staff' }));
    await waitFor(() => expect(toasts(page)).toEqual(['Sam Staff is removed from Bright Smiles Dental']));
    expect(state.changes).toEqual([{ removed: sam.user_id }]);
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^Sam Staff/, hidden: true })).toBeNull());
    await waitFor(() => expect(button('Add member')).toHaveFocus());
  });

  it('explains why the last owner can’t be removed', async () => {
    serve();
    const page = await openTable();
    await choose(page, 'Olivia Owner', 'Remove');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/You lose access to this practice now/)).toBeVisible();
    await page.user.click(question.getByRole('button', { name: 'Remove Olivia Owner' }));
    expect(await question.findByText(/A practice needs an owner/)).toBeVisible();
  });
});
