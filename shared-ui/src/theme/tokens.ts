/**
 * The colors of both schemes. `tokens.test.ts` checks the contrast of every combination: 4.5:1 for
 * text, 3:1 for the borders of controls and for focus rings.
 */
export interface Tokens {
  /** Text: primary, secondary and tertiary. All are readable on every background of the kit. */
  ink: string;
  inkSecond: string;
  inkThird: string;
  /** Backgrounds: the page, surfaces on it, the side rails, and subtle or hovered rows. */
  paper: string;
  surface: string;
  rail: string;
  subtle: string;
  /** Dividers, and the borders of controls. */
  line: string;
  control: string;
  focus: string;
  /** The brand's green: for text and marks, for filled buttons, and as a tint. */
  primary: string;
  primaryFill: string;
  primaryFillHover: string;
  onPrimaryFill: string;
  primaryTint: string;
  attention: string;
  attentionTint: string;
  attentionLine: string;
  danger: string;
  dangerFill: string;
  dangerFillHover: string;
  onDangerFill: string;
  dangerTint: string;
  dangerLine: string;
  information: string;
  informationTint: string;
  informationLine: string;
  success: string;
  successTint: string;
  successLine: string;
  neutral: string;
  neutralTint: string;
  /** Floating elements in inverse colors: save reminder, tooltips, toasts. */
  inverse: string;
  onInverse: string;
  onInverseSecond: string;
  onInverseDanger: string;
  onInverseSuccess: string;
  inverseControl: string;
  inverseControlLine: string;
  inverseAction: string;
  onInverseAction: string;
  /** The dark frame of internal pages, the same in both schemes. */
  internal: string;
  internalHover: string;
  internalLine: string;
  onInternal: string;
  onInternalSecond: string;
  internalMark: string;
  /** Behind a dialog. */
  scrim: string;
  /** The shadow of floating elements. */
  shadow: string;
}

export type Scheme = 'light' | 'dark';

const internalFrame = {
  internal: '#1a2230',
  internalHover: '#2d3747',
  internalLine: '#364154',
  onInternal: '#f3f5f8',
  onInternalSecond: '#a9b3c1',
  internalMark: '#e9b949',
} as const;

export const schemes: Record<Scheme, Tokens> = {
  light: {
    ink: '#1a2230',
    inkSecond: '#545d6b',
    // The design's #6c7582 has a contrast of only 4.3:1 on the page background and less on tints. This is the nearest
    // color with at least 4.5:1 on all of them.
    inkThird: '#636c79',
    paper: '#f6f6f2',
    surface: '#ffffff',
    rail: '#fcfcf9',
    subtle: '#f8f8f4',
    line: '#e2e3dc',
    control: '#868d96',
    focus: '#1d6b5a',
    primary: '#1d6b5a',
    primaryFill: '#1d6b5a',
    primaryFillHover: '#165648',
    onPrimaryFill: '#ffffff',
    primaryTint: '#e4f0ec',
    attention: '#8a5a00',
    attentionTint: '#fdf3dc',
    attentionLine: '#ecd7a3',
    danger: '#a8261d',
    dangerFill: '#a8261d',
    dangerFillHover: '#8b1d16',
    onDangerFill: '#ffffff',
    dangerTint: '#fbe9e7',
    dangerLine: '#efc5c0',
    information: '#2b5c97',
    informationTint: '#e6eef8',
    informationLine: '#c3d5ea',
    success: '#1d6b5a',
    successTint: '#e4f0ec',
    successLine: '#bfdcd3',
    neutral: '#545d6b',
    neutralTint: '#efefe9',
    inverse: '#1a2230',
    onInverse: '#ffffff',
    onInverseSecond: '#c2c9d3',
    onInverseDanger: '#f7b0a9',
    onInverseSuccess: '#8fd8c3',
    inverseControl: '#2d3747',
    inverseControlLine: '#4a566a',
    inverseAction: '#e4f0ec',
    onInverseAction: '#14503f',
    ...internalFrame,
    scrim: 'rgba(26, 34, 48, 0.44)',
    shadow: '0 1px 2px rgba(26, 34, 48, 0.06), 0 12px 32px -8px rgba(26, 34, 48, 0.24)',
  },
  dark: {
    ink: '#e8ebf0',
    inkSecond: '#b4bcc8',
    inkThird: '#98a2b1',
    paper: '#11151c',
    surface: '#191f29',
    rail: '#151a22',
    subtle: '#1d242f',
    line: '#2b3340',
    control: '#6f7988',
    focus: '#6fcab0',
    primary: '#6fcab0',
    primaryFill: '#2b7f6b',
    primaryFillHover: '#267462',
    onPrimaryFill: '#ffffff',
    primaryTint: '#16332b',
    attention: '#e7b65c',
    attentionTint: '#33290f',
    attentionLine: '#5b4a1d',
    danger: '#f4958b',
    dangerFill: '#bd3a30',
    dangerFillHover: '#a83229',
    onDangerFill: '#ffffff',
    dangerTint: '#3c1d1a',
    dangerLine: '#6b332d',
    information: '#8fb8ea',
    informationTint: '#1a2b42',
    informationLine: '#2f4a6d',
    success: '#6fcab0',
    successTint: '#16332b',
    successLine: '#2a574a',
    neutral: '#b4bcc8',
    neutralTint: '#272f3b',
    inverse: '#2a3341',
    onInverse: '#f4f6f9',
    onInverseSecond: '#c2c9d3',
    onInverseDanger: '#f7b0a9',
    onInverseSuccess: '#8fd8c3',
    inverseControl: '#3a4556',
    inverseControlLine: '#566378',
    inverseAction: '#bfe6da',
    onInverseAction: '#0d3a2e',
    ...internalFrame,
    internal: '#0c0f15',
    internalHover: '#232b38',
    internalLine: '#2b3340',
    scrim: 'rgba(4, 6, 10, 0.62)',
    shadow: '0 1px 2px rgba(0, 0, 0, 0.4), 0 16px 40px -8px rgba(0, 0, 0, 0.6)',
  },
};

