import { paletteOf, paletteVariables } from './palette';
import { schemes, type Tokens } from './tokens';

/** The light scheme on white, with slightly stronger text and lines. */
const paper: Tokens = {
  ...schemes.light,
  ink: '#000000',
  inkSecond: '#33383f',
  inkThird: '#4a515b',
  paper: '#ffffff',
  surface: '#ffffff',
  subtle: '#ffffff',
  line: '#c9cbc4',
};

/**
 * Print styles: black on white even in the dark scheme, without controls. `data-screen-only` and `data-paper-only`
 * limit elements to screen or print. A page that contains `data-paper="wide"` prints in landscape.
 */
export const printStyles = {
  '@page': { margin: '14mm' },
  '@page wide': { size: 'landscape', margin: '10mm' },
  '@media screen': { '[data-paper-only]': { display: 'none !important' } },
  '@media print': {
    // Both selectors are needed to override the attribute's scheme.
    ':root, :root[data-theme]': { ...paletteVariables(paletteOf('light', paper)), colorScheme: 'light' },
    'html, body': { backgroundColor: '#ffffff', fontSize: 12, lineHeight: '16px' },
    'body:has([data-paper=wide])': { page: 'wide' },
    '[data-screen-only]': { display: 'none !important' },
    // Browsers omit backgrounds in print by default, but they show whether a checkbox, radio button or switch is on.
    '.MuiCheckbox-root span, .MuiRadio-root span, .MuiSwitch-root span': { printColorAdjust: 'exact' },
    'tr, li': { breakInside: 'avoid' },
    'h1, h2, h3': { breakAfter: 'avoid' },
  },
} as const;
