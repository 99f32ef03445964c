/** The console after sign-in: navigation, the page, Quick Links, dialogs and toasts. */
import { factsText } from 'shared-api/contracts';
import { UserIdContext } from 'shared-ui';
import { type ReactNode, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { AppPage, useOpenPractice } from './AppPage';
import type { ContributionRunnerOptions } from './contributions/contribution-runner';
import type { ShellContext } from './shell-context';
import { AppShell } from './AppShell';
import { AppDialogs } from './AppDialogs';
import type { ModuleHost } from './module-host/module-host';
import { messages } from './messages';
import { focusHeading } from './navigation/focus-heading';
import { type ResolvedRoute, resolveRoute } from './navigation/resolve-route';
import { practiceIn } from './navigation/routes';
import { rememberPlace } from './palette/usage';
import type { Registry } from './registry/registry';
import { readLastPractice, rememberPractice } from './session/practices';
import type { StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** The browser tab's title: page, practice, console. */
function titleOf(route: ResolvedRoute, practice: string | undefined): string {
  const page =
    route.kind === 'module'
      ? route.match.route.title
      : route.kind === 'not-installed'
        ? route.title
        : messages.titles[route.kind];
  const aboutPractice = route.kind === 'module' || route.kind === 'overview';
  return factsText([page, aboutPractice && practice, messages.product]);
}

export interface AppProps {
  shell: ShellContext;
  registry: Registry;
  host: ModuleHost;
  contributions: ContributionRunnerOptions;
  /** Name of the module mounted by single-spa. */
  active: StoreApi<string | null>;
}

export function App({ shell, registry, host, contributions, active }: AppProps): ReactNode {
  const { session } = shell;
  const pathname = useSyncExternalStore(shell.history.listen, () => location.pathname);
  const route = useMemo(
    () =>
      resolveRoute(pathname, { session, modules: registry.modules(), lastPractice: readLastPractice(session.user.id) }),
    [pathname, registry, session],
  );
  const mounted = useStore(active);
  const practiceId = practiceIn(pathname);
  const practiceState = useOpenPractice(
    shell,
    practiceId,
    route.kind === 'module' || route.kind === 'not-installed' || route.kind === 'overview',
  );
  const practice = practiceState.phase === 'known' || practiceState.phase === 'closed' ? practiceState.practice : null;

  useEffect(() => {
    if (route.kind !== 'redirect') return;
    const query = route.keepsQuery === true ? `${location.search}${location.hash}` : '';
    void shell.navigate(`${route.to}${query}`, { replace: true });
  }, [shell, route]);

  useEffect(() => {
    if (practice && pathname.startsWith('/settings/')) rememberPractice(session.user.id, practice.id);
  }, [pathname, practice, session]);

  useEffect(() => {
    document.title = titleOf(route, practice?.name);
    if ((route.kind !== 'module' && route.kind !== 'overview') || practiceState.phase === 'loading') return;
    const title = route.kind === 'module' ? route.match.route.title : messages.titles.overview;
    rememberPlace(session.user.id, { title, detail: practice?.name, path: pathname });
  }, [route, practice, practiceState.phase, pathname, session]);

  useEffect(() => {
    const ready = practiceState.phase === 'known' || practiceState.phase === 'none';
    if (route.kind !== 'module' || route.match.module.name !== mounted || !ready) {
      host.leave();
      return;
    }
    const { match } = route;
    host.arrive({
      module: match.module,
      key: `${match.route.path} ${practiceId ?? ''}`,
      propsFor: (module) => shell.propsFor({ ...match, module }, practice),
    });
  }, [shell, host, mounted, route, practice, practiceId, practiceState.phase]);

  const main = useRef<HTMLElement>(null);
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname || !main.current) return undefined;
    arrivedAt.current = pathname;
    return focusHeading(main.current);
  }, [pathname]);

  return (
    <UserIdContext value={session.user.id}>
      <AppShell
        shell={shell}
        registry={registry}
        contributions={contributions}
        pathname={pathname}
        route={route}
        practice={practice}
        mainRef={main}
        prefetch={host.prefetch.bind(host)}
      >
        <AppPage
          shell={shell}
          registry={registry}
          host={host}
          contributions={contributions}
          route={route}
          practice={practiceState}
        />
      </AppShell>
      <AppDialogs shell={shell} />
    </UserIdContext>
  );
}
