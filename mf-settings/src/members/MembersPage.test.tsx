import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listMembers, missingRight, rightsOfMember, updateMember } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { server, withServer } from '../settings-record/testing/open-page';
import { aMember, mia, olivia, sam } from './testing/member-server';
import { serve, open, openTable, row, dialog, button, toasts } from './testing/open-members';

withServer();

describe('the members table', () => {
  it('shows name, email, role and access of each member', async () => {
    serve();
    await openTable();
    expect(row('Olivia Owner').getByText('You')).toBeVisible();
    expect(row('Olivia Owner').getByText('Everything')).toBeVisible();
    expect(row('Mia Manager').getByText('manager@bright-smiles.example')).toBeVisible();
    expect(row('Mia Manager').getByRole('combobox', { name: 'Role of Mia Manager' })).toHaveDisplayValue('Manager');
    expect(row('Mia Manager').getByText('See billing, Settings, Hours')).toBeVisible();
    expect(row('Mia Manager').getByText('Custom')).toBeVisible();
    expect(row('Sam Staff').queryByText('Custom')).toBeNull();
  });

  it('shows that a manager with every role right can’t manage members', async () => {
    serve([olivia, { ...mia, rights: rightsOfMember('manager', null), has_own_rights: false }]);
    await openTable();
    expect(row('Mia Manager').getByText('Everything except members')).toBeVisible();
  });

  it('shows how and when members sign in', async () => {
    const at = Date.parse('2026-11-20T15:05:00Z') / 1000;
    serve([
      olivia,
      { ...mia, sign_in: { ways: ['password', 'passkey'], has_second_step: true, last_at: at } },
      { ...sam, state: 'invited', sign_in: null },
    ]);
    await openTable();
    expect(row('Mia Manager').getByText('Password, Passkey, two-step')).toBeVisible();
    expect(row('Mia Manager').getByText('Nov 20, 2026')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Nov 20, 2026, 9:05/),
    );
    expect(row('Olivia Owner').getByText('Not yet')).toBeVisible();
    expect(row('Sam Staff').queryByText('Not yet')).toBeNull();
  });

  it('shows role and access as text on a phone, with all actions in a menu', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    serve();
    const { user } = await open();
    const members = within(await screen.findByRole('list', { name: 'Members of Bright Smiles Dental' }));
    const [, card] = members.getAllByRole('listitem');
    expect(card).toHaveTextContent(/Manager.*See billing, Settings, Hours/);
    expect(members.queryByRole('combobox')).toBeNull();
    await user.click(members.getByRole('button', { name: 'More for Mia Manager' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit access' }));
    expect(await screen.findByRole('dialog', { name: /Mia Manager/ })).toBeVisible();
    media.mockRestore();
  });

  it('finds members by name and by state', async () => {
    serve([olivia, mia, { ...sam, state: 'deactivated' }]);
    const { user, shell } = await openTable();
    expect(screen.getByText('3 members')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'mia');
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^Sam Staff/ })).toBeNull());
    expect(screen.getByText('1 of 3 members')).toBeVisible();
    expect(shell.visited.at(-1)).toMatch(/\?search=mia$/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Deactivated');
    expect(await screen.findByText('No member matches')).toBeVisible();
    await user.click(button('Show all members'));
    expect(await screen.findByRole('rowheader', { name: /^Sam Staff/ })).toBeVisible();
  });

  it('shows 25 members per page', async () => {
    const others = Array.from({ length: 30 }, (_, at) =>
      aMember({ user_id: `00000000-0000-4000-8000-0000000001${10 + at}`, name: `Staff ${10 + at}` }),
    );
    serve([olivia, ...others]);
    const { user } = await openTable();
    expect(screen.getAllByRole('rowheader')).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: /next page/i }));
    expect(await screen.findByRole('rowheader', { name: /^Staff 39/ })).toBeVisible();
    expect(screen.getAllByRole('rowheader')).toHaveLength(6);
  });

  it('shows that members are loading', async () => {
    server.use(answer(listMembers, neverAnswer));
    await open();
    expect(screen.getByRole('table', { name: 'Members of Bright Smiles Dental' })).toHaveAttribute('aria-busy', 'true');
    expect(button('Add member')).toHaveAttribute('aria-disabled', 'true');
  });

  it('offers a retry after a failure', async () => {
    serve();
    server.use(answer(listMembers, () => errorReply(500, 'broken', 'The members are out of reach.'), { once: true }));
    const { user } = await open();
    expect(await screen.findByText('The members are out of reach.')).toBeVisible();
    await user.click(button('Retry'));
    expect(await screen.findByRole('rowheader', { name: /^Sam Staff/ })).toBeVisible();
  });

  it('shows an empty state without members', async () => {
    serve([]);
    await open();
    expect(await screen.findByText('No members yet')).toBeVisible();
  });

  it('explains the missing permission without calling the server', async () => {
    const state = serve();
    await open([]);
    expect(screen.getByText(missingRight('members', 'Bright Smiles Dental'))).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull();
    expect(state.reads).toBe(0);
  });
});

