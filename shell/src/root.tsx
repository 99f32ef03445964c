import type { ReactNode } from 'react';
import type { PageData } from 'shared-api/contracts';
import { createRoot } from 'react-dom/client';
import { applyThemeMode, ConsoleTheme, readThemeMode } from 'shared-ui';
import { WithoutProvidersBar } from './chrome/WithoutProvidersBar';
import { nonce } from './nonce';

/** Renders the content with the kit's theme and the person's color scheme. */
export function renderRoot({ without_providers }: Pick<PageData, 'without_providers'>, content: ReactNode): void {
  applyThemeMode(readThemeMode());
  createRoot(document.getElementById('root') as HTMLElement).render(
    <ConsoleTheme nonce={nonce} root>
      {without_providers && <WithoutProvidersBar />}
      {content}
    </ConsoleTheme>,
  );
}
