import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addMember, inviteAgain } from 'shared-api/contracts';
import { answer, errorReply } from 'shared-api/testing';
import { type OpenPage, server, withServer } from '../settings-record/testing/open-page';
import { aMember, LINK_EXPIRES_AT, olivia } from './testing/member-server';
import { serve, openTable, row, dialog, button, choose, more, toasts } from './testing/open-members';

withServer();

describe('adding a member', () => {
  it('sends email, role and rights, and shows the invited person', async () => {
    const state = serve();
    state.delivery = 'mail';
    const page = await openTable();
    await page.user.click(button('Add member'));
    const add = await dialog('Add member');
    await page.user.type(add.getByRole('textbox', { name: /^Email/ }), ' new@bright-smiles.example ');
    await page.user.type(add.getByRole('textbox', { name: /^Name/ }), ' Somebody ');
    await page.user.selectOptions(add.getByRole('combobox', { name: 'Role' }), 'Manager');
    await page.user.click(add.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByRole('rowheader', { name: /^Somebody/ })).toBeInTheDocument();
    expect(state.changes).toEqual([
      { email: 'new@bright-smiles.example', name: 'Somebody', role: 'manager', rights: null },
    ]);
    expect(toasts(page)).toEqual(['The invitation to new@bright-smiles.example is on its way']);
    expect(state.reads).toBe(1);
  });

  it('moves to the name with Enter, so that a phone needs no tap', async () => {
    serve();
    const { user } = await openTable();
    await user.click(button('Add member'));
    const add = await dialog('Add member');
    await user.keyboard('new@bright-smiles.example{Enter}');
    expect(add.getByRole('textbox', { name: /^Name/ })).toHaveFocus();
    expect(add.getByRole('textbox', { name: /^Name/ })).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('shows at the field that the address belongs to a member, and keeps the input', async () => {
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

  it('keeps the form without a response', async () => {
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

describe('inviting a person', () => {
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
    expect(link).toHaveAccessibleDescription('Single use; expires Dec 2, 2026, 12:00 PM CST. Copy it now.');
    expect(shown.getByRole('button', { name: 'Copy link' })).toHaveFocus();
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(shown.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(toasts(page)).toEqual(['The link is copied']));
    expect(copied.mock.calls).toEqual([[`${window.location.origin}/account-link#token-1`]]);
    await page.user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body).not.toHaveTextContent('token-1');
    expect(row('Ina Invited').getByText('Invited')).toBeVisible();
    expect(row('Ina Invited').getByText('The invitation is open until Dec 2, 2026, 12:00 PM.')).toBeVisible();
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

  it('confirms an email in a toast and shows no link', async () => {
    serve().delivery = 'mail';
    const page = await openTable();
    await invite(page);
    await waitFor(() => expect(toasts(page)).toEqual(['The invitation to ina@bright-smiles.example is on its way']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the next step when people sign in only through the identity provider', async () => {
    serve().delivery = 'sign_in';
    const page = await openTable();
    await invite(page);
    const shown = await dialog('Invitation of Ina Invited');
    expect(shown.getByText(/sign in with the account of your organization/)).toBeVisible();
    expect(shown.queryByRole('textbox')).toBeNull();
  });

  it('invites again with another link', async () => {
    const state = serve([olivia, aMember(ina)]);
    const page = await openTable();
    await choose(page, 'Ina Invited', 'Invite again');
    const shown = await dialog('Invitation of Ina Invited');
    expect(shown.getByRole('textbox', { name: 'Link' })).toHaveValue(`${window.location.origin}/account-link#token-1`);
    expect(state.changes).toEqual([{ invitedAgain: ina.user_id }]);
    await page.user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(more('Ina Invited')).toHaveFocus());
  });

  const invited = (delivery: 'mail' | 'link' | 'sign_in') =>
    aMember({ ...ina, invitation: { ...ina.invitation, delivery } });

  it('creates and copies a new link after confirmation', async () => {
    const state = serve([olivia, invited('link')]);
    const page = await openTable();
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(more('Ina Invited'));
    await screen.findByRole('menuitem', { name: 'Copy link…' });
    expect(screen.queryByRole('menuitem', { name: 'Invite again' })).toBeNull();
    await page.user.keyboard('{Enter}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Make a new link for Ina Invited?' }));
    expect(question.getByText(/the former one stops working/)).toBeVisible();
    expect(state.changes).toEqual([]);
    await page.user.click(question.getByRole('button', { name: 'Make and copy link' }));
    const shown = await dialog('Invitation of Ina Invited');
    const link = `${window.location.origin}/account-link#token-1`;
    expect(shown.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
    expect([copied.mock.calls, toasts(page)]).toEqual([[[link]], ['The link is copied']]);
    expect(state.changes).toEqual([{ invitedAgain: ina.user_id }]);
    await page.user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(more('Ina Invited')).toHaveFocus());
  });

  it('selects a new link that can’t be copied', async () => {
    serve([olivia, invited('link')]);
    const page = await openTable();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('blocked'));
    await choose(page, 'Ina Invited', 'Copy link…');
    await page.user.click(await screen.findByRole('button', { name: 'Make and copy link' }));
    const shown = await dialog('Invitation of Ina Invited');
    expect(toasts(page)).toEqual(['Couldn’t copy the link. Select it and copy it yourself.']);
    const link = shown.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(link).toHaveFocus();
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
  });

  it('keeps the former link on Cancel, and explains why a new one wasn’t created', async () => {
    const state = serve([olivia, invited('link')]);
    const page = await openTable();
    await choose(page, 'Ina Invited', 'Copy link…');
    await page.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(state.changes).toEqual([]);
    const joined = 'Ina Invited has joined already. Reload the page.';
    server.use(answer(inviteAgain, () => errorReply(409, 'joined', joined), { once: true }));
    await choose(page, 'Ina Invited', 'Copy link…');
    const question = within(await screen.findByRole('alertdialog'));
    await page.user.click(question.getByRole('button', { name: 'Make and copy link' }));
    expect(await question.findByRole('alert')).toHaveTextContent(joined);
  });

  it.each([
    ['mail', 'Resend', /This console mails the link, to its person alone/],
    ['sign_in', 'Invite again', /people sign in with your organization’s account/],
  ] as const)('offers no link, with the reason, when invitations go by %s', async (delivery, again, reason) => {
    serve([olivia, invited(delivery)]);
    const page = await openTable();
    await page.user.click(more('Ina Invited'));
    const copy = await screen.findByRole('menuitem', { name: /^Copy link…/ });
    expect(copy).toHaveAttribute('aria-disabled', 'true');
    expect(copy).toHaveTextContent(reason);
    expect(screen.getByRole('menuitem', { name: again })).toBeVisible();
  });

  it('explains why a person can’t be invited again', async () => {
    serve([olivia, aMember(ina)]);
    const page = await openTable();
    const joined = 'Ina Invited has joined already. Reload the page.';
    server.use(answer(inviteAgain, () => errorReply(409, 'joined', joined), { once: true }));
    await choose(page, 'Ina Invited', 'Invite again');
    await waitFor(() => expect(toasts(page)).toEqual([`Couldn’t invite Ina Invited again. ${joined}`]));
  });

  it.each([
    [
      'an expired link',
      { link_expires_at: LINK_EXPIRES_AT, has_expired: true },
      /The invitation expired on Dec 2, 2026/,
    ],
    ['no link', { link_expires_at: null, has_expired: false }, /The invitation has no link at the moment/],
  ])('shows an invitation with %s', async (_what, invitation, shown) => {
    serve([olivia, aMember({ ...ina, invitation })]);
    const page = await openTable();
    expect(row('Ina Invited').getByText(shown)).toBeVisible();
    await page.user.click(more('Ina Invited'));
    expect(await screen.findByRole('menuitem', { name: 'Invite again' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Deactivate' })).toBeNull();
  });

  it('withdraws an invitation after confirmation', async () => {
    const state = serve([olivia, aMember(ina)]);
    const page = await openTable();
    await choose(page, 'Ina Invited', 'Withdraw');
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Withdraw the invitation of Ina Invited?' }),
    );
    await page.user.click(question.getByRole('button', { name: 'Withdraw invitation' }));
    await waitFor(() => expect(toasts(page)).toEqual(['The invitation of Ina Invited is withdrawn']));
    expect(state.changes).toEqual([{ removed: ina.user_id }]);
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^Ina Invited/, hidden: true })).toBeNull());
  });
});
