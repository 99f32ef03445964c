/** A page in Playwright's Chromium, for journeys shared by all engines. */
import type { Page } from '@playwright/test';
import type { EngineWindow } from './engine';

export function chromiumWindow(page: Page): EngineWindow {
  const found = (xpath: string) => page.locator(`xpath=${xpath}`).first();
  return {
    goto: async (address) => {
      await page.goto(address);
    },
    evaluate: <Value>(expression: string) => page.evaluate<Value>(expression),
    click: (xpath) => found(xpath).click(),
    fill: (xpath, text) => found(xpath).fill(text),
    pressWithControl: (key) => page.keyboard.press(`Control+${key}`),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
  };
}
