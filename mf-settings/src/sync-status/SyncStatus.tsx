import { ErrorState, formatInstant, LoadingBlock, RefreshIcon } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { Section } from '../settings-record/Section';
import { ageText } from './age';
import { CommandList } from './CommandList';
import { syncSection } from './sections';
import { ServiceControl } from './ServiceControl';
import { SyncDays } from './SyncDays';
import { SyncDetails } from './SyncDetails';
import { LastFailure, SyncSummary } from './SyncSummary';
import { useNow } from './use-now';
import { useSync } from './use-sync';

const text = messages.syncStatus;

/** The sync status and data update button for everyone, with more details for task and super admins (6). */
export function SyncStatus(): ReactNode {
  const { flags } = useRemote().session;
  const { time_zone: timeZone } = usePractice();
  const { readAgain } = useSettingsForm();
  const sync = useSync(() => void readAgain());
  const { info, problem, loadFailure, sendCommand, sendingKind } = sync;
  const now = useNow();
  return (
    <Section
      of={syncSection(flags)}
      description={text.description}
      actions={
        <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
          <Typography variant="body2" color="textTertiary" component="span" role="status">
            {sync.refreshing ? text.refreshing : sync.updatedAt !== null && text.updated(ageText(sync.updatedAt, now))}
          </Typography>
          <Button startIcon={<RefreshIcon size={14} />} loading={sync.refreshing} onClick={() => void sync.refresh()}>
            {text.refresh}
          </Button>
        </Stack>
      }
    >
      {!info && !loadFailure && <LoadingBlock label={text.loading} lines={4} />}
      {loadFailure && (
        <ErrorState title={loadFailure.title} message={loadFailure.help} busy={sync.fetching} onRetry={sync.retry} />
      )}
      {info && (
        <Stack spacing={4}>
          {problem !== undefined && (
            <Alert severity="error" role="status">
              <AlertTitle>{problem}</AlertTitle>
              <span>{text.stale}</span>
            </Alert>
          )}
          <SyncSummary {...{ info, now }} />
          {info.token_expires_at != null && (
            <Alert severity="warning">{text.tokenEnds(formatInstant(info.token_expires_at, timeZone))}</Alert>
          )}
          <SyncDetails {...{ info, timeZone, now }} />
          <LastFailure {...{ info, timeZone }} />
          <SyncDays days={info.summary.days} />
          <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
            <Button loading={sendingKind === 'sync_now'} onClick={() => void sendCommand('sync_now')}>
              {text.actions.sync_now}
            </Button>
            {flags.super_admin && (
              <Button loading={sendingKind === 'full_update'} onClick={() => void sendCommand('full_update')}>
                {text.actions.full_update}
              </Button>
            )}
            {flags.task_admin && info.pms_sync.pms_update_blocked && (
              <Button loading={sendingKind === 'unblock'} onClick={() => void sendCommand('unblock')}>
                {text.actions.unblock}
              </Button>
            )}
          </Stack>
          <CommandList commands={info.commands} timeZone={timeZone} />
          {flags.task_admin && <ServiceControl {...{ info, sendCommand, sendingKind }} />}
        </Stack>
      )}
    </Section>
  );
}
