import { ask, type Contributions } from 'shared-api';
import { readFailingSyncs, type TextPart } from 'shared-api/contracts';
import { leadTimes } from './lead-times';
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
  const leads = leadTimes(listed.map(({ failed_at: failedAt }) => failedAt));
  const more = count - listed.length;
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
            // The card says which, and why.
            detail: text.detail(count),
            action: {
              label: text.action,
              path: pathOf(first.practice_id),
              ...(!opensPractices && { reason: text.membersOnly }),
            },
          },
        ]
      : [],
    blocks: [
      {
        kind: 'lines',
        lines: [
          ...listed.map((practice, at) => ({
            ...(leads[at] !== undefined && { lead: leads[at] }),
            parts: [
              { text: practice.practice_name, tone: 'strong' as const },
              ...partsOf(` ${opensPractices ? shortened(practice.reason) : practice.reason}`),
            ],
            ...(opensPractices && { path: pathOf(practice.practice_id) }),
          })),
          ...(more > 0 ? [{ parts: [{ text: text.more(more), tone: 'muted' as const }] }] : []),
        ],
        empty: text.none,
      },
    ],
  };
};
