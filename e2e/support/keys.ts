/** Simulates a person who uses only the keyboard. */
import { expect, type Locator, type Page } from '@playwright/test';
import { emailOf, PASSWORD, type Person } from './test';

/** Maximum number of Tab presses, more than any page has tab stops. */
const MOST = 400;

export interface Keyboard {
  /** Presses Tab until the target has focus. Each tab stop on the way must show its focus. */
  to: (target: Locator) => Promise<void>;
  /** Presses Shift+Tab until the target has the focus. */
  back: (target: Locator) => Promise<void>;
  /** Moves the focus to the target and presses a key, by default Enter. */
  press: (target: Locator, key?: string) => Promise<void>;
  /** Moves the focus to the target and replaces its text. */
  fill: (target: Locator, text: string) => Promise<void>;
  /** Presses keys at the current focus. */
  keys: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  signIn: (person: Person, address: string) => Promise<void>;
}

/** The focused element as text if its focus is not visible; null if it is, or if nothing has the focus. */
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
    // A field shows its focus on its border, which is its parent's or that one's parent's, or on its cell of a grid.
    const { parentElement: parent } = focused;
    const frames = [parent, parent?.parentElement ?? null, focused.closest('[role=gridcell]')];
    // A part of a date shows it on the frame of the whole date.
    const date = focused.matches('[contenteditable][role=spinbutton]')
      ? focused.closest('.MuiPickersInputBase-root')
      : null;
    const drawn =
      isDrawn(focused) || isDrawn(date) || (focused.matches('input, select, textarea') && frames.some(isDrawn));
    return drawn ? null : focused.outerHTML.slice(0, 160);
  });
}

/** True if nothing has the focus, because the focused element was removed. */
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
