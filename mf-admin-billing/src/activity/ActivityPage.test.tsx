import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  type ActivityItem,
  listActivity,
  listActivityActors,
  listAllActivity,
  listAllActivityActors,
} from 'shared-api/contracts/activity';
import { type Approval, approveRequest, declineRequest, listApprovals } from 'shared-api/contracts/approvals';
import { answer, errorReply, reply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../index';

const pages = remotePages(lifecycles);
pages.around();
beforeEach(() => pages.network.use(answer(listApprovals, () => reply(listApprovals, { approvals: [] }))));

const item: ActivityItem = {
  id: '1795532400000000-00000000-0000-7000-8000-000000000001',
  practice_id: 12,
  practice_name: 'Harbor Dental',
  at: Date.parse('2026-11-20T15:12:00Z') / 1000,
  actor: { kind: 'person', name: 'Iris Okafor' },
  area: 'access',
  sentence: [
    { kind: 'text', text: 'turned on ' },
    { kind: 'added', text: 'Beta reports' },
  ],
  changes: [],
  link: '/internal/practices/12/subscriptions',
  revert: null,
};
const page = { results: [item], next: null, hidden_areas: [] };
const actors = { actors: [] };

const internal = { super_admin: false, task_admin: false, internal: true, developer: false };
const open = (search = '') => pages.open({ route: '/internal/activity', search, flags: internal });

it('lists changes of all practices, and narrows to one', async () => {
  const queries: unknown[] = [];
  pages.network.use(
    answer(listAllActivity, ({ query }) => {
      queries.push(query);
      return reply(listAllActivity, { ...page, practice_name: null, time_zone: 'UTC' });
    }),
    answer(listAllActivityActors, () => reply(listAllActivityActors, actors)),
    answer(listActivity, () =>
      reply(listActivity, { ...page, practice_name: 'Harbor Dental', time_zone: 'America/Denver' }),
    ),
    answer(listActivityActors, () => reply(listActivityActors, actors)),
  );
  const { user, address } = await open('?area=bulk');
  await user.click(await screen.findByRole('link', { name: 'Activity of Harbor Dental' }));
  expect(address()).toBe('/internal/activity?practice=12');
  expect(await screen.findByText(/Who changed what at Harbor Dental\. Times are in Denver/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Activity of Harbor Dental' })).toBeNull();
  expect(queries[0]).toMatchObject({ area: 'bulk', page_size: 50 });
  await user.click(screen.getByRole('button', { name: 'All practices' }));
  expect(address()).toBe('/internal/activity');
});

describe('what waits for approval', () => {
  let asked = 1240;
  /** Each one names another number of practices, so that a test sees when its own is shown, not the one before. */
  const anApproval = (over: Partial<Approval> = {}): Approval => ({
    id: '3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10',
    kind: 'bulk_change',
    summary: `Add Data Export to ${(asked += 1)} practices`,
    requested_by: 'Ivy Internal',
    requested_at: Date.parse('2026-11-20T15:12:00Z') / 1000,
    expires_at: Date.parse('2026-11-21T15:12:00Z') / 1000,
    own: false,
    may_decide: true,
    ...over,
  });
  /** A request that waits until somebody decides. */
  function serve(approval: Approval): string[] {
    const decisions: string[] = [];
    const decided = { status: 'success', message: `Approved: ${approval.summary}` } as const;
    pages.network.use(
      answer(listApprovals, () => reply(listApprovals, { approvals: decisions.length === 0 ? [approval] : [] })),
      answer(approveRequest, ({ params }) => {
        decisions.push(`approve ${params.approval}`);
        return reply(approveRequest, decided);
      }),
      answer(declineRequest, ({ params, body }) => {
        decisions.push(`decline ${params.approval} ${JSON.stringify(body)}`);
        return reply(declineRequest, decided);
      }),
      answer(listAllActivity, () => reply(listAllActivity, { ...page, practice_name: null, time_zone: 'UTC' })),
      answer(listAllActivityActors, () => reply(listAllActivityActors, actors)),
    );
    return decisions;
  }
  async function waiting({ summary }: Approval): Promise<HTMLElement> {
    await screen.findByText(summary);
    return screen.getByRole('region', { name: 'Waiting for approval' });
  }

  it('is approved after a question', async () => {
    const approval = anApproval();
    const decisions = serve(approval);
    const { user, shell } = await open();
    const panel = await waiting(approval);
    expect(panel).toHaveTextContent(/Asked for by Ivy Internal, until Nov 2\d, 2026/);
    expect(await accessibilityViolations()).toEqual([]);
    await user.click(within(panel).getByRole('button', { name: `Approve: ${approval.summary}` }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve this change?' });
    expect(decisions).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(decisions).toEqual(['approve 3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10']);
    expect(shell.notifications).toMatchObject([{ message: `Approved: ${approval.summary}` }]);
  });

  it('is declined, also by the one who asked, who can’t approve it', async () => {
    const approval = anApproval({ own: true });
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

  it('is asked about again after a reload with the typed reason, and discards it only after a question', async () => {
    serve(anApproval());
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

  it('is declined by someone else for a reason', async () => {
    const approval = anApproval();
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
    const approval = anApproval({ kind: 'promotion', may_decide: false });
    serve(approval);
    await open();
    const buttons = within(await waiting(approval)).getAllByRole('button');
    expect(buttons.map((one) => one.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
  });

  it('says why a decision was refused', async () => {
    const approval = anApproval();
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
