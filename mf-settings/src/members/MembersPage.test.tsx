import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addMember, listMembers, missingRight, rightsOfMember, updateMember } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { staff } from '../settings-record/testing/builders';
import { MEMBERS, type OpenPage, openPage, server, withServer } from '../settings-record/testing/open-page';
import { MemberServer, mia, olivia, sam } from './testing/member-server';

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
    await page.user.selectOptions(add.getByRole('combobox', { name: 'Role' }), 'Manager');
    await page.user.click(add.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByRole('rowheader', { name: /^Noah New/ })).toBeInTheDocument();
    expect(state.changes).toEqual([{ email: 'new@bright-smiles.example', role: 'manager', rights: null }]);
    expect(toasts(page)).toEqual(['new@bright-smiles.example is a member now']);
    expect(state.reads).toBe(1);
  });

  it.each([
    ['nobody', 'unknown@bright-smiles.example', /There is no account with this email address/],
    ['a member', 'staff@bright-smiles.example', /This person is a member already/],
  ])('shows at the field that the address belongs to %s, and keeps the address', async (_, email, problem) => {
    serve();
    const { user } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    const field = add.getByRole('textbox', { name: /^Email/ });
    await user.type(field, `${email}{Enter}`);
    await waitFor(() => expect(field).toHaveAccessibleDescription(problem));
    expect(field).toHaveValue(email);
    expect(field).toHaveFocus();
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

  it('requires an address before calling the server', async () => {
    const state = serve();
    const { user } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    await user.click(add.getByRole('button', { name: 'Add member' }));
    expect(add.getByRole('textbox', { name: /^Email/ })).toHaveAccessibleDescription('Enter an email address');
    expect(state.changes).toEqual([]);
  });

  it('keeps the form when no answer comes', async () => {
    serve();
    const { user, shell } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    await user.type(add.getByRole('textbox', { name: /^Email/ }), 'new@bright-smiles.example');
    await user.click(add.getByRole('checkbox', { name: 'Change hours' }));
    server.use(answer(addMember, () => Response.error(), { once: true }));
    await user.click(add.getByRole('button', { name: 'Add member' }));
    expect(await add.findByRole('alert')).toHaveTextContent('The server didn’t answer');
    expect(add.getByRole('textbox', { name: /^Email/ })).toHaveValue('new@bright-smiles.example');
    expect(add.getByRole('checkbox', { name: 'Change hours' })).not.toBeChecked();
    expect(shell.unsaved).not.toBeNull();
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
