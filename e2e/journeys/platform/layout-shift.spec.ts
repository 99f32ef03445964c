/**
 * Nothing moves while a page loads, because skeletons have the size of the content. Responses are delayed one after the
 * other, so that each state is visible for a while, and Chromium reports layout shifts.
 */
import type { Page } from '@playwright/test';
import { declaredPages } from '../../support/pages';
import { settled } from '../../support/reading';
import { expect, test } from '../../support/test';

/** Maximum sum per visit. web.dev rates up to 0.1 as good, but here content replaces its skeleton. */
const MOST = 0.02;
/** Delay of the first response in milliseconds, and the additional delay of each next one. */
const FIRST_WAITS = 400;
const NEXT_WAITS = 150;

const views = [
  { view: 'on a desk', width: 1440, height: 900 },
  { view: 'on a telephone', width: 390, height: 844 },
] as const;

interface Shift {
  value: number;
  /** The moved elements with their old and new positions. */
  moved: string[];
}

/** Starts to observe before the page has content. */
async function watchShifts(page: Page): Promise<void> {
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

async function answerLate(page: Page): Promise<void> {
  let calls = 0;
  await page.route('**/api/**', async (route) => {
    const wait = FIRST_WAITS + NEXT_WAITS * (calls % 6);
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await route.continue().catch(() => undefined);
  });
}

for (const { view, width, height } of views) {
  for (const { module, title, path } of declaredPages()) {
    test(
      `shows ${title} of ${module} without a layout shift ${view}`,
      { tag: '@verify' },
      async ({ page, sharedConsole, signIn }) => {
        await page.setViewportSize({ width, height });
        await signIn('superadmin', sharedConsole.url);
        await settled(page);
        await watchShifts(page);
        await answerLate(page);
        await page.goto(sharedConsole.url + path(1));
        await settled(page);
        const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(MOST);
      },
    );
  }
}
