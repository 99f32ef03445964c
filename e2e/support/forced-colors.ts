/** Checks pages under forced colors, in which browsers replace backgrounds. */
import type { Page } from '@playwright/test';

/** Attributes that mark an element as current, selected or active. */
const STATES = ':is([aria-current]:not([aria-current=date]), [aria-pressed=true], [data-active], .Mui-focused:is(li))';

/** The attribute of elements that only a background tells from what is behind them. */
const FOUND = 'data-only-background';

interface Question {
  states: string;
  found: string;
  isForced: boolean;
}

/**
 * Without forced colors, marks the elements that only a background shows. With them, returns those of them that have the
 * background of what is behind them, and no outline and no border instead.
 */
function inspect({ states, found, isForced }: Question): string[] {
  const isClear = (color: string): boolean => /^rgba\(.*, 0\)$/.test(color);
  const ground = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return isClear(backgroundColor) ? ground(element.parentElement) : backgroundColor;
  };
  const differs = (element: Element): boolean => ground(element) !== ground(element.parentElement);
  const hasBorder = (element: Element): boolean => {
    const { borderTopWidth, borderBottomWidth } = getComputedStyle(element);
    return borderTopWidth !== '0px' || borderBottomWidth !== '0px';
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const isEmpty = (element: Element): boolean =>
    !element.matches('svg, img, canvas, input, textarea, select, button, dialog, [role=rowheader], [role=gridcell]') &&
    [...element.childNodes].every((node) =>
      node instanceof Element ? !isSeen(node) || isEmpty(node) : node.textContent?.trim() === '',
    );
  if (isForced) {
    const marked = [...document.querySelectorAll(`[${found}]`)];
    const lost = marked.filter(
      (element) =>
        !differs(element) &&
        getComputedStyle(element).outlineStyle === 'none' &&
        (element.matches(states) || !hasBorder(element)),
    );
    for (const element of marked) element.removeAttribute(found);
    return lost.map((element) => element.outerHTML.slice(0, 160));
  }
  for (const element of document.querySelectorAll('body *')) {
    const isMark = element.matches(states) || (!hasBorder(element) && isEmpty(element));
    if (isMark && isSeen(element) && differs(element)) element.setAttribute(found, '');
  }
  return [];
}

/**
 * Finds elements that forced colors hide because they are only a background: marks without text, such as bars and dots,
 * and the states of links and options. Leaves the page in forced colors.
 *
 * @returns the start of the markup of each
 */
export async function lostInForcedColors(page: Page): Promise<string[]> {
  const question = { states: STATES, found: FOUND };
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(inspect, { ...question, isForced: false });
  await page.emulateMedia({ forcedColors: 'active' });
  return page.evaluate(inspect, { ...question, isForced: true });
}
