import { type ReactNode, useMemo } from 'react';
import { Checkbox, type Column, DataTable, EmptyState, IconButton, Stack, Text } from 'shared-ui';
import { type Account, type AccountNumber, otherSide } from './accounts';
import { CopyButton } from './CopyButton';
import { phoneNumbersMessages as messages } from './messages';
import { formatPhone, matches } from './phone-text';
import { TransferIcon } from './TransferIcon';

export interface NumbersTableProps {
  account: Account;
  search: string;
  /** SIDs of the selected numbers. */
  selectedSids: ReadonlySet<string>;
  onSelect: (sids: ReadonlySet<string>) => void;
  /** Numbers are being moved or refetched. */
  busy: boolean;
  /** Id of the element that says why no number can be moved; undefined when they can be moved. */
  obstacle: string | undefined;
  onRequest: (anchor: HTMLElement, number: AccountNumber) => void;
}

/** The numbers of one account, each with its transfer. */
export function NumbersTable(props: NumbersTableProps): ReactNode {
  const { account, search, selectedSids: chosen, onSelect: onChoose, busy, obstacle, onRequest: onAsk } = props;
  const rows = useMemo(() => account.numbers.filter((number) => matches(number, search)), [account, search]);
  const off = busy || obstacle !== undefined;
  const other = messages.account[otherSide(account.side)];
  const picked = rows.filter(({ sid }) => chosen.has(sid)).length;

  const select = (sids: readonly string[], on: boolean): void => {
    const next = new Set(chosen);
    for (const sid of sids) {
      if (on) next.add(sid);
      else next.delete(sid);
    }
    onChoose(next);
  };

  const columns: readonly Column<AccountNumber>[] = [
    {
      key: 'selected',
      header: (
        <Checkbox
          small
          hideLabel
          label={messages.table.selectAll(rows.length)}
          checked={rows.length > 0 && picked === rows.length}
          indeterminate={picked > 0 && picked < rows.length}
          disabled={off || rows.length === 0}
          onChange={(on) =>
            select(
              rows.map(({ sid }) => sid),
              on,
            )
          }
        />
      ),
      width: 40,
      cell: ({ sid, phone_number }) => (
        <Checkbox
          small
          hideLabel
          label={messages.table.select(formatPhone(phone_number))}
          checked={chosen.has(sid)}
          disabled={off}
          onChange={(on) => select([sid], on)}
        />
      ),
    },
    { key: 'number', header: messages.table.number, rowHeader: true, cell: (number) => <NumberText {...number} /> },
    {
      key: 'transfer',
      header: messages.table.transfer,
      hideHeader: true,
      width: 48,
      cell: (number) => (
        <IconButton
          label={messages.transfer.one(formatPhone(number.phone_number), other)}
          icon={<TransferIcon />}
          placement="left"
          disabled={off}
          aria-describedby={obstacle}
          onClick={({ currentTarget }) => onAsk(currentTarget, number)}
        />
      ),
    },
  ];

  return (
    <DataTable
      caption={messages.accountTitle[account.side]}
      columns={columns}
      rows={rows}
      rowKey={({ sid }) => sid}
      loading={busy}
      maxHeight={560}
      empty={
        account.numbers.length > 0 ? (
          <EmptyState title={messages.table.noMatch}>{messages.table.noMatchWords(search)}</EmptyState>
        ) : (
          <EmptyState title={messages.table.empty}>
            {obstacle === undefined ? messages.table.emptyWords(other) : messages.table.emptyUnmovable}
          </EmptyState>
        )
      }
    />
  );
}

function NumberText({ phone_number, sid }: AccountNumber): ReactNode {
  const shown = formatPhone(phone_number);
  return (
    <div>
      <Stack direction="row" gap={1}>
        <span style={{ whiteSpace: 'nowrap' }}>{shown}</span>
        <CopyButton text={phone_number} shown={shown} />
      </Stack>
      <Stack direction="row" gap={1}>
        <Text variant="secondary" tone="third" as="span" style={{ fontWeight: 400, overflowWrap: 'anywhere' }}>
          {sid}
        </Text>
        <CopyButton text={sid} />
      </Stack>
    </div>
  );
}
