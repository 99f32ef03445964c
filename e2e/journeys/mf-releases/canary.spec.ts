/** Canaries: who gets the version, what browsers report about it, and how the canary ends. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from '@playwright/test';
import type { AnswerOf, CanaryRule, listModules, listReleases } from 'shared-api/contracts';
import type { HostedConsole } from 'tools/console-process';
import { type Caller, callerFor } from '../../support/ask';
import {
  entryThatThrowsLater,
  entryWith,
  entryWithFault,
  faultDeclaration,
  faultEntry,
} from '../../support/fault-module';
import { healthFor, versionHealth } from '../../support/module-health';
import { declarationFile, promote, publish, ship, type Shipping } from '../../support/registry';
import { repository } from '../../support/repository';
import { faultsInBothThemes } from '../../support/axe';
import { expect, type Person, test } from '../../support/test';

const MODULE = faultDeclaration.name;
const PAGE = '/settings/1/fault/page';
const LIVE = '1.0.0';
const NEXT = '1.1.0';
const HEADING = { [LIVE]: 'Fault page works', [NEXT]: 'Fault page works better' };
/** People who can open the page. */
const people = ['owner', 'manager', 'staff', 'taskadmin', 'superadmin'] as const satisfies readonly Person[];

const better = entryWith([HEADING[LIVE], HEADING[NEXT]]);
const throwsInMount = entryWithFault('throw-in-mount');

/** A console with the test module: 1.0.0 is live, and the given code is published as 1.1.0. */
async function released(console: HostedConsole, next: string): Promise<Shipping> {
  await console.command('module', 'grant', declarationFile(faultDeclaration));
  const team = { url: console.url, token: await console.token(MODULE) };
  await ship(team, faultDeclaration, LIVE, { 'remoteEntry.js': faultEntry });
  await publish(team, faultDeclaration, NEXT, { 'remoteEntry.js': next });
  return team;
}

type Callers = Record<(typeof people)[number], Caller>;

async function callersFor(url: string): Promise<Callers> {
  const callers = await Promise.all(people.map(async (person) => [person, await callerFor(url, person)] as const));
  return Object.fromEntries(callers) as Callers;
}

/** The version that the registry gives each person's session. */
async function versionsOf(callers: Callers): Promise<Record<(typeof people)[number], string | undefined>> {
  const given = people.map(async (person) => {
    const { modules } = (await callers[person]('GET', '/api/modules/')).body as AnswerOf<typeof listModules>;
    return [person, modules.find(({ name }) => name === MODULE)?.version] as const;
  });
  return Object.fromEntries(await Promise.all(given)) as Record<(typeof people)[number], string | undefined>;
}

interface Split {
  percent: number;
  /** The people with the canary. */
  having: Person[];
  others: Person[];
}

/** Makes 1.1.0 the canary, with a percentage at which at least `least` people have it but not everyone. */
async function beginCanary(team: Shipping, callers: Callers, rule: Partial<CanaryRule>, least = 1): Promise<Split> {
  let [low, high] = [1, 99];
  // A binary search works, because a larger percentage never takes the version away from anyone.
  while (low <= high) {
    const percent = Math.floor((low + high) / 2);
    await promote(team, MODULE, NEXT, { percent, rule });
    const versions = await versionsOf(callers);
    const having = people.filter((person) => versions[person] === NEXT);
    const others = people.filter((person) => versions[person] === LIVE);
    if (having.length < least) low = percent + 1;
    else if (others.length === 0) high = percent - 1;
    else return { percent, having, others };
  }
  throw new Error('No percentage divides the people of the demo');
}

const first = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('There is none');
  return item;
};

/** Page loads of a module's live version. Visits also count its contributions, such as the badge of Quick Links. */
async function pageVisits(caller: Caller, module: string): Promise<number> {
  const { modules } = await healthFor(caller);
  const found = modules.find(({ name }) => name === module);
  const live = found?.versions.find(({ role }) => role === 'live');
  const loads = found?.contributions?.filter(({ version }) => version === live?.version).map((one) => one.loads) ?? [];
  return (live?.visits ?? 0) - loads.reduce((sum, count) => sum + count, 0);
}

async function releasesOf({ url, token }: Shipping): Promise<AnswerOf<typeof listReleases>> {
  const answer = await fetch(new URL(`/api/modules/${MODULE}/releases/`, url), {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as AnswerOf<typeof listReleases>;
}

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

async function shows(page: Page, version: typeof LIVE | typeof NEXT): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: HEADING[version], exact: true })).toBeVisible();
  await expect(page.locator(`[data-module="${MODULE}"]`)).toHaveAttribute('data-version', version);
}

