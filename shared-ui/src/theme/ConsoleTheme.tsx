import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { GlobalStyles } from './GlobalStyles';
import { theme } from './theme';
import { cssVarPrefix } from './tokens';

/**
 * MUI would write the attribute of `<html>` from every root; only `applyThemeMode` does.
 * The variables are written once, by the root that brings the base styles. MUI's `ThemeProvider` hands these options on,
 * but its types lack two of them, hence the objects.
 */
const guest = {
  defaultMode: 'light',
  storageManager: null,
  colorSchemeNode: null,
  disableStyleSheetGeneration: true,
} as const;
const host = { ...guest, disableStyleSheetGeneration: false } as const;

/** One cache for all React roots: a second one would write every rule again and mix up their order. */
let cache: EmotionCache | undefined;

export interface ConsoleThemeProps {
  /** The page's nonce; style elements without it are refused by the content security policy. */
  nonce: string;
  /** True for the root that defines the variables, the typeface and the base styles: the shell's, or a standalone host's. */
  root?: boolean;
  children: ReactNode;
}

/**
 * The kit's theme around one React root. The scheme is no React state: it is `data-theme` on `<html>`, set by
 * `applyThemeMode`, and the variables flip for all roots at once.
 */
export function ConsoleTheme({ nonce, root = false, children }: ConsoleThemeProps): ReactNode {
  cache ??= createCache({ key: cssVarPrefix, nonce });
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} {...(root ? host : guest)}>
        {root && <GlobalStyles />}
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
