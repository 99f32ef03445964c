/** Finds elements by accessible name in every engine. */
import { expect } from '@playwright/test';
import type { EngineWindow } from './engine';

/**
 * Waits for an element by its role or tag and its accessible name, which screen readers say.
 *
 * @param selector of CSS
 * @param name the whole name, or its start if it ends with "…"
 * @returns an XPath of the element
 */
export async function named(window: EngineWindow, selector: string, name: string): Promise<string> {
  const find = `((selector, name) => {
    const textOf = (element) => element?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
    const nameOf = (element) =>
      element.getAttribute('aria-label') ??
      ((element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .filter((id) => id !== '')
        .map((id) => textOf(document.getElementById(id)))
        .join(' ') ||
        [...(element.labels ?? [])].map(textOf).join(' ') ||
        textOf(element));
    const isIt = (text) => (name.endsWith('…') ? text.startsWith(name.slice(0, -1)) : text === name);
    for (const former of document.querySelectorAll('[data-engine-target]')) former.removeAttribute('data-engine-target');
    const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && isIt(nameOf(one).trim()));
    found?.setAttribute('data-engine-target', '');
    return found !== undefined;
  })(${JSON.stringify(selector)}, ${JSON.stringify(name)})`;
  await expect.poll(() => window.evaluate<boolean>(find), { message: `${selector}: ${name}` }).toBe(true);
  return '//*[@data-engine-target]';
}

/** Whether the page has text. */
export const shows = (window: EngineWindow, text: string): Promise<boolean> =>
  window.evaluate<boolean>(`document.body.innerText.includes(${JSON.stringify(text)})`);

/** Waits until text is on the page. */
export const expectText = (window: EngineWindow, text: string): Promise<void> =>
  expect.poll(() => shows(window, text), { message: text }).toBe(true);
