import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { type Approval, approveRequest } from 'shared-api/contracts/approvals';
import { answer, errorReply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../index';
import { ActivityServer, anApproval } from './testing/activity-server';

const pages = remotePages(lifecycles);
pages.around();

const internal = { super_admin: false, task_admin: false, internal: true, developer: false };
const open = (search = '') => pages.open({ route: '/internal/activity', search, flags: internal });

it('lists changes of all practices and filters by one', async () => {
  const server = new ActivityServer();
  pages.network.use(...server.handlers());
  const { user, address } = await open('?area=bulk');
  await user.click(await screen.findByRole('link', { name: 'Activity of Harbor Dental' }));
  expect(address()).toBe('/internal/activity?practice=12');
  expect(await screen.findByText(/Who changed what at Harbor Dental\. Times are in Denver/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Activity of Harbor Dental' })).toBeNull();
  expect(server.queries[0]).toMatchObject({ area: 'bulk', page_size: 50 });
  await user.click(screen.getByRole('button', { name: 'All practices' }));
  expect(address()).toBe('/internal/activity');
});

describe('pending approvals', () => {
  let asked = 1240;
  /** Each one names a different number of practices, so that a test can tell its own from the previous one. */
  const nextApproval = (over: Partial<Approval> = {}): Approval =>
    anApproval({ summary: `Add Data Export to ${(asked += 1)} practices`, ...over });
  /** A request that is pending until somebody decides. */
  function serve(approval: Approval): string[] {
    const server = new ActivityServer([approval]);
    pages.network.use(...server.handlers());
    return server.decisions;
  }
  async function waiting({ summary }: Approval): Promise<HTMLElement> {
    await screen.findByText(summary);
    return screen.getByRole('region', { name: 'Waiting for approval' });
  }

  it('is approved after confirmation', async () => {
    const approval = nextApproval();
    const decisions = serve(approval);
    const { user, shell } = await open();
    const panel = await waiting(approval);
    expect(panel).toHaveTextContent(/Requested by Ivy Internal, expires Nov 2\d, 2026/);
    expect(await accessibilityViolations()).toEqual([]);
    await user.click(within(panel).getByRole('button', { name: `Approve: ${approval.summary}` }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve this change?' });
    expect(decisions).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(decisions).toEqual(['approve 3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10']);
    expect(shell.notifications).toMatchObject([{ message: `Approved: ${approval.summary}` }]);
  });

  it('is declined even by its requester, who can’t approve it', async () => {
    const approval = nextApproval({ own: true });
    const decisions = serve(approval);
    const { user } = await open();
    const panel = within(await waiting(approval));
    const approve = panel.getByRole('button', { name: /^Approve:/ });
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    await user.click(approve);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(panel.getByRole('button', { name: /^Decline:/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(decisions).toEqual(['decline 3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10 {}']));
  });

  it('restores the dialog and typed reason after a reload, and asks before discarding it', async () => {
    serve(nextApproval());
    const page = await open();
    await page.user.click(await screen.findByRole('button', { name: /^Decline:/ }));
    await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Wait');
    const { user, shell } = await page.reload();
    expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveValue('Wait');
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Decline this change?”', lostWithQuery: true });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    await user.click(within(question).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(shell.unsaved).toBeNull();
  });

  it('is declined by someone else with a reason', async () => {
    const approval = nextApproval();
    const decisions = serve(approval);
    const { user } = await open();
    await user.click(within(await waiting(approval)).getByRole('button', { name: /^Decline:/ }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Decline this change?' });
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
    expect(reason).toHaveAccessibleDescription(/Tells Ivy Internal why/);
    expect(await accessibilityViolations(dialog)).toEqual([]);
    await user.click(reason);
    await user.paste('x'.repeat(501));
    expect(within(dialog).getByRole('button', { name: 'Decline' })).toHaveAttribute('aria-disabled', 'true');
    await user.clear(reason);
    await user.type(reason, '  Wait for the audit ');
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
    await waitFor(() =>
      expect(decisions).toEqual(['decline 3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10 {"reason":"Wait for the audit"}']),
    );
  });

  it('can’t be decided by people without the right', async () => {
    const approval = nextApproval({ kind: 'promotion', may_decide: false });
    serve(approval);
    await open();
    const buttons = within(await waiting(approval)).getAllByRole('button');
    expect(buttons.map((one) => one.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
  });

  it('says why a decision was refused', async () => {
    const approval = nextApproval();
    serve(approval);
    pages.network.use(
      answer(approveRequest, () => errorReply(409, 'already_decided', 'Sasha has already approved this.')),
    );
    const { user, shell } = await open();
    await user.click(within(await waiting(approval)).getByRole('button', { name: /^Approve:/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(shell.notifications).toMatchObject([{ severity: 'error', message: 'Sasha has already approved this.' }]),
    );
  });
});
