import { ask, type Contributions } from 'shared-api';
import { readLatestProductChanges } from 'shared-api/contracts';
import { leadTimes } from './lead-times';
import { contributionMessages } from './messages';
import { ALL_PRACTICES } from './paths';

const text = contributionMessages.changes;

const MAX_LOST = 4;

export const contribute: Contributions['overview.card'] = async (context) => {
  const { changes, lost_access: lost } = await ask(readLatestProductChanges, {}, context);
  const historyOf = (practiceId: number): string => `/internal/practices/${practiceId}/history`;
  const leads = leadTimes(changes.map(({ created_at: createdAt }) => createdAt));
  const listed = lost.practices.slice(0, MAX_LOST);
  const more = lost.count - listed.length;
  return {
    link: { label: text.link, path: ALL_PRACTICES },
    blocks: [
      {
        kind: 'lines',
        lines: changes.map((change, at) => ({
          ...(leads[at] !== undefined && { lead: leads[at] }),
          parts: [
            { text: change.user_name, tone: 'strong' },
            { text: ` ${text.verbs[change.change_type]} ` },
            {
              text: change.product_name,
              tone: /^(REMOVE|TRIAL_END|TRIAL_CANCEL)/.test(change.change_type) ? 'removed' : 'added',
            },
            { text: text.at(change.practice_name), tone: 'muted' },
          ],
          path: historyOf(change.practice_id),
        })),
        empty: text.none,
      },
      {
        kind: 'lines',
        title: text.lost,
        lines: [
          ...listed.map((practice) => ({
            parts: [
              { text: practice.practice_name, tone: 'strong' as const },
              { text: ' ' },
              ...(practice.product_names ?? [practice.product_name]).flatMap((product, index) => [
                ...(index > 0 ? [{ text: ', ' }] : []),
                { text: product, tone: 'removed' as const },
              ]),
            ],
            path: historyOf(practice.practice_id),
          })),
          ...(more > 0 ? [{ parts: [{ text: text.more(more), tone: 'muted' as const }] }] : []),
        ],
        empty: text.noneLost,
      },
    ],
  };
};
