import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { GlobalStyles } from './GlobalStyles';
import { NonceContext } from './nonce';
import { theme } from './theme';
import { cssVarPrefix } from './tokens';

/**
 * Without these options, every root would set the attribute of `<html>`, which only `applyThemeMode` should do. The
 * root with the base styles writes the variables once. MUI's `ThemeProvider` accepts these options, but its types lack
 * two of them, so they are passed as objects.
 */
const guest = {
  defaultMode: 'light',
  storageManager: null,
  colorSchemeNode: null,
  disableStyleSheetGeneration: true,
} as const;
const host = { ...guest, disableStyleSheetGeneration: false } as const;

/** One cache for all React roots. A second one would write every rule again in a different order. */
let cache: EmotionCache | undefined;

export interface ConsoleThemeProps {
  /** The page's nonce. The content security policy blocks style elements without it. */
  nonce: string;
  /** True for the root with the variables, the font and the base styles: the shell's, or that of a standalone host. */
  root?: boolean;
  children: ReactNode;
}

/**
 * The kit's theme around a React root. The scheme is not React state, but `data-theme` on `<html>`, set by
 * `applyThemeMode`. The variables change for all roots at once.
 */
export function ConsoleTheme({ nonce, root = false, children }: ConsoleThemeProps): ReactNode {
  cache ??= createCache({ key: cssVarPrefix, nonce });
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} {...(root ? host : guest)}>
        {root && <GlobalStyles />}
        <NonceContext value={nonce}>{children}</NonceContext>
      </ThemeProvider>
    </CacheProvider>
  );
}
