// @ts-check
/** The same hours for both grids: 200 providers over the 31 days of a month. Deterministic. */
import { HoursServer, manyPeople } from '../../mf-hours/src/hours-worked/testing/hours-server.ts';

export const PROVIDERS = 200;

const server = new HoursServer(manyPeople(PROVIDERS), '2026-10-15');

/** October or December 2026, which both have 31 days. @param {0 | 2} offset in months */
export const month = (offset) => server.range({ type: 'month', offset });

/** The rows of a smaller block, as a manager copies those of ten providers. */
export const FEW_ROWS = 20;

/** 200 rows of 31 numbers, as a spreadsheet copies them to the clipboard. */
export const block = Array.from({ length: PROVIDERS }, (_, row) =>
  Array.from({ length: 31 }, (__, column) => String(((row + column) % 16) / 2 + 0.5)),
);
