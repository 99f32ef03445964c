import type { ReactNode } from 'react';
import { Panel, StatusBadge, type Tone } from 'shared-ui';
import { Box, Button, Stack, Typography } from 'shared-ui/mui';
import type { Account, AccountNumber, AccountStatus } from './accounts';
import { CopyButton } from './CopyButton';
import { phoneNumbersMessages as messages } from './messages';
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

export interface AccountPanelProps extends Omit<NumbersTableProps, 'onRequest'> {
  onRequest: (anchor: HTMLElement, numbers: readonly AccountNumber[]) => void;
}

/** One account: its SID, its state, its numbers, and the action for the selected numbers. */
export function AccountPanel({ onRequest, ...table }: AccountPanelProps): ReactNode {
  const { account, search, selectedSids, busy, obstacle } = table;
  // A transfer leaves out selected numbers that the search hides.
  const selected = account.numbers.filter((number) => selectedSids.has(number.sid) && matches(number, search));
  const why = busy
    ? messages.transfer.moving
    : obstacle !== undefined
      ? messages.obstacles
      : selected.length === 0
        ? messages.transfer.selectFirst
        : undefined;
  return (
    <Panel title={messages.accountTitle[account.side]} description={<AccountFacts {...account} />}>
      <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
        <Button reason={why} onClick={({ currentTarget }) => onRequest(currentTarget, selected)}>
          {messages.transfer.many(selected.length)}
        </Button>
        <Box sx={{ width: '100%' }}>
          <NumbersTable {...table} onRequest={(anchor, number) => onRequest(anchor, [number])} />
        </Box>
      </Stack>
    </Panel>
  );
}

function AccountFacts({ sid, status }: Account): ReactNode {
  if (sid === null) return messages.noAccount;
  return (
    <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap' }}>
      <Stack direction="row" spacing={1}>
        <Typography variant="body2" color="textSecondary" component="span" style={{ overflowWrap: 'anywhere' }}>
          {`${messages.accountSid} ${sid}`}
        </Typography>
        <CopyButton text={sid} />
      </Stack>
      <StatusBadge tone={toneOf(status)}>{messages.status[status]}</StatusBadge>
    </Stack>
  );
}
