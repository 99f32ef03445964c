// Imported first, so that it receives Back and Forward before single-spa.
import { consoleHistory } from './navigation/console-history';
import type { PageData } from 'shared-api/contracts';
import { App } from './App';
import type { ContributionRunnerOptions } from './contributions/contribution-runner';
import { createShellContext } from './shell-context';
import { registerModules } from './module-host/applications';
import { ModuleHost } from './module-host/module-host';
import { moduleHostMessages } from './module-host/messages';
import { restoreScrollPositions } from './navigation/scroll-positions';
import { matchRoute } from './navigation/routes';
import { enforceIntegrity, loadContribution, loadLifecycles } from './registry/federation';
import { createRegistry } from './registry/registry';
import { watchDeparture } from './reports/departure';
import { followSession } from './reports/follow-session';
import { createReports } from './reports/reports';
import { createReportSender } from './reports/sender';
import { trackShownModule, watchVitals } from './reports/vitals';
import { flushWhenHidden, watchErrors } from './reports/watch-page';
import { renderRoot } from './root';
import { readPresentSession, readSecondsLeft } from './session/calls';
import { watchIdle } from './session/idle';
import { announcePerson, watchSession } from './session/session-channel';

declare global {
  /** Version of the shell's package, inserted at build time. */
  const SHELL_VERSION: string;
}

/** Starts the shell for a signed-in person. */
export function start(page: PageData): void {
  const { session } = page;
  if (!session) throw new Error('The console starts with a session');
  const sender = createReportSender(session.user.id);
  const reports = createReports(SHELL_VERSION, sender, watchDeparture());
  watchErrors(reports);
  flushWhenHidden(sender);
  restoreScrollPositions(window, consoleHistory);
  const shell = createShellContext(page, session, consoleHistory, reports);
  const { identity, reauthentication } = shell;
  followSession(identity, sender);
  watchSession({ userId: session.user.id, identity, reauthentication, reload: () => location.reload() });
  announcePerson(session.user.id);
  let stopWatching: (() => void) | undefined;
  const followComputer = ({ computer }: { computer: typeof session.shared_computer }): void => {
    stopWatching?.();
    const onEnded = (): void => void identity.check();
    const keepAlive = (): void => void readPresentSession();
    stopWatching = computer && watchIdle({ readSecondsLeft, keepAlive, onEnded });
  };
  followComputer(shell.sharedComputer.getState());
  shell.sharedComputer.subscribe(followComputer);
  const registry = createRegistry(page.modules, shell.transport);
  enforceIntegrity(registry.modules);
  const host = new ModuleHost({
    load: loadLifecycles,
    latest: registry.latest,
    ended({ module, outcome, durationMs, error }) {
      reports.visit(module, outcome, durationMs);
      if (outcome === 'running') return;
      reports.error(error, { of: module });
      globalThis.console.error(`${module.name} ${module.version}: ${outcome}`, error);
    },
    left(module, traces) {
      const error = new Error(moduleHostMessages.left(traces));
      reports.error(error, { of: module });
      globalThis.console.error(`${module.name} ${module.version}`, error);
    },
  });
  const contributions: ContributionRunnerOptions = {
    load: loadContribution,
    latest: registry.latest,
    contextFor: shell.contributionContextFor,
    ended({ module, contribution, outcome, durationMs, error }) {
      reports.visit(module, outcome, durationMs, contribution);
      if (outcome === 'running') return;
      reports.error(error, { of: module });
      globalThis.console.error(`${module.name} ${module.version}, ${contribution}: ${outcome}`, error);
    },
  };
  // Starts before the first render, which takes longer than loading the module's scripts.
  const match = matchRoute(registry.modules(), globalThis.location.pathname);
  if (match) host.prefetch(match.module, match.route.path);
  watchVitals(reports, trackShownModule(host, reports.shell));
  renderRoot(
    page,
    <App
      shell={shell}
      registry={registry}
      host={host}
      contributions={contributions}
      active={registerModules(registry.modules())}
    />,
  );
}
