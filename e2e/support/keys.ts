/** A person with a keyboard and nothing else. */
import { expect, type Locator, type Page } from '@playwright/test';
import { emailOf, PASSWORD, type Person } from './test';

/** More presses than any page has stops. */
const MOST = 400;

export interface Keyboard {
  /** Goes from stop to stop until it is there. Each stop on the way must show that the focus is on it. */
  to: (target: Locator) => Promise<void>;
  /** The same, backwards. */
  back: (target: Locator) => Promise<void>;
  /** Moves the focus there and presses a key, by default Enter. */
  press: (target: Locator, key?: string) => Promise<void>;
  /** Moves the focus there and replaces the text. */
  fill: (target: Locator, text: string) => Promise<void>;
  /** Keys where the focus is. */
  keys: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  signIn: (person: Person, address: string) => Promise<void>;
}

/** The focused element that does not show its focus, as text; null when it does, or without a focused element. */
export async function hiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    // A frame of another origin shows its own focus.
    if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return null;
    const isDrawn = (element: Element | null): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\)$/.test(outlineColor);
    };
    // A field in a cell of a grid is shown by its cell.
    const drawn = isDrawn(focused) || (focused.matches('input') && isDrawn(focused.closest('[role=gridcell]')));
    return drawn ? null : focused.outerHTML.slice(0, 160);
  });
}

/** True when nothing has the focus because its element was removed. */
export const focusIsLost = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

export function keyboardOf(page: Page): Keyboard {
  const has = (target: Locator): Promise<boolean> =>
    target.first().evaluate((element) => element === element.ownerDocument.activeElement);

  const walk = async (target: Locator, key: string): Promise<void> => {
    await expect(target.first()).toBeVisible();
    for (let press = 0; press < MOST; press += 1) {
      if (await has(target)) return;
      await page.keyboard.press(key);
      expect(await hiddenFocus(page)).toBeNull();
    }
    throw new Error(`${MOST} presses of ${key} did not lead to ${target.toString()}`);
  };

  const keyboard: Keyboard = {
    to: (target) => walk(target, 'Tab'),
    back: (target) => walk(target, 'Shift+Tab'),
    async press(target, key = 'Enter') {
      await walk(target, 'Tab');
      await page.keyboard.press(key);
    },
    async fill(target, text) {
      await walk(target, 'Tab');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async keys(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    async signIn(person, address) {
      await page.goto(address);
      await keyboard.fill(page.getByLabel('Email'), emailOf(person));
      await keyboard.fill(page.getByLabel('Password', { exact: true }), PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible();
    },
  };
  return keyboard;
}
