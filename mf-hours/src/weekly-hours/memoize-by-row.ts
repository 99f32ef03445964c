import type { Row } from './rows';

/**
 * Caches a result per row. Rows are immutable, so the result stays valid for a row object, and a keystroke recomputes
 * one row instead of sixty.
 */
export function memoizeByRow<Result>(work: (row: Row) => Result): (row: Row) => Result {
  const known = new WeakMap<Row, { result: Result }>();
  return (row) => {
    const found = known.get(row);
    if (found) return found.result;
    const result = work(row);
    known.set(row, { result });
    return result;
  };
}

/** Like `memoizeByRow`, for results that also depend on the office. */
export function memoizeByRowAndOffice<Result>(
  work: (row: Row, office: Row) => Result,
): (row: Row, office: Row) => Result {
  const known = new WeakMap<Row, { office: Row; result: Result }>();
  return (row, office) => {
    const found = known.get(row);
    if (found?.office === office) return found.result;
    const result = work(row, office);
    known.set(row, { office, result });
    return result;
  };
}
