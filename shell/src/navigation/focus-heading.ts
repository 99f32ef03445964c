/**
 * Moves the focus to the new page's heading after a navigation. A screen reader then announces the page, and Tab continues
 * from there. Waits for a heading that appears later, but stops as soon as the person moves the focus.
 */
const HEADING = '[data-page-heading]';
const MAX_WAIT_MS = 60_000;

/** @returns a function that stops waiting */
export function focusHeading(within: HTMLElement): () => void {
  const start = document.activeElement;
  /** The last focused heading: first the skeleton's, then the page's. */
  let given: Element | null = null;

  const observer = new MutationObserver(() => look());
  const timer = setTimeout(stop, MAX_WAIT_MS);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
  }
  function look(): void {
    const present = document.activeElement;
    if (present !== (given ?? start) && present !== document.body) {
      stop();
      return;
    }
    const headings = [...within.querySelectorAll<HTMLElement>(HEADING)];
    const heading = headings.find((found) => found.closest('[hidden]') === null);
    if (!heading || heading === present) return;
    heading.focus({ preventScroll: true });
    // A module's page is mounted before it is shown, and takes no focus until then.
    if (document.activeElement === heading) given = heading;
  }
  observer.observe(within, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'style'] });
  look();
  return stop;
}
