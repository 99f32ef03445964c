import { color, schemes, type Tokens } from './tokens';

/** Ink and lines of the light scheme on white, a little stronger than on a screen. */
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

const variableOf = (name: keyof Tokens): string => color[name].slice('var('.length, -1);

const variables = Object.fromEntries(
  (Object.keys(paper) as (keyof Tokens)[]).map((name) => [variableOf(name), paper[name]]),
);

/**
 * What holds on paper: black on white also from the dark scheme, and nothing that is pressed. `data-screen-only` and
 * `data-paper-only` mark what is for one of the two; a page with `data-paper="wide"` in it is printed across.
 */
export const printStyles = {
  '@page': { margin: '14mm' },
  '@page wide': { size: 'landscape', margin: '10mm' },
  '@media screen': { '[data-paper-only]': { display: 'none !important' } },
  '@media print': {
    // Both selectors, to override the scheme of the attribute.
    ':root, :root[data-theme]': { ...variables, colorScheme: 'light' },
    'html, body': { backgroundColor: '#ffffff', fontSize: 12, lineHeight: '16px' },
    'body:has([data-paper=wide])': { page: 'wide' },
    '[data-screen-only]': { display: 'none !important' },
    // Browsers omit backgrounds in print, including the check mark of checkboxes.
    'input[type=checkbox]': { printColorAdjust: 'exact' },
    'tr, li': { breakInside: 'avoid' },
    'h1, h2, h3': { breakAfter: 'avoid' },
  },
} as const;
