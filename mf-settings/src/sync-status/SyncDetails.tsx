import type { SyncInfo } from 'shared-api/contracts';
import { formatInstant, StatusBadge } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { ageText } from './age';
import { DescriptionList } from './DescriptionList';

const text = messages.syncStatus.details;

export interface SyncDetailsProps {
  info: SyncInfo;
  timeZone: string;
  /** Epoch seconds. */
  now: number;
}

/** The age of the data, and whether an agent is connected. */
export function SyncDetails({ info, timeZone, now }: SyncDetailsProps): ReactNode {
  const { pms_sync_socket_info: socket, last_synced_at: synced, last_seen_at: seen } = info;
  return (
    <DescriptionList
      items={[
        {
          name: text.data,
          value:
            synced === null ? (
              text.never
            ) : (
              <>
                <span>{formatInstant(synced, timeZone)}</span>
                <Secondary>{ageText(synced, now)}</Secondary>
              </>
            ),
        },
        {
          name: text.agent,
          value: socket ? (
            <>
              <StatusBadge tone="success">{text.connected}</StatusBadge>
              <span title={socket.user_agent}>
                <Secondary>{text.since(formatInstant(socket.joined_at, timeZone), socket.ip)}</Secondary>
              </span>
            </>
          ) : (
            <>
              <StatusBadge tone="attention">{text.away}</StatusBadge>
              <Secondary>{seen === null ? text.neverSeen : text.lastSeen(ageText(seen, now))}</Secondary>
            </>
          ),
        },
      ]}
    />
  );
}

function Secondary({ children }: { children: string }): ReactNode {
  return (
    <Typography variant="body2" color="textSecondary" component="span" style={{ display: 'block' }}>
      {children}
    </Typography>
  );
}
