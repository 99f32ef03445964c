/**
 * Translates a page as Chrome does: each text node is replaced by two `font` elements around a new text node, also when it
 * is added or changed later. React keeps the nodes that were replaced. It fails when it removes one of them or inserts
 * something before it, and its changes to one of them are never seen.
 */
import type { Page } from '@playwright/test';

const NOT_SEEN = 'Changed after its translation: ';

/** Browser errors about a node with an unexpected parent. */
const MOVED_NODE = /NotFoundError|Failed to execute '(removeChild|insertBefore)' on 'Node'/;

/** Runs in each document before its own scripts. */
function translate(begin: string): void {
  const untranslated = 'script, style, noscript, textarea, svg, [translate=no]';
  const translations = new WeakSet<Text>();
  const replaced = new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      const { data } = target as Text;
      if (data !== oldValue) console.debug(`${begin}“${oldValue ?? ''}” to “${data}”`);
    }
  });
  const font = (child: Node): HTMLElement => {
    const element = document.createElement('font');
    // The content security policy refuses the attribute.
    element.style.verticalAlign = 'inherit';
    element.append(child);
    return element;
  };
  const translateText = (text: Text): void => {
    if (translations.has(text) || text.data.trim() === '') return;
    if (!text.parentElement?.closest('body') || text.parentElement.closest(untranslated)) return;
    const translation = document.createTextNode(text.data);
    translations.add(translation);
    text.replaceWith(font(font(translation)));
    replaced.observe(text, { characterData: true, characterDataOldValue: true });
  };
  const translateAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    for (const text of found) translateText(text);
  };
  new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records) {
      if (type === 'characterData') translateAll(target);
      for (const added of addedNodes) translateAll(added);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * Translates all documents that the page opens from now on.
 *
 * @returns the faults so far: errors about replaced nodes, and changes that nobody sees
 */
export async function translateContinuously(page: Page): Promise<() => readonly string[]> {
  const faults = new Set<string>();
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(NOT_SEEN) || MOVED_NODE.test(text)) faults.add(text);
  });
  page.on('pageerror', ({ message }) => faults.add(message));
  await page.addInitScript(translate, NOT_SEEN);
  return () => [...faults];
}
