import { ask, type Contributions } from 'shared-api';
import { dayIn, readFailingSyncs } from 'shared-api/contracts';
import { formatShortDate } from 'shared-ui';
import { browserZone } from '../browser-zone';
import { contributionMessages } from './messages';

const text = contributionMessages.syncs;

const MAX_LINES = 5;

/** The longest reason in a line. Agents word them themselves. */
const MAX_REASON_LENGTH = 120;
const shortened = (reason: string): string =>
  reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH - 1)}…` : reason;

export const contribute: Contributions['overview.card'] = async (context) => {
  const { count, practices } = await ask(readFailingSyncs, {}, context);
  const zone = browserZone();
  const pathOf = (practiceId: number): string => `/internal/practices/${practiceId}/subscriptions`;
  const [first] = practices;
  return {
    attention: first
      ? [
          {
            id: 'failing-syncs',
            severity: 'warning',
            label: text.label,
            title: text.attention(count),
            detail: text.detail(first.practice_name, shortened(first.reason)),
            action: { label: text.action, path: pathOf(first.practice_id) },
          },
        ]
      : [],
    blocks: [
      { kind: 'figures', figures: [{ label: text.count, value: count.toLocaleString('en-US') }] },
      {
        kind: 'lines',
        lines: practices.slice(0, MAX_LINES).map((practice) => ({
          lead: formatShortDate(dayIn(zone, new Date(practice.failed_at * 1000))),
          parts: [
            { text: practice.practice_name, tone: 'strong' },
            { text: ` ${shortened(practice.reason)}`, tone: 'muted' },
          ],
          path: pathOf(practice.practice_id),
        })),
        empty: text.none,
      },
    ],
  };
};
