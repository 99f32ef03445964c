import type { SyncInfo, SyncState } from 'shared-api/contracts';
import { formatInstant, StatusBadge } from 'shared-ui';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { ageText } from './age';

const text = messages.syncStatus.summary;

type Appearance = { badge: 'success' | 'information' } | { severity: 'info' | 'warning' | 'error' };

function appearanceOf(state: SyncState): Appearance {
  switch (state) {
    case 'synced':
      return { badge: 'success' };
    case 'running':
      return { badge: 'information' };
    case 'never':
      return { severity: 'info' };
    case 'offline':
    case 'blocked':
      return { severity: 'warning' };
    case 'failed':
    case 'service_down':
      return { severity: 'error' };
  }
}

/** The sync status in one sentence, and what to do about it. */
export function SyncSummary({ info, now }: { info: SyncInfo; now: number }): ReactNode {
  const { summary, last_synced_at: synced } = info;
  const { state } = summary;
  const look = appearanceOf(state);
  const age = synced === null ? null : ageText(synced, now);
  const sentence = text.sentences[state](age);
  if ('badge' in look) {
    return (
      <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
        <StatusBadge tone={look.badge}>{text.badges[state === 'running' ? 'running' : 'synced']}</StatusBadge>
        <Typography>{sentence}</Typography>
      </Stack>
    );
  }
  return (
    <Alert severity={look.severity}>
      <AlertTitle>{sentence}</AlertTitle>
      <span>{text.next[state]}</span>
    </Alert>
  );
}

/** The last failure with its reason and the next step. */
export function LastFailure({ info, timeZone }: { info: SyncInfo; timeZone: string }): ReactNode {
  const failure = info.summary.last_failure;
  if (!failure) return null;
  const retry = failure.kind === 'scheduled_sync' ? text.retryScheduled : text.retry;
  return (
    <div>
      <Typography variant="subtitle1">
        {text.lastFailure(text.failureKinds[failure.kind], formatInstant(failure.at, timeZone))}
      </Typography>
      <Typography color="textSecondary">{`${failure.reason} ${failure.resolved ? text.resolved : retry}`}</Typography>
    </div>
  );
}
