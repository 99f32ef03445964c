import type { Row } from './rows';

/**
 * Remembers what was worked out of a row. Rows are never changed in place, so the answer holds as long as the row does,
 * and a keystroke costs the work of one row instead of sixty.
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

/** The same for what depends on the office too. */
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
