/** Backups as in docs/operations.md. A restore brings back exactly the state of the backup. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startConsole } from 'tools/console-process';
import { postgresProgram } from 'tools/test-system';
import { ask, type Caller, callerFor } from '../../support/ask';
import { expect, postgresUrl, test } from '../../support/test';

const URL_OF_FLAGS = '/api/1/features/update_practice_feature_flags/';

/** The entitlements and flags of the practice. */
const recordOf = async (call: Caller): Promise<unknown> => (await call('GET', '/api/1/features/')).body;
async function setFlags(call: Caller, features: string[]): Promise<void> {
  expect((await call('PUT', URL_OF_FLAGS, { features })).status).toBe(200);
}

/** What a restored console must have: its records, its sessions, and the modules in its registry. */
async function expectRestored(url: string, call: Caller, record: unknown): Promise<void> {
  expect(await recordOf(call)).toEqual(record);
  const modules = (await call('GET', '/api/modules/')).body['modules'] as { entry: string }[];
  expect(modules.length).toBeGreaterThan(0);
  for (const { entry } of modules) expect((await call('GET', entry.replace(url, ''))).status).toBe(200);
}

test('restores PostgreSQL from a dump made while it runs', { tag: '@verify' }, async () => {
  const running = await startConsole({ postgres: postgresUrl() });
  const restoredName = `console_restored_${process.pid}`;
  const restoredUrl = new URL(running.database ?? '');
  restoredUrl.pathname = `/${restoredName}`;
  const dump = path.join(running.data, 'console.dump');
  try {
    const before = await callerFor(running.url, 'internal');
    await setFlags(before, ['beta_reports', 'fast_sync']);
    const record = await recordOf(before);
    execFileSync(postgresProgram('pg_dump'), ['--format=custom', `--file=${dump}`, running.database ?? '']);
    await setFlags(before, []);
    expect(await recordOf(before)).not.toEqual(record);
    await running.stop();

    execFileSync(postgresProgram('createdb'), [`--maintenance-db=${postgresUrl()}`, restoredName]);
    execFileSync(postgresProgram('pg_restore'), [
      '--no-owner',
      '--exit-on-error',
      `--dbname=${restoredUrl.href}`,
      dump,
    ]);
    const restored = await startConsole({ environment: { DATABASE_URL: restoredUrl.href, LOCAL_MODULES: '' } });
    try {
      await expectRestored(restored.url, await callerFor(restored.url, 'internal'), record);
    } finally {
      await restored.dispose();
    }
  } finally {
    execFileSync(postgresProgram('dropdb'), [
      '--if-exists',
      '--force',
      `--maintenance-db=${postgresUrl()}`,
      restoredName,
    ]);
    await running.dispose();
  }
});

test('restores the embedded database from a copy made while the server is stopped', { tag: '@verify' }, async () => {
  const running = await startConsole();
  const archive = path.join(path.dirname(running.data), `${path.basename(running.data)}.tar.gz`);
  try {
    const call = await callerFor(running.url, 'internal');
    await setFlags(call, ['beta_reports', 'fast_sync']);
    const record = await recordOf(call);
    await running.stop();
    execFileSync('tar', ['-czf', archive, '-C', running.data, '.']);
    await running.start();
    await setFlags(call, []);
    await running.stop();

    fs.rmSync(running.data, { recursive: true });
    fs.mkdirSync(running.data);
    execFileSync('tar', ['-xzf', archive, '-C', running.data]);
    await running.start();
    // The restored data includes the earlier session.
    await expectRestored(running.url, call, record);
    expect((await ask(running.url, 'GET', '/readyz')).body).toMatchObject({ status: 'ok' });
  } finally {
    fs.rmSync(archive, { force: true });
    await running.dispose();
  }
});
