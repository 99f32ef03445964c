/**
 * A month of one team's releases, with everything that goes wrong. `support/month-reporter.ts` prints what happened at
 * each step, of this journey and of the others that are tagged `@month`: a page is renamed, and a failing canary is
 * withdrawn by its rule.
 */
import type { Page } from '@playwright/test';
import type { AnswerOf, listReleases } from 'shared-api/contracts';
import type { HostedConsole } from 'tools/console-process';
import { callerFor } from '../../support/ask';
import { entryWith, entryWithFault, faultDeclaration, faultEntry } from '../../support/fault-module';
import { healthFor } from '../../support/module-health';
import { declarationFile, promote, publish, rollBack, ship, type Shipping } from '../../support/registry';
import { expect, test } from '../../support/test';

const MODULE = faultDeclaration.name;
const PAGE = '/settings/1/fault/page';
const OTHER = 'Office & provider hours';

const headed = (text: string): string => entryWith(['Fault page works', text]);
/** A module that outlines the page and adds an element without cleaning up. */
const leaking = entryWith([
  "if (fault() === 'throw-in-mount')",
  "document.body.style.outline = '3px solid red'; document.body.append(Object.assign(document.createElement('div'), { id: 'left-behind' }));\n          if (fault() === 'throw-in-mount')",
]);

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

async function shows(page: Page, heading: string, version: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.locator(`[data-module="${MODULE}"]`)).toHaveAttribute('data-version', version);
}

async function releases({ url, token }: Shipping): Promise<AnswerOf<typeof listReleases>> {
  const answer = await fetch(new URL(`/api/modules/${MODULE}/releases/`, url), {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as AnswerOf<typeof listReleases>;
}

/** A console with the module at 1.0.0. */
async function start(running: HostedConsole): Promise<Shipping> {
  await running.command('module', 'grant', declarationFile(faultDeclaration));
  const team = { url: running.url, token: await running.token(MODULE) };
  await ship(team, faultDeclaration, '1.0.0', { 'remoteEntry.js': faultEntry });
  return team;
}

/** The error message of a refused call. */
const refusal = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'not refused',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test(
  'ships, withdraws, rolls back and recovers for a month',
  { tag: ['@verify', '@month'] },
  async ({ ownConsole, page, signIn }) => {
    const team = await start(ownConsole);
    const happened = (what: string): void => void test.info().annotations.push({ type: 'happened', description: what });
    const live = async (): Promise<string | undefined> =>
      (await releases(team)).releases.find((release) => release.live)?.version;

    await test.step('lets one of two publishes of the same version win, and neither be lost', async () => {
      const publishing = (text: string) => publish(team, faultDeclaration, '1.1.0', { 'remoteEntry.js': headed(text) });
      const answers = await Promise.all(['One', 'Two'].map((text) => refusal(publishing(text))));
      const refused = answers.filter((answer) => answer !== 'not refused');
      expect(refused).toEqual([expect.stringMatching(/409 .*version_exists/)]);
      await Promise.all(
        ['1.2.0', '1.3.0'].map((one) => publish(team, faultDeclaration, one, { 'remoteEntry.js': headed(one) })),
      );
      const { releases: stored } = await releases(team);
      expect(stored.map(({ version }) => version).sort()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0']);
      happened(
        'Two publishes of 1.1.0 at once: one is stored, the other one is refused (version_exists). Two versions: both.',
      );
    });

    await test.step('keeps the healthy version when a withdrawal and a rollback meet', async () => {
      await promote(team, MODULE, '1.2.0');
      await publish(team, faultDeclaration, '1.4.0', { 'remoteEntry.js': entryWithFault('throw-in-mount') });
      await promote(team, MODULE, '1.4.0', { percent: 50, rule: { min_people: 1 } });
      await rollBack(team, MODULE);
      expect([await live(), (await releases(team)).canary]).toEqual(['1.2.0', null]);
      expect(await refusal(rollBack(team, MODULE))).toMatch(/409 .*version_not_named/);
      expect(await live()).toBe('1.2.0');
      happened('A canary is withdrawn, then somebody rolls back: refused (version_not_named), 1.2.0 stays live.');
    });

    await test.step('shows an old tab its version over three releases, and the last one at the next navigation', async () => {
      await signIn('owner', ownConsole.url + PAGE);
      await shows(page, '1.2.0', '1.2.0');
      for (const version of ['2.0.0', '2.1.0', '2.2.0']) {
        await ship(team, faultDeclaration, version, { 'remoteEntry.js': headed(version) });
        await shows(page, '1.2.0', '1.2.0');
      }
      await link(page, OTHER).click();
      await expect(page.getByRole('grid')).toBeVisible();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByText('Data refreshed successfully').first()).toBeVisible();
      await link(page, 'Fault').click();
      await shows(page, '2.2.0', '2.2.0');
      happened('An old tab shows 1.2.0 while 2.0.0, 2.1.0 and 2.2.0 go live, and gets 2.2.0 with a navigation.');
    });

    await test.step('removes what a leaking module leaves, names it, and takes the module back', async () => {
      await ship(team, faultDeclaration, '3.0.0', { 'remoteEntry.js': leaking });
      await page.reload();
      await shows(page, 'Fault page works', '3.0.0');
      await expect(page.locator('#left-behind')).toBeAttached();
      await link(page, OTHER).click();
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(page.locator('#left-behind')).toHaveCount(0);
      expect(await page.evaluate(() => document.body.style.outline)).toBe('');
      const internal = await callerFor(ownConsole.url, 'internal');
      const found = async () => (await healthFor(internal)).errors.find(({ version }) => version === '3.0.0');
      await expect
        .poll(async () => (await found())?.message)
        .toMatch(/Not cleaned up on unmount: .*outline.*left-behind/);
      await rollBack(team, MODULE);
      expect(await live()).toBe('2.2.0');
      await page.goto(ownConsole.url + PAGE);
      await shows(page, '2.2.0', '2.2.0');
      happened(
        '3.0.0 leaves an outline and a node: both are removed on the next page, Module health names them, a rollback gives 2.2.0.',
      );
    });
  },
);
