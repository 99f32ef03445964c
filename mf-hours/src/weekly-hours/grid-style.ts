/**
 * The styles of the grid: one rule set that selects by data attributes. A styled component per cell would noticeably
 * slow down sixty rows.
 */
import { color, radius, size, styled } from 'shared-ui';

const FONT_SIZE = 13;

/** A size in pixels that grows with larger text. */
const growing = (pixels: number, fontSize = FONT_SIZE): string => `calc(${pixels}em / ${fontSize})`;

const HEADER = 36;
/** Height of a row with its border, unless a name or an error needs a third line. */
const ROW = 47;

/** Widths of the columns. The days share the rest. */
const column = { provider: 150, week: 58 } as const;
/** The minimum with which the grid fits next to the navigation, Quick Links and its own scrollbar. */
const narrowColumn = { provider: 132, day: 76, week: 50 } as const;

/**
 * What a day shows depends on its width, so that its times, lunch and hours fit on two lines. These are container
 * queries, because Quick Links may be next to the grid.
 */
const atLeast = (day: number): string => `@container (min-width: ${growing(column.provider + 7 * day + column.week)})`;
/** Wide enough for full times. */
const inFrame = atLeast(87);
/** Wide enough for the full times of lunch next to the hours of the day. */
const inWideFrame = atLeast(106);
/** Wide enough for the word for lunch too. */
const inVeryWideFrame = atLeast(130);

export const Frame = styled('div')({
  containerType: 'inline-size',
  overflow: 'auto',
  // Leaves room for the heading above and the save reminder below. A lower grid doesn't scroll vertically.
  maxHeight: 'max(360px, calc(100dvh - 268px))',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  scrollPadding: `${growing(HEADER + 6)} 8px ${growing(HEADER + 6)} ${growing(column.provider + 8)}`,
  // The widths of the container queries are multiples of this size.
  fontSize: FONT_SIZE,
  lineHeight: '18px',
  '@media print': { overflow: 'visible', maxHeight: 'none' },
});