/** The row of a version on the page Module health. */
const row = (page: Page, version: string): Locator =>
  page.getByRole('table', { name: 'Versions of Fault' }).getByRole('row').filter({ hasText: version });
const region = (page: Page): Locator => page.getByRole('region', { name: 'Fault', exact: true });

test(
  'serves a canary to the same share of people, then to everyone',
  { tag: '@verify' },
  async ({ browser, ownConsole, signIn }) => {
    const { url } = ownConsole;
    const team = await released(ownConsole, better);
    const callers = await callersFor(url);
    expect(new Set(Object.values(await versionsOf(callers)))).toEqual(new Set([LIVE]));
    const { having, others } = await beginCanary(team, callers, {});
    expect(having.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);

    const [one, again, other] = await Promise.all([newPage(browser), newPage(browser), newPage(browser)]);
    const each = [
      [first(having), NEXT, one],
      [first(having), NEXT, again],
      [first(others), LIVE, other],
    ] as const;
    await Promise.all(each.map(([person, , page]) => signIn(person, url + PAGE, page)));
    for (const [, version, page] of each) await shows(page, version);
    await Promise.all([one.reload(), other.reload()]);
    await shows(one, NEXT);
    await shows(other, LIVE);

    await promote(team, MODULE, NEXT);
    expect(new Set(Object.values(await versionsOf(callers)))).toEqual(new Set([NEXT]));
    for (const page of [one, other]) {
      await page.reload();
      await shows(page, NEXT);
    }
  },
);

test(
  'rolls back a failing canary by its rule, and Retry loads the live version',
  { tag: ['@verify', '@month'] },
  async ({ browser, ownConsole, signIn }) => {
    const { url } = ownConsole;
    const team = await released(ownConsole, throwsInMount);
    const rule = { min_people: 2, max_failing_percent: 10 };
    const { having, others } = await beginCanary(team, await callersFor(url), rule, 2);
    const internal = await callerFor(url, 'internal');

    const healthy = await newPage(browser);
    await signIn(first(others), url + PAGE, healthy);
    await shows(healthy, LIVE);
    await expect.poll(async () => (await versionHealth(internal, MODULE, LIVE))?.people).toBe(1);

    const broken: Page[] = [];
    for (const [index, person] of having.slice(0, 2).entries()) {
      const page = await newPage(browser);
      await signIn(person, url + PAGE, page);
      await expect(page.getByRole('alert').filter({ hasText: 'Fault isn’t available' })).toBeVisible();
      await expect(page.getByText(new RegExp(`^${MODULE} ${NEXT.replaceAll('.', '\\.')}`))).toBeVisible();
      await expect.poll(async () => (await versionHealth(internal, MODULE, NEXT))?.failing_people).toBe(index + 1);
      broken.push(page);
    }

    await expect.poll(async () => (await releasesOf(team)).canary).toBeNull();
    for (const page of broken) {
      await page.getByRole('button', { name: 'Retry' }).click();
      await shows(page, LIVE);
    }
    const { moves } = await releasesOf(team);
    expect(moves[0]).toMatchObject({ action: 'withdraw', from: NEXT, to: LIVE });
    expect(moves[0]?.by).toBe(`Canary rule: it failed for 2 of 2 people, ${LIVE} for 0 of 1 people`);
    const { stdout } = await promisify(execFile)(process.execPath, ['tools/module.mjs', 'list', MODULE], {
      cwd: repository,
      env: { ...process.env, CONSOLE_URL: team.url, CONSOLE_TOKEN: team.token },
    });
    expect(stdout).toMatch(/withdraw\s+1\.1\.0 → 1\.0\.0 {2}Canary rule: it failed for 2 of 2 people/);

    const staff = await newPage(browser);
    await signIn('internal', `${url}/internal/modules`, staff);
    await staff.getByRole('button', { name: 'Figures of Fault' }).click();
    await expect(row(staff, NEXT)).toContainText('Former');
    await expect(row(staff, NEXT)).toContainText('2 (100%)');
    await expect(row(staff, LIVE)).toContainText('Live');
    const newest = staff.getByRole('table', { name: 'Newest errors' }).getByRole('row').filter({ hasText: 'Fault' });
    await expect(newest).toContainText('Error: thrown in mount');
    await expect(newest).toContainText(NEXT);
    expect(await faultsInBothThemes(staff)).toEqual([]);
  },
);

