/** The state of the synchronization, with its reason and the strip of days. */
import { ask, type ContributionContext, type Contributions, contributionPractice } from 'shared-api';
import { type NoticeSeverity, readSyncInfo, type SyncInfo, type SyncState } from 'shared-api/contracts';
import { formatDate, formatShortDate } from 'shared-ui';
import { ageText } from '../sync-status/age';
import { syncStatus } from '../sync-status/messages';
import { contributionMessages } from './messages';

const text = contributionMessages.sync;

/** The states that need attention. */
export const syncSeverities: Partial<Record<SyncState, NoticeSeverity>> = {
  failed: 'error',
  service_down: 'error',
  blocked: 'warning',
  offline: 'warning',
};

export function readSync(context: ContributionContext): Promise<SyncInfo> {
  return ask(readSyncInfo, { params: { practice: contributionPractice(context).id } }, context);
}

/** What Sync Status says first, with the age of the data. */
export function syncSentence({ summary, last_synced_at: lastSynced }: SyncInfo): string {
  const age = lastSynced === null ? null : ageText(lastSynced, Math.floor(Date.now() / 1000));
  return syncStatus.summary.sentences[summary.state](age);
}

const dayStates = { synced: 'good', failed: 'bad', none: 'none', unknown: 'none' } as const;

export const contribute: Contributions['overview.card'] = async (context) => {
  const sync = await readSync(context);
  const { summary, last_synced_at: lastSynced, pms_sync_socket_info: agent } = sync;
  const { state, days, last_failure: failure } = summary;
  const sentence = syncSentence(sync);
  const severity = syncSeverities[state];
  const path = `${context.basePath}/practice/general?search=${encodeURIComponent(syncStatus.title)}`;
  const reason = state === 'failed' && failure && !failure.resolved ? `${failure.reason} ` : '';
  const synced = days.reduce((sum, day) => sum + day.synced, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return {
    attention:
      severity === undefined
        ? []
        : [
            {
              // The same state after a further update or failure appears as news again.
              id: `sync-${state}-${failure?.at ?? 0}-${lastSynced ?? 0}`,
              severity,
              label: text.labels[state] ?? text.label,
              title: sentence,
              detail: `${reason}${syncStatus.summary.next[state] ?? ''}`.slice(0, 300),
              action: { label: text.action, path },
            },
          ],
    lead: sentence,
    link: { label: syncStatus.title, path },
    blocks: [
      {
        kind: 'days',
        label: syncStatus.days.total({ synced, failed }),
        days: days.map((day) => ({
          label: formatShortDate(day.date),
          state: dayStates[day.state],
          ...(day.failed > 0 && { failed: true }),
          text: syncStatus.days.day(formatDate(day.date), syncStatus.days.states[day.state], day),
        })),
      },
      {
        kind: 'lines',
        lines: [
          {
            parts: [
              { text: `${syncStatus.details.agent}: `, tone: 'strong' },
              { text: agent ? syncStatus.details.connected : syncStatus.details.away },
            ],
          },
        ],
      },
    ],
  };
};
