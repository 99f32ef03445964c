/** Two replicas of the server behind a proxy act as one service, even if one of them dies during an operation. */
import type { RunningConsole } from 'tools/console-process';
import { type Replicas, startReplicas } from 'tools/replicas';
import { type Caller, callerFor } from '../../support/ask';
import { internalDeclaration, internalEntry } from '../../support/fault-module';
import { declarationFile, rollBack, ship } from '../../support/registry';
import { setStripeFaults } from '../../support/sandbox';
import { expect, postgresUrl, test } from '../../support/test';

test.describe.configure({ mode: 'serial' });

let replicas: Replicas;
let admin: Caller;
test.beforeAll(async () => {
  // Enough practices that a change of all of them runs as a job.
  replicas = await startReplicas({
    postgres: postgresUrl(),
    environment: { DEMO_PRACTICES: '260', LOG_LEVEL: 'info' },
  });
  admin = await callerFor(replicas.url, 'superadmin');
});
test.afterAll(() => replicas.dispose());

/** A replica waits 15 s before it takes over the leases of a dead one. */
const takenOver = { timeout: 60_000 };

/** Runs the work, blocks the replica that writes a matching row, kills it there, and restarts it. */
async function killedThere(table: string, condition: string, work: () => Promise<unknown>): Promise<void> {
  const held = await replicas.pauseWrites(table, condition);
  await work();
  const pausedReplica = await held.pausedReplica();
  await pausedReplica.kill();
  await held.release();
  await pausedReplica.start();
}

/** The number of log lines of each replica about requests to this path. */
const linesAbout = (path: string): number[] =>
  replicas.both.map(
    (replica: RunningConsole) =>
      replica
        .output()
        .split('\n')
        .filter((line) => line.includes(`"path":"${path}"`)).length,
  );

test('serves one session on both replicas and signs out on both', { tag: '@verify' }, async () => {
  const owner = await callerFor(replicas.url, 'owner');
  for (let call = 0; call < 4; call += 1) expect((await owner('GET', '/api/1/provider-hours/')).status).toBe(200);
  for (const answered of linesAbout('/api/1/provider-hours/')) expect(answered).toBeGreaterThan(0);
  expect((await owner('DELETE', '/api/session/')).status).toBe(200);
  for (let call = 0; call < 2; call += 1) expect((await owner('GET', '/api/session/')).status).toBe(401);
});

test('counts requests to both replicas in limits', { tag: '@verify' }, async () => {
  const owner = await callerFor(replicas.url, 'owner');
  const recalculate = () => owner('POST', '/api/4/provider-hours-worked/recalculate/', { full_update: true });
  const answers = await Promise.all(Array.from({ length: 24 }, recalculate));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);

  const wrong = { email: 'nobody@bright-smiles.example', password: 'not this one' };
  const tries = [];
  for (let attempt = 0; attempt < 12; attempt += 1) tries.push((await admin('POST', '/api/session/', wrong)).status);
  expect(tries[0]).toBe(401);
  expect(tries.slice(-2)).toEqual([429, 429]);
});

test('publishes a release to both replicas', { tag: '@verify' }, async () => {
  const [one, other] = replicas.both;
  await one.command('module', 'grant', declarationFile(internalDeclaration));
  const team = { url: one.url, token: await one.token(internalDeclaration.name) };
  await ship(team, internalDeclaration, '1.0.0', { 'remoteEntry.js': internalEntry });
  await ship(team, internalDeclaration, '1.1.0', { 'remoteEntry.js': internalEntry });
  const { name: module } = internalDeclaration;
  const liveOn = async (url: string): Promise<string | undefined> => {
    const { body } = await (await callerFor(url, 'internal'))('GET', '/api/modules/');
    return (body['modules'] as { name: string; version: string }[]).find(({ name }) => name === module)?.version;
  };
  for (const { url } of [one, other]) expect(await liveOn(url)).toBe('1.1.0');
  await rollBack({ ...team, url: other.url }, module);
  for (const { url } of [one, other]) expect(await liveOn(url)).toBe('1.0.0');
});

test('resumes a bulk change on the other replica and changes each practice once', { tag: '@verify' }, async () => {
  const counted = () =>
    replicas.sql(
      `select count(*)::int as entries, count(distinct practice_id)::int as practices from product_change_history where feature_name = 'digital_forms' and created_at >= $1`,
      [since],
    );
  const since = new Date();
  let job = '';
  await killedThere('product_change_history', 'new.practice_id = 200', async () => {
    const { status, body } = await admin('POST', '/api/features/bulk_update/', {
      action: 'add',
      type: 'feature',
      items: ['digital_forms'],
      filter: {},
    });
    expect(status).toBe(202);
    job = String(body['job_id']);
  });
  const read = async () => (await admin('GET', `/api/features/bulk_update/${job}/?results_limit=0`)).body;
  await expect.poll(async () => (await read())['state'], takenOver).toBe('done');
  const { total, done, changed, unchanged, failed } = (await read()) as Record<string, number>;
  expect(total).toBeGreaterThan(250);
  expect({ done, failed, sum: (changed ?? 0) + (unchanged ?? 0) }).toEqual({ done: total, failed: 0, sum: total });
  expect(await counted()).toEqual([{ entries: changed, practices: changed }]);
});

