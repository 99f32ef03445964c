/**
 * Scroll positions of the history's entries. A new page starts at the top. Back, Forward and a reload restore the
 * position. The browser's own restoration is off, because it scrolls before a module has rendered.
 *
 * An element that scrolls inside of the page takes part with a name, `data-scroll-area`, as the kit's grid of records does.
 */
import type { ConsoleHistory } from './history';

const STORED = 'console-scroll';
const AREA = 'data-scroll-area';
/** The restoration stops after this time, even if the page still grows. */
const MAX_WAIT_MS = 10_000;
/** Input that ends the restoration, so that the page never scrolls while a person uses it. */
const INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

interface Position {
  /** Of the page, in pixels. */
  top: number;
  /** Of the areas that aren't at their start, by name. */
  areas: Readonly<Record<string, number>>;
}

const START: Position = { top: 0, areas: {} };

function areasOf({ document }: Window): [name: string, area: Element][] {
  return [...document.querySelectorAll(`[${AREA}]`)].map((area) => [area.getAttribute(AREA) ?? '', area]);
}

function positionOf(window: Window): Position {
  const areas = areasOf(window).flatMap(([name, { scrollTop }]) => (scrollTop > 0 ? [[name, scrollTop] as const] : []));
  return { top: window.scrollY, areas: Object.fromEntries(areas) };
}

function readStored(storage: Storage): Map<number, Position> {
  try {
    const entries: unknown = JSON.parse(storage.getItem(STORED) ?? '[]');
    return new Map(Array.isArray(entries) ? (entries as [number, Position][]) : []);
  } catch {
    return new Map();
  }
}

/** Whether the document was reloaded, so that the history's entries keep their numbers. */
function isReturn({ performance }: Window): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

/** Scrolls to a position as soon as the page and its areas are tall enough, and again after changes of their height. */
function scrollWhileGrowing(window: Window & typeof globalThis, { top, areas }: Position): () => void {
  const { document } = window;
  const scroll = (): void => {
    if (Math.abs(window.scrollY - top) >= 1) window.scrollTo(0, top);
    for (const [name, area] of areasOf(window)) {
      const wanted = areas[name];
      if (wanted !== undefined && Math.abs(area.scrollTop - wanted) >= 1) area.scrollTop = wanted;
    }
  };
  const growth = new window.ResizeObserver(scroll);
  growth.observe(document.body);
  // An area and its content appear without a change of the page's height.
  const appearance = new window.MutationObserver(scroll);
  if (Object.keys(areas).length > 0) {
    appearance.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  }
  const timer = window.setTimeout(stop, MAX_WAIT_MS);
  for (const event of INPUT_EVENTS) window.addEventListener(event, stop, { capture: true, passive: true });
  function stop(): void {
    growth.disconnect();
    appearance.disconnect();
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
  const positions = returned ? readStored(sessionStorage) : new Map<number, Position>();
  let stop = (): void => undefined;
  window.history.scrollRestoration = 'manual';

  history.listen(({ step, from, to }) => {
    stop();
    positions.set(from.entry, positionOf(window));
    if (step === 'traverse') stop = scrollWhileGrowing(window, positions.get(to.entry) ?? START);
    else if (to.url.pathname !== from.url.pathname) window.scrollTo(0, 0);
  });

  window.addEventListener('pagehide', () => {
    positions.set(history.entry(), positionOf(window));
    sessionStorage.setItem(STORED, JSON.stringify([...positions]));
  });

  if (returned) stop = scrollWhileGrowing(window, positions.get(history.entry()) ?? START);
}
