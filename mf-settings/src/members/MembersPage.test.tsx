import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  addMember,
  deactivateMember,
  inviteAgain,
  listMembers,
  missingRight,
  rightsOfMember,
  updateMember,
} from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { staff } from '../settings-record/testing/builders';
import { MEMBERS, type OpenPage, openPage, server, withServer } from '../settings-record/testing/open-page';
import { aMember, LINK_EXPIRES_AT, MemberServer, mia, olivia, sam } from './testing/member-server';

withServer();

function serve(members = [olivia, mia, sam]): MemberServer {
  const state = new MemberServer(members);
  server.use(...state.handlers());
  return state;
}

const session = { user: { id: olivia.user_id, name: olivia.name, email: olivia.email }, flags: staff };

async function open(rights?: readonly ['members'] | readonly []): Promise<OpenPage> {
  const page = await openPage(staff, { route: MEMBERS, session }, rights);
  await screen.findByRole('heading', { name: 'Members' });
  return page;
}
async function openTable(): Promise<OpenPage> {
  const page = await open();
  await screen.findByRole('rowheader', { name: /Olivia Owner/ });
  return page;
}
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const button = (name: string) => screen.getByRole('button', { name });
const toasts = ({ shell }: OpenPage) => shell.notifications.map(({ message }) => message);

