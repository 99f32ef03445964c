import type { ClinicCreation, PracticeCreationStatus } from 'shared-api/contracts';
import {
  ClockIcon,
  color,
  commonMessages,
  formatInstant,
  NewTabLink,
  radius,
  RefreshIcon,
  StatusBadge,
  styled,
  type Tone,
} from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import type { Creation } from './use-creation';

const text = messages.clinics.creation;

const Frame = styled('section')({
  padding: 16,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.subtle,
});

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '120px minmax(0, 1fr)',
  gap: '2px 16px',
  padding: '8px 0',
  borderTop: `1px solid ${color.line}`,
  '@media (max-width: 559.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

const Log = styled('div')({
  maxHeight: 160,
  overflowY: 'auto',
  padding: '8px 10px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  fontSize: 12,
  lineHeight: '18px',
  color: color.inkSecond,
  overflowWrap: 'anywhere',
});

/** Each status has its own icon and color (4.1). */
function badgeOf(status: PracticeCreationStatus): { tone: Tone; icon?: ReactNode } {
  switch (status) {
    case 'pending':
      return { tone: 'neutral', icon: <ClockIcon size={12} /> };
    case 'in_progress':
      return { tone: 'information', icon: <RefreshIcon size={12} /> };
    case 'completed':
      return { tone: 'success' };
    case 'failed':
      return { tone: 'danger' };
  }
}

/** The progress of a creation: the status of each practice, the log, and a manual check after polling has stopped. */
export function CreationPanel({ creation, shown }: { creation: Creation; shown: ClinicCreation }): ReactNode {
  const { time_zone } = usePractice();
  const { log, pending, stopped, checking, check, close } = creation;
  const { started_at, started_by } = shown;
  const unread = shown.status === 'N';
  return (
    <Frame aria-label={text.title}>
      <Stack spacing={3}>
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <div>
            <Typography variant="h2" component="h3">
              {text.title}
            </Typography>
            {started_at !== undefined && started_by !== undefined && (
              <Typography variant="body2" color="textSecondary">
                {text.startedBy(started_by, formatInstant(started_at, time_zone))}
              </Typography>
            )}
          </div>
          <Button onClick={close}>{commonMessages.close}</Button>
        </Stack>
        {shown.status === 'F' && (
          <Alert severity="error" role="status">
            {text.someFailed}
          </Alert>
        )}
        {shown.status === 'S' && (
          <Alert severity="success" role="status">
            {text.done}
          </Alert>
        )}
        <List aria-label={text.list}>
          {shown.practice_statuses.map((created) => (
            <Made key={created.clinicnum} created={created} />
          ))}
        </List>
        {((pending && stopped) || unread) && (
          <div>
            <Button startIcon={<RefreshIcon size={14} />} loading={checking} onClick={() => void check()}>
              {text.check}
            </Button>
          </div>
        )}
        {pending && !stopped && (
          <Typography variant="body2" color="textSecondary">
            {text.polling}
          </Typography>
        )}
        <Log role="log" aria-label={text.log} tabIndex={0}>
          {log.map((line, at) => (
            <div key={at}>{line}</div>
          ))}
        </Log>
      </Stack>
    </Frame>
  );
}

function Made({ created }: { created: ClinicCreation['practice_statuses'][number] }): ReactNode {
  const { name, clinicnum, status, message, practice_id } = created;
  const { tone, icon } = badgeOf(status);
  return (
    <Row>
      <div>
        <StatusBadge tone={tone} {...(icon !== undefined && { icon })}>
          {text.statuses[status]}
        </StatusBadge>
      </div>
      <div>
        <Typography component="span" variant="subtitle1">
          {name}
        </Typography>{' '}
        <Typography variant="body2" color="textTertiary" component="span">
          {messages.clinics.table.number(clinicnum)}
        </Typography>
        {message !== undefined && (
          <Typography variant="body2" color={status === 'failed' ? 'error' : 'textSecondary'}>
            {message}
          </Typography>
        )}
        {practice_id !== undefined && (
          <div>
            <NewTabLink href={`/settings/${practice_id}/`} aria-label={text.openOf(name)}>
              {text.open}
            </NewTabLink>
          </div>
        )}
      </div>
    </Row>
  );
}
