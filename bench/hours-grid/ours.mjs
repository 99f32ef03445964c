// @ts-check
/** The module's grid as a separate page. */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleTheme } from 'shared-ui';
import { csvBlob } from '../../mf-hours/src/hours-worked/export/csv.ts';
import { exportTable } from '../../mf-hours/src/hours-worked/export/export-table.ts';
import { pdfBlob } from '../../mf-hours/src/hours-worked/export/pdf.ts';
import { GridCursor } from '../../mf-hours/src/grid/grid-cursor.ts';
import { GridCommands } from '../../mf-hours/src/hours-worked/grid-commands.ts';
import { HoursStore } from '../../mf-hours/src/hours-worked/hours-store.ts';
import { toRequestBody } from '../../mf-hours/src/hours-worked/edits.ts';
import { WorkedGrid } from '../../mf-hours/src/hours-worked/WorkedGrid.tsx';
import { block, FEW_ROWS, month } from './data.mjs';
import { scrollThrough, takeKeys, untilPainted, untilShown } from './measured.mjs';

const store = new HoursStore();
const commands = new GridCommands(store, new GridCursor());
store.load({ hours: month(0), etag: '"1"' });
const grid = createElement(WorkedGrid, { commands, onSave: () => undefined });
const root = createRoot(/** @type {HTMLElement} */ (document.getElementById('root')));
const render = (/** @type {import('react').ReactNode} */ children) =>
  root.render(createElement(ConsoleTheme, { nonce: '', root: true, children }));
render(grid);

const cell = (/** @type {number} */ row, /** @type {number} */ column) =>
  /** @type {HTMLElement} */ (document.querySelector(`[data-cell="${row}:${column}"]`));

const isShown = () => document.querySelector('[role=gridcell][data-cell]') !== null;

const paste = (/** @type {number} */ rows) => {
  commands.cursor.go({ row: 0, column: 0 });
  const text = block.slice(0, rows).map((row) => row.join('\t'));
  return untilPainted(() => commands.paste(text.join('\r\n')));
};

Object.assign(globalThis, {
  bench: {
    ready: isShown,
    open: async () => {
      await untilShown(
        () => render(null),
        () => !isShown(),
      );
      return untilShown(() => render(grid), isShown);
    },
    // The grid opens at today, October 15, and doesn't render days far from it.
    begin: () => cell(0, 14).focus(),
    keys: takeKeys,
    scroll: () => scrollThrough(/** @type {Element} */ (document.querySelector('[role=grid]'))),
    changeRange: () => untilPainted(() => store.load({ hours: month(2), etag: '"1"' })),
    pasteFew: () => paste(FEW_ROWS),
    paste: () => paste(block.length),
    // All that a save does in the browser: the body of the request, and the grid without edits.
    save: () =>
      untilPainted(() => {
        const edits = store.edits();
        JSON.stringify(toRequestBody(edits));
        store.saved(edits, '"2"');
      }),
    csv: () => untilPainted(() => csvBlob(exportTable(store.view().loaded.hours))),
    pdf: () => untilPainted(() => pdfBlob(exportTable(store.view().loaded.hours), 'Bright Smiles Dental')),
    pasted: () => store.status().changes,
  },
});