describe('a member’s role', () => {
  it('saves a chosen role and keeps individually chosen rights', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.selectOptions(row('Mia Manager').getByRole('combobox'), 'Staff');
    await waitFor(() => expect(toasts(page)).toEqual(['Mia Manager is Staff now']));
    expect(state.changes).toEqual([{ role: 'staff', rights: ['billing.read', 'settings', 'hours'] }]);
    await waitFor(() => expect(row('Mia Manager').getByRole('combobox')).toHaveDisplayValue('Staff'));
    expect(page.shell.published).toEqual([]);
  });

  it('asks before making someone an owner', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.selectOptions(row('Sam Staff').getByRole('combobox'), 'Owner');
    const question = within(await screen.findByRole('alertdialog', { name: 'Make Sam Staff an owner?' }));
    await page.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(state.changes).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await page.user.selectOptions(row('Sam Staff').getByRole('combobox'), 'Owner');
    await page.user.click(await screen.findByRole('button', { name: 'Make owner' }));
    await waitFor(() => expect(toasts(page)).toEqual(['Sam Staff is Owner now']));
    expect(state.changes).toEqual([{ role: 'owner', rights: null }]);
  });

  it('keeps the role of the last owner and explains why at the field', async () => {
    serve();
    const page = await openTable();
    await page.user.selectOptions(row('Olivia Owner').getByRole('combobox'), 'Staff');
    await page.user.click(await screen.findByRole('button', { name: 'Give up ownership' }));
    const olivias = within(await screen.findByRole('row', { name: /Olivia Owner/ }));
    const select = olivias.getByRole('combobox', { hidden: true });
    await waitFor(() => expect(select).toHaveAccessibleDescription(/A practice needs an owner/));
    expect(select).toHaveDisplayValue('Owner');
    expect(page.shell.published).toEqual([]);
  });

  it('publishes a practice change when users change their own role', async () => {
    serve([olivia, { ...mia, role: 'owner', has_own_rights: false }]);
    const page = await openTable();
    await page.user.selectOptions(row('Olivia Owner').getByRole('combobox'), 'Manager');
    await page.user.click(await screen.findByRole('button', { name: 'Give up ownership' }));
    await waitFor(() =>
      expect(page.shell.published).toEqual([{ topic: 'practice-changed', payload: { practice: page.practiceId } }]),
    );
  });
});

describe('editing a member’s access', () => {
  it('adds and removes rights, with the rights they include', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.click(button('Edit access of Sam Staff'));
    const edit = await dialog('Edit access of Sam Staff');
    expect(edit.getByText('These are the rights of the role Staff.')).toBeVisible();
    expect(edit.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Nothing has changed.');
    await page.user.click(edit.getByRole('checkbox', { name: 'Change subscriptions and cards' }));
    const amounts = edit.getByRole('checkbox', { name: 'See amounts, cards and invoices' });
    expect(amounts).toBeChecked();
    expect(amounts).toBeDisabled();
    expect(amounts).toHaveAccessibleDescription(/Included in “Change subscriptions and cards”/);
    await page.user.click(edit.getByRole('checkbox', { name: 'Change hours' }));
    expect(page.shell.unsaved).toEqual({ what: 'what you entered in “Edit access of Sam Staff”', lostWithQuery: true });
    await page.user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(state.changes).toEqual([{ role: 'staff', rights: ['billing.read', 'billing', 'settings'] }]);
    expect(toasts(page)).toEqual(['Access of Sam Staff is saved']);
    await waitFor(() => expect(row('Sam Staff').getByText('Billing, Settings')).toBeVisible());
  });

  it('keeps changed rights across a reload until they are saved', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.click(button('Edit access of Sam Staff'));
    await page.user.click(await screen.findByRole('checkbox', { name: 'Change hours' }));
    const { user, shell } = await page.reload();
    const edit = await dialog('Edit access of Sam Staff');
    expect(edit.getByRole('checkbox', { name: 'Change hours' })).not.toBeChecked();
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Edit access of Sam Staff”', lostWithQuery: true });
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(state.changes).toEqual([{ role: 'staff', rights: ['settings'] }]));
    await page.reload();
    expect(await screen.findByRole('rowheader', { name: /^Sam Staff/ })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks before Escape discards changed rights, and keeps them', async () => {
    serve();
    const { user } = await openTable();
    await user.click(button('Edit access of Sam Staff'));
    const edit = await dialog('Edit access of Sam Staff');
    await user.click(edit.getByRole('checkbox', { name: 'Change hours' }));
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(edit.getByRole('checkbox', { name: 'Change hours' })).not.toBeChecked();
    await user.click(edit.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(row('Sam Staff').queryByText('Custom')).toBeNull();
  });

  it('resets to the role’s rights', async () => {
    const state = serve();
    const { user } = await openTable();
    await user.click(button('Edit access of Mia Manager'));
    const edit = await dialog('Edit access of Mia Manager');
    await user.click(edit.getByRole('button', { name: 'Use the rights of the role' }));
    for (const box of edit.getAllByRole('checkbox')) expect(box).toBeChecked();
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(state.changes).toEqual([{ role: 'manager', rights: null }]));
  });

  it('disables all rights of an owner', async () => {
    serve();
    const { user } = await openTable();
    await user.click(button('Edit access of Olivia Owner'));
    const edit = await dialog(/Olivia/);
    for (const box of edit.getAllByRole('checkbox')) {
      expect(box).toBeChecked();
      expect(box).toBeDisabled();
    }
  });

  it('keeps the chosen rights when the save fails', async () => {
    serve();
    const page = await openTable();
    await page.user.click(button('Edit access of Sam Staff'));
    const edit = await dialog(/Sam/);
    await page.user.click(edit.getByRole('checkbox', { name: 'Change hours' }));
    server.use(answer(updateMember, () => errorReply(503, 'busy', 'The server is busy. Try again.'), { once: true }));
    await page.user.click(edit.getByRole('button', { name: 'Save' }));
    expect(await edit.findByText('The server is busy. Try again.')).toBeVisible();
    expect(edit.getByRole('checkbox', { name: 'Change hours' })).not.toBeChecked();
    await page.user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
