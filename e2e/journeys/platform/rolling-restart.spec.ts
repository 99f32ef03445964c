/** A rolling restart of two replicas behind the HAProxy of `deploy/`, while people, an agent and a bulk change are at work. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningConsole, startConsole } from 'tools/console-process';
import { type Caller, callerFor } from '../../support/ask';
import { type Balancer, startBalancer } from '../../support/haproxy';
import { expect, postgresUrl, test } from '../../support/test';

/** Every 50 ms: 20 requests a second. */
const REQUEST_INTERVAL_MS = 50;
/** HAProxy uses a replica again after two good checks, 2 s apart. */
const RISE_MS = 5000;
const PRACTICES = 1200;

let folder: string;
let balancer: Balancer;
const replicas: RunningConsole[] = [];
test.beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolling-restart-'));
  balancer = await startBalancer(folder);
  const environment = { DEMO_PRACTICES: String(PRACTICES), PUBLIC_URL: balancer.url };
  const first = await startConsole({ environment, postgres: postgresUrl(), sandbox: true });
  replicas.push(first);
  const shared = { ...environment, DATABASE_URL: first.database ?? '', SANDBOX_URL: first.sandbox ?? '' };
  replicas.push(await startConsole({ environment: shared }));
  await balancer.routeTo(replicas.map(({ url }) => url));
});
test.afterAll(async () => {
  balancer.stop();
  // The first one owns the database.
  for (const replica of replicas.reverse()) await replica.dispose();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Requests at a fixed rate, whether or not the earlier ones are answered. One of 20 saves a setting. */
function startRequests(read: Caller, save: Caller) {
  const failures: string[] = [];
  const asked: Promise<void>[] = [];
  const send = async (number: number): Promise<void> => {
    const isSave = number % 20 === 0;
    const what = isSave ? '/api/3/settings/update_practice_settings/' : '/api/1/provider-hours/';
    try {
      const { status, body } = isSave
        ? await save('POST', what, { market_iq_max_phone_numbers: 1 + (number % 50) })
        : await read('GET', what);
      if (status !== 200) failures.push(`${what} answered ${status}: ${JSON.stringify(body)}`);
    } catch (error) {
      failures.push(`${what}: ${String(error)}`);
    }
  };
  const timer = setInterval(() => asked.push(send(asked.length)), REQUEST_INTERVAL_MS);
  return async (): Promise<{ count: number; failures: string[] }> => {
    clearInterval(timer);
    await Promise.all(asked);
    return { count: asked.length, failures };
  };
}

test('fails no request, finishes bulk changes, and keeps an agent', { tag: '@verify' }, async () => {
  const [owner, admin] = [await callerFor(balancer.url, 'owner'), await callerFor(balancer.url, 'superadmin')];
  const agentState = async () => (await owner('GET', '/api/1/settings/pms_sync_info/')).body['pms_sync_socket_info'];
  await expect.poll(agentState).not.toBeNull();

  const stopRequests = startRequests(owner, admin);
  const jobs: string[] = [];
  for (const [turn, replica] of replicas.entries()) {
    const { status, body } = await admin('POST', '/api/features/bulk_update/', {
      action: turn === 0 ? 'add' : 'remove',
      type: 'feature',
      items: ['digital_forms'],
      filter: {},
    });
    expect(status).toBe(202);
    jobs.push(String(body['job_id']));
    await replica.stop();
    await replica.start();
    await pause(RISE_MS);
  }
  const { count, failures } = await stopRequests();
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(200);

  for (const job of jobs) {
    const read = async () => (await admin('GET', `/api/features/bulk_update/${job}/?results_limit=0`)).body;
    await expect.poll(async () => (await read())['state']).toBe('done');
    const { total, done, changed, unchanged, failed } = (await read()) as Record<string, number>;
    expect(total).toBeGreaterThanOrEqual(PRACTICES);
    expect({ done, failed, sum: (changed ?? 0) + (unchanged ?? 0) }).toEqual({ done: total, failed: 0, sum: total });
  }
  await expect.poll(agentState).not.toBeNull();
  expect((await owner('POST', '/api/1/settings/pms_sync_now/')).body).toMatchObject({ status: 'success' });
  const lastSync = async () => (await owner('GET', '/api/1/settings/pms_sync_info/')).body['last_synced_at'];
  const before = await lastSync();
  await expect.poll(lastSync, { timeout: 60_000 }).not.toBe(before);
});
