import { describe, expect, it } from '@jest/globals';
import { type Approval, listApprovals } from 'shared-api/contracts/approvals';
import { answer, createContributionTester, reply } from 'shared-api/testing';
import { network, withNetwork } from '../testing/open-route';
import { contribute } from './approvals';

withNetwork();

const { ask } = createContributionTester('overview.card', contribute, { practice: null });

const approval = (over: Partial<Approval>): Approval => ({
  id: '0198a5a2-5b1e-7c44-9a51-3f6f8d8f0b11',
  kind: 'bulk_change',
  summary: 'Add Data Export to 1,240 practices',
  requested_by: 'Iris Okafor',
  requested_at: 1_795_000_000,
  expires_at: 1_795_086_400,
  own: false,
  may_decide: true,
  ...over,
});

const waiting = (...approvals: Approval[]): void =>
  network.use(answer(listApprovals, () => reply(listApprovals, { approvals })));

describe('changes that wait for a second person', () => {
  it('need attention from people who can decide', async () => {
    waiting(approval({}));
    expect((await ask()).attention).toEqual([
      {
        id: approval({}).id,
        severity: 'warning',
        label: 'Approval',
        title: 'Add Data Export to 1,240 practices',
        detail: expect.stringMatching(
          /^Requested by Iris Okafor, expires Nov \d+, 2026, .*\. Someone else has to approve it\.$/,
        ),
        action: { label: 'Review', path: '/internal/activity' },
      },
    ]);
  });

  it.each([
    ['the requester', { own: true }, /^You requested it\./],
    ['people without the right to decide', { may_decide: false }, /^Requested by Iris Okafor/],
  ])('appear as news for %s', async (_, over, detail) => {
    waiting(approval(over));
    const { attention } = await ask();
    expect(attention).toEqual([
      expect.objectContaining({
        severity: 'info',
        detail: expect.stringMatching(detail),
        action: { label: 'See request', path: '/internal/activity' },
      }),
    ]);
  });

  it('fit the card when there are many', async () => {
    waiting(...Array.from({ length: 30 }, (_, at) => approval({ id: `0198a5a2-5b1e-7c44-9a51-3f6f8d8f0b${at + 10}` })));
    expect((await ask()).attention).toHaveLength(5);
  });

  it('are left out when nothing waits', async () => {
    waiting();
    expect((await ask()).attention).toEqual([]);
  });
});