/**
 * Prefix of the kit's CSS variables and key of its style elements, one per major version, so that two versions on a
 * page never mix. Emotion accepts only letters.
 */
export const cssVarPrefix = 'pctwo';

/** The CSS variable of each color, for `styled` and `sx`: `color.inkSecond`. Its value depends on the scheme. */
export const color = Object.fromEntries(
  Object.keys(schemes.light).map((name) => [name, `var(--${cssVarPrefix}-palette-kit-${name})`]),
) as Record<keyof Tokens, string>;

/** Heights of controls and rows: 32 and 38 px with a mouse, 44 px on touch screens. */
export const size = {
  control: `var(--${cssVarPrefix}-control)`,
  row: `var(--${cssVarPrefix}-row)`,
} as const;

/** The focus ring. A dark background sets `--console-focus` to a visible color. */
export const focusRing = { outline: `2px solid var(--console-focus, ${color.focus})`, outlineOffset: 2 } as const;

export const radius = { small: '6px', control: '8px', panel: '10px' } as const;

/** Durations in milliseconds. The global styles remove all motion for people who prefer none. */
export const motion = { quick: 120, calm: 180 } as const;

export const fontFamily =
  "'Inter Figures', 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/**
 * Below this width, the sidebars of the shell become drawers. A constant, because media queries can't use variables.
 */
export const narrow = '@media (max-width: 899.95px)';

/**
 * For marks that consist only of a background, which forced colors would remove. They get a system color instead.
 *
 * @example
 *   const Dot = styled('span')({ width: 8, height: 8, backgroundColor: color.danger, ...forcedMark('CanvasText') });
 *
 * @param color a system color, e.g. `CanvasText`
 */
export const forcedMark = (color: 'CanvasText' | 'Canvas' | 'Highlight' | 'GrayText') =>
  ({ '@media (forced-colors: active)': { backgroundColor: color, forcedColorAdjust: 'none' } }) as const;

/**
 * For elements distinguished only by their background, such as the current link or the active option. They get an
 * outline in forced colors, which remove backgrounds.
 *
 * @example
 *   const Option = styled('li')({ '&[data-active]': { backgroundColor: color.neutralTint, ...forcedOutline } });
 */
export const forcedOutline = {
  '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: -2 },
} as const;

/**
 * For a progress bar inside its track: in forced colors, the track gets a border and the bar a fill.
 *
 * @example
 *   const Track = styled('div')({ height: 6, backgroundColor: color.neutralTint, ...forcedTrack });
 */
export const forcedTrack = {
  '@media (forced-colors: active)': {
    outline: '1px solid CanvasText',
    '& > *': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
} as const;

/** Phones, which are too narrow for most tables. For `useMedia`, and `phone` for styles. */
export const phoneQuery = '(max-width: 639.95px)';
export const phone = `@media ${phoneQuery}` as const;

/**
 * Touch screens, for `useMedia`.
 *
 * @example
 *   const hasKeys = !useMedia(touchQuery);
 */
export const touchQuery = '(pointer: coarse)';

/**
 * Touch screens, for styles.
 *
 * @example
 *   const Room = styled('a')({ padding: 4, [touch]: { padding: 12 } });
 */
export const touch = `@media ${touchQuery}` as const;

/**
 * Enlarges the touch target to 44 px without changing the layout. For small buttons and links.
 *
 * @example
 *   const RoomLink = styled('a')({ ...touchTarget, fontWeight: 600 });
 */
export const touchTarget = {
  position: 'relative',
  [touch]: { '&::after': { content: '""', position: 'absolute', inset: 'min(0px, calc(50% - 22px))' } },
} as const;
