// First, so that it hears Back and Forward before single-spa does.
import { consoleHistory } from './navigation/console-history';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyThemeMode, ConsoleTheme, readThemeMode } from 'shared-ui';
import { App } from './App';
import { createConsole } from './console';
import { registerModules } from './frame/applications';
import { ModuleFrame } from './frame/module-frame';
import { nonce } from './nonce';
import { readPageData } from './page';
import { enforceIntegrity, loadLifecycles } from './registry/federation';
import { createRegistry } from './registry/registry';
import { createReports } from './reports/reports';
import { createReportSender } from './reports/sender';
import { rememberShown, watchVitals } from './reports/vitals';
import { flushWhenHidden, watchErrors } from './reports/watch-page';
import { SignIn } from './SignIn';

declare global {
  /** Version of the shell's package, written in by its build. */
  const SHELL_VERSION: string;
}

/** Starts the shell in the page: the sign-in, or the console of the person who is signed in. */
export function start(): void {
  applyThemeMode(readThemeMode());
  const page = readPageData();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <ConsoleTheme nonce={nonce} root>
      {page.session ? signedIn() : <SignIn page={page} />}
    </ConsoleTheme>,
  );

  function signedIn(): ReactNode {
    const { session } = page;
    if (!session) return null;
    const sender = createReportSender();
    const reports = createReports(SHELL_VERSION, sender);
    watchErrors(reports);
    flushWhenHidden(sender);
    const console = createConsole(page, session, consoleHistory, reports);
    const registry = createRegistry(page.modules.modules, console.transport);
    enforceIntegrity(registry.modules);
    const frame = new ModuleFrame({
      load: loadLifecycles,
      latest: registry.latest,
      ended({ module, outcome, durationMs, error }) {
        reports.visit(module, outcome, durationMs);
        if (outcome === 'running') return;
        reports.error(error, { of: module });
        globalThis.console.error(`${module.name} ${module.version}: ${outcome}`, error);
      },
    });
    watchVitals(reports, rememberShown(frame, reports.shell));
    return <App console={console} registry={registry} frame={frame} active={registerModules(registry.modules())} />;
  }
}
