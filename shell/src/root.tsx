import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyThemeMode, ConsoleTheme, readThemeMode } from 'shared-ui';
import { nonce } from './nonce';

/** Shows the content in the page, in the kit's theme and the person's color scheme. */
export function renderRoot(content: ReactNode): void {
  applyThemeMode(readThemeMode());
  createRoot(document.getElementById('root') as HTMLElement).render(
    <ConsoleTheme nonce={nonce} root>
      {content}
    </ConsoleTheme>,
  );
}
