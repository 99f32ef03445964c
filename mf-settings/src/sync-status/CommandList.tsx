import type { SyncCommand } from 'shared-api/contracts';
import { color, FactLine, formatInstant, StatusBadge, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { explanation, badgeOf, stateText } from './command-state';

const text = messages.syncStatus.commands;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '132px minmax(0, 1fr)',
  gap: '2px 16px',
  padding: '10px 0',
  borderTop: `1px solid ${color.line}`,
  '@media (max-width: 559.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

const Bar = styled('progress')({
  display: 'block',
  width: '100%',
  maxWidth: 320,
  height: 6,
  marginTop: 6,
  accentColor: color.primaryFill,
});

export interface CommandListProps {
  commands: readonly SyncCommand[];
  timeZone: string;
}

/** The commands with status, progress, sender and time. */
export function CommandList({ commands, timeZone }: CommandListProps): ReactNode {
  const newest = [...commands].sort((one, other) => other.requested_at - one.requested_at);
  if (newest.length === 0) return null;
  return (
    <List aria-label={text.label}>
      {newest.map((command) => (
        <Command key={command.id} {...{ command, timeZone }} />
      ))}
    </List>
  );
}

function Command({ command, timeZone }: { command: SyncCommand; timeZone: string }): ReactNode {
  const { kind, state, percent, requested_by, requested_at, started_at, finished_at } = command;
  const { tone, icon } = badgeOf(state);
  const when = (seconds: number): string => formatInstant(seconds, timeZone);
  const times = [
    text.requested(requested_by, when(requested_at)),
    finished_at === null ? started_at !== null && text.started(when(started_at)) : text.ended(when(finished_at)),
  ];
  const detail = explanation(command);
  return (
    <Row>
      <div role="status" aria-label={text.kinds[kind]}>
        <StatusBadge tone={tone} {...(icon !== undefined && { icon })}>
          {stateText(command)}
        </StatusBadge>
      </div>
      <div>
        <Typography variant="subtitle1">{text.kinds[kind]}</Typography>
        <Typography variant="body2" color="textSecondary">
          <FactLine facts={times} />
        </Typography>
        {detail !== null && (
          <Typography variant="body2" color={tone === 'danger' ? 'error' : 'textSecondary'}>
            {detail}
          </Typography>
        )}
        {state === 'running' && percent !== null && (
          <Bar aria-label={text.progress(text.kinds[kind])} max={100} value={percent} />
        )}
      </div>
    </Row>
  );
}
