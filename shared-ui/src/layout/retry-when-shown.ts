/** A page may be loading for this long. */
const MAX_WAIT_MS = 60_000;

/** What changes when a page that was loading is shown. */
const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'style', 'inert'] };

/**
 * Calls `attempt` now and after each change of what is shown, until it returns true or a minute has passed. A module's page is
 * mounted before it is shown, and takes no focus until then.
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
