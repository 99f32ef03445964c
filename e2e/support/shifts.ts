/** Layout shifts of a page, as Chromium reports them (https://web.dev/articles/cls). */
import { expect, type Page } from '@playwright/test';

/** Maximum sum per visit. web.dev rates up to 0.1 as good, but here content replaces its skeleton. */
const MOST = 0.02;

interface Shift {
  value: number;
  /** The moved elements with their old and new positions. */
  moved: string[];
}

/** Starts to observe before the page has content. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const box = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        shifts.push({
          value,
          moved: sources.map(({ node, previousRect, currentRect }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return `${element?.outerHTML.slice(0, 90) ?? ''}: ${box(previousRect)} → ${box(currentRect)}`;
          }),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Names what has moved, and from where to where, if too much has. */
export async function expectNoShifts(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(MOST);
}
