/** The printed grid: a table that the browser breaks between rows, with the header on every page. */
import { color } from 'shared-ui';

/** Columns share the width of the page. A month has a smaller font, so that all of its days fit. */
export const printStyles = {
  overflow: 'visible',
  maxHeight: 'none',
  border: 0,
  fontSize: 10,
  lineHeight: '13px',

  '[data-content]': {
    display: 'table',
    width: '100% !important',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    isolation: 'auto',
  },
  '&[data-days=many]': { fontSize: 7, lineHeight: '10px' },
  '[data-body], [data-foot]': { display: 'table-row-group', position: 'static', height: 'auto !important' },
  '[role=row], [data-body] [role=row]': {
    display: 'table-row',
    position: 'static',
    height: 'auto !important',
    breakInside: 'avoid',
  },
  '[role=row][data-head]': { display: 'table-header-group' },
  // Keeps a provider's two rows on one page.
  '[data-body] [role=row]:not([data-last])': { breakAfter: 'avoid' },
  '[data-pinned]': { display: 'contents' },
  '[data-snaps]': { display: 'none' },
  '[data-fixed], [data-day], [data-head] [data-day], [data-body] [data-fixed=provider][role=rowheader]': {
    display: 'table-cell',
    position: 'static',
    width: 'auto !important',
    height: 'auto !important',
    padding: '2px 3px',
    verticalAlign: 'middle',
    overflow: 'visible',
    contain: 'none',
    border: 0,
    borderBottom: `1px solid ${color.line}`,
  },
  '[data-body] [role=row]:not([data-last]) :is([data-fixed], [data-day])': { borderBottom: 0 },
  '[data-number], [data-head] [data-day]': { textAlign: 'right' },
  '[data-fixed=provider]': { width: '15% !important', paddingLeft: 0 },
  '&[data-days=many] [data-fixed=provider]': { width: '10% !important' },
  '&[data-days=many] :is([data-fixed=figure], [data-fixed=hours])': { width: '4.5% !important' },
  '[data-head] [data-day] > span': { display: 'block' },
  '[data-head] [data-day] > :last-child, [data-head], [data-fixed=figure]': {
    fontSize: 'inherit',
    lineHeight: 'inherit',
  },
  '[data-name]': { whiteSpace: 'normal', overflow: 'visible' },
  '[data-reset]': { display: 'none' },
} as const;
