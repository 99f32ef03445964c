import { type ReactNode, useMemo } from 'react';
import { EmptyState, phoneQuery, useMedia } from 'shared-ui';
import { CheckboxField } from 'shared-ui/choices';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { type GridColumn, RecordGrid } from 'shared-ui/data-grid';
import { type Account, type AccountNumber, otherSide } from './accounts';
import { CopyButton } from './CopyButton';
import { phoneNumbersMessages as messages } from './messages';
import { NumberLabel } from './NumberLabel';
import { formatPhone, matches, shortSid } from './phone-text';
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
  reasonId: string | undefined;
  onRequest: (anchor: HTMLElement, number: AccountNumber) => void;
  onLabel: (number: AccountNumber) => void;
}

/** The numbers of one account, each with its transfer. */
export function NumbersTable(props: NumbersTableProps): ReactNode {
  const { account, search, busy, reasonId } = props;
  const rows = useMemo(() => account.numbers.filter((number) => matches(number, search)), [account, search]);
  return (
    <RecordGrid
      caption={messages.accountTitle[account.side]}
      columns={columnsOf(props, rows)}
      rows={rows}
      rowKey={({ sid }) => sid}
      loading={busy}
      rowHeight={56}
      empty={
        account.numbers.length > 0 ? (
          <EmptyState title={messages.table.noMatch}>{messages.table.noMatchWords(search)}</EmptyState>
        ) : (
          <EmptyState title={messages.table.empty}>
            {reasonId === undefined
              ? messages.table.emptyWords(messages.account[otherSide(account.side)])
              : messages.table.emptyUnmovable}
          </EmptyState>
        )
      }
    />
  );
}

function columnsOf(props: NumbersTableProps, rows: readonly AccountNumber[]): readonly GridColumn<AccountNumber>[] {
  const { account, busy, reasonId, onRequest, onLabel } = props;
  const off = busy || reasonId !== undefined;
  const other = messages.account[otherSide(account.side)];
  const label = (number: AccountNumber): ReactNode => <NumberLabel number={number} onChange={() => onLabel(number)} />;
  return [
    selectionColumn(props, rows, off),
    {
      key: 'number',
      header: messages.table.number,
      rowHeader: true,
      // Room for a whole SID.
      minWidth: 296,
      cell: (number) => <NumberText {...number} />,
    },
    {
      key: 'label',
      header: messages.table.label,
      minWidth: 90,
      cell: label,
      phoneLine: label,
    },
    {
      key: 'transfer',
      header: messages.table.transfer,
      hideHeader: true,
      width: 92,
      cell: (number) => (
        <TransferButton
          name={messages.transfer.one(formatPhone(number.phone_number), other)}
          disabled={off}
          reasonId={reasonId}
          onClick={(anchor) => onRequest(anchor, number)}
        />
      ),
    },
  ];
}

/** A checkbox for each number, and one for all that the search shows. */
function selectionColumn(
  { selectedSids, onSelect }: NumbersTableProps,
  rows: readonly AccountNumber[],
  off: boolean,
): GridColumn<AccountNumber> {
  const sids = rows.map(({ sid }) => sid);
  const selectedCount = sids.filter((sid) => selectedSids.has(sid)).length;
  const select = (changed: readonly string[], on: boolean): void => {
    const others = [...selectedSids].filter((sid) => !changed.includes(sid));
    onSelect(new Set(on ? [...others, ...changed] : others));
  };
  const selectAll = (hideLabel: boolean): ReactNode => (
    <CheckboxField
      size="small"
      hideLabel={hideLabel}
      label={messages.table.selectAll(rows.length)}
      checked={rows.length > 0 && selectedCount === rows.length}
      indeterminate={selectedCount > 0 && selectedCount < rows.length}
      disabled={off || rows.length === 0}
      onChange={(_, on) => select(sids, on)}
    />
  );
  return {
    key: 'selected',
    header: selectAll(true),
    selects: true,
    phoneHeader: selectAll(false),
    width: 40,
    cell: ({ sid, phone_number }) => (
      <CheckboxField
        size="small"
        hideLabel
        label={messages.table.select(formatPhone(phone_number))}
        checked={selectedSids.has(sid)}
        disabled={off}
        onChange={(_, on) => select([sid], on)}
      />
    ),
  };
}

interface TransferButtonProps {
  name: string;
  disabled: boolean;
  /** Id of the element that says why the number can’t be moved. */
  reasonId: string | undefined;
  onClick: (anchor: HTMLElement) => void;
}

function TransferButton({ name, disabled, reasonId, onClick }: TransferButtonProps): ReactNode {
  const isPhone = useMedia(phoneQuery);
  return (
    <Button
      variant={isPhone ? 'outlined' : 'text'}
      aria-label={name}
      aria-describedby={reasonId}
      disabled={disabled}
      startIcon={isPhone && <TransferIcon />}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {messages.transfer.confirm}
    </Button>
  );
}

function NumberText({ phone_number, sid }: AccountNumber): ReactNode {
  const shown = formatPhone(phone_number);
  // A phone has no room for a whole SID on a line, and a finger none for two buttons above each other.
  const isPhone = useMedia(phoneQuery);
  return (
    <div>
      <Stack direction="row" spacing={1}>
        <span style={{ whiteSpace: 'nowrap' }}>{shown}</span>
        <CopyButton text={phone_number} shown={shown} />
      </Stack>
      <Stack direction="row" spacing={1}>
        <Typography
          variant="body2"
          color="textTertiary"
          component="span"
          style={{ fontWeight: 400, overflowWrap: 'anywhere' }}
        >
          {isPhone ? shortSid(sid) : sid}
        </Typography>
        {!isPhone && <CopyButton text={sid} />}
      </Stack>
    </div>
  );
}