test(
  'creates practices from clinics once and keeps those created before the replica died',
  { tag: '@verify' },
  async () => {
    const named = () =>
      replicas.sql(
        `select name, count(*)::int as times from practices where name like 'Kill %' group by name order by name`,
      );
    const clinics = [2, 4].map((clinicNum) => ({ clinicNum, name: `Kill ${clinicNum}`, additionalClinics: [] }));
    await killedThere('practices', `new.name = 'Kill 4'`, async () => {
      const { status } = await admin('POST', '/api/1/settings/create_clinic_practices/', { clinics });
      expect(status).toBe(200);
    });
    expect(await named()).toEqual([{ name: 'Kill 2', times: 1 }]);
    const read = async () => (await admin('GET', '/api/1/settings/clinic_creation_status/')).body;
    await expect.poll(async () => (await read())['status'], takenOver).not.toBe('P');
    const statuses = (await read())['practice_statuses'] as { status: string }[];
    expect(statuses.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(await named()).toEqual([
      { name: 'Kill 2', times: 1 },
      { name: 'Kill 4', times: 1 },
    ]);
  },
);

test(
  'finishes a recalculation on the other replica, with the same hours, and counts it once',
  { tag: '@verify' },
  async () => {
    const owner = await callerFor(replicas.url, 'owner');
    const figures = () =>
      replicas.sql(
        'select count(*)::int as days, sum(available_seconds)::text as available, sum(worked_seconds)::text as worked from hours_worked where practice_id = 1',
      );
    const jobs = () =>
      replicas.sql(
        `select state from jobs where practice_id = 1 and kind = 'hours-recalculation' order by requested_at`,
      );
    await owner('POST', '/api/1/provider-hours-worked/recalculate/', { full_update: true });
    await expect.poll(jobs, takenOver).toEqual([{ state: 'done' }]);
    const before = await figures();
    const [middle] = await replicas.sql(
      'select percentile_disc(0.5) within group (order by date)::text as day from hours_worked where practice_id = 1',
    );
    await killedThere('hours_worked', `new.practice_id = 1 and new.date = '${middle.day}'`, () =>
      owner('POST', '/api/1/provider-hours-worked/recalculate/', { full_update: true }),
    );
    await expect.poll(jobs, takenOver).toEqual([{ state: 'done' }, { state: 'done' }]);
    expect(await figures()).toEqual(before);
  },
);

test('stores a card once when the replica died while adding it', { tag: '@verify' }, async ({ page, signIn }) => {
  const [one, other] = replicas.both;
  await signIn('owner', `${replicas.url}/settings/1/subscriptions/payment-methods`);
  const addCard = page.getByRole('button', { name: 'Add Payment Method for Bright Smiles Dental' });
  const card = page.getByRole('listitem', { name: 'Discover ending 1117' });
  await expect(addCard).toBeVisible();
  await expect(card).toHaveCount(0);

  // The replica dies while it waits for the provider.
  replicas.routeTo([one]);
  await setStripeFaults(replicas.sandbox, [{ on: 'POST /v1/setup_intents', kind: 'slow', times: 1, delay_ms: 3_000 }]);
  await addCard.click();
  await expect.poll(() => one.output().includes('create_setup_intent')).toBe(true);
  await one.kill();
  replicas.routeTo([other]);
  const dialog = page.getByRole('dialog');
  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  // A browser retries requests on a reused connection by itself. Otherwise the person retries.
  const retry = dialog.getByRole('button', { name: 'Retry' });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(form.getByLabel('Card number')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await form.getByLabel('Card number').fill('6011 1111 1111 1117');
  await form.getByLabel('Expiration date').fill('12 / 40');
  await form.getByLabel('Security code').fill('123');
  await dialog.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByText('Payment method added').first()).toBeVisible();
  await expect(card).toHaveCount(1);
  await one.start();
  replicas.routeTo([one, other]);
  await page.reload();
  await expect(card).toHaveCount(1);
});

test('buys once when the replica died during a purchase', { tag: '@verify' }, async ({ page, signIn }) => {
  const [one, other] = replicas.both;
  await signIn('superadmin', `${replicas.url}/settings/6/subscriptions/plans`);
  const invoices = async () => {
    const { body } = await admin('GET', '/api/stripe/list_practice_invoices/?practice_id=6');
    return (body['results'] as unknown[]).length;
  };
  await page.getByRole('button', { name: 'Add optional features to Core' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Optional Features to Core' });
  await dialog.getByRole('checkbox', { name: /^Treatment Plan Builder/ }).click();
  const add = dialog.getByRole('button', { name: /^Add 1 feature/ });
  await expect(add).toHaveText(/— \$[\d.]+ today$/);
  const before = await invoices();

  replicas.routeTo([one]);
  await setStripeFaults(replicas.sandbox, [{ on: 'POST /v1/subscriptions/', kind: 'slow', times: 1, delay_ms: 3_000 }]);
  await add.click();
  await expect.poll(() => one.output().includes('add-subscription-items')).toBe(true);
  await one.kill();
  replicas.routeTo([other]);
  const item = page.getByRole('list', { name: 'Items of Core' }).getByText('Treatment Plan Builder').first();
  await expect(async () => {
    if (await add.isEnabled()) await add.click();
    await expect(item).toBeVisible();
  }).toPass({ timeout: 120_000 });
  expect(await invoices()).toBe(before + 1);
  await one.start();
  replicas.routeTo([one, other]);
});
