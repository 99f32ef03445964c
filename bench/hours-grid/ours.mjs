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
import { WorkedGrid } from '../../mf-hours/src/hours-worked/WorkedGrid.tsx';
import { block, month } from './data.mjs';
import { scrollThrough, takeKeys, untilPainted } from './measured.mjs';

const store = new HoursStore();
const commands = new GridCommands(store, new GridCursor());
store.load({ hours: month(0), etag: '"1"' });
const grid = createElement(WorkedGrid, { commands, onSave: () => undefined });
createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(
  createElement(ConsoleTheme, { nonce: '', root: true, children: grid }),
);

const cell = (/** @type {number} */ row, /** @type {number} */ column) =>
  /** @type {HTMLElement} */ (document.querySelector(`[data-cell="${row}:${column}"]`));

Object.assign(globalThis, {
  bench: {
    // The grid opens at today, October 15, and doesn't render days far from it.
    ready: () => cell(0, 14) !== null,
    begin: () => cell(0, 14).focus(),
    keys: takeKeys,
    scroll: () => scrollThrough(/** @type {Element} */ (document.querySelector('[role=grid]'))),
    changeRange: () => untilPainted(() => store.load({ hours: month(2), etag: '"1"' })),
    paste: () => {
      commands.cursor.go({ row: 0, column: 0 });
      return untilPainted(() => commands.paste(block.map((row) => row.join('\t')).join('\r\n')));
    },
    csv: () => untilPainted(() => csvBlob(exportTable(store.view().loaded.hours))),
    pdf: () => untilPainted(() => pdfBlob(exportTable(store.view().loaded.hours), 'Bright Smiles Dental')),
    pasted: () => store.status().changes,
  },
});
