/** The console around a signed-in person: navigation, the page in the middle, Quick Links, dialogs and toasts. */
import { type ReactNode, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ConsolePage, usePracticeState } from './ConsolePage';
import type { Console } from './console';
import { ConsoleFrame } from './ConsoleFrame';
import { ConsoleDialogs } from './ConsoleDialogs';
import type { ModuleFrame } from './frame/module-frame';
import { messages } from './messages';
import { focusHeading } from './navigation/focus-heading';
import { type Place, placeOf } from './navigation/place';
import { practiceIn } from './navigation/routes';
import type { Registry } from './registry/registry';
import { readLastPractice, rememberPractice } from './session/practices';
import { useValue, type Value } from './value';

/** The title of the browser's tab: page, practice, console. */
function titleOf(place: Place, practice: string | undefined): string {
  const page =
    place.kind === 'module'
      ? place.match.route.title
      : place.kind === 'not-installed'
        ? place.title
        : messages.titles[place.kind];
  return [page, place.kind === 'module' ? practice : undefined, messages.product].filter(Boolean).join(' · ');
}

export interface AppProps {
  console: Console;
  registry: Registry;
  frame: ModuleFrame;
  /** Name of the module that single-spa has mounted. */
  active: Value<string | null>;
}

export function App({ console, registry, frame, active }: AppProps): ReactNode {
  const { session } = console;
  const pathname = useSyncExternalStore(console.history.listen, () => location.pathname);
  const place = useMemo(
    () => placeOf(pathname, { session, modules: registry.modules(), lastPractice: readLastPractice() }),
    [pathname, registry, session],
  );
  const mounted = useValue(active);
  const practiceId = practiceIn(pathname);
  const practiceState = usePracticeState(
    console,
    practiceId,
    place.kind === 'module' || place.kind === 'not-installed',
  );
  const practice = practiceState.phase === 'known' ? practiceState.practice : null;

  useEffect(() => {
    if (place.kind === 'elsewhere') void console.navigate(place.to, { replace: true });
  }, [console, place]);

  useEffect(() => {
    if (practice && pathname.startsWith('/settings/')) rememberPractice(practice.id);
  }, [pathname, practice]);

  useEffect(() => {
    document.title = titleOf(place, practice?.name);
  }, [place, practice]);

  useEffect(() => {
    const ready = practiceState.phase === 'known' || practiceState.phase === 'none';
    if (place.kind !== 'module' || place.match.module.name !== mounted || !ready) {
      frame.leave();
      return;
    }
    const { match } = place;
    frame.arrive({
      module: match.module,
      key: `${match.route.path} ${practiceId ?? ''}`,
      propsFor: (module) => console.propsFor({ ...match, module }, practice),
    });
  }, [console, frame, mounted, place, practice, practiceId, practiceState.phase]);

  const main = useRef<HTMLElement>(null);
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname || !main.current) return undefined;
    arrivedAt.current = pathname;
    window.scrollTo(0, 0);
    return focusHeading(main.current);
  }, [pathname]);

  return (
    <>
      <ConsoleFrame
        console={console}
        registry={registry}
        pathname={pathname}
        place={place}
        practice={practice}
        mainRef={main}
        prefetch={frame.prefetch.bind(frame)}
      >
        <ConsolePage console={console} frame={frame} place={place} practice={practiceState} />
      </ConsoleFrame>
      <ConsoleDialogs console={console} />
    </>
  );
}
