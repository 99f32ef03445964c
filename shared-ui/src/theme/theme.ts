import { createTheme, type Theme } from '@mui/material/styles';
import { components } from './components';
import { paletteOf } from './palette';
import { cssVarPrefix, motion, schemes } from './tokens';
import { typography } from './typography';

function makeTheme(): Theme {
  return createTheme({
    cssVariables: { cssVarPrefix, colorSchemeSelector: 'data-theme' },
    colorSchemes: {
      light: { palette: paletteOf('light', schemes.light) },
      dark: { palette: paletteOf('dark', schemes.dark) },
    },
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
