/**
 * The addresses of the console and the way between them. Installed before single-spa is imported, so that this
 * listener hears Back and Forward first and can refuse them: single-spa's own `cancelNavigation` damages the history.
 *
 * Every entry of the history carries its number in `history.state`, so a refused step is undone with `history.go`.
 */

/** Decides whether to leave the present address; resolves false to stay. */
export type LeaveGuard = (to: URL) => Promise<boolean>;

/** How the address changes: by a link or a module, or by Back and Forward. */
export type Step = 'navigate' | 'traverse';
type LeaveCheck = (to: URL, from: URL, step: Step) => boolean;

/** One change of the address. Entries have the numbers of the history; a replaced entry keeps its number. */
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
  /** Number of the present entry. */
  entry(): number;
  /** Goes to an address of the console; resolves false when the person chose to stay. */
  navigate(to: string, options?: { replace?: boolean }): Promise<boolean>;
  /** Hears every change of the address. Returns the way to stop. */
  listen(listener: Listener): () => void;
  /** `needed` says whether going from one address to another has to be asked about, `ask` asks. */
  guard(needed: LeaveCheck, ask: LeaveGuard): void;
}

function entryOf(state: unknown): number | undefined {
  return (state as EntryState | null)?.consoleEntry;
}

/** @param window the page's window; a parameter for the tests. */
export function installHistory(window: Window): ConsoleHistory {
  const { history, location } = window;
  const listeners = new Set<Listener>();
  let present = entryOf(history.state) ?? 0;
  let presentUrl = new URL(location.href);
  let needed: LeaveCheck = () => false;
  let ask: LeaveGuard = () => Promise.resolve(true);
  /** Set while a blocked navigation is being reverted; called when the history is restored. */
  let undone: (() => void) | null = null;
  /** Entry that the person agreed to leave for; its popstate is let through. */
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
    // single-spa repeats pushState and replaceState as popstate events of its own.
    if ((event as PopStateEvent & { singleSpa?: boolean }).singleSpa) return;
    let entry = entryOf(event.state);
    let step: Step = 'traverse';
    if (entry === undefined) {
      // A link to a fragment added an entry without a number.
      entry = present + 1;
      step = 'navigate';
      history.replaceState({ consoleEntry: entry }, '');
    }
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
    const wanted = entry;
    const back = new Promise<void>((resolve) => {
      undone = resolve;
    });
    history.go(present - wanted);
    void Promise.all([ask(to), back]).then(([leave]) => {
      if (!leave) return;
      agreed = wanted;
      history.go(wanted - present);
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
