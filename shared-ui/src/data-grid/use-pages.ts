import { useState } from 'react';

/** The most rows that the community edition of MUI's data grid shows at once. */
export const PAGE_SIZE = 100;

const pageOf = (index: number): number => Math.max(0, Math.floor(index / PAGE_SIZE));

/**
 * The shown page of rows, from 0. On the last page, it follows rows that are added after the last row ("Load more"), and
 * it never is behind the last row.
 */
export function usePages<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
): [page: number, setPage: (page: number) => void] {
  const keyAt = (index: number): string | number | undefined => {
    const row = rows[index];
    return row && rowKey(row);
  };
  const last = { count: rows.length, key: keyAt(rows.length - 1) };
  const [page, setPage] = useState(0);
  const [previous, setPrevious] = useState(last);
  if (previous.count !== last.count || previous.key !== last.key) {
    setPrevious(last);
    const added = previous.count > 0 && last.count > previous.count && keyAt(previous.count - 1) === previous.key;
    if (added && page === pageOf(previous.count - 1)) setPage(pageOf(previous.count));
    else setPage(Math.min(page, pageOf(last.count - 1)));
  }
  return [page, setPage];
}
