/**
 * The history of the console. Installed before the import of single-spa, so that this
 * listener receives Back and Forward first and can block them. single-spa's own `cancelNavigation` corrupts the history.
 *
 * Every history entry has its number in `history.state`, so a blocked step is reverted with `history.go`.
 */

/** Decides whether to leave the current URL. Resolves to false to stay. */
export type LeaveGuard = (to: URL) => Promise<boolean>;

/** How the URL changes: by a link or a module, or by Back and Forward. */
export type Step = 'navigate' | 'traverse';
type LeaveCheck = (to: URL, from: URL, step: Step) => boolean;

/** A change of the URL, with the numbers of the entries. A replaced entry keeps its number. */
export interface AddressChange {
  step: Step;
  from: { entry: number; url: URL };
  to: { entry: number; url: URL };
}

interface EntryState {
  consoleEntry?: number;
}

type Listener = (change: AddressChange) => void;

export interface ConsoleHistory {
  /** Number of the current entry. */
  entry(): number;
  /** Navigates to a URL of the console. Resolves to false if the person chose to stay. */
  navigate(to: string, options?: { replace?: boolean }): Promise<boolean>;
  /** Subscribes to changes of the URL. Returns the function that unsubscribes. */
  listen(listener: Listener): () => void;
  /** `needed` decides whether a navigation needs a confirmation, and `ask` asks for it. */
  guard(needed: LeaveCheck, ask: LeaveGuard): void;
}

function entryOf(state: unknown): number | undefined {
  return (state as EntryState | null)?.consoleEntry;
}

/** The present entry and the step to it. A link to a fragment adds an entry without a number, which gets the next one. */
function numberedEntry(state: unknown, history: History, former: number): { entry: number; step: Step } {
  const entry = entryOf(state);
  if (entry !== undefined) return { entry, step: 'traverse' };
  history.replaceState({ consoleEntry: former + 1 }, '');
  return { entry: former + 1, step: 'navigate' };
}

/** @param window the page's window, a parameter for tests */
export function installHistory(window: Window): ConsoleHistory {
  const { history, location } = window;
  const listeners = new Set<Listener>();
  let present = entryOf(history.state) ?? 0;
  let presentUrl = new URL(location.href);
  let needed: LeaveCheck = () => false;
  let ask: LeaveGuard = () => Promise.resolve(true);
  /** Set while a blocked navigation is being reverted; called when the history is restored. */
  let undone: (() => void) | null = null;
  /** The entry of a confirmed navigation, whose popstate is not blocked. */
  let agreed: number | null = null;

  if (entryOf(history.state) === undefined) {
    history.replaceState({ ...(history.state as object | null), consoleEntry: present }, '');
  }

  const arrive = (entry: number, step: Step): void => {
    const from = { entry: present, url: presentUrl };
    present = entry;
    presentUrl = new URL(location.href);
    for (const listener of [...listeners]) listener({ step, from, to: { entry, url: presentUrl } });
  };

  const onPopState = (event: PopStateEvent): void => {
    // single-spa repeats pushState and replaceState as its own popstate events.
    if ((event as PopStateEvent & { singleSpa?: boolean }).singleSpa) return;
    const { entry, step } = numberedEntry(event.state, history, present);
    if (undone) {
      event.stopImmediatePropagation();
      if (entry === present) {
        undone();
        undone = null;
      } else {
        history.go(present - entry);
      }
      return;
    }
    if (agreed === entry) {
      agreed = null;
      arrive(entry, 'traverse');
      return;
    }
    const to = new URL(location.href);
    if (entry === present || !needed(to, presentUrl, step)) {
      arrive(entry, step);
      return;
    }
    event.stopImmediatePropagation();
    const back = new Promise<void>((resolve) => {
      undone = resolve;
    });
    history.go(present - entry);
    void Promise.all([ask(to), back]).then(([leave]) => {
      if (!leave) return;
      agreed = entry;
      history.go(entry - present);
    });
  };
  window.addEventListener('popstate', onPopState, { capture: true });

  return {
    entry: () => present,
    async navigate(to, { replace = false } = {}) {
      const url = new URL(to, presentUrl);
      if (url.origin !== location.origin) throw new Error(`${url.href} is not an address of this console`);
      if (url.href === location.href) return true;
      if (needed(url, presentUrl, 'navigate') && !(await ask(url))) return false;
      const entry = replace ? present : present + 1;
      const state: EntryState = { consoleEntry: entry };
      if (replace) history.replaceState(state, '', url);
      else history.pushState(state, '', url);
      arrive(entry, 'navigate');
      return true;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guard(isNeeded, asks) {
      needed = isNeeded;
      ask = asks;
    },
  };
}
