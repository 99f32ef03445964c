import { type ReactNode, useMemo } from 'react';
import { EmptyState, phoneQuery, useMedia } from 'shared-ui';
import { CheckboxField } from 'shared-ui/choices';
import { IconButton, Stack, Tooltip, Typography } from 'shared-ui/mui';
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
  obstacle: string | undefined;
  onRequest: (anchor: HTMLElement, number: AccountNumber) => void;
  onLabel: (number: AccountNumber) => void;
}

/** The numbers of one account, each with its transfer. */
export function NumbersTable(props: NumbersTableProps): ReactNode {
  const { account, search, selectedSids, onSelect, busy, obstacle, onRequest, onLabel } = props;
  const rows = useMemo(() => account.numbers.filter((number) => matches(number, search)), [account, search]);
  const off = busy || obstacle !== undefined;
  const other = messages.account[otherSide(account.side)];
  const selectedCount = rows.filter(({ sid }) => selectedSids.has(sid)).length;

  const select = (sids: readonly string[], on: boolean): void => {
    const next = new Set(selectedSids);
    for (const sid of sids) {
      if (on) next.add(sid);
      else next.delete(sid);
    }
    onSelect(next);
  };

  const selectAll = (hideLabel: boolean): ReactNode => (
    <CheckboxField
      size="small"
      hideLabel={hideLabel}
      label={messages.table.selectAll(rows.length)}
      checked={rows.length > 0 && selectedCount === rows.length}
      indeterminate={selectedCount > 0 && selectedCount < rows.length}
      disabled={off || rows.length === 0}
      onChange={(_, on) =>
        select(
          rows.map(({ sid }) => sid),
          on,
        )
      }
    />
  );

  const label = (number: AccountNumber): ReactNode => <NumberLabel number={number} onChange={() => onLabel(number)} />;

  const columns: readonly GridColumn<AccountNumber>[] = [
    {
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
    },
    {
      key: 'number',
      header: messages.table.number,
      rowHeader: true,
      // Room for a whole SID.
      minWidth: 310,
      cell: (number) => <NumberText {...number} />,
    },
    {
      key: 'label',
      header: messages.table.label,
      minWidth: 100,
      cell: label,
      phoneLine: label,
    },
    {
      key: 'transfer',
      header: messages.table.transfer,
      hideHeader: true,
      width: 48,
      cell: (number) => (
        <Tooltip title={messages.transfer.one(formatPhone(number.phone_number), other)} placement="left">
          <IconButton
            disabled={off}
            aria-describedby={obstacle}
            onClick={({ currentTarget }) => onRequest(currentTarget, number)}
          >
            <TransferIcon />
          </IconButton>
        </Tooltip>
      ),
    },
  ];

  return (
    <RecordGrid
      caption={messages.accountTitle[account.side]}
      columns={columns}
      rows={rows}
      rowKey={({ sid }) => sid}
      loading={busy}
      rowHeight={56}
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
  // A phone has no room for a whole SID on a line.
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
        <CopyButton text={sid} />
      </Stack>
    </div>
  );
}
