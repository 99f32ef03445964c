import type { ReactNode } from 'react';
import type { PhoneMove } from 'shared-api/contracts';
import { type Column, DataTable, EmptyState, formatInstant, Panel, StatusBadge, type Tone } from 'shared-ui';
import { phoneNumbersMessages as messages } from './messages';
import { formatPhone } from './phone-text';

function toneOf(outcome: PhoneMove['outcome']): Tone {
  switch (outcome) {
    case 'moved':
      return 'success';
    case 'failed':
      return 'danger';
    case 'unknown':
      return 'attention';
  }
}

export interface MoveHistoryProps {
  moves: readonly PhoneMove[];
  timeZone: string;
}

/** Past moves with author and time, in the practice's time zone. */
export function MoveHistory({ moves, timeZone }: MoveHistoryProps): ReactNode {
  const { history } = messages;
  const columns: readonly Column<PhoneMove>[] = [
    {
      key: 'number',
      header: history.number,
      cell: ({ phone_number }) => <span style={{ whiteSpace: 'nowrap' }}>{formatPhone(phone_number)}</span>,
    },
    { key: 'to', header: history.to, cell: ({ to }) => messages.accountTitle[to] },
    {
      key: 'outcome',
      header: history.outcome,
      cell: ({ outcome }) => <StatusBadge tone={toneOf(outcome)}>{history.state[outcome]}</StatusBadge>,
    },
    {
      key: 'when',
      header: history.when,
      cell: ({ moved_at }) => (
        <time dateTime={new Date(moved_at * 1000).toISOString()} style={{ whiteSpace: 'nowrap' }}>
          {formatInstant(moved_at, timeZone)}
        </time>
      ),
    },
    { key: 'by', header: history.by, cell: ({ moved_by }) => moved_by },
    {
      key: 'note',
      header: history.note,
      // Notes contain SIDs and URLs, which can break anywhere. Without a minimum width they would break after each
      // letter.
      cell: ({ message }) => <div style={{ minWidth: 220, overflowWrap: 'anywhere' }}>{message ?? ''}</div>,
    },
  ];
  return (
    <Panel title={history.title}>
      {moves.length === 0 ? (
        // An empty table would be wider than a phone.
        <EmptyState title={history.empty}>{history.emptyWords}</EmptyState>
      ) : (
        <DataTable
          caption={history.title}
          columns={columns}
          rows={moves}
          rowKey={({ id }) => id}
          maxHeight={420}
          empty={null}
        />
      )}
    </Panel>
  );
}
