/** The test function of the engines: a console per file, and a fresh browser per test. */
import { test as base, expect } from '@playwright/test';
import { firefoxProgram, webKitPrograms } from 'tools/engines/programs';
import { type RunningConsole, startConsole } from 'tools/console-process';
import { emailOf, PASSWORD, type Person, postgresUrl } from '../support/test';
import type { Engine, EngineWindow } from './engine';
import { openFirefox } from './firefox';
import { openWebKit } from './webkit';

export interface EngineOptions {
  engineName: 'firefox' | 'webkit';
}

interface Fixtures {
  window: EngineWindow;
  /** Signs a person in by the API and opens a page. */
  signIn: (person: Person, path: string) => Promise<void>;
}

interface WorkerFixtures {
  console: RunningConsole;
}

async function openEngine(name: EngineOptions['engineName']): Promise<Engine> {
  if (name === 'firefox') {
    const program = firefoxProgram();
    if (program === undefined) throw new Error('Firefox isn’t installed');
    return openFirefox(program);
  }
  const programs = webKitPrograms();
  if (!programs) throw new Error('WebKitWebDriver, MiniBrowser or Xvfb isn’t installed');
  return openWebKit(programs);
}

export const test = base.extend<Fixtures & EngineOptions, WorkerFixtures>({
  engineName: ['firefox', { option: true }],
  console: [
    async ({}, use) => {
      const running = await startConsole({ postgres: postgresUrl(), sandbox: true });
      await use(running);
      await running.dispose();
    },
    { scope: 'worker' },
  ],
  window: async ({ engineName }, use, info) => {
    const engine = await openEngine(engineName);
    info.annotations.push({ type: 'engine', description: engine.version });
    await use(engine.window);
    await engine.close();
  },
  signIn: async ({ window, console }, use) => {
    await use(async (person, path) => {
      await window.goto(console.url);
      const body = JSON.stringify({ email: emailOf(person), password: PASSWORD });
      const status = await window.evaluate<number>(
        `fetch('/api/session/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }).then((answer) => answer.status)`,
      );
      expect(status).toBe(200);
      await window.goto(console.url + path);
    });
  },
});

export { expect };

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
