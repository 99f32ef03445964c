/** WebKit: MiniBrowser on a virtual screen, driven by WebKitWebDriver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from 'tools/test-system';
import { Builder, By, Key, until } from 'selenium-webdriver';
import type { Engine, KeyName } from './engine';

export interface WebKitPrograms {
  driver: string;
  browser: string;
  screen: string;
}

const WAIT_MS = 30_000;

const keys: Record<KeyName, string> = {
  Tab: Key.TAB,
  Backspace: Key.BACK_SPACE,
  Escape: Key.ESCAPE,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  F2: Key.F2,
};

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });
}

/** Starts a virtual screen, which chooses its own number. @returns its process and its name */
async function startScreen(program: string): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(program, ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdout?.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
    screen.once('exit', () => reject(new Error(`${program} ended`)));
  });
  return { screen, display };
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answers = await fetch(`${url}/status`).then(
      () => true,
      () => false,
    );
    if (answers) return;
    if (attempt === 100) throw new Error('WebKitWebDriver doesn’t answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function openWebKit(programs: WebKitPrograms): Promise<Engine> {
  const { screen, display } = await startScreen(programs.screen);
  const port = await freePort();
  const environment = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], { env: environment, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await end(driver);
    await end(screen);
  };
  try {
    await untilAnswers(url);
    const options = { binary: programs.browser, args: ['--automation'] };
    const browser = await new Builder()
      .usingServer(url)
      // The driver wouldn't respond while page scripts load. So it doesn't wait, and `goto` waits for the document.
      .withCapabilities({ browserName: 'MiniBrowser', pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options })
      .build();
    const found = async (xpath: string) => {
      const element = await browser.wait(until.elementLocated(By.xpath(xpath)), WAIT_MS);
      return browser.wait(until.elementIsVisible(element), WAIT_MS);
    };
    const capabilities = await browser.getCapabilities();
    return {
      version: `WebKit ${capabilities.getBrowserVersion() ?? ''}`,
      close: async () => {
        await browser.quit();
        await stop();
      },
      window: {
        goto: async (address) => {
          await browser.executeScript('globalThis.isBefore = true;');
          await browser.get(address);
          const isThere = "return !globalThis.isBefore && document.readyState !== 'loading'";
          await browser.wait(() => browser.executeScript<boolean>(isThere).catch(() => false), WAIT_MS);
        },
        evaluate: (expression) => browser.executeScript(`return (${expression});`),
        click: async (xpath) => (await found(xpath)).click(),
        fill: async (xpath, text) => {
          await (await found(xpath)).click();
          await browser.actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).sendKeys(text).perform();
        },
        pressWithControl: (key) => browser.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform(),
        press: (key) => browser.actions().sendKeys(keys[key]).perform(),
        type: (text) => browser.actions().sendKeys(text).perform(),
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
