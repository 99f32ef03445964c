/** Firefox over WebDriver BiDi, which it supports without an extra program. */
import { launch } from 'puppeteer-core';
import type { Engine } from './engine';

export async function openFirefox(program: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath: program, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const found = async (xpath: string) => {
    const element = await page.waitForSelector(`xpath/${xpath}`, { visible: true });
    if (!element) throw new Error(`There is no ${xpath}`);
    return element;
  };
  return {
    version: await browser.version(),
    close: () => browser.close(),
    window: {
      goto: async (address) => {
        await page.goto(address);
      },
      evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
      click: async (xpath) => {
        const element = await found(xpath);
        // Puppeteer clicks at the element's position, even if a sticky bar covers it.
        await element.evaluate((control) => control.scrollIntoView({ block: 'center', behavior: 'instant' }));
        await element.click();
      },
      fill: async (xpath, text) => {
        const element = await found(xpath);
        await element.focus();
        await element.evaluate((field) => (field as HTMLInputElement).select());
        await element.type(text);
      },
      pressWithControl: async (key) => {
        await page.keyboard.down('Control');
        await page.keyboard.press(key as 'k');
        await page.keyboard.up('Control');
      },
      press: (key) => page.keyboard.press(key),
      type: (text) => page.keyboard.type(text),
    },
  };
}
