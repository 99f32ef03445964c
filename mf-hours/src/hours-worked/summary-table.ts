/** The look of the tables of the summary. */
import { color, styled } from 'shared-ui';

export const Scroll = styled('div')({
  maxHeight: 160,
  overflow: 'auto',
  '&:focus-visible': { outline: `2px solid ${color.focus}` },
  '@media print': { maxHeight: 'none', overflow: 'visible' },
});

export const Table = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 12,
  lineHeight: '18px',
  'th, td': { padding: '3px 8px 3px 0', textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  'thead th, thead td': {
    position: 'sticky',
    top: 0,
    backgroundColor: color.surface,
    color: color.inkSecond,
    fontWeight: 550,
    borderBottom: `1px solid ${color.line}`,
    '@media print': { position: 'static' },
  },
  'tbody th': { fontWeight: 550, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  'tbody tr:not(:last-child) > *': { borderBottom: `1px solid ${color.line}` },
  '@media (max-width: 639.95px)': { '[data-wide]': { display: 'none' } },
  '[data-numeric]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  // The badge is always fully visible: the table scrolls instead.
  '[data-badge]': { minWidth: 84 },
  'td:last-child, th:last-child': { paddingRight: 2 },
});
