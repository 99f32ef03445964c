/**
 * A mock server with staff changes and pending approvals, for tests and the standalone host. It remembers decisions.
 */
import {
  type ActivityItem,
  type ActivityPage,
  listActivity,
  listActivityActors,
  listAllActivity,
  listAllActivityActors,
  readActivity,
} from 'shared-api/contracts/activity';
import { type Approval, approveRequest, declineRequest, listApprovals } from 'shared-api/contracts/approvals';
import { answer, errorReply, reply } from 'shared-api/testing';

export const anActivityItem = (over: Partial<ActivityItem> = {}): ActivityItem => ({
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
  ...over,
});

export const anApproval = (over: Partial<Approval> = {}): Approval => ({
  id: '3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10',
  kind: 'bulk_change',
  summary: 'Add Data Export to 1,241 practices',
  requested_by: 'Ivy Internal',
  requested_at: Date.parse('2026-11-20T15:12:00Z') / 1000,
  expires_at: Date.parse('2026-11-21T15:12:00Z') / 1000,
  own: false,
  may_decide: true,
  ...over,
});

export class ActivityServer {
  /** Received queries of the activity list, in order. */
  readonly queries: unknown[] = [];
  /** E.g. "approve ID", "decline ID {}". */
  readonly decisions: string[] = [];

  constructor(
    public approvals: readonly Approval[] = [],
    public items: readonly ActivityItem[] = [anActivityItem()],
  ) {}

  #page(results: readonly ActivityItem[], of: Pick<ActivityPage, 'practice_name' | 'time_zone'>): ActivityPage {
    return { results: [...results], next: null, hidden_areas: [], ...of };
  }

  /** The summary of the approval, which is no longer pending. */
  #decide(id: string, decision: string): string {
    const { summary = id } = this.approvals.find((approval) => approval.id === id) ?? {};
    this.approvals = this.approvals.filter((approval) => approval.id !== id);
    this.decisions.push(decision);
    return summary;
  }

  handlers(): ReturnType<typeof answer>[] {
    return [
      answer(listAllActivity, ({ query }) => {
        this.queries.push(query);
        return reply(listAllActivity, this.#page(this.items, { practice_name: null, time_zone: 'UTC' }));
      }),
      answer(listAllActivityActors, () => reply(listAllActivityActors, { actors: [] })),
      answer(listActivity, ({ params: { practice } }) => {
        const found = this.items.filter(({ practice_id }) => practice_id === practice);
        const practice_name = found[0]?.practice_name ?? null;
        return reply(listActivity, this.#page(found, { practice_name, time_zone: 'America/Denver' }));
      }),
      answer(listActivityActors, () => reply(listActivityActors, { actors: [] })),
      answer(readActivity, ({ params: { activity } }) => {
        const item = this.items.find(({ id }) => id === activity);
        if (!item) return errorReply(404, 'not_found', 'This change doesn’t exist.');
        return reply(readActivity, { item, revert: null, time_zone: 'America/Denver' });
      }),
      answer(listApprovals, () => reply(listApprovals, { approvals: [...this.approvals] })),
      answer(approveRequest, ({ params: { approval } }) => {
        const summary = this.#decide(approval, `approve ${approval}`);
        return reply(approveRequest, { status: 'success', message: `Approved: ${summary}` });
      }),
      answer(declineRequest, ({ params: { approval }, body }) => {
        const summary = this.#decide(approval, `decline ${approval} ${JSON.stringify(body)}`);
        return reply(declineRequest, { status: 'success', message: `Declined: ${summary}` });
      }),
    ];
  }
}
