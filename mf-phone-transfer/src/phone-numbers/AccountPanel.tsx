import type { ReactNode } from 'react';
import { color, Panel, phoneQuery, StatusBadge, styled, type Tone, useMedia } from 'shared-ui';
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

/** On phones, below the list, so that the first selection doesn't shift it. Sticks to the bottom while the list scrolls. */
const SelectionBar = styled('div')({
  position: 'sticky',
  bottom: 0,
  margin: '0 -16px -16px',
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  borderRadius: '0 0 10px 10px',
  backgroundColor: color.surface,
});

export interface AccountPanelProps extends Omit<NumbersTableProps, 'onRequest'> {
  onRequest: (anchor: HTMLElement, numbers: readonly AccountNumber[]) => void;
}

/** One account: its SID, its state, its numbers, and the action for the selected numbers. */
export function AccountPanel({ onRequest, ...table }: AccountPanelProps): ReactNode {
  const { account, search, selectedSids, busy, reasonId } = table;
  const isPhone = useMedia(phoneQuery);
  // A transfer leaves out selected numbers that the search hides.
  const selected = account.numbers.filter((number) => selectedSids.has(number.sid) && matches(number, search));
  const disabledReason = busy
    ? messages.transfer.moving
    : reasonId !== undefined
      ? messages.obstacles
      : selected.length === 0
        ? messages.transfer.selectFirst
        : undefined;
  const transfer = (
    <Button reason={disabledReason} onClick={({ currentTarget }) => onRequest(currentTarget, selected)}>
      {messages.transfer.many(selected.length)}
    </Button>
  );
  const numbers = <NumbersTable {...table} onRequest={(anchor, number) => onRequest(anchor, [number])} />;
  const title = messages.accountTitle[account.side];
  if (isPhone)
    return (
      <Panel
        title={title}
        {...(account.sid === null && { description: messages.noAccount })}
        actions={account.sid !== null && <Status {...account} />}
      >
        {account.sid !== null && (
          <Typography variant="body2" color="textTertiary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {account.sid}
          </Typography>
        )}
        {numbers}
        {selected.length > 0 && <SelectionBar>{transfer}</SelectionBar>}
      </Panel>
    );
  return (
    <Panel title={title} description={<AccountFacts {...account} />}>
      <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
        {transfer}
        <Box sx={{ width: '100%' }}>{numbers}</Box>
      </Stack>
    </Panel>
  );
}

function Status({ status }: Pick<Account, 'status'>): ReactNode {
  return <StatusBadge tone={toneOf(status)}>{messages.status[status]}</StatusBadge>;
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
      <Status status={status} />
    </Stack>
  );
}
