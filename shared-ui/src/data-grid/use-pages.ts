import { useState } from 'react';
import { PAGE_SIZE } from './page-size';

/** The current pages by grid name, stored in the history entry. */
const STATE = 'gridPages';

const pageOf = (index: number): number => Math.max(0, Math.floor(index / PAGE_SIZE));

function storedPages(): Readonly<Record<string, unknown>> {
  const state = history.state as Readonly<Record<string, unknown>> | null;
  return { ...(state?.[STATE] as object | undefined) };
}

function storedPage(name: string): number {
  const page = storedPages()[name];
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? page : 0;
}

function storePage(name: string, page: number): void {
  const pages = { ...storedPages(), [name]: page };
  history.replaceState({ ...(history.state as object | null), [STATE]: pages }, '');
}

/**
 * The current page, from 0. On the last page, it follows rows added at the end ("Load more"), and it never exceeds the
 * last page. The history entry stores the page that a person chose, for Back and a reload.
 *
 * @param name the list's name, unique on the page
 */
export function usePages<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
  name: string,
): [page: number, choosePage: (page: number) => void] {
  const keyAt = (index: number): string | number | undefined => {
    const row = rows[index];
    return row && rowKey(row);
  };
  const last = { count: rows.length, key: keyAt(rows.length - 1) };
  const [page, setPage] = useState(() => Math.min(storedPage(name), pageOf(last.count - 1)));
  const [previous, setPrevious] = useState(last);
  if (previous.count !== last.count || previous.key !== last.key) {
    setPrevious(last);
    const added = previous.count > 0 && last.count > previous.count && keyAt(previous.count - 1) === previous.key;
    if (added && page === pageOf(previous.count - 1)) setPage(pageOf(previous.count));
    else setPage(Math.min(page, pageOf(last.count - 1)));
  }
  const choosePage = (chosen: number): void => {
    setPage(chosen);
    storePage(name, chosen);
  };
  return [page, choosePage];
}
