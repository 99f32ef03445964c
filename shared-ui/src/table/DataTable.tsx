import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { ReactNode } from 'react';
import { ErrorState } from '../feedback/states';
import { ArrowDownIcon, ArrowUpIcon, SortIcon } from '../icons';
import { useMedia } from '../layout/use-media';
import { useScrolls } from '../layout/use-scrolls';
import { VisuallyHidden, visuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { busyBar } from '../theme/busy-line';
import { color, phoneQuery, radius } from '../theme/tokens';
import { IN_PANEL, RowCards } from './RowCards';

export interface Sort<Key extends string = string> {
  key: Key;
  direction: 'asc' | 'desc';
}

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  numeric?: boolean;
  sortable?: boolean;
  /** CSS width. */
  width?: number | string;
  /** The column that names the row, for screen readers; the first column by default. */
  rowHeader?: boolean;
  /** The header is for screen readers only, for columns of checkboxes or buttons. */
  hideHeader?: boolean;
  /** Hidden on paper, for columns of buttons. */
  screenOnly?: boolean;
  /**
   * The column with the checkbox that selects the row. On a phone the checkbox is next to the row's name, and the
   * header's checkbox is above the rows, unless `phoneHeader` is null.
   */
  selects?: boolean;
  /**
   * The header on a phone, if it differs, e.g. a checkbox with a visible label. Null shows the cell without a header.
   */
  phoneHeader?: ReactNode;
  /** On a phone: the cell as a short fact. All facts share a line below the row's name, without headers. */
  phoneLine?: (row: Row) => ReactNode;
  /** Whether a row's card on a phone includes the cell, for cells that can be empty. True by default. */
  isOnCard?: (row: Row) => boolean;
}

const Frame = styled('div')({
  position: 'relative',
  overflow: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  '@media print': { overflow: 'visible', maxHeight: 'none !important' },
});

/** Contains the placeholder for rows on a phone. */
const PhoneFrame = styled(Frame)({ [IN_PANEL]: { border: 0 } });

/** The progress line above the header during a refetch. The rows stay readable. */
const Fetching = styled('div')({
  position: 'sticky',
  top: 0,
  left: 0,
  zIndex: 2,
  height: 2,
  marginBottom: -2,
  overflow: 'hidden',
  color: color.primary,
  '&::after': busyBar,
});

export interface DataTableProps<Row, Key extends string> {
  /** The accessible name. */
  caption: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** An `EmptyState`, shown without rows. */
  empty: ReactNode;
  sort?: Sort<Key>;
  /** Called when a sortable header is pressed, with the opposite direction or the new column ascending. */
  onSort?: (sort: Sort<Key>) => void;
  /** Shows a progress line above the rows, or a skeleton if there are none. */
  loading?: boolean;
  /** An error message that replaces the rows. */
  error?: string | undefined;
  onRetry?: () => void;
  /** CSS height beyond which the rows scroll under the header. */
  maxHeight?: number | string;
  /** The layout on a phone: `cards` by default, `table` for a few narrow columns of numbers that people compare. */
  onPhone?: 'cards' | 'table';
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
  return (
    <TableCell
      scope="col"
      align={numeric ? 'right' : 'left'}
      style={{ width }}
      data-screen-only={screenOnly ? '' : undefined}
      aria-sort={sortable && direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sortable && onSort ? (
        <TableSortLabel
          active={direction !== undefined}
          direction={direction ?? 'asc'}
          IconComponent={direction === 'asc' ? ArrowUpIcon : direction === 'desc' ? ArrowDownIcon : SortIcon}
          onClick={() => onSort({ key, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {header}
        </TableSortLabel>
      ) : (
        <span style={hideHeader ? visuallyHidden : undefined}>{header}</span>
      )}
    </TableCell>
  );
}

/**
 * A table with sticky headers and its own loading, empty and failed states. On a phone, each row is a card.
 *
 * @example
 * <DataTable
 *   caption="Rooms"
 *   columns={[
 *     { key: 'name', header: 'Room', cell: (room) => room.name, rowHeader: true },
 *     { key: 'chairs', header: 'Chairs', cell: (room) => room.chairs, numeric: true },
 *   ]}
 *   rows={[{ id: 2, name: 'Room 2', chairs: 1 }]}
 *   rowKey={(room) => room.id}
 *   empty={<EmptyState title="No rooms yet" />}
 * />
 */
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
  onPhone = 'cards',
}: DataTableProps<Row, Key>): ReactNode {
  const [frame, scrolls] = useScrolls();
  const isPhone = useMedia(phoneQuery);
  const waiting = loading && rows.length === 0;
  const named = columns.find((column) => column.rowHeader) ?? columns.find((column) => !column.selects);
  const across = (content: ReactNode): ReactNode => (
    <TableRow>
      <TableCell colSpan={columns.length}>{content}</TableCell>
    </TableRow>
  );
  const status = <VisuallyHidden role="status">{loading ? commonMessages.loading : ''}</VisuallyHidden>;
  if (isPhone && onPhone === 'cards')
    return (
      <>
        {error !== undefined ? (
          <PhoneFrame>
            <ErrorState message={error} onRetry={onRetry} busy={loading} />
          </PhoneFrame>
        ) : rows.length === 0 && !waiting ? (
          <PhoneFrame>{empty}</PhoneFrame>
        ) : (
          <RowCards {...{ caption, columns, named, rows, rowKey, waiting, maxHeight }} busy={loading} />
        )}
        {status}
      </>
    );
  return (
    <Frame ref={frame} style={{ maxHeight }} tabIndex={scrolls ? 0 : undefined} role="group" aria-label={caption}>
      {loading && !waiting && <Fetching aria-hidden />}
      <Table stickyHeader aria-busy={loading || undefined}>
        <caption style={visuallyHidden}>{caption}</caption>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {error !== undefined
            ? across(<ErrorState message={error} onRetry={onRetry} busy={loading} />)
            : waiting
              ? Array.from({ length: 5 }, (_, row) => (
                  <TableRow key={row} aria-hidden>
                    {columns.map((column) => (
                      <TableCell key={column.key} align={column.numeric ? 'right' : 'left'}>
                        <Skeleton width={column.numeric ? '40%' : '70%'} height={14} />
                      </TableCell>
                    ))}
                  </TableRow>
                ))
              : rows.length === 0
                ? across(empty)
                : rows.map((row) => (
                    <TableRow key={rowKey(row)} hover data-row="">
                      {columns.map((column) => (
                        <TableCell
                          key={column.key}
                          {...(column === named && { component: 'th', scope: 'row' })}
                          align={column.numeric ? 'right' : 'left'}
                          data-screen-only={column.screenOnly ? '' : undefined}
                        >
                          {column.cell(row)}
                        </TableCell>
                      ))}
                    </TableRow>
                  ))}
        </TableBody>
      </Table>
      {status}
    </Frame>
  );
}
