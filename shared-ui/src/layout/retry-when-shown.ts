/** How long a page can take to load. */
const MAX_WAIT_MS = 60_000;

/** The attributes that change when a loaded page is shown. */
const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'style', 'inert'] };

/**
 * Calls `attempt` now and after each visibility change, until it returns true or a minute has passed. A module's page
 * mounts before it is shown and can't take focus until then.
 *
 * @example
 *   const stop = retryWhenShown(document.body, () => {
 *     const field = document.querySelector<HTMLElement>('[name="email"]');
 *     field?.focus();
 *     return field !== null && document.activeElement === field;
 *   });
 *
 * @returns a function that stops waiting
 */
export function retryWhenShown(within: HTMLElement, attempt: () => boolean): () => void {
  const observer = new MutationObserver(() => look());
  const timer = setTimeout(stop, MAX_WAIT_MS);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
  }
  function look(): void {
    if (attempt()) stop();
  }
  observer.observe(within, watched);
  look();
  return stop;
}
