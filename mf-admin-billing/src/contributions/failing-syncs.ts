import { ask, type Contributions } from 'shared-api';
import { readFailingSyncs, shortInstants, type TextPart } from 'shared-api/contracts';
import { browserZone } from '../browser-zone';
import { contributionMessages } from './messages';

const text = contributionMessages.syncs;

const MAX_LINES = 5;

/** Maximum length of a reason in a line that links to the full text. Agents write the reasons. */
const MAX_REASON_LENGTH = 120;
const shortened = (reason: string): string =>
  reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH - 1)}…` : reason;

/** A full reason may exceed the 300 characters of a sentence part (an emoji counts as two). */
const partsOf = (text: string): TextPart[] =>
  (text.match(/.{1,150}/gsu) ?? []).map((part) => ({ text: part, tone: 'muted' }));

export const contribute: Contributions['overview.card'] = async (context) => {
  const { count, practices } = await ask(readFailingSyncs, {}, context);
  const { flags } = context.session;
  // Only a practice's own page shows the sync status. Failed syncs aren't changes, so the activity doesn't list them.
  const opensPractices = flags.super_admin || flags.task_admin;
  const pathOf = (practiceId: number): string => `/settings/${practiceId}/practice/general?search=Sync%20Status`;
  const listed = practices.slice(0, MAX_LINES);
  const times = listed.map(({ failed_at: failedAt }) => failedAt);
  const leads = shortInstants(times, browserZone(), new Date());
  const [first] = practices;
  return {
    attention: first
      ? [
          {
            // A further failure appears as news again.
            id: `failing-syncs-${first.practice_id}-${first.failed_at}`,
            severity: 'warning',
            label: text.label,
            title: text.attention(count),
            detail: text.detail(first.practice_name, shortened(first.reason)),
            action: {
              label: text.action,
              path: pathOf(first.practice_id),
              ...(!opensPractices && { reason: text.membersOnly }),
            },
          },
        ]
      : [],
    blocks: [
      { kind: 'figures', figures: [{ label: text.count, value: count.toLocaleString('en-US') }] },
      {
        kind: 'lines',
        lines: listed.map((practice, at) => ({
          ...(leads[at] !== undefined && { lead: leads[at] }),
          parts: [
            { text: practice.practice_name, tone: 'strong' },
            ...partsOf(` ${opensPractices ? shortened(practice.reason) : practice.reason}`),
          ],
          ...(opensPractices && { path: pathOf(practice.practice_id) }),
        })),
        empty: text.none,
      },
    ],
  };
};
