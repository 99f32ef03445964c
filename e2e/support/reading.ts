/** Checks whether a page is readable and usable: all content is loaded and reachable, and nothing moves. */
import { expect, type Locator, type Page } from '@playwright/test';
import { requestsPause } from './requests.mjs';

/** The gray shapes in place of content that is loading: those of pages, panels, tables and grids. */
export const SKELETONS = '.MuiSkeleton-root';

/** Waits until all requested content has loaded. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  const loading = page.locator(`${SKELETONS}, [aria-busy=true]`);
  await requestsPause(page);
  await expect(loading).toHaveCount(0);
  // Loaded content can have requested more.
  await requestsPause(page);
  await expect(loading).toHaveCount(0);
}

/** Content that a person cannot reach: outside the window, or clipped by a container that does not scroll. */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} px wide in a window of ${innerWidth} px`);
    const markupOf = (element: Element): string => element.outerHTML.slice(0, 120);
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');

    for (const element of document.querySelectorAll('body *')) {
      if (!hasText(element) && !element.matches('input, select, textarea, button, a[href]')) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      // Ignores text for screen readers, and the skip link without focus.
      if (box.width <= 1 || box.height <= 1 || box.bottom <= 0) continue;
      let reachable = box.right <= innerWidth + 1 && box.left >= -1;
      let shortened = false;
      for (let around: Element | null = element; around; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.clipPath !== 'none' || style.position === 'fixed') shortened = true;
        if (style.textOverflow === 'ellipsis') shortened = true;
        if (around === element) continue;
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
          reachable = true;
          break;
        }
        const outer = around.getBoundingClientRect();
        if (style.overflowX !== 'visible' && (box.right > outer.right + 1 || box.left < outer.left - 1)) {
          reachable = false;
          break;
        }
      }
      if (!reachable && !shortened) found.push(`cut off: ${markupOf(element)}`);
    }
    return found.slice(0, 10);
  });
}

/** Buttons, fields, and cells and toolbars of data grids whose own content doesn't fit into them. */
export async function cutInside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fits = (element: HTMLElement): boolean => {
      const { lineHeight, paddingTop, paddingBottom, overflowX, textOverflow } = getComputedStyle(element);
      if (element.matches('input, select')) {
        return (
          [lineHeight, paddingTop, paddingBottom].reduce((sum, part) => sum + parseFloat(part), -1) <=
          element.clientHeight
        );
      }
      if (element.matches(inGrids)) return element.scrollHeight <= element.clientHeight + 1;
      return overflowX === 'visible' || textOverflow === 'ellipsis' || element.scrollWidth <= element.clientWidth + 1;
    };
    const fields = 'button, input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), select';
    const inGrids = '.MuiDataGrid-cell, .MuiDataGrid-toolbar';
    return [...document.querySelectorAll<HTMLElement>(`${fields}, ${inGrids}`)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.clientWidth > 1 && !fits(element))
      .map((element) => `${element.tagName.toLowerCase()} “${element.ariaLabel ?? element.innerText}”`);
  });
}

/** Words that are broken across lines, that reach out of their cell of a grid, or that don't fit into their field. */
export async function cutWords(root: Locator): Promise<string[]> {
  return root.evaluate((area): string[] => {
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.clientWidth !== 1;
    const isShortened = (element: Element): boolean => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const element = text.parentElement;
      if (!element || !isSeen(element) || isShortened(element)) continue;
      const cell = element.closest('[role=gridcell], [role=columnheader], [role=rowheader]')?.getBoundingClientRect();
      for (const { 0: word, index } of text.data.matchAll(/[^\s–-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const box = range.getBoundingClientRect();
        const [first, ...others] = range.getClientRects();
        if (others.some(({ top }) => Math.abs(top - (first?.top ?? top)) > 1)) found.push(`broken: ${word}`);
        else if (
          cell &&
          (box.left < cell.left - 1 ||
            box.right > cell.right + 1 ||
            box.top < cell.top - 1 ||
            box.bottom > cell.bottom + 1)
        )
          found.push(`outside its cell: ${word}`);
      }
    }
    for (const field of area.querySelectorAll('input'))
      if (isSeen(field) && field.scrollWidth > field.clientWidth + 1) found.push(`outside its field: ${field.value}`);
    return found;
  });
}

/** Movements shorter than this are invisible. */
const BLINK_MS = 50;

/** Elements that move for longer than `BLINK_MS`. */
export async function moving(page: Page): Promise<string[]> {
  return page.evaluate((blink) => {
    const seen = document.getAnimations().filter(({ playState, effect }) => {
      const { activeDuration = 0 } = effect?.getComputedTiming() ?? {};
      return playState === 'running' && Number(activeDuration) > blink;
    });
    return seen.map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120) ?? 'something');
  }, BLINK_MS);
}
