import type { ReactNode, RefObject } from 'react';
import type { ApiError } from 'shared-api';
import type { LoadableModule, PracticeSummary } from 'shared-api/contracts';
import { AppLayout } from './chrome/AppLayout';
import type { QuickLink } from './chrome/fixed-links';
import type { ShellContext } from './shell-context';
import { messages } from './messages';
import type { ResolvedRoute } from './navigation/resolve-route';
import { matchPath, matchRoute, navigationOf } from './navigation/routes';
import type { Registry } from './registry/registry';
import { readLastPractice } from './session/practices';
import { endOverride, signOutSession, overrideModule } from './session/calls';
import { useStore } from 'zustand';

export interface AppShellProps {
  shell: ShellContext;
  registry: Registry;
  pathname: string;
  route: ResolvedRoute;
  practice: PracticeSummary | null;
  mainRef: RefObject<HTMLElement | null>;
  /** Loads a module's code in advance. */
  prefetch: (module: LoadableModule, route: string) => void;
  children: ReactNode;
}

/** The page as a quick link; null for a settings page that can't be linked. */
function linkTo(pathname: string, route: ResolvedRoute): QuickLink | null {
  const tabs = matchPath('/settings/:practice/:vertical/:horizontal', pathname);
  if (!tabs || route.kind !== 'module') return null;
  return { vertical: tabs['vertical'] ?? '', horizontal: tabs['horizontal'] ?? '', name: route.match.route.title };
}

/** Connects the layout to the session, the registry and the navigation. */
export function AppShell(props: AppShellProps): ReactNode {
  const { shell, registry, pathname, route, practice, mainRef, prefetch, children } = props;
  const { session } = shell;
  const notifications = useStore(shell.notifications.list);
  const internal = pathname.startsWith('/internal');
  const modules = registry.modules();
  const clinicPractice = practice?.id ?? readLastPractice() ?? session.practices[0]?.id ?? null;
  const here = internal ? 'internal' : 'clinic';
  const there = internal ? 'clinic' : 'internal';
  // Without a last practice, the start page asks for one.
  const start = internal && session.all_practices ? '/' : undefined;
  const otherPage = navigationOf(modules, there, clinicPractice)[0]?.links[0]?.path ?? start;

  const signOut = async (): Promise<void> => {
    if (!(await shell.mayLeave())) return;
    const { error } = await signOutSession();
    if (error) {
      shell.notify({ severity: 'error', message: error.message });
      return;
    }
    shell.reports.stop();
    location.assign('/');
  };
  const clearOverride = async (module: string): Promise<void> => {
    if (!(await shell.mayLeave())) return;
    const { error } = await endOverride(shell.transport, module);
    if (error) shell.notify({ severity: 'error', message: error.message });
    else location.reload();
  };
  const loadFromDeveloper = async (module: string, entry: string): Promise<{ error?: ApiError }> => {
    if (!(await shell.mayLeave())) return {};
    const result = await overrideModule(shell.transport, module, entry);
    if (!result.error) location.reload();
    return result;
  };
  const choosePractice = (chosen: PracticeSummary): void => {
    shell.practices.remember(chosen);
    const samePage = route.kind === 'module' && practice !== null;
    void shell.navigate(samePage ? pathname.replace(/\/\d+(?=\/|$)/, `/${chosen.id}`) : `/settings/${chosen.id}/`);
  };

  return (
    <AppLayout
      user={session.user}
      internal={internal}
      areas={navigationOf(modules, here, internal ? (practice?.id ?? null) : clinicPractice)}
      path={pathname}
      otherSide={
        otherPage === undefined
          ? undefined
          : { title: internal ? messages.frame.toClinic : messages.frame.toInternal, path: otherPage }
      }
      practice={practice}
      practices={session.practices}
      allPractices={session.all_practices}
      searchPractices={shell.practices.search}
      onChoosePractice={choosePractice}
      onNavigate={(path) => void shell.navigate(path)}
      onPoint={(path) => {
        const match = matchRoute(modules, path);
        if (match) prefetch(match.module, match.route.path);
      }}
      notifications={notifications}
      onClearNotifications={() => shell.notifications.clear()}
      quickLink={pathname.startsWith('/settings/') ? linkTo(pathname, route) : undefined}
      overrides={session.overrides}
      onClearOverride={clearOverride}
      onSetOverride={session.flags.developer ? loadFromDeveloper : undefined}
      onSignOut={() => void signOut()}
      mainRef={mainRef}
    >
      {children}
    </AppLayout>
  );
}
