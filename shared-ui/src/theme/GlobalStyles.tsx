import MuiGlobalStyles from '@mui/material/GlobalStyles';
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import type { ReactNode } from 'react';
import { FLOATING_HEIGHT } from '../layout/use-floating-height';
import { printStyles } from './print-styles';
import { color, cssVarPrefix, focusRing, fontFamily, phone, touch } from './tokens';

const inter = {
  fontStyle: 'normal',
  fontDisplay: 'swap',
  fontWeight: '100 900',
  src: `url(${interLatin}) format('woff2')`,
} as const;

/** Space that toasts leave for a floating bar, such as the save reminder: its height and margins. */
const ABOVE_FLOATING_BAR = `calc(var(${FLOATING_HEIGHT}, 60px) + 28px)`;

const styles = [
  { '@font-face': { fontFamily: 'Inter Variable', ...inter } },
  // Tabular digits everywhere. Uses a separate font face, because the font feature would also widen hyphens: "made -
  // up".
  {
    '@font-face': {
      fontFamily: 'Inter Figures',
      unicodeRange: 'U+30-39',
      fontFeatureSettings: "'tnum'",
      ...inter,
    },
  },
  {
    ':root': { [`--${cssVarPrefix}-control`]: '32px', [`--${cssVarPrefix}-row`]: '38px' },
    [touch]: {
      ':root': { [`--${cssVarPrefix}-control`]: '44px', [`--${cssVarPrefix}-row`]: '44px' },
    },
    '*, *::before, *::after': { boxSizing: 'border-box' },
    html: {
      WebkitFontSmoothing: 'antialiased',
      MozOsxFontSmoothing: 'grayscale',
      backgroundColor: color.paper,
      scrollPaddingBottom: 96,
      textSizeAdjust: '100%',
    },
    body: {
      margin: 0,
      backgroundColor: color.paper,
      color: color.ink,
      fontFamily,
      fontSize: 14,
      lineHeight: '20px',
      fontOpticalSizing: 'auto',
      overflowWrap: 'break-word',
    },
    'button, input, select, textarea': { font: 'inherit', letterSpacing: 'inherit' },
    ':focus-visible': focusRing,
    '[data-page-heading]:focus': { outline: 'none' },
    '::selection': { backgroundColor: color.primaryTint, color: color.ink },
    '[data-toasts] > .notistack-SnackbarContainer': { bottom: 16 },
    'body:has([data-floating-bar]) [data-toasts] > .notistack-SnackbarContainer': { bottom: ABOVE_FLOATING_BAR },
    // A dialog of a phone is a sheet with its buttons at the bottom of the window.
    [phone]: {
      'body:has(.MuiDialog-root) [data-toasts] > .notistack-SnackbarContainer': { top: 16, bottom: 'auto' },
    },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  printStyles,
];

/** Styles of the whole page: base styles, font, heights of controls, focus ring, reduced motion, print. */
export function GlobalStyles(): ReactNode {
  return <MuiGlobalStyles styles={styles} />;
}
