/**
 * Scroll positions of the history's entries. A new page starts at the top. Back, Forward and a reload restore the
 * position. The browser's own restoration is off, because it scrolls before a module has rendered.
 */
import type { ConsoleHistory } from './history';

const STORED = 'console-scroll-positions';
/** The restoration stops after this time, even if the page still grows. */
const MAX_WAIT_MS = 10_000;
/** Input that ends the restoration, so that the page never scrolls while a person uses it. */
const INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function readStored(storage: Storage): Map<number, number> {
  try {
    const entries: unknown = JSON.parse(storage.getItem(STORED) ?? '[]');
    return new Map(Array.isArray(entries) ? (entries as [number, number][]) : []);
  } catch {
    return new Map();
  }
}

/** Whether the document was reloaded, so that the history's entries keep their numbers. */
function isReturn({ performance }: Window): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

/** Scrolls to a position as soon as the page is tall enough, and again after changes of its height. */
function scrollWhileGrowing(window: Window & typeof globalThis, top: number): () => void {
  const { document } = window;
  const scroll = (): void => {
    if (Math.abs(window.scrollY - top) >= 1) window.scrollTo(0, top);
  };
  const observer = new window.ResizeObserver(scroll);
  observer.observe(document.body);
  const timer = window.setTimeout(stop, MAX_WAIT_MS);
  for (const event of INPUT_EVENTS) window.addEventListener(event, stop, { capture: true, passive: true });
  function stop(): void {
    observer.disconnect();
    window.clearTimeout(timer);
    for (const event of INPUT_EVENTS) window.removeEventListener(event, stop, { capture: true });
  }
  scroll();
  return stop;
}

/** Restores scroll positions during the lifetime of the page. @param window the page's window, a parameter for tests */
export function restoreScrollPositions(window: Window & typeof globalThis, history: ConsoleHistory): void {
  const { sessionStorage } = window;
  const returned = isReturn(window);
  const positions = returned ? readStored(sessionStorage) : new Map<number, number>();
  let stop = (): void => undefined;
  window.history.scrollRestoration = 'manual';

  history.listen(({ step, from, to }) => {
    stop();
    positions.set(from.entry, window.scrollY);
    if (step === 'traverse') stop = scrollWhileGrowing(window, positions.get(to.entry) ?? 0);
    else if (to.url.pathname !== from.url.pathname) window.scrollTo(0, 0);
  });

  window.addEventListener('pagehide', () => {
    positions.set(history.entry(), window.scrollY);
    sessionStorage.setItem(STORED, JSON.stringify([...positions]));
  });

  if (returned) stop = scrollWhileGrowing(window, positions.get(history.entry()) ?? 0);
}
