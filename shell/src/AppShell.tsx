import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { ApiError } from 'shared-api';
import type { LoadableModule, PracticeSummary } from 'shared-api/contracts';
import { AppLayout } from './chrome/AppLayout';
import type { ContributionRunnerOptions } from './contributions/contribution-runner';
import { useBadges } from './contributions/use-badges';
import type { SharedComputerDialogProps } from './chrome/SharedComputerDialog';
import type { QuickLink } from './chrome/fixed-links';
import type { ShellContext } from './shell-context';
import { messages } from './messages';
import type { CommandPaletteProps } from './palette/CommandPalette';
import { TypedEarly } from './palette/TypedEarly';
import { usePaletteKeys } from './palette/use-palette-keys';
import {
  INTERNAL_OVERVIEW_PATH,
  OVERVIEW_SHORTCUT,
  practiceOverviewPath,
  type ResolvedRoute,
} from './navigation/resolve-route';
import { matchPath, matchRoute, type NavigationArea, navigationOf, practiceIn } from './navigation/routes';
import type { Registry } from './registry/registry';
import { readLastPractice } from './session/practices';
import { addressAfterSignOut } from './session/address-after-sign-out';
import { forgetInTab } from './session/forget-in-tab';
import { announcePerson } from './session/session-channel';
import { isOpen } from './session/support-accesses';
import { SupportBar } from './support/SupportBar';
import { leavePreviewOf } from './preview/calls';
import { endOverride, overrideModule, saveSharedComputer, signOutSession } from './session/calls';
import { useStore } from 'zustand';

