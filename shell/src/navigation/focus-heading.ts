/**
 * Moves the focus to the new page's heading after a navigation, as a page load would: a screen reader then says where
 * the person is, and Tab goes on from there. Waits for a heading that comes later, and lets go once the person has put
 * the focus somewhere themselves.
 */
const HEADING = '[data-page-heading]';
const MAX_WAIT_MS = 10_000;

/** @returns the way to stop waiting */
export function focusHeading(within: HTMLElement): () => void {
  const start = document.activeElement;
  /** The heading that was given the focus: a skeleton's, until the page's own comes. */
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
    given = heading;
    heading.focus({ preventScroll: true });
  }
  observer.observe(within, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] });
  look();
  return stop;
}