describe('the table of members', () => {
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
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows that a manager with every right of the role cannot manage members', async () => {
    serve([olivia, { ...mia, rights: rightsOfMember('manager', null), has_own_rights: false }]);
    await openTable();
    expect(row('Mia Manager').getByText('Everything except members')).toBeVisible();
  });

  it('shows that members are loading, without accessibility violations', async () => {
    server.use(answer(listMembers, neverAnswer));
    await open();
    expect(screen.getByRole('table', { name: 'Members of Bright Smiles Dental' })).toHaveAttribute('aria-busy', 'true');
    expect(button('Add member')).toHaveAttribute('aria-disabled', 'true');
    expect(await accessibilityViolations()).toEqual([]);
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

  it('explains the missing permission and does not call the server', async () => {
    const state = serve();
    await open([]);
    expect(screen.getByText(missingRight('members'))).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull();
    expect(state.reads).toBe(0);
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('the role of a member', () => {
  it('saves a chosen role and keeps individually chosen rights', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.selectOptions(row('Mia Manager').getByRole('combobox'), 'Staff');
    await waitFor(() => expect(toasts(page)).toEqual(['Mia Manager is Staff now']));
    expect(state.changes).toEqual([{ role: 'staff', rights: ['billing.read', 'settings', 'hours'] }]);
    expect(row('Mia Manager').getByRole('combobox')).toHaveDisplayValue('Staff');
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
    const select = row('Olivia Owner').getByRole('combobox', { hidden: true });
    await waitFor(() => expect(select).toHaveAccessibleDescription(/A practice needs an owner/));
    expect(select).toHaveDisplayValue('Owner');
    expect(page.shell.published).toEqual([]);
  });

  it('publishes a practice change when people change their own role', async () => {
    serve([olivia, { ...mia, role: 'owner', has_own_rights: false }]);
    const page = await openTable();
    await page.user.selectOptions(row('Olivia Owner').getByRole('combobox'), 'Manager');
    await page.user.click(await screen.findByRole('button', { name: 'Give up ownership' }));
    await waitFor(() =>
      expect(page.shell.published).toEqual([{ topic: 'practice-changed', payload: { practice: page.practiceId } }]),
    );
  });
});

describe('editing the access of a member', () => {
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
    expect(page.shell.unsaved).toEqual({ what: 'changes to the access of Sam Staff', lostWithQuery: true });
    expect(await accessibilityViolations()).toEqual([]);
    await page.user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(state.changes).toEqual([{ role: 'staff', rights: ['billing.read', 'billing', 'settings'] }]);
    expect(toasts(page)).toEqual(['Access of Sam Staff is saved']);
    expect(row('Sam Staff').getByText('Billing, Settings')).toBeVisible();
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

  it('resets to the rights of the role', async () => {
    const state = serve();
    const { user } = await openTable();
    await user.click(button('Edit access of Mia Manager'));
    const edit = await dialog('Edit access of Mia Manager');
    await user.click(edit.getByRole('button', { name: 'Use the rights of the role' }));
    for (const box of edit.getAllByRole('checkbox')) expect(box).toBeChecked();
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(state.changes).toEqual([{ role: 'manager', rights: null }]));
  });

  it('disables every right of an owner', async () => {
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

describe('adding a member', () => {
  it('sends email, role and rights, and shows the new member', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.click(button('Add member'));
    const add = await dialog('Add member');
    expect(await accessibilityViolations()).toEqual([]);
    await page.user.type(add.getByRole('textbox', { name: /^Email/ }), ' new@bright-smiles.example ');
    await page.user.type(add.getByRole('textbox', { name: /^Name/ }), ' Somebody ');
    await page.user.selectOptions(add.getByRole('combobox', { name: 'Role' }), 'Manager');
    await page.user.click(add.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByRole('rowheader', { name: /^Noah New/ })).toBeInTheDocument();
    expect(state.changes).toEqual([
      { email: 'new@bright-smiles.example', name: 'Somebody', role: 'manager', rights: null },
    ]);
    expect(toasts(page)).toEqual(['new@bright-smiles.example is a member now']);
    expect(state.reads).toBe(1);
  });

  it('shows at the field that the address belongs to a member, and keeps what was typed', async () => {
    serve();
    const { user } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    const field = add.getByRole('textbox', { name: /^Email/ });
    const name = add.getByRole('textbox', { name: /^Name/ });
    await user.type(name, 'Sam');
    await user.type(field, 'staff@bright-smiles.example');
    await user.click(add.getByRole('button', { name: 'Add member' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/This person is a member already/));
    expect(field).toHaveValue('staff@bright-smiles.example');
    expect(name).toHaveValue('Sam');
    expect(field).toHaveFocus();
  });

  it('shows a name that the server refuses at its field', async () => {
    serve();
    const { user } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    const name = add.getByRole('textbox', { name: /^Name/ });
    await user.type(add.getByRole('textbox', { name: /^Email/ }), 'unknown@bright-smiles.example');
    await user.type(name, 'x');
    const refused = { fields: { name: 'Enter a longer name' } };
    server.use(answer(addMember, () => errorReply(400, 'invalid', 'Check the fields.', refused), { once: true }));
    await user.click(add.getByRole('button', { name: 'Add member' }));
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Enter a longer name/));
    expect(name).toHaveFocus();
  });

  it.each([
    ['an address', { type: 'new@bright-smiles.example' }],
    ['a role', { choose: 'Manager' }],
  ])('asks before Cancel discards %s', async (_, { type, choose }: { type?: string; choose?: string }) => {
    serve();
    const { user } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    if (type !== undefined) await user.type(add.getByRole('textbox', { name: /^Email/ }), type);
    if (choose !== undefined) await user.selectOptions(add.getByRole('combobox', { name: 'Role' }), choose);
    await user.click(add.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('requires an address and a name before calling the server', async () => {
    const state = serve();
    const { user } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    await user.click(add.getByRole('button', { name: 'Add member' }));
    expect(add.getByRole('textbox', { name: /^Email/ })).toHaveAccessibleDescription('Enter an email address');
    expect(add.getByRole('textbox', { name: /^Email/ })).toHaveFocus();
    expect(add.getByRole('textbox', { name: /^Name/ })).toHaveAccessibleDescription(/Enter a name/);
    expect(state.changes).toEqual([]);
  });

  it('keeps the form when no answer comes', async () => {
    serve();
    const { user, shell } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    await user.type(add.getByRole('textbox', { name: /^Email/ }), 'new@bright-smiles.example');
    await user.type(add.getByRole('textbox', { name: /^Name/ }), 'Noah');
    await user.click(add.getByRole('checkbox', { name: 'Change hours' }));
    server.use(answer(addMember, () => Response.error(), { once: true }));
    await user.click(add.getByRole('button', { name: 'Add member' }));
    expect(await add.findByRole('alert')).toHaveTextContent('The server didn’t answer');
    expect(add.getByRole('textbox', { name: /^Email/ })).toHaveValue('new@bright-smiles.example');
    expect(add.getByRole('checkbox', { name: 'Change hours' })).not.toBeChecked();
    expect(shell.unsaved).not.toBeNull();
  });
});

describe('inviting a person without an account', () => {
  const invite = async (page: OpenPage): Promise<void> => {
    await page.user.click(button('Add member'));
    const add = await dialog('Add member');
    await page.user.type(add.getByRole('textbox', { name: /^Email/ }), 'ina@bright-smiles.example');
    await page.user.type(add.getByRole('textbox', { name: /^Name/ }), 'Ina Invited');
    await page.user.click(add.getByRole('button', { name: 'Add member' }));
  };
  const ina = {
    user_id: '00000000-0000-4000-8000-000000000009',
    name: 'Ina Invited',
    email: 'ina@bright-smiles.example',
    state: 'invited' as const,
    invitation: { link_expires_at: LINK_EXPIRES_AT, has_expired: false },
  };

  it('shows the link once, with its expiry, and copies it', async () => {
    serve();
    const page = await openTable();
    await invite(page);
    const shown = await dialog('Invitation of Ina Invited');
    const link = shown.getByRole('textbox', { name: 'Link' });
    expect(link).toHaveValue(`${window.location.origin}/account-link#token-1`);
    expect(link).toHaveAccessibleDescription('Works once, until Dec 2, 2026, 12:00 PM CST. It’s shown only now.');
    expect(shown.getByRole('button', { name: 'Copy link' })).toHaveFocus();
    expect(await accessibilityViolations()).toEqual([]);
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(shown.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(toasts(page)).toEqual(['The link is copied']));
    expect(copied.mock.calls).toEqual([[`${window.location.origin}/account-link#token-1`]]);
    await page.user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body).not.toHaveTextContent('token-1');
    expect(row('Ina Invited').getByText('Invited')).toBeVisible();
    expect(row('Ina Invited').getByText('The link works until Dec 2, 2026, 12:00 PM.')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('selects the link when it can’t be copied', async () => {
    serve();
    const page = await openTable();
    await invite(page);
    const shown = await dialog('Invitation of Ina Invited');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('blocked'));
    await page.user.click(shown.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(toasts(page)).toEqual(['Couldn’t copy the link. Select it and copy it yourself.']));
    const link = shown.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
  });

  it('confirms a mail in a toast and shows no link', async () => {
    serve().delivery = 'mail';
    const page = await openTable();
    await invite(page);
    await waitFor(() => expect(toasts(page)).toEqual(['The invitation to ina@bright-smiles.example is on its way']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['sign_in' as const, /sign in with the account of your organization/],
    ['provider' as const, /Ask your provider to send this person a link/],
  ])('says what to do for the delivery %s', async (delivery, what) => {
    serve().delivery = delivery;
    const page = await openTable();
    await invite(page);
    const shown = await dialog('Invitation of Ina Invited');
    expect(shown.getByText(what)).toBeVisible();
    expect(shown.queryByRole('textbox')).toBeNull();
  });

  it('invites again with another link', async () => {
    const state = serve([olivia, aMember(ina)]);
    const page = await openTable();
    await page.user.click(button('Invite Ina Invited again'));
    const shown = await dialog('Invitation of Ina Invited');
    expect(shown.getByRole('textbox', { name: 'Link' })).toHaveValue(`${window.location.origin}/account-link#token-1`);
    expect(state.changes).toEqual([{ invitedAgain: ina.user_id }]);
    await page.user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(button('Invite Ina Invited again')).toHaveFocus());
  });

  it('explains why a person can’t be invited again', async () => {
    serve([olivia, aMember(ina)]);
    const page = await openTable();
    const joined = 'Ina Invited has joined already. Reload the page.';
    server.use(answer(inviteAgain, () => errorReply(409, 'joined', joined), { once: true }));
    await page.user.click(button('Invite Ina Invited again'));
    await waitFor(() => expect(toasts(page)).toEqual([`Couldn’t invite Ina Invited again. ${joined}`]));
  });

  it.each([
    ['an expired link', { link_expires_at: LINK_EXPIRES_AT, has_expired: true }, /The link expired on Dec 2, 2026/],
    ['no link', { link_expires_at: null, has_expired: false }, /The invitation has no link at the moment/],
  ])('shows an invitation with %s', async (_what, invitation, shown) => {
    serve([olivia, aMember({ ...ina, invitation })]);
    await openTable();
    expect(row('Ina Invited').getByText(shown)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Deactivate Ina Invited' })).toBeNull();
  });

  it('withdraws an invitation after a question', async () => {
    const state = serve([olivia, aMember(ina)]);
    const page = await openTable();
    await page.user.click(button('Withdraw the invitation of Ina Invited'));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Withdraw the invitation of Ina Invited?' }),
    );
    await page.user.click(question.getByRole('button', { name: 'Withdraw invitation' }));
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^Ina Invited/ })).toBeNull());
    expect(state.changes).toEqual([{ removed: ina.user_id }]);
    expect(toasts(page)).toEqual(['The invitation of Ina Invited is withdrawn']);
  });
});

describe('deactivating a member', () => {
  it('asks first, then shows the member as deactivated and keeps the focus in the row', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.click(button('Deactivate Sam Staff'));
    const name = 'Deactivate Sam Staff in Bright Smiles Dental?';
    const question = within(await screen.findByRole('alertdialog', { name }));
    expect(await accessibilityViolations()).toEqual([]);
    await page.user.click(question.getByRole('button', { name: 'Keep' }));
    expect(state.changes).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await page.user.click(button('Deactivate Sam Staff'));
    await page.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate Sam Staff' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(state.changes).toEqual([{ deactivated: sam.user_id }]);
    expect(toasts(page)).toEqual(['Sam Staff is deactivated']);
    expect(row('Sam Staff').getByText('Deactivated')).toBeVisible();
    await waitFor(() => expect(button('Reactivate Sam Staff')).toHaveFocus());
  });

  it('reactivates a member', async () => {
    const state = serve([olivia, { ...sam, state: 'deactivated' }]);
    const page = await openTable();
    await page.user.click(button('Reactivate Sam Staff'));
    await waitFor(() => expect(toasts(page)).toEqual(['Sam Staff has access again']));
    expect(state.changes).toEqual([{ reactivated: sam.user_id }]);
    expect(button('Deactivate Sam Staff')).toHaveFocus();
    expect(row('Sam Staff').queryByText('Deactivated')).toBeNull();
  });

  it('explains why the signed-in person can’t be deactivated', async () => {
    serve([olivia, { ...mia, role: 'owner' }]);
    await openTable();
    expect(button('Deactivate Olivia Owner')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Deactivate Olivia Owner')).toHaveAccessibleDescription(
      'You can’t deactivate yourself. Ask another owner.',
    );
  });

  it('shows a refusal inside the question', async () => {
    serve();
    const { user } = await openTable();
    const last = 'A practice needs at least one owner. Make someone else an owner first.';
    server.use(answer(deactivateMember, () => errorReply(409, 'last_owner', last), { once: true }));
    await user.click(button('Deactivate Sam Staff'));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Deactivate Sam Staff' }));
    expect(await question.findByText(last)).toBeVisible();
    expect(question.getByText('Couldn’t deactivate Sam Staff')).toBeVisible();
  });
});

describe('removing a member', () => {
  it('asks with the names of the person and the practice, then removes the member', async () => {
    const state = serve();
    const page = await openTable();
    await page.user.click(button('Remove Sam Staff'));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Remove Sam Staff from Bright Smiles Dental?' }),
    );
    expect(await accessibilityViolations()).toEqual([]);
    await page.user.click(question.getByRole('button', { name: 'Keep' }));
    expect(state.changes).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await page.user.click(button('Remove Sam Staff'));
    await page.user.click(await screen.findByRole('button', { name: 'Remove Sam Staff' }));
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^Sam Staff/ })).toBeNull());
    expect(state.changes).toEqual([{ removed: sam.user_id }]);
    expect(toasts(page)).toEqual(['Sam Staff is removed from Bright Smiles Dental']);
    await waitFor(() => expect(button('Add member')).toHaveFocus());
  });

  it('explains why the last owner cannot be removed', async () => {
    serve();
    const { user } = await openTable();
    await user.click(button('Remove Olivia Owner'));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/You lose access to this practice now/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Remove Olivia Owner' }));
    expect(await question.findByText(/A practice needs an owner/)).toBeVisible();
  });
});
