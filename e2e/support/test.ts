/** The test function of the journeys: a console per worker, people who sign in, and common checks. */
import { test as base, expect, type Page } from '@playwright/test';
import { type RunningConsole, startConsole } from 'tools/console-process';

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
  /** Signs a person in by the API, opens the page with this address and waits for it. The form has journeys of its own. */
  signIn: (person: Person, address: string, page?: Page) => Promise<void>;
  /** A console with its own data and providers, which the test may change, publish into, break and stop. */
  ownConsole: RunningConsole;
}

interface WorkerFixtures {
  /** A console for tests that change nothing, so that their order doesn't matter. */
  sharedConsole: RunningConsole;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedConsole: [
    async ({}, use) => {
      const running = await startConsole({ postgres: postgresUrl(), sandbox: true });
      await use(running);
      await running.dispose();
    },
    { scope: 'worker' },
  ],
  ownConsole: async ({}, use) => {
    const running = await startConsole({ postgres: postgresUrl(), sandbox: true });
    await use(running);
    await running.dispose();
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
