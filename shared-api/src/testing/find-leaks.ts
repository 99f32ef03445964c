/** Finds what a remote leaks each time it is unmounted. */
import type { Lifecycles, RemoteProps } from '../remote.js';
import { type MountedRemote, mountRemote } from './mount-remote.js';

/** Number of visits before the first count, and again before the second count. */
const VISITS = 10;

/** Kind of resource → count. */
type Counts = Map<string, number>;

const targets = (): Record<string, EventTarget> => ({
  window,
  document,
  html: document.documentElement,
  body: document.body,
});

const count = (texts: readonly string[]): Counts => {
  const counts: Counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

/** Counts listeners on the page's global objects. Replaces their methods until `stop`. */
function watchListeners(): { read: () => string[]; stop: () => void } {
  const listening = new Map<string, string>();
  const ids = new WeakMap<object, number>();
  let last = 0;
  const idOf = (listener: object): number => {
    const id = ids.get(listener) ?? (last += 1);
    ids.set(listener, id);
    return id;
  };
  const stops = Object.entries(targets()).map(([name, target]) => {
    const key = (type: string, listener: object, options?: AddEventListenerOptions | boolean): string =>
      [name, type, idOf(listener), typeof options === 'object' ? options.capture === true : options === true].join(' ');
    const own = {
      addEventListener(
        type: string,
        listener: EventListenerOrEventListenerObject | null,
        options?: AddEventListenerOptions | boolean,
      ): void {
        EventTarget.prototype.addEventListener.call(target, type, listener, options);
        const { once, signal } = typeof options === 'object' ? options : {};
        if (!listener || once || signal?.aborted) return;
        const id = key(type, listener, options);
        listening.set(id, `${type} listener of ${name}`);
        signal?.addEventListener('abort', () => listening.delete(id));
      },
      removeEventListener(
        type: string,
        listener: EventListenerOrEventListenerObject | null,
        options?: EventListenerOptions | boolean,
      ): void {
        EventTarget.prototype.removeEventListener.call(target, type, listener, options);
        if (listener) listening.delete(key(type, listener, options));
      },
    };
    const names = ['addEventListener', 'removeEventListener'] as const;
    const before = names.map((method) => Object.getOwnPropertyDescriptor(target, method));
    for (const method of names)
      Object.defineProperty(target, method, { value: own[method], configurable: true, writable: true });
    return () =>
      names.forEach((method, at) => {
        const former = before[at];
        if (former) Object.defineProperty(target, method, former);
        else Reflect.deleteProperty(target, method);
      });
  });
  return { read: () => [...listening.values()], stop: () => stops.forEach((stop) => stop()) };
}

/** Counts running intervals. */
function watchTimers(): { read: () => string[]; stop: () => void } {
  const running = new Map<unknown, number | undefined>();
  const { setInterval: start, clearInterval: clear } = globalThis;
  globalThis.setInterval = ((handler: () => void, ms?: number, ...args: []) => {
    const timer = start(handler, ms, ...args);
    running.set(timer, ms);
    return timer;
  }) as typeof start;
  globalThis.clearInterval = (timer) => {
    running.delete(timer);
    clear(timer);
  };
  return {
    read: () => [...running.values()].map((ms) => `interval of ${ms ?? 0} ms`),
    stop: () => Object.assign(globalThis, { setInterval: start, clearInterval: clear }),
  };
}

/** Attributes of `html` and `body`, and elements outside the remote's node. */
const readDocument = (): string[] => [
  ...[document.documentElement, document.body].flatMap((root) =>
    root.getAttributeNames().map((name) => `attribute ${name}="${root.getAttribute(name)}" of ${root.localName}`),
  ),
  ...[...document.body.children].map(({ localName, className }) => `<${localName} class="${className}"> in body`),
  ...[...document.head.children].map(({ localName }) => `<${localName}> in head`),
];

/**
 * Visits a page 20 times, and reports what grows with each of the last ten visits: listeners of `window`, `document`,
 * `html` and `body`, intervals, elements in `body` and `head`. An attribute of `html` or `body` counts once, because it
 * stays the same however often it is set.
 *
 * @param visit opens a page and leaves it
 * @returns one text per leak, such as `keydown listener of window`; empty for a page that cleans up after itself
 */
export async function leaksOfVisits(visit: () => Promise<unknown>): Promise<string[]> {
  const watches = [watchListeners(), watchTimers()];
  const read = (): Counts => count([...watches.flatMap((watch) => watch.read()), ...readDocument()]);
  const before = new Set(readDocument());
  try {
    for (let visits = 0; visits < VISITS; visits += 1) await visit();
    const half = read();
    for (let visits = 0; visits < VISITS; visits += 1) await visit();
    return [...read()]
      .filter(([text, total]) =>
        text.startsWith('attribute') ? !before.has(text) : total - (half.get(text) ?? 0) >= VISITS,
      )
      .map(([text]) => text);
  } finally {
    for (const watch of watches) watch.stop();
  }
}

export interface FindLeaksOptions {
  over?: Partial<RemoteProps>;
  /** URL at which the remote is opened. */
  at?: string;
  /** Waits until the page shows its data. */
  shown?: (mounted: MountedRemote) => Promise<unknown>;
}

/** Mounts and unmounts a remote 20 times and reports its leaks; see `leaksOfVisits`. */
export function findLeaks(
  lifecycles: Lifecycles,
  { over, at, shown = () => Promise.resolve() }: FindLeaksOptions = {},
): Promise<string[]> {
  return leaksOfVisits(async () => {
    const mounted = await mountRemote(lifecycles, over, at);
    await shown(mounted);
    await mounted.unmount();
  });
}
