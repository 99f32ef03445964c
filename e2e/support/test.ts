/** The test function of the journeys: a console per worker, people who sign in, and common checks. */
import { test as base, expect, type Page } from '@playwright/test';
import { type ConsoleHost, startConsoleHost } from 'tools/console-host';
import {
  type ConsoleOptions,
  type HostedConsole,
  type RunningConsole,
  startConsole,
  startHostedConsole,
} from 'tools/console-process';
import { type PageErrors, watchPageErrors } from './page-errors';
import { translateContinuously } from './translation';
import { describeRequests, recordRequests } from './requests.mjs';

export const PASSWORD = 'practice-console';

const emails = {
  owner: 'owner@bright-smiles.example',
  manager: 'manager@bright-smiles.example',
  staff: 'staff@bright-smiles.example',
  lakesideOwner: 'owner@lakeside.example',
  lakeside: 'staff@lakeside.example',
  harbor: 'staff@harbor.example',
  taskadmin: 'taskadmin@console.example',
  superadmin: 'superadmin@console.example',
  internal: 'internal@console.example',
};

export type Person = keyof typeof emails;

export const emailOf = (person: Person): string => emails[person];

/** The PostgreSQL server that `npm test` starts, for consoles with releases during the journey. */
export function postgresUrl(): string {
  return process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
}

interface Fixtures {
  /** True when a browser translates the page during the journey. */
  isTranslated: boolean;
  /** Fails the test if any of its pages has an unexpected error or policy violation. */
  pageErrors: PageErrors;
  /** Signs a person in through the API, opens the URL and waits for the page. The form has its own journeys. */
  signIn: (person: Person, address: string, page?: Page) => Promise<void>;
  /** A console with its own data and providers, which the test may change, publish into and break. */
  ownConsole: HostedConsole;
  /** Like `ownConsole`, but in separate processes, for a test that stops the server. */
  ownProcess: RunningConsole;
}

interface WorkerFixtures {
  /** The process in which all consoles of a worker run, unless a test stops or kills one. */
  consoleHost: ConsoleHost;
  /** Starts a console like `ownConsole`, with other options. The caller disposes it. */
  startOwnConsole: (options?: Omit<ConsoleOptions, 'startTimeoutMs'>) => Promise<HostedConsole>;
  /** A console for tests that change nothing, so that their order doesn't matter. */
  sharedConsole: HostedConsole;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  isTranslated: [process.env['TRANSLATED'] === '1', { option: true }],
  consoleHost: [
    async ({}, use) => {
      const host = await startConsoleHost();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  startOwnConsole: [
    ({ consoleHost }, use) =>
      use((options) => startHostedConsole(consoleHost, { postgres: postgresUrl(), ...options })),
    { scope: 'worker' },
  ],
  sharedConsole: [
    async ({ startOwnConsole }, use) => {
      const running = await startOwnConsole({ sandbox: true });
      await use(running);
      await running.dispose();
    },
    { scope: 'worker' },
  ],
  ownConsole: async ({ startOwnConsole }, use) => {
    const running = await startOwnConsole({ sandbox: true });
    await use(running);
    await running.dispose();
  },
  ownProcess: async ({}, use) => {
    const running = await startConsole({ postgres: postgresUrl(), sandbox: true });
    await use(running);
    await running.dispose();
  },
  pageErrors: [
    async ({ browser }, use) => {
      const errors = watchPageErrors(browser);
      await use(errors);
      errors.stop();
      expect.soft(errors.unexpected(), 'errors in pages of this test').toEqual([]);
      expect.soft(errors.missing(), 'errors that this test expects').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, isTranslated }, use, testInfo) => {
    const problems: string[] = [];
    const faults = isTranslated ? await translateContinuously(page) : () => [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    recordRequests(page);
    await use(page);
    expect.soft(faults(), 'faults under translation').toEqual([]);
    if (testInfo.status === testInfo.expectedStatus) return;
    const contentType = 'text/plain';
    await testInfo.attach('latest requests of the page', { body: describeRequests(page), contentType });
    if (problems.length > 0) await testInfo.attach('errors in the page', { body: problems.join('\n'), contentType });
  },
  signIn: async ({ page: own }, use) => {
    await use(async (person, address, page = own) => {
      const session = { email: emails[person], password: PASSWORD };
      const answer = await page.request.post(new URL('/api/session/', address).href, { data: session });
      expect(answer.status(), await answer.text()).toBe(200);
      await page.goto(address);
      await expect(page.getByRole('button', { name: /Account of|Open the menu/ })).toBeVisible();
    });
  },
});

export { expect };
