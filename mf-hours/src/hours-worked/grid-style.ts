/**
 * The styles of the grid: one rule set that selects by data attributes. A styled component per cell would noticeably
 * slow down a screen of 200 cells.
 */
import { color, radius, styled } from 'shared-ui';
import { HEAD } from './geometry';
import { printStyles } from './print-style';

export const Frame = styled('div')({
  position: 'relative',
  overflow: 'auto',
  // A grid that fits in the window is fully visible. A taller one scrolls, and leaves room for the save reminder below.
  maxHeight: 'max(380px, calc(100dvh - 104px))',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  fontSize: 13,
  lineHeight: '18px',
  fontVariantNumeric: 'tabular-nums',
  outline: 'none',
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.focus}` },
  '@media (max-width: 639.95px)': { maxHeight: 'calc(100dvh - 160px)' },

  // On touch and in a narrow frame, scrolling stops at whole columns.
  scrollPaddingLeft: 'var(--sticky)',
  '@media (pointer: coarse)': { scrollSnapType: 'x mandatory' },
  '[data-snaps] > span': { position: 'absolute', top: 0, width: 1, height: 1, scrollSnapAlign: 'start' },

  '[data-content]': { position: 'relative', isolation: 'isolate', userSelect: 'none' },
  '[role=row]': { display: 'flex', position: 'relative', boxSizing: 'border-box' },
  '[data-body] [role=row]': { position: 'absolute', left: 0, width: '100%' },
  '[data-body]': { position: 'relative' },
  // A line between providers, none between available and worked hours.
  '[data-body] [data-last] :is([data-fixed], [data-day])': { borderBottom: `1px solid ${color.line}` },

  '[data-head], [data-foot]': { position: 'sticky', zIndex: 4, width: '100%' },
  // Its height follows its text, which the other sizes are derived from.
  '[data-head]': { top: 0, height: `calc(${HEAD}em / 12)`, fontSize: 12, fontWeight: 550, color: color.inkSecond },
  '[data-head] [role=columnheader]': { borderBottom: `1px solid ${color.line}` },
  '[data-foot] [data-long]': { fontSize: 11.5, letterSpacing: '-0.02em' },
  '[data-foot]': { bottom: 0, color: color.inkSecond, fontWeight: 550 },
  '[data-foot] [role=row]:first-of-type :is([role=rowheader], [role=gridcell])': {
    borderTop: `1px solid ${color.line}`,
  },

  '[data-fixed], [data-day]': {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    padding: '0 6px',
    minWidth: 0,
    backgroundColor: color.surface,
    whiteSpace: 'nowrap',
  },
  // One sticky element per row, because the browser gives each of them its own layer. Rows are not stacking contexts,
  // so the days of all rows are on one layer below. The provider's cell extends over the next row, so it is above that
  // row's sticky element.
  '[data-pinned]': { position: 'sticky', left: 0, zIndex: 2, display: 'flex', flex: 'none' },
  '[data-body] [role=row]:not([data-last]) [data-pinned]': { zIndex: 3 },
  '[data-fixed]': { flex: 'none' },
  '& :is([data-head], [data-foot]) :is([data-fixed], [data-day])': { backgroundColor: color.subtle },
  '[data-number]': { justifyContent: 'flex-end' },
  '[data-fixed=days]': { borderRight: `1px solid ${color.control}` },
  '[data-body] [data-fixed=hours], [data-body] [data-fixed=days]': { fontWeight: 600 },
  '[data-fixed=figure]': { color: color.inkSecond, fontSize: 12 },
  '[data-fixed=hours]': { textAlign: 'right' },

  '[data-fixed=provider]': { paddingLeft: 12 },
  '[data-body] [data-fixed=provider][role=rowheader]': {
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'center',
    gap: 2,
    borderBottom: `1px solid ${color.line}`,
  },
  '[data-name]': {
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontWeight: 600,
    color: color.ink,
  },
  '[data-left]': { fontSize: 11, lineHeight: '13px', color: color.inkSecond },
  '&[data-narrow]': {
    scrollSnapType: 'x mandatory',
    '[data-fixed]': { padding: '0 4px' },
    '[data-fixed=provider]': { paddingLeft: 8 },
    '[data-pinned] [data-fixed=figure]': { borderRight: `1px solid ${color.control}` },
    '[data-name]': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      fontSize: 12,
      lineHeight: 1.25,
    },
  },
  '[data-reset]': {
    margin: '0 -6px',
    padding: '2px 6px',
    minHeight: 24,
    border: 0,
    borderRadius: radius.small,
    background: 'none',
    color: color.primary,
    font: 'inherit',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 550,
    cursor: 'pointer',
    '&:hover:not([aria-disabled=true])': { backgroundColor: color.primaryTint },
    '&:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
    '&[aria-disabled=true]': { color: color.inkThird, cursor: 'not-allowed' },
  },

  '[data-day]': {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: 'var(--day)',
    // A keystroke lays out only its cell. Without `paint` and without clipping, because clipping 200 cells slows down
    // every frame. Only invalid text is clipped.
    contain: 'layout style size',
    borderLeft: `1px solid ${color.line}`,
  },
  '[data-head] [data-day]': {
    flexDirection: 'column',
    alignItems: 'flex-end',
    justifyContent: 'center',
    lineHeight: '15px',
  },
  '[data-head] [data-day] > :last-child': { color: color.ink, fontSize: 13 },
  '[data-kind=weekend]': { backgroundColor: color.subtle, color: color.inkSecond },
  '[data-head] [data-kind=today]': { color: color.primary, boxShadow: `inset 0 -3px 0 ${color.primary}` },
  // Shadows are removed in forced colors.
  '@media (forced-colors: active)': { '[data-head] [data-kind=today]': { borderBottomWidth: 4 } },
  '[data-head] [data-kind=today] > :last-child': { color: color.primary, fontWeight: 700 },
  '[data-body] [data-kind=today]': { borderLeftColor: color.primary },

  // Scrolls a cell clear of the header, the totals and the save reminder.
  '[data-cell]': {
    scrollMarginTop: 'calc(var(--head) + 8px)',
    scrollMarginBottom: 104,
    scrollMarginLeft: 'var(--sticky)',
  },
  '[data-cell][role=gridcell]': { cursor: 'cell', outline: 'none' },
  '[data-zero]': { color: color.inkThird },
  '[data-modified]': { backgroundColor: color.informationTint, color: color.information, fontWeight: 600 },
  '[data-edited]': { backgroundColor: color.attentionTint, color: color.attention, fontWeight: 600 },
  '[data-selected]': { backgroundColor: color.primaryTint },
  '[data-conflict]': { boxShadow: `inset 0 0 0 2px ${color.information}` },
  '[aria-invalid=true]': {
    overflow: 'hidden',
    boxShadow: `inset 0 0 0 2px ${color.danger}`,
    color: color.danger,
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: 3,
  },
  // An outline, because forced colors keep outlines but remove shadows.
  '[role=gridcell]:focus, [role=rowheader]:focus, [data-cell][data-open]': {
    outline: `2px solid ${color.focus}`,
    outlineOffset: -2,
    zIndex: 1,
  },

  // Unsaved cells have a corner mark, modified cells a dot. Text overlaps neither.
  '[data-edited]::after': {
    content: '""',
    position: 'absolute',
    top: 0,
    right: 0,
    width: 8,
    height: 8,
    clipPath: 'polygon(0 0, 100% 0, 100% 100%)',
    backgroundColor: color.attention,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
  '[data-modified]::before': {
    content: '""',
    position: 'absolute',
    left: 5,
    top: 'calc(50% - 2px)',
    width: 5,
    height: 5,
    borderRadius: '50%',
    backgroundColor: 'currentColor',
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
  'input[data-editor]': {
    position: 'absolute',
    inset: 2,
    boxSizing: 'border-box',
    width: 'calc(100% - 4px)',
    padding: '0 6px',
    border: 0,
    outline: 'none',
    backgroundColor: color.surface,
    color: color.ink,
    font: 'inherit',
    fontWeight: 500,
    textAlign: 'right',
  },

  '@media print': printStyles,
});
