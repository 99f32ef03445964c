/** Mocks for what jsdom lacks: native dialogs, media queries, scrolling. */

/** Sets the window width for `max-width` media queries and notifies listeners. */
export function mockMatchMedia(width: number): { resize: (width: number) => void } {
  let present = width;
  const listeners = new Set<() => void>();
  window.matchMedia = ((query: string) => ({
    get matches() {
      const most = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
      return most !== undefined && present <= Number(most);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    // MUI still uses these deprecated names.
    addListener: (listener: () => void) => listeners.add(listener),
    removeListener: (listener: () => void) => listeners.delete(listener),
  })) as unknown as typeof window.matchMedia;
  return {
    resize(next) {
      present = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Makes native dialogs open, close and react to Escape, as in a browser. */
export function mockDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    document.querySelector('dialog[open]')?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
}

export function mockScrolling(): void {
  Element.prototype.scrollIntoView = () => undefined;
}

/** A resize observer that never reports anything, because jsdom has no layout. */
export function mockResizeObserver(): void {
  globalThis.ResizeObserver = class {
    observe(): void {
      // jsdom elements never change their size.
    }
    unobserve(): void {
      // As above.
    }
    disconnect(): void {
      // As above.
    }
  };
}

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

/** Simulates a switch to another tab. */
export const hidePage = (): void => setVisibility('hidden');
/** Simulates the return to the tab. */
export const showPage = (): void => setVisibility('visible');
