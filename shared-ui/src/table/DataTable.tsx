import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../feedback/states';
import { ArrowDownIcon, ArrowUpIcon, SortIcon } from '../icons';
import { VisuallyHidden, visuallyHidden } from '../layout/Stack';
import { commonMessages } from '../messages';
import { useMedia } from '../layout/use-media';
import { useScrolls } from '../layout/use-scrolls';
import { busyLine } from '../theme/busy-line';
import { color, radius, size } from '../theme/tokens';
import { RowCards } from './RowCards';

/** A phone: too narrow for most tables. */
const PHONE = '(max-width: 599.95px)';

export interface Sort<Key extends string = string> {
  key: Key;
  direction: 'asc' | 'desc';
}

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures: right-aligned. */
  numeric?: boolean;
  sortable?: boolean;
  /** CSS width. */
  width?: number | string;
  /** The column that names the row, for screen readers; the first when none is marked. */
  rowHeader?: boolean;
  /** The header is for screen readers only: checkboxes, buttons. */
  hideHeader?: boolean;
  /** Not on paper: what is pressed. */
  screenOnly?: boolean;
}

const Frame = styled('div')({
  position: 'relative',
  overflow: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  '@media print': { overflow: 'visible', maxHeight: 'none !important' },
});

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  lineHeight: '20px',
  'th, td': { padding: '4px 12px', height: size.row, boxSizing: 'border-box', textAlign: 'left', fontWeight: 400 },
  'thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    backgroundColor: color.surface,
    borderBottom: `1px solid ${color.line}`,
    color: color.inkSecond,
    fontSize: 12,
    fontWeight: 550,
    whiteSpace: 'nowrap',
    '@media print': { position: 'static' },
  },
  'tbody th': { fontWeight: 600, minWidth: 140 },
  'tbody tr:not(:last-child) > *': { borderBottom: `1px solid ${color.line}` },
  'tbody tr[data-row]:hover > *': { backgroundColor: color.subtle },
  '[data-numeric]': { textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  [`@media ${PHONE}`]: { 'th, td': { padding: '4px 6px' }, 'tbody th': { minWidth: 0 } },
});

/** Shown above the header while rows are fetched. Existing rows stay readable. */
const Fetching = styled('div')({
  ...busyLine,
  position: 'sticky',
  top: 0,
  left: 0,
  zIndex: 2,
  marginBottom: -2,
  color: color.primary,
});

const SortButton = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  margin: '0 -6px',
  padding: '2px 6px',
  border: 0,
  borderRadius: radius.small,
  background: 'none',
  color: 'inherit',
  fontSize: 'inherit',
  fontWeight: 'inherit',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.neutralTint, color: color.ink },
});

export interface DataTableProps<Row, Key extends string> {
  /** What the table is, for screen readers. */
  caption: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Stands in the table when there are no rows; an `EmptyState`. */
  empty: ReactNode;
  sort?: Sort<Key>;
  /** Asked for when a sortable header is pressed: the other direction, or the new column upwards. */
  onSort?: (sort: Sort<Key>) => void;
  /** Rows that are there stay while others are fetched; without rows their shape is shown. */
  loading?: boolean;
  /** An error message that replaces the rows. */
  error?: string | undefined;
  onRetry?: () => void;
  /** CSS height beyond which the rows scroll under the header. */
  maxHeight?: number | string;
  /** Shows rows as cards on phones. Not for tables with sortable columns. */
  cardsOnPhone?: boolean;
}

function Header<Row, Key extends string>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row, Key>;
  sort: Sort<Key> | undefined;
  onSort: ((sort: Sort<Key>) => void) | undefined;
}): ReactNode {
  const { key, header, numeric = false, sortable = false, width, hideHeader = false, screenOnly = false } = column;
  const direction = sort?.key === key ? sort.direction : undefined;
  const Arrow = direction === 'asc' ? ArrowUpIcon : direction === 'desc' ? ArrowDownIcon : SortIcon;
  return (
    <th
      scope="col"
      style={{ width }}
      data-numeric={numeric ? '' : undefined}
      data-screen-only={screenOnly ? '' : undefined}
      aria-sort={sortable && direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sortable && onSort ? (
        <SortButton type="button" onClick={() => onSort({ key, direction: direction === 'asc' ? 'desc' : 'asc' })}>
          {header}
          <Arrow size={12} />
        </SortButton>
      ) : (
        <span style={hideHeader ? visuallyHidden : undefined}>{header}</span>
      )}
    </th>
  );
}

/** A table with sticky headers and its own loading, empty and failed states. */
export function DataTable<Row, Key extends string = string>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  sort,
  onSort,
  loading = false,
  error,
  onRetry,
  maxHeight,
  cardsOnPhone = false,
}: DataTableProps<Row, Key>): ReactNode {
  const [frame, scrolls] = useScrolls();
  const isPhone = useMedia(PHONE);
  const waiting = loading && rows.length === 0;
  const named = columns.find((column) => column.rowHeader) ?? columns[0];
  const across = (content: ReactNode): ReactNode => (
    <tr>
      <td colSpan={columns.length}>{content}</td>
    </tr>
  );
  if (cardsOnPhone && isPhone && error === undefined && rows.length > 0)
    return (
      <>
        <RowCards {...{ caption, columns, named, rows, rowKey }} busy={loading} />
        <VisuallyHidden role="status">{loading ? commonMessages.loading : ''}</VisuallyHidden>
      </>
    );
  return (
    <Frame ref={frame} style={{ maxHeight }} tabIndex={scrolls ? 0 : undefined} role="group" aria-label={caption}>
      {loading && !waiting && <Fetching />}
      <Table aria-busy={loading || undefined}>
        <caption style={visuallyHidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {error !== undefined
            ? across(<ErrorState message={error} onRetry={onRetry} busy={loading} />)
            : waiting
              ? Array.from({ length: 5 }, (_, row) => (
                  <tr key={row} aria-hidden>
                    {columns.map((column) => (
                      <td key={column.key}>
                        <Skeleton width={column.numeric ? '40%' : '70%'} />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.length === 0
                ? across(empty)
                : rows.map((row) => (
                    <tr key={rowKey(row)} data-row="">
                      {columns.map((column) => {
                        const Cell = column === named ? 'th' : 'td';
                        return (
                          <Cell
                            key={column.key}
                            scope={Cell === 'th' ? 'row' : undefined}
                            data-numeric={column.numeric ? '' : undefined}
                            data-screen-only={column.screenOnly ? '' : undefined}
                          >
                            {column.cell(row)}
                          </Cell>
                        );
                      })}
                    </tr>
                  ))}
        </tbody>
      </Table>
      <VisuallyHidden role="status">{loading ? commonMessages.loading : ''}</VisuallyHidden>
    </Frame>
  );
}
