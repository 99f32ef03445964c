// @ts-check
/** The community edition of @mui/x-data-grid with the same hours: 400 rows in pages of 100, its maximum. */
import { DataGrid, useGridApiRef } from '@mui/x-data-grid';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { ConsoleTheme } from 'shared-ui';
import { block, FEW_ROWS, month } from './data.mjs';
import { scrollThrough, takeKeys, untilPainted, untilShown } from './measured.mjs';

/** @param {ReturnType<typeof month>} hours */
const rowsOf = (hours) =>
  hours.providers.flatMap((provider) =>
    /** @type {const} */ (['available', 'worked']).map((figure) => ({
      id: `${provider.provider_id} ${figure}`,
      name: `${provider.first_name} ${provider.last_name}`,
      figure,
      ...Object.fromEntries(hours.dates.map((date) => [date, (provider.hours[date]?.[`${figure}_hours`] ?? 0) / 3600])),
    })),
  );

/** @param {readonly string[]} dates @returns {import('@mui/x-data-grid').GridColDef[]} */
const columnsOf = (dates) => {
  const hoursOf = (/** @type {Record<string, unknown>} */ row) => dates.map((date) => Number(row[date]));
  return [
    { field: 'name', width: 168 },
    { field: 'figure', width: 74 },
    { field: 'hours', width: 76, valueGetter: (_, row) => hoursOf(row).reduce((sum, value) => sum + value, 0) },
    { field: 'days', width: 56, valueGetter: (_, row) => hoursOf(row).filter((value) => value > 0).length },
    ...dates.map((date) => ({
      field: date,
      width: 62,
      type: /** @type {const} */ ('number'),
      editable: true,
      valueFormatter: (/** @type {number | null} */ value) => (value ?? 0).toFixed(2),
    })),
  ];
};

/** @type {import('react').RefObject<import('@mui/x-data-grid').GridApi | null>} */
let api;
/** @type {(hours: ReturnType<typeof month>) => void} */
let show;
/** @type {(rows: ReturnType<typeof rowsOf>) => void} */
let showRows;

function Peer() {
  const [shown, setShown] = useState(() => ({ rows: rowsOf(month(0)), columns: columnsOf(month(0).dates) }));
  api = useGridApiRef();
  show = (next) => setShown({ rows: rowsOf(next), columns: columnsOf(next.dates) });
  showRows = (rows) => setShown((before) => ({ ...before, rows }));
  return createElement(
    'div',
    { style: { height: 664 } },
    createElement(DataGrid, {
      apiRef: api,
      ...shown,
      rowHeight: 32,
      pageSizeOptions: [100],
      initialState: { pagination: { paginationModel: { pageSize: 100 } } },
      disableRowSelectionOnClick: true,
    }),
  );
}

const root = createRoot(/** @type {HTMLElement} */ (document.getElementById('root')));
const render = (/** @type {import('react').ReactNode} */ children) =>
  root.render(createElement(ConsoleTheme, { nonce: '', root: true, children }));
const isShown = () => document.querySelector('[role=gridcell][data-field^="2026"]') !== null;
render(createElement(Peer));

/** @param {number} rows @param {number} offset of the month */
const withBlock = (rows, offset) => {
  const hours = month(/** @type {0 | 2} */ (offset));
  return rowsOf(hours).map((row, at) => ({
    ...row,
    ...Object.fromEntries((block.slice(0, rows)[at] ?? []).map((text, day) => [hours.dates[day], Number(text)])),
  }));
};

// The community edition has no paste, and its API updates single rows. The peer replaces all rows at once.
const paste = (/** @type {number} */ rows) =>
  untilPainted(() => {
    const pasted = withBlock(rows, 2);
    flushSync(() => showRows(pasted));
  });

/** The element that scrolls the rows, whatever its class is. */
const scroller = () =>
  /** @type {Element} */ (
    [...document.querySelectorAll('#root *')].find(
      (element) => element.scrollHeight > element.clientHeight + 100 && element.clientHeight > 300,
    )
  );

Object.assign(globalThis, {
  bench: {
    ready: isShown,
    open: async () => {
      await untilShown(
        () => render(null),
        () => !isShown(),
      );
      return untilShown(() => render(createElement(Peer)), isShown);
    },
    begin: () =>
      /** @type {HTMLElement} */ (document.querySelectorAll('[data-rowindex="0"] [role=gridcell]')[7]).focus(),
    keys: takeKeys,
    scroll: () => scrollThrough(scroller()),
    changeRange: () => untilPainted(() => flushSync(() => show(month(2)))),
    pasteFew: () => paste(FEW_ROWS),
    paste: () => paste(block.length),
    // It keeps no edits. The peer sends the pasted rows and shows what the server returns.
    save: () =>
      untilPainted(() => {
        const saved = withBlock(block.length, 2);
        JSON.stringify(saved);
        flushSync(() => showRows(saved));
      }),
    csv: () => untilPainted(() => new globalThis.Blob([api.current?.getDataAsCsv() ?? ''])),
  },
});
