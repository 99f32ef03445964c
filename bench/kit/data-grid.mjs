// @ts-check
/** MUI's own data grid with 100 rows and its own selection. */
import { DataGrid } from '@mui/x-data-grid';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleTheme } from 'shared-ui';

const columns = ['practice', 'bundles', 'features', 'flags'].map((field) => ({ field, width: 240 }));
const rows = Array.from({ length: 100 }, (_, at) => ({
  id: at,
  practice: `Practice ${at}`,
  bundles: 'Core, Analytics',
  features: 'Forms, Recall',
  flags: 'Dark dashboard',
}));

createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(
  createElement(ConsoleTheme, {
    nonce: '',
    root: true,
    children: createElement(
      'div',
      { style: { height: 812 } },
      createElement(DataGrid, { columns, rows, rowHeight: 64, checkboxSelection: true, hideFooter: true }),
    ),
  }),
);
