import type { ReactNode, RefObject } from 'react';
import type { ApiError } from 'shared-api';
import type { LoadableModule, PracticeSummary } from 'shared-api/contracts';
import { ConsoleChrome } from './chrome/ConsoleChrome';
import type { QuickLink } from './chrome/fixed-links';
import type { Console } from './console';
import { messages } from './messages';
import type { Place } from './navigation/place';
import { matchPath, matchRoute, navigationOf } from './navigation/routes';
import type { Registry } from './registry/registry';
import { readLastPractice } from './session/practices';
import { endOverride, endSession, overrideModule } from './session/calls';
import { useValue } from './value';

export interface ConsoleFrameProps {
  console: Console;
  registry: Registry;
  pathname: string;
  place: Place;
  practice: PracticeSummary | null;
  mainRef: RefObject<HTMLElement | null>;
  /** Fetches a module's code ahead of a visit. */
  prefetch: (module: LoadableModule) => void;
  children: ReactNode;
}

/** The page as a quick link; null for a settings page that none can lead to. */
function linkTo(pathname: string, place: Place): QuickLink | null {
  const tabs = matchPath('/settings/:practice/:vertical/:horizontal', pathname);
  if (!tabs || place.kind !== 'module') return null;
  return { vertical: tabs['vertical'] ?? '', horizontal: tabs['horizontal'] ?? '', name: place.match.route.title };
}

/** Connects the frame's parts to the session, the registry and the navigation. */
export function ConsoleFrame(props: ConsoleFrameProps): ReactNode {
  const { console, registry, pathname, place, practice, mainRef, prefetch, children } = props;
  const { session } = console;
  const notifications = useValue(console.notifications.list);
  const internal = pathname.startsWith('/internal');
  const modules = registry.modules();
  const clinicPractice = practice?.id ?? readLastPractice() ?? session.practices[0]?.id ?? null;
  const here = internal ? 'internal' : 'clinic';
  const there = internal ? 'clinic' : 'internal';
  // Without a practice to open, the start page asks for one.
  const start = internal && session.all_practices ? '/' : undefined;
  const otherPage = navigationOf(modules, there, clinicPractice)[0]?.links[0]?.path ?? start;

  const signOut = async (): Promise<void> => {
    if (!(await console.mayLeave())) return;
    const { error } = await endSession();
    if (error) {
      console.notify({ severity: 'error', message: error.message });
      return;
    }
    console.reports.stop();
    location.assign('/');
  };
  const clearOverride = async (module: string): Promise<void> => {
    if (!(await console.mayLeave())) return;
    const { error } = await endOverride(console.transport, module);
    if (error) console.notify({ severity: 'error', message: error.message });
    else location.reload();
  };
  const loadFromDeveloper = async (module: string, entry: string): Promise<{ error?: ApiError }> => {
    if (!(await console.mayLeave())) return {};
    const result = await overrideModule(console.transport, module, entry);
    if (!result.error) location.reload();
    return result;
  };
  const choosePractice = (chosen: PracticeSummary): void => {
    console.practices.remember(chosen);
    const samePage = place.kind === 'module' && practice !== null;
    void console.navigate(samePage ? pathname.replace(/\/\d+(?=\/|$)/, `/${chosen.id}`) : `/settings/${chosen.id}/`);
  };

  return (
    <ConsoleChrome
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
      searchPractices={console.practices.search}
      onChoosePractice={choosePractice}
      onNavigate={(path) => void console.navigate(path)}
      onPoint={(path) => {
        const match = matchRoute(modules, path);
        if (match) prefetch(match.module);
      }}
      notifications={notifications}
      onClearNotifications={() => console.notifications.clear()}
      quickLink={pathname.startsWith('/settings/') ? linkTo(pathname, place) : undefined}
      overrides={session.overrides}
      onClearOverride={clearOverride}
      onSetOverride={session.flags.developer ? loadFromDeveloper : undefined}
      onSignOut={() => void signOut()}
      mainRef={mainRef}
    >
      {children}
    </ConsoleChrome>
  );
}
