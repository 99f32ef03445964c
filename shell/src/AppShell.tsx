import { type ReactNode, type RefObject, useState } from 'react';
import type { LoadableModule, PracticeSummary } from 'shared-api/contracts';
import { AppLayout } from './chrome/AppLayout';
import type { ContributionRunnerOptions } from './contributions/contribution-runner';
import { useBadges } from './contributions/use-badges';
import { SharedComputer } from './chrome/SharedComputer';
import type { QuickLink } from './chrome/fixed-links';
import type { ShellContext } from './shell-context';
import { LazyPalette } from './palette/LazyPalette';
import { usePaletteKeys } from './palette/use-palette-keys';
import { internalPathOf, OVERVIEW_SHORTCUT, type ResolvedRoute } from './navigation/resolve-route';
import { matchPath, matchRoute, type NavigationArea } from './navigation/routes';
import type { Registry } from './registry/registry';
import { loadFromDeveloper, restoreReleased, signOut, switchPerson } from './session/session-actions';
import { PracticeSupportBar } from './support/PracticeSupportBar';
import { type OpenSide, useOpenSide } from './navigation/use-open-side';
import { useStore } from 'zustand';

export interface AppShellProps {
  shell: ShellContext;
  registry: Registry;
  contributions: ContributionRunnerOptions;
  pathname: string;
  route: ResolvedRoute;
  practice: PracticeSummary | null;
  mainRef: RefObject<HTMLElement | null>;
  /** Prefetches a module's code. */
  prefetch: (module: LoadableModule, route: string) => void;
  children: ReactNode;
}

/** The page as a quick link; null for a settings page that can't be linked. */
function linkTo(pathname: string, route: ResolvedRoute): QuickLink | null {
  const tabs = matchPath('/settings/:practice/:vertical/:horizontal', pathname);
  if (!tabs || route.kind !== 'module') return null;
  return { vertical: tabs['vertical'] ?? '', horizontal: tabs['horizontal'] ?? '', name: route.match.route.title };
}

/** Letter → path. The first page with a letter gets it, unless the overview uses the letter. */
function shortcutsOf(areas: readonly NavigationArea[], overview: string | undefined): Map<string, string> {
  const pages = areas
    .flatMap(({ links }) => links)
    .flatMap(({ shortcut, path }): [string, string][] => (shortcut === undefined ? [] : [[shortcut, path]]))
    .reverse();
  return new Map([...pages, ...(overview === undefined ? [] : [[OVERVIEW_SHORTCUT, overview] as const])]);
}

/** Prefetches a page's code. */
function prefetchPage(path: string, { registry, prefetch }: AppShellProps): void {
  const match = matchRoute(registry.modules(), path);
  if (match) prefetch(match.module, match.route.path);
}

/** The URL to open when switching practice: the same page, if it belongs to a practice. */
function pathIn(practiceId: number, { pathname, route, practice }: AppShellProps, openSide: OpenSide): string {
  const isOfPractice = (route.kind === 'module' || route.kind === 'overview') && practice !== null;
  if (isOfPractice) return pathname.replace(/\/\d+(?=\/|$)/, `/${practiceId}`);
  return openSide.side === 'internal' ? internalPathOf(openSide.modules, practiceId) : `/settings/${practiceId}/`;
}

/** Connects the layout with the session, registry and navigation. */
export function AppShell(props: AppShellProps): ReactNode {
  const [palette, setPalette] = useState(false);
  /** Whether the shortcut list is open. */
  const [listed, setListed] = useState(false);
  const { shell, registry, contributions, pathname, route, practice, mainRef, children } = props;
  const { session } = shell;
  const notifications = useStore(shell.notifications.list);
  const openSide = useOpenSide({ shell, registry, pathname, route, practice });
  const { modules, side, areas, overview, otherSide, openPractice, askedPractice } = openSide;
  const internal = side === 'internal';
  const badges = useBadges(shell, registry, contributions, side, askedPractice);

  const computer = useStore(shell.sharedComputer, (state) => state.computer);
  const [asksForName, setAsksForName] = useState(computer?.asks === true);

  const previews = modules.filter(({ preview }) => preview !== undefined);
  const isPreview = (module: string): boolean => previews.some(({ name }) => name === module);
  const choosePractice = (chosen: PracticeSummary): void => {
    shell.practices.remember(chosen);
    void shell.navigate(pathIn(chosen.id, props, openSide));
  };
  const go = (path: string): void => void shell.navigate(path);
  usePaletteKeys({ onPalette: () => setPalette(true), shortcuts: shortcutsOf(areas, overview), onGo: go });

  return (
    <>
      <AppLayout
        user={session.user}
        internal={internal}
        areas={areas}
        overview={overview}
        badges={badges}
        path={pathname}
        otherSide={otherSide}
        practice={route.kind === 'account' ? openPractice : practice}
        practices={session.practices}
        allPractices={session.all_practices || (internal && session.flags.internal)}
        searchPractices={shell.practices.search}
        onChoosePractice={choosePractice}
        onNavigate={go}
        isInstalled={(path) => matchRoute(modules, path) !== null}
        quickLinkTargets={shell.page.quick_link_targets ?? {}}
        onPalette={() => setPalette(true)}
        shortcuts={listed}
        onShortcuts={setListed}
        onPoint={(path) => prefetchPage(path, props)}
        notifications={notifications}
        onClearNotifications={() => shell.notifications.clear()}
        quickLink={pathname.startsWith('/settings/') ? linkTo(pathname, route) : undefined}
        overrides={session.overrides}
        previews={previews}
        onClearOverride={(module) => restoreReleased(shell, module, isPreview(module))}
        onSetOverride={session.flags.developer ? (module, entry) => loadFromDeveloper(shell, module, entry) : undefined}
        sharedComputer={{
          isShared: computer !== undefined,
          onOpen: () => setAsksForName(true),
          onSwitch: () => void switchPerson(shell),
        }}
        onSignOut={() => void signOut(shell)}
        bar={
          practice === null
            ? undefined
            : (onHeight) => <PracticeSupportBar shell={shell} practice={practice} onHeight={onHeight} />
        }
        mainRef={mainRef}
      >
        {children}
      </AppLayout>
      {asksForName && <SharedComputer shell={shell} onClose={() => setAsksForName(false)} />}
      {palette && (
        <LazyPalette
          {...{ shell, registry, contributions, side }}
          practice={askedPractice}
          onClose={() => setPalette(false)}
          onShortcuts={() => setListed(true)}
          onSharedComputer={() => setAsksForName(true)}
          onSignOut={() => void signOut(shell)}
        />
      )}
    </>
  );
}
