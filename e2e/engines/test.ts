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
  /** Signs a person in through the API and opens a page. */
  signIn: (person: Person, path: string) => Promise<void>;
}

interface WorkerFixtures {
  console: RunningConsole;
}

/** Neither driver reports page errors, so the page records errors and policy violations while the window is open. */
const RECORD_ERRORS = `(() => {
  const record = (text) => {
    sessionStorage.errors = JSON.stringify([...JSON.parse(sessionStorage.errors ?? '[]'), String(text)]);
  };
  addEventListener('error', ({ message }) => record(message));
  addEventListener('unhandledrejection', ({ reason }) => record(reason));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => record(violatedDirective + ' ' + sample));
  return true;
})()`;
const RECORDED_ERRORS = `JSON.parse(sessionStorage.errors ?? '[]')`;

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
    const { window } = engine;
    const goto = async (address: string): Promise<void> => {
      await window.goto(address);
      await window.evaluate(RECORD_ERRORS);
    };
    await use({ ...window, goto });
    expect.soft(await window.evaluate<string[]>(RECORDED_ERRORS), 'errors in pages of this test').toEqual([]);
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
