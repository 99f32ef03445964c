import { ask, type Contributions } from 'shared-api';
import { type AttentionItem, readOpenBulkChanges } from 'shared-api/contracts';
import { contributionMessages } from './messages';
import { ALL_PRACTICES } from './paths';

const text = contributionMessages.bulk;

const MAX_LINES = 5;

export const contribute: Contributions['overview.card'] = async (context) => {
  const { changes } = await ask(readOpenBulkChanges, {}, context);
  const pathOf = (jobId: string | null): string =>
    jobId === null ? ALL_PRACTICES : `/internal/practices?job=${encodeURIComponent(jobId)}`;
  const attention = changes
    .filter(({ state, failed }) => state === 'stopped' || failed > 0)
    .map((change): AttentionItem => {
      const what = text.what(change.action, change.type, change.items.length);
      return {
        // Further failures appear as news again.
        id: `bulk-${change.job_id ?? change.requested_at}-${change.failed}`,
        severity: 'warning',
        label: text.label,
        title: change.failed > 0 ? text.failed(what, change.failed) : text.stopped(what),
        detail: text.detail(change.done, change.total, change.requested_by),
        action: { label: text.action, path: pathOf(change.job_id) },
      };
    });
  return {
    attention,
    link: { label: text.link, path: ALL_PRACTICES },
    blocks: [
      {
        kind: 'lines',
        lines: changes.slice(0, MAX_LINES).map((change) => ({
          parts: [
            { text: text.what(change.action, change.type, change.items.length), tone: 'strong' },
            { text: text.progress(text.states[change.state], change.done, change.total) },
            ...(change.failed > 0
              ? [{ text: ', ' }, { text: text.failures(change.failed), tone: 'strong' as const }]
              : []),
          ],
          path: pathOf(change.job_id),
        })),
        empty: text.none,
      },
    ],
  };
};
