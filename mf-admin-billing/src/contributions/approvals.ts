/** Changes that wait for a second person. */
import { ask, type Contributions } from 'shared-api';
import type { AttentionItem } from 'shared-api/contracts';
import { type Approval, listApprovals } from 'shared-api/contracts/approvals';
import { formatInstant } from 'shared-ui';
import { browserZone } from '../browser-zone';
import { contributionMessages } from './messages';

const text = contributionMessages.approvals;

/** The activity page lists all of them. */
const MAX_ITEMS = 5;

function attentionItem({ id, summary, requested_by, expires_at, own, may_decide }: Approval): AttentionItem {
  const zone = browserZone();
  const until = formatInstant(expires_at, zone);
  const decides = may_decide && !own;
  return {
    id,
    severity: decides ? 'warning' : 'info',
    label: text.label,
    title: summary,
    detail: own ? text.own(until) : text.requestedBy(requested_by, until),
    action: { label: decides ? text.review : text.see, path: '/internal/activity' },
  };
}

export const contribute: Contributions['overview.card'] = async (context) => {
  const { approvals } = await ask(listApprovals, {}, context);
  return { attention: approvals.slice(0, MAX_ITEMS).map(attentionItem) };
};
