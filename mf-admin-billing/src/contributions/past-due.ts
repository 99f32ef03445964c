import { ask, type Contributions } from 'shared-api';
import { readPastDuePractices } from 'shared-api/contracts';
import { contributionMessages } from './messages';

const text = contributionMessages.pastDue;

const PATH = '/internal/practices?state=past_due';
const MAX_LINES = 5;

export const contribute: Contributions['overview.card'] = async (context) => {
  const { count, practices } = await ask(readPastDuePractices, {}, context);
  const listed = practices.slice(0, MAX_LINES);
  const more = count - listed.length;
  return {
    attention:
      count === 0
        ? []
        : [
            {
              // Another one appears as news again.
              id: `past-due-${count}`,
              severity: 'error',
              label: text.label,
              title: text.attention(count),
              detail: text.detail,
              action: { label: text.action, path: PATH },
            },
          ],
    link: { label: text.link, path: PATH },
    blocks: [
      {
        kind: 'lines',
        lines: [
          ...listed.map((practice) => ({
            parts: [
              { text: practice.practice_name, tone: 'strong' as const },
              { text: ` ${text.subscriptions(practice.subscriptions)}`, tone: 'muted' as const },
            ],
            path: `/internal/practices/${practice.practice_id}/subscriptions`,
          })),
          ...(more > 0 ? [{ parts: [{ text: text.more(more), tone: 'muted' as const }], path: PATH }] : []),
        ],
        empty: text.none,
      },
    ],
  };
};