export interface AppShellProps {
  shell: ShellContext;
  registry: Registry;
  contributions: ContributionRunnerOptions;
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

/** Loaded when it first opens. Without its chunk it stays away, and the console goes on. */
const CommandPalette = lazy<(props: CommandPaletteProps) => ReactNode>(() =>
  import('./palette/CommandPalette').then(
    (loaded) => ({ default: loaded.CommandPalette }),
    () => ({ default: () => null }),
  ),
);

/** Loaded when it first opens. Without its chunk it stays away, and the console goes on. */
const SharedComputerDialog = lazy<(props: SharedComputerDialogProps) => ReactNode>(() =>
  import('./chrome/SharedComputerDialog').then(
    (loaded) => ({ default: loaded.SharedComputerDialog }),
    () => ({ default: () => null }),
  ),
);

/** Letter → path. The first page with a letter gets it. */
function shortcutsOf(areas: readonly NavigationArea[]): [letter: string, path: string][] {
  return areas
    .flatMap(({ links }) => links)
    .flatMap(({ shortcut, path }): [string, string][] => (shortcut === undefined ? [] : [[shortcut, path]]))
    .reverse();
}

/** The first internal page of a practice. */
function firstPracticePage(modules: readonly LoadableModule[], practiceId: number): string {
  const links = navigationOf(modules, 'internal', practiceId).flatMap((area) => area.links);
  return links.find(({ path }) => practiceIn(path) === practiceId)?.path ?? INTERNAL_OVERVIEW_PATH;
}

/** Connects the layout to the session, the registry and the navigation. */
export function AppShell(props: AppShellProps): ReactNode {
  const [palette, setPalette] = useState(false);
  const [typedEarly, setTypedEarly] = useState('');
  /** Whether the list of shortcuts is open. */
  const [listed, setListed] = useState(false);
  const { shell, registry, contributions, pathname, route, practice, mainRef, prefetch, children } = props;
  const { session } = shell;
  const notifications = useStore(shell.notifications.list);
  const onlyInternal = session.practices.length === 0 && !session.all_practices;
  const internal = pathname.startsWith('/internal') || (route.kind === 'account' && onlyInternal);
  const modules = registry.modules();
  const clinicPractice = practice?.id ?? readLastPractice(session.user.id) ?? session.practices[0]?.id ?? null;
  const here = internal ? 'internal' : 'clinic';
  const there = internal ? 'clinic' : 'internal';
  const overviews = {
    internal: modules.some(({ audience }) => audience === 'internal') ? INTERNAL_OVERVIEW_PATH : undefined,
    clinic:
      clinicPractice !== null && modules.some(({ audience }) => audience === 'clinic')
        ? practiceOverviewPath(clinicPractice)
        : undefined,
  };
  // Without a last practice, the start page asks for one.
  const start = internal && session.all_practices ? '/' : undefined;
  const otherPage = overviews[there] ?? start;
  const openPractice = internal ? practice : (shell.practices.known.getState().get(clinicPractice ?? 0) ?? practice);
  // Modules aren't asked about a practice before the person has said why they open it.
  const support = useStore(shell.support.states, () =>
    openPractice ? shell.support.stateOf(openPractice.id) : undefined,
  );
  const askedPractice = isOpen(support) ? openPractice : null;
  const badges = useBadges(shell, registry, contributions, here, askedPractice);

  const computer = useStore(shell.sharedComputer, (state) => state.computer);
  const [asksForName, setAsksForName] = useState(computer?.asks === true);

  /** @param isSwitch true for the next person at a shared computer: what was typed stays in this tab for this one */
  const endSession = async (isSwitch: boolean): Promise<void> => {
    if (!isSwitch && !(await shell.mayLeave())) return;
    const { error, providerSignOut } = await signOutSession(shell.transport);
    if (error) {
      shell.notify({ severity: 'error', message: error.message });
      return;
    }
    announcePerson(null);
    if (isSwitch) shell.unsaved.setState(null);
    else forgetInTab(session.user.id);
    shell.reports.stop();
    location.assign(addressAfterSignOut({ isShared: computer !== undefined, isSwitch, providerSignOut }));
  };
  const saveComputer = async (change: { shared: boolean; name: string | null }): Promise<{ error?: ApiError }> => {
    const { error, computer: saved } = await saveSharedComputer(shell.transport, change);
    if (error) return { error };
    shell.sharedComputer.setState({ computer: saved }, true);
    return {};
  };
  const previews = modules.filter(({ preview }) => preview !== undefined);
  const clearOverride = async (module: string): Promise<void> => {
    if (!(await shell.mayLeave())) return;
    const isPreview = previews.some(({ name }) => name === module);
    const { error } = isPreview
      ? await leavePreviewOf(shell.transport, module)
      : await endOverride(shell.transport, module);
    if (error) shell.notify({ severity: 'error', message: error.message });
    else location.reload();
  };
  const loadFromDeveloper = async (module: string, entry: string): Promise<{ error?: ApiError; stays?: true }> => {
    if (!(await shell.mayLeave())) return { stays: true };
    const result = await overrideModule(shell.transport, module, entry);
    // After the dialog has closed, whose typed text the browser would ask about.
    if (!result.error) setTimeout(() => location.reload());
    return result;
  };
  const endAccess = async (practiceId: number): Promise<void> => {
    if (!(await shell.mayLeave())) return;
    const { error } = await shell.support.end(practiceId);
    if (error) shell.notify({ severity: 'error', message: error.message });
  };
  const choosePractice = (chosen: PracticeSummary): void => {
    shell.practices.remember(chosen);
    const samePage = (route.kind === 'module' || route.kind === 'overview') && practice !== null;
    const first = internal ? firstPracticePage(modules, chosen.id) : `/settings/${chosen.id}/`;
    void shell.navigate(samePage ? pathname.replace(/\/\d+(?=\/|$)/, `/${chosen.id}`) : first);
  };

  const areas = navigationOf(modules, here, internal ? (practice?.id ?? null) : clinicPractice);
  const overview = overviews[here];
  const go = (path: string): void => void shell.navigate(path);
  const shortcuts = new Map([
    ...shortcutsOf(areas),
    ...(overview === undefined ? [] : [[OVERVIEW_SHORTCUT, overview] as const]),
  ]);
  usePaletteKeys({ onPalette: () => setPalette(true), shortcuts, onGo: go });

  return (
    <>
      <AppLayout
        user={session.user}
        internal={internal}
        areas={areas}
        overview={overview}
        badges={badges}
        path={pathname}
        otherSide={
          otherPage === undefined
            ? undefined
            : { title: internal ? messages.frame.toClinic : messages.frame.toInternal, path: otherPage }
        }
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
        onPoint={(path) => {
          const match = matchRoute(modules, path);
          if (match) prefetch(match.module, match.route.path);
        }}
        notifications={notifications}
        onClearNotifications={() => shell.notifications.clear()}
        quickLink={pathname.startsWith('/settings/') ? linkTo(pathname, route) : undefined}
        overrides={session.overrides}
        previews={previews}
        onClearOverride={clearOverride}
        onSetOverride={session.flags.developer ? loadFromDeveloper : undefined}
        sharedComputer={{
          isShared: computer !== undefined,
          onOpen: () => setAsksForName(true),
          onSwitch: () => void endSession(true),
        }}
        onSignOut={() => void endSession(false)}
        bar={
          practice === null
            ? undefined
            : (onHeight) => (
                <SupportBar
                  practice={practice}
                  state={shell.support.stateOf(practice.id)}
                  onEnd={() => endAccess(practice.id)}
                  onOpenAgain={() => void shell.support.ask({ practices: [practice], background: false })}
                  onHeight={onHeight}
                />
              )
        }
        mainRef={mainRef}
      >
        {children}
      </AppLayout>
      {asksForName && (
        <Suspense fallback={null}>
          <SharedComputerDialog
            user={session.user}
            computer={computer}
            save={saveComputer}
            onClose={() => {
              setAsksForName(false);
              // Closed without a choice: not listed.
              const { computer: present } = shell.sharedComputer.getState();
              if (present?.asks) void saveComputer({ shared: true, name: null });
            }}
          />
        </Suspense>
      )}
      {palette && (
        <Suspense fallback={<TypedEarly onText={setTypedEarly} />}>
          <CommandPalette
            initialText={typedEarly}
            shell={shell}
            registry={registry}
            contributions={contributions}
            side={here}
            practice={askedPractice}
            onClose={() => {
              setPalette(false);
              setTypedEarly('');
            }}
            onShortcuts={() => setListed(true)}
          />
        </Suspense>
      )}
    </>
  );
}
