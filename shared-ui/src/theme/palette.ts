import { cssVarPrefix, type Scheme, type Tokens } from './tokens';

/** The palette of MUI's own components, built from our tokens. */
export function paletteOf(mode: Scheme, tokens: Tokens) {
  return {
    kit: tokens,
    mode,
    background: { default: tokens.paper, paper: tokens.surface },
    text: {
      primary: tokens.ink,
      secondary: tokens.inkSecond,
      tertiary: tokens.inkThird,
      disabled: tokens.inkThird,
    },
    divider: tokens.line,
    primary: { main: tokens.primary, contrastText: tokens.onPrimaryFill },
    secondary: { main: tokens.ink, contrastText: tokens.surface },
    error: { main: tokens.danger },
    warning: { main: tokens.attention },
    info: { main: tokens.information },
    success: { main: tokens.success },
  };
}

/** The CSS variables that MUI derives from a palette. */
export function paletteVariables(palette: ReturnType<typeof paletteOf>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(palette).flatMap(([name, value]) =>
      Object.entries(typeof value === 'string' ? { '': value } : value).map(([shade, color]) => [
        `--${[cssVarPrefix, 'palette', name, shade].filter(Boolean).join('-')}`,
        color,
      ]),
    ),
  );
}