test('lets super admins widen and withdraw a canary; internal staff only view it', async ({
  browser,
  ownConsole,
  signIn,
}) => {
  const { url } = ownConsole;
  const team = await released(ownConsole, better);
  const { percent, having, others } = await beginCanary(team, await callersFor(url), {});
  const internal = await callerFor(url, 'internal');
  for (const [person, version] of [[first(having), NEXT] as const, [first(others), LIVE] as const]) {
    const page = await newPage(browser);
    await signIn(person, url + PAGE, page);
    await shows(page, version);
    await expect.poll(async () => (await versionHealth(internal, MODULE, version))?.visits).toBe(1);
    await page.context().close();
  }

  const owner = await newPage(browser);
  await signIn('owner', `${url}/internal/modules`, owner);
  await expect(owner.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect((await owner.request.get(`${url}/api/module-health/`)).status()).toBe(403);

  const staff = await newPage(browser);
  await signIn('internal', `${url}/internal/modules`, staff);
  await expect(region(staff).getByText(`${NEXT} goes to ${percent}% of people`)).toBeVisible();
  await expect(region(staff).getByRole('button')).toHaveCount(0);

  const admin = await newPage(browser);
  await signIn('superadmin', `${url}/internal/modules`, admin);
  await expect(row(admin, NEXT)).toContainText(`Canary · ${percent}%`);
  await expect(region(admin).getByText('So far 1 person opened it and nobody saw it fail.')).toBeVisible();
  const wider = percent === 99 ? 98 : 99;
  await region(admin).getByRole('button', { name: 'Change percentage…' }).click();
  await admin.getByRole('spinbutton', { name: 'Percentage of people' }).fill(String(wider));
  expect(await faultsInBothThemes(admin)).toEqual([]);
  await admin.getByRole('button', { name: `Change to ${wider}%` }).click();
  await expect(region(admin).getByText(`${NEXT} goes to ${wider}% of people`)).toBeVisible();
  expect((await releasesOf(team)).canary?.percent).toBe(wider);

  await region(admin).getByRole('button', { name: 'Roll back…' }).click();
  await admin.getByRole('button', { name: `Roll back ${NEXT}` }).click();
  await expect(admin.getByText(`Fault: ${NEXT} was withdrawn, everyone gets ${LIVE}.`)).toBeVisible();
  await expect(region(admin).getByText('goes to')).toHaveCount(0);
  await expect(region(admin).getByRole('heading', { name: 'Fault', exact: true })).toBeFocused();
  const { canary, moves } = await releasesOf(team);
  expect([canary, moves[0]]).toMatchObject([null, { action: 'withdraw', from: NEXT, to: LIVE }]);
});

test(
  'records visits, vitals and errors of real pages under the module and its version',
  { tag: '@verify' },
  async ({ ownConsole, page, signIn, pageErrors }) => {
    pageErrors.expect(/The module lost its thread/);
    const { url } = ownConsole;
    const team = await released(ownConsole, entryThatThrowsLater);
    await promote(team, MODULE, NEXT);
    const internal = await callerFor(url, 'internal');
    await signIn('owner', `${url}/settings/1/practice/provider-hours`);
    await expect(page.getByRole('grid')).toBeVisible();
    // The first page of the session was the sign-in page. Only a new page load reports its own vitals.
    await page.reload();
    await expect(page.getByRole('grid')).toBeVisible();
    await expect.poll(() => pageVisits(internal, 'mf-hours')).toBe(2);
    expect(await versionHealth(internal, 'mf-hours')).toMatchObject({ people: 1, failing_people: 0, failed_visits: 0 });
    await expect.poll(async () => (await versionHealth(internal, 'shell'))?.vitals).toHaveProperty('TTFB');

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Fault', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: HEADING[LIVE], exact: true })).toBeVisible();
    await expect.poll(async () => (await versionHealth(internal, MODULE, NEXT))?.errors).toBe(1);
    const { errors } = await healthFor(internal);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      module: MODULE,
      version: NEXT,
      message: 'TypeError: The module lost its thread',
      source: expect.stringMatching(/^remoteEntry\.js:\d+:\d+$/),
    });
    expect(await versionHealth(internal, MODULE, NEXT)).toMatchObject({ visits: 1, failed_visits: 0, errors: 1 });

    await page.goto('about:blank');
    const vitals = async () => {
      const { modules } = await healthFor(internal);
      return new Set(modules.flatMap(({ versions }) => versions.flatMap((one) => Object.keys(one.vitals))));
    };
    await expect.poll(async () => [...(await vitals())].sort()).toEqual(expect.arrayContaining(['FCP', 'LCP', 'TTFB']));
  },
);
