import { createTheme, type Theme } from '@mui/material/styles';
import { color, cssVarPrefix, focusRing, fontFamily, motion, radius, type Scheme, schemes, size } from './tokens';

/** The palette of MUI's own components, from our tokens. */
function paletteOf(scheme: Scheme) {
  const tokens = schemes[scheme];
  return {
    palette: {
      kit: tokens,
      mode: scheme,
      background: { default: tokens.paper, paper: tokens.surface },
      text: { primary: tokens.ink, secondary: tokens.inkSecond, disabled: tokens.inkThird },
      divider: tokens.line,
      primary: { main: tokens.primary, contrastText: tokens.onPrimaryFill },
      error: { main: tokens.danger },
      warning: { main: tokens.attention },
      info: { main: tokens.information },
      success: { main: tokens.success },
    },
  };
}

function makeTheme(): Theme {
  return createTheme({
    cssVariables: { cssVarPrefix, colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: paletteOf('light'), dark: paletteOf('dark') },
    spacing: 4,
    motion: { reducedMotion: 'system' },
    shape: { borderRadius: 8 },
    typography: { fontFamily, fontSize: 14, htmlFontSize: 16, body1: { fontSize: 14, lineHeight: '20px' } },
    transitions: {
      duration: {
        shortest: motion.quick,
        shorter: motion.quick,
        short: motion.calm,
        standard: motion.calm,
        complex: motion.calm,
        enteringScreen: motion.calm,
        leavingScreen: motion.quick,
      },
    },
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true, disableTouchRipple: true },
        // MUI takes the outline away, for its ripple shows the focus there.
        styleOverrides: { root: { '&:focus-visible': focusRing } },
      },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none', color: color.ink } },
      },
      MuiBackdrop: {
        styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: color.scrim } } },
      },
      MuiPopover: {
        styleOverrides: {
          paper: {
            border: `1px solid ${color.line}`,
            borderRadius: radius.panel,
            boxShadow: color.shadow,
            backgroundColor: color.surface,
          },
        },
      },
      MuiMenu: {
        styleOverrides: { paper: { minWidth: 180 }, list: { padding: 4 } },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            minHeight: size.control,
            borderRadius: radius.small,
            padding: '4px 10px',
            gap: 8,
            fontSize: 14,
            lineHeight: '20px',
            whiteSpace: 'normal',
            '&:hover': { backgroundColor: color.neutralTint },
            '&.Mui-focusVisible': { backgroundColor: color.neutralTint },
            '&:focus-visible': { outlineOffset: -2 },
            '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
              backgroundColor: color.primaryTint,
            },
            '&.Mui-disabled': { opacity: 1, color: color.inkThird },
          },
        },
      },
    },
  });
}

/** The theme of every React root of the page; both schemes are in it as CSS variables. */
export const theme: Theme = makeTheme();
