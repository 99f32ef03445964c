import { retryWhenShown } from 'shared-ui';

const HEADING = '[data-page-heading]';

/**
 * Moves the focus to the new page's heading after a navigation. A screen reader then announces the page, and Tab continues
 * from there. Waits for a heading that appears later, but stops as soon as the person moves the focus.
 *
 * @returns a function that stops waiting
 */
export function focusHeading(within: HTMLElement): () => void {
  const start = document.activeElement;
  /** The last focused heading: first the skeleton's, then the page's. */
  let given: Element | null = null;

  return retryWhenShown(within, () => {
    const present = document.activeElement;
    if (present !== (given ?? start) && present !== document.body) return true;
    const headings = [...within.querySelectorAll<HTMLElement>(HEADING)];
    const heading = headings.find((found) => found.closest('[hidden]') === null);
    if (!heading || heading === present) return false;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) given = heading;
    return false;
  });
}
