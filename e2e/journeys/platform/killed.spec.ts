/** Kills the embedded database during operations. After a restart it has all of each operation or nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningConsole, startConsole } from 'tools/console-process';
import { callerFor } from '../../support/ask';
import { setStripeFaults } from '../../support/sandbox';
import { expect, test } from '../../support/test';

test.describe.configure({ mode: 'serial' });

let own: RunningConsole;
test.beforeAll(async () => {
  own = await startConsole({ sandbox: true, environment: { DEMO_PRACTICES: '260', LOG_LEVEL: 'info' } });
});
test.afterAll(() => own.dispose());

const again = async (): Promise<void> => {
  await own.kill();
  await own.start();
};
const patient = { timeout: 60_000 };

for (const [action, milliseconds] of [
  ['add', 0],
  ['remove', 60],
  ['add', 200],
  ['remove', 500],
] as const) {
  test(`applies a bulk change (${action}) once when killed after ${milliseconds} ms`, { tag: '@verify' }, async () => {
    const admin = await callerFor(own.url, 'superadmin');
    const { status, body } = await admin('POST', '/api/features/bulk_update/', {
      action,
      type: 'feature_flag',
      items: ['beta_reports'],
      filter: {},
    });
    expect(status).toBe(202);
    await pause(milliseconds);
    await again();
    const read = async () =>
      (await admin('GET', `/api/features/bulk_update/${String(body['job_id'])}/?results_limit=0`)).body;
    await expect.poll(async () => (await read())['state'], patient).toBe('done');
    const { total, changed, unchanged, failed } = (await read()) as Record<string, number>;
    expect({ failed, sum: (changed ?? 0) + (unchanged ?? 0) }).toEqual({ failed: 0, sum: total });
    const { usage } = (await admin('GET', '/api/features/?page=1')).body as {
      usage: { practices: number; feature_flags: { name: string; practices: number }[] };
    };
    const having = usage.feature_flags.find(({ name }) => name === 'beta_reports')?.practices;
    expect(having).toBe(action === 'add' ? usage.practices : 0);
  });
}

test('finishes a killed recalculation with the same hours', { tag: '@verify' }, async () => {
  const owner = await callerFor(own.url, 'owner');
  const url = '/api/1/provider-hours-worked/';
  const month = async () => (await owner('GET', `${url}?view_type=month`)).body;
  const figures = async () => (await month())['providers'];
  const state = async () => ((await month())['recalculation'] as { state: string } | null)?.state;
  const before = await figures();
  expect(before).toBeInstanceOf(Array);
  expect((await owner('POST', `${url}recalculate/`, { full_update: true })).status).toBe(200);
  await again();
  await expect.poll(state, patient).toBe('done');
  expect(await figures()).toEqual(before);
});

test('creates one card set-up when a killed request is repeated', { tag: '@verify' }, async () => {
  const owner = await callerFor(own.url, 'owner');
  const customers = (await owner('GET', '/api/stripe/list_customers/?practice_id=1')).body['customers'] as {
    id: string;
  }[];
  const url = `/api/stripe/${customers[0]?.id ?? ''}/create_setup_intent/`;
  await setStripeFaults(own.sandbox, [{ on: 'POST /v1/setup_intents', kind: 'slow', times: 1, delay_ms: 2_000 }]);
  const asked = owner('POST', url, {}, 'one-and-the-same-key').catch((error: unknown) => error);
  // The request has arrived, and the provider has not responded yet.
  await expect.poll(() => own.output().includes('create_setup_intent')).toBe(true);
  await again();
  expect(await asked).toBeInstanceOf(Error);
  const answer = await owner('POST', url, {}, 'one-and-the-same-key');
  expect(answer.status).toBe(200);
  expect(String(answer.body['client_secret'])).toContain('_secret_');
});
