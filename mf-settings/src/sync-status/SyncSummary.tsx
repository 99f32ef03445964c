import type { SyncInfo, SyncState } from 'shared-api/contracts';
import { formatInstant, Notice, type NoticeProps, Stack, StatusBadge, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { ageText } from './age';

const text = messages.syncStatus.summary;

type Appearance = { badge: 'success' | 'information' } | { notice: Exclude<NoticeProps['tone'], 'success'> };

function appearanceOf(state: SyncState): Appearance {
  switch (state) {
    case 'synced':
      return { badge: 'success' };
    case 'running':
      return { badge: 'information' };
    case 'never':
      return { notice: 'information' };
    case 'offline':
    case 'blocked':
      return { notice: 'attention' };
    case 'failed':
    case 'service_down':
      return { notice: 'danger' };
  }
}

/** The state of the sync in one sentence, and what to do about it. */
export function SyncSummary({ info, now }: { info: SyncInfo; now: number }): ReactNode {
  const { summary, last_synced_at: synced } = info;
  const { state } = summary;
  const look = appearanceOf(state);
  const age = synced === null ? null : ageText(synced, now);
  const sentence = text.sentences[state](age);
  if ('badge' in look) {
    return (
      <Stack direction="row" gap={2} wrap>
        <StatusBadge tone={look.badge}>{text.badges[state === 'running' ? 'running' : 'synced']}</StatusBadge>
        <Text>{sentence}</Text>
      </Stack>
    );
  }
  return (
    <Notice tone={look.notice} title={sentence}>
      {text.next[state]}
    </Notice>
  );
}

/** The last failure with its reason and the next step. */
export function LastFailure({ info, timeZone }: { info: SyncInfo; timeZone: string }): ReactNode {
  const failure = info.summary.last_failure;
  if (!failure) return null;
  const retry = failure.kind === 'scheduled_sync' ? text.retryScheduled : text.retry;
  return (
    <div>
      <Text strong>{text.lastFailure(text.failureKinds[failure.kind], formatInstant(failure.at, timeZone))}</Text>
      <Text tone="second">
        {failure.reason} {failure.resolved ? text.resolved : retry}
      </Text>
    </div>
  );
}