export const Table = styled('table')({
  // Rows are CSS grids instead of table rows, because the browser can only then skip rows that are out of view.
  display: 'block',
  width: '100%',
  minWidth: growing(narrowColumn.provider + 7 * narrowColumn.day + narrowColumn.week),
  isolation: 'isolate',
  'thead, tbody, tfoot': { display: 'block' },
  tr: {
    display: 'grid',
    gridTemplateColumns: `${growing(narrowColumn.provider)} repeat(7, minmax(0, 1fr)) ${growing(narrowColumn.week)}`,
    [inFrame]: { gridTemplateColumns: `${growing(column.provider)} repeat(7, minmax(0, 1fr)) ${growing(column.week)}` },
  },
  'tbody tr': {
    position: 'relative',
    zIndex: 0,
    contentVisibility: 'auto',
    containIntrinsicBlockSize: `auto ${growing(ROW)}`,
  },

  'th, td': {
    boxSizing: 'border-box',
    padding: '4px 3px',
    [inFrame]: { padding: '4px 5px' },
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
    borderBottom: `1px solid ${color.line}`,
    borderRight: `1px solid ${color.line}`,
    backgroundColor: color.surface,
  },
  'th:last-child, td:last-child': { borderRight: 0 },
  'tbody:not(:last-child) tr:last-child > *, tfoot > tr > *': { borderBottom: 0 },

  thead: { position: 'sticky', top: 0, zIndex: 2 },
  'thead th': {
    minHeight: growing(HEADER, 12),
    paddingTop: 0,
    paddingBottom: 0,
    lineHeight: `${HEADER - 1}px`,
    color: color.inkSecond,
    fontSize: 12,
    fontWeight: 550,
  },
  'th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    paddingLeft: 8,
    paddingRight: 4,
    // From this width on, the grid doesn't scroll sideways.
    [inFrame]: { position: 'relative', left: 'auto', paddingLeft: 12, paddingRight: 8 },
  },
  '[data-numeric]': { textAlign: 'right' },

  // The office row, with which the other rows are compared.
  'tr[data-office] > *': { backgroundColor: color.subtle },
  tfoot: { position: 'sticky', bottom: 0, zIndex: 2 },
  'tfoot > tr > *': {
    minHeight: growing(HEADER),
    paddingTop: 0,
    paddingBottom: 0,
    lineHeight: `${HEADER - 2}px`,
    backgroundColor: color.subtle,
    color: color.inkSecond,
    borderTop: `1px solid ${color.line}`,
  },

  '[data-name]': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '[data-note]': { display: 'block', fontSize: 12, lineHeight: '16px', color: color.inkThird },

  'td[data-day]': {
    position: 'relative',
    cursor: 'pointer',
    // Dragging selects days, not their text.
    userSelect: 'none',
    minHeight: growing(ROW - 1),
  },
  'td[data-day]:hover:not([data-differs])': { backgroundColor: color.subtle },
  'td[data-day]:focus-visible, th:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
  'td[data-follows]': { color: color.inkThird, cursor: 'default' },
  'td[data-differs]': { backgroundColor: color.attentionTint },
  'td[data-differs] [data-part][data-differs]': { color: color.attention, fontWeight: 550 },
  '@media (forced-colors: active)': { 'td [data-differs]': { textDecoration: 'underline' } },
  'td[data-conflict]': { boxShadow: `inset 0 0 0 2px ${color.information}` },
  'td[data-selected]:not([data-open])': {
    backgroundColor: color.informationTint,
    boxShadow: `inset 0 0 0 1px ${color.information}`,
  },
  'td[data-open]': { boxShadow: `inset 0 0 0 2px ${color.focus}` },
  'td[aria-invalid=true]': { boxShadow: `inset 0 0 0 2px ${color.danger}` },
  'td [data-part][data-invalid]': { color: color.danger, textDecoration: 'underline wavy 1px', textUnderlineOffset: 3 },

  // The text for screen readers, next to the visible text.
  '[data-said]': {
    position: 'absolute',
    width: 1,
    height: 1,
    margin: -1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '[data-line]': { display: 'flex', flexWrap: 'wrap', columnGap: 2, minWidth: 0, letterSpacing: '-0.012em' },
  '[data-line=lunch]': {
    justifyContent: 'space-between',
    fontSize: 11,
    lineHeight: '16px',
    letterSpacing: '-0.03em',
    [inFrame]: { fontSize: 11.5 },
    color: color.inkSecond,
  },
  'td[data-follows] [data-line=lunch], td [data-quiet]': { color: color.inkThird },
  // The word for lunch, if there is room for it. Otherwise the line above the grid explains the second line.
  '[data-word]': { display: 'none', [inVeryWideFrame]: { display: 'inline' } },
  '[data-zeros]': { display: 'none' },
  '[data-line=hours] [data-zeros]': { [inFrame]: { display: 'inline' } },
  '[data-line=lunch] [data-zeros]': { [inWideFrame]: { display: 'inline' } },
  '[data-total]': { marginLeft: 'auto', fontWeight: 550 },
  '[data-error][hidden]': { display: 'none' },
  '[data-error]': { display: 'block', fontSize: 11.5, lineHeight: '14px', color: color.danger, paddingTop: 2 },

  // The mark of unsaved changes: a corner that text doesn't overlap.
  '[data-mark]': {
    position: 'absolute',
    top: 0,
    right: 0,
    width: 9,
    height: 9,
    clipPath: 'polygon(0 0, 100% 0, 100% 100%)',
    backgroundColor: color.attention,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
  '[data-week]': { fontWeight: 600 },
  '[data-menu]': { marginRight: -4 },

  '@media (pointer: coarse)': { 'td[data-day]': { minHeight: size.row } },

  // Prints the whole grid, with the header on every page and the totals below the last row.
  '@media print': {
    isolation: 'auto',
    'thead, th:first-of-type, tfoot, tbody tr': { position: 'static' },
    'tbody tr': { contentVisibility: 'visible', breakInside: 'avoid' },
    '[data-menu]': { display: 'none' },
  },
});
