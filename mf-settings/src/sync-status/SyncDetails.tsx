import type { SyncInfo } from 'shared-api/contracts';
import { formatInstant, StatusBadge, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { ageText } from './age';
import { DescriptionList } from './DescriptionList';

const words = messages.syncStatus.details;

export interface SyncDetailsProps {
  info: SyncInfo;
  timeZone: string;
  /** Epoch seconds. */
  now: number;
}

/** How old the data is, and whether an agent is connected. */
export function SyncDetails({ info, timeZone, now }: SyncDetailsProps): ReactNode {
  const { pms_sync_socket_info: socket, last_synced_at: synced, last_seen_at: seen } = info;
  return (
    <DescriptionList
      items={[
        {
          name: words.data,
          value:
            synced === null ? (
              words.never
            ) : (
              <>
                {formatInstant(synced, timeZone)}
                <Secondary>{ageText(synced, now)}</Secondary>
              </>
            ),
        },
        {
          name: words.agent,
          value: socket ? (
            <>
              <StatusBadge tone="success">{words.connected}</StatusBadge>
              <span title={socket.user_agent}>
                <Secondary>{words.since(formatInstant(socket.joined_at, timeZone), socket.ip)}</Secondary>
              </span>
            </>
          ) : (
            <>
              <StatusBadge tone="attention">{words.away}</StatusBadge>
              <Secondary>{seen === null ? words.neverSeen : words.lastSeen(ageText(seen, now))}</Secondary>
            </>
          ),
        },
      ]}
    />
  );
}

function Secondary({ children }: { children: string }): ReactNode {
  return (
    <Text variant="secondary" tone="second" as="span" style={{ display: 'block' }}>
      {children}
    </Text>
  );
}
