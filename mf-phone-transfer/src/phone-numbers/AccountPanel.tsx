import type { ReactNode } from 'react';
import { Box, Button, Panel, Stack, StatusBadge, Text, type Tone } from 'shared-ui';
import type { Account, AccountNumber, AccountStatus } from './accounts';
import { CopyButton } from './CopyButton';
import { phoneNumbersMessages as words } from './messages';
import { NumbersTable, type NumbersTableProps } from './NumbersTable';
import { matches } from './phone-text';

function toneOf(status: AccountStatus): Tone {
  switch (status) {
    case 'active':
      return 'success';
    case 'suspended':
      return 'attention';
    case 'closed':
    case 'missing':
      return 'danger';
  }
}

export interface AccountPanelProps extends Omit<NumbersTableProps, 'onAsk'> {
  onAsk: (anchor: HTMLElement, numbers: readonly AccountNumber[]) => void;
}

/** One account: its SID, its state, its numbers, and what is done with those that are chosen. */
export function AccountPanel({ onAsk, ...table }: AccountPanelProps): ReactNode {
  const { account, search, chosen, busy, obstacle } = table;
  // What the search hides is not moved unseen.
  const picked = account.numbers.filter((number) => chosen.has(number.sid) && matches(number, search));
  const why = busy
    ? words.transfer.moving
    : obstacle !== undefined
      ? words.obstacles
      : picked.length === 0
        ? words.transfer.chooseFirst
        : undefined;
  return (
    <Panel title={words.accountTitle[account.side]} description={<AccountFacts {...account} />}>
      <Stack gap={3} align="flex-start">
        <Button why={why} onClick={({ currentTarget }) => onAsk(currentTarget, picked)}>
          {words.transfer.many(picked.length)}
        </Button>
        <Box sx={{ width: '100%' }}>
          <NumbersTable {...table} onAsk={(anchor, number) => onAsk(anchor, [number])} />
        </Box>
      </Stack>
    </Panel>
  );
}

function AccountFacts({ sid, status }: Account): ReactNode {
  if (sid === null) return words.noAccount;
  return (
    <Stack direction="row" gap={1} wrap>
      <Text variant="secondary" tone="second" as="span" style={{ overflowWrap: 'anywhere' }}>
        {words.accountSid} {sid}
      </Text>
      <CopyButton text={sid} />
      <StatusBadge tone={toneOf(status)}>{words.status[status]}</StatusBadge>
    </Stack>
  );
}
