import { createTheme, type Theme } from '@mui/material/styles';
import { components } from './components';
import { cssVarPrefix, motion, type Scheme, schemes } from './tokens';
import { typography } from './typography';

/** The palette of MUI's own components, from our tokens. */
function paletteOf(scheme: Scheme) {
  const tokens = schemes[scheme];
  return {
    palette: {
      kit: tokens,
      mode: scheme,
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
    typography,
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
    components,
  });
}

/** The theme of every React root of the page. It contains both schemes as CSS variables. */
export const theme: Theme = makeTheme();
