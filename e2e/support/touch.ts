/** Touch input: counts taps per task and finds targets that are too small. */
import type { Locator, Page } from '@playwright/test';

/** Taps, and counts them. */
export function countTaps() {
  let count = 0;
  return {
    async tap(target: Locator): Promise<void> {
      count += 1;
      await target.tap();
    },
    count: () => count,
  };
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/**
 * Links and controls with a touch target below 44 px in height or width. The target can be larger than the visible
 * element. Links within a sentence can be as tall as a line.
 *
 * @param layer what is above the page, whose targets are checked instead of those of the page
 */
export function smallTargets(page: Page, layer?: Locator): Promise<string[]> {
  return (layer ?? page.locator('html')).evaluate((root) => {
    const SIZE = 44;
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option]';
    const isWithinSentence = (element: Element): boolean =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 3,
      );
    const isLeftOut = (element: Element): boolean =>
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('[aria-hidden=true], [inert]') !== null ||
      // The skip link is only for the keyboard.
      element.matches('a[href="#page"]') ||
      (element instanceof HTMLElement && element.matches('input, select') && element.tabIndex < 0) ||
      (element.matches('a') && isWithinSentence(element));
    /** What shows a control: its label, or the frame around its input. */
    const frameOf = (element: Element): Element =>
      element.closest('[class*="InputBase-root"]') ?? (element as HTMLInputElement).labels?.[0] ?? element;
    const found: string[] = [];
    for (const element of root.querySelectorAll(controls)) {
      const frame = frameOf(element);
      const { width, height } = frame.getBoundingClientRect();
      if (isLeftOut(element) || width <= 1 || height <= 1) continue;
      if (width >= SIZE - 0.5 && height >= SIZE - 0.5) continue;
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const box = frame.getBoundingClientRect();
      const right = Math.max(SIZE, box.width) / 2 - 1;
      const down = Math.max(SIZE, box.height) / 2 - 1;
      const x = Math.min(Math.max(box.x + box.width / 2, right), innerWidth - right - 1);
      const y = box.y + box.height / 2;
      const isHit = (atX: number, atY: number): boolean => {
        const hit = document.elementFromPoint(atX, atY);
        return hit !== null && (element.contains(hit) || frame.contains(hit));
      };
      const across = box.width >= SIZE || (isHit(x - right, y) && isHit(x + right, y));
      if (across && isHit(x, y - down) && isHit(x, y + down)) continue;
      found.push(`${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`);
    }
    window.scrollTo(0, 0);
    return found;
  });
}
