import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClinicCreation } from 'shared-api/contracts';
import pg from 'pg';
import WebSocket from 'ws';
import { RELEASE } from './platform/config/release.js';
import { eventually, helloOf } from './testing/test-agent.js';
import { type NewPostgres, newMigratedPostgres, newPostgres } from './testing/test-databases.js';
import { createDeclaration, createUpload, writeModuleFolder } from './testing/module-build.js';
import { type ServerProcess, compileServer, startServer } from './testing/server-process.js';
import { temporaryFolders } from './testing/temporary-folders.js';
import { fixtureShell } from './testing/test-server.js';

const newFolder = temporaryFolders();

const running: ServerProcess[] = [];
const start = (env: Record<string, string>, script?: string, args?: string[]): ServerProcess => {
  const server = startServer({ SHELL_DIR: fixtureShell, DEMO_PRACTICES: '8', ...env }, script, args);
  running.push(server);
  return server;
};
const owner = { email: 'owner@bright-smiles.example', password: 'practice-console' };

beforeAll(compileServer);
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.signal('SIGKILL');
    await server.ended;
  }
});

async function signIn(address: string, email = owner.email): Promise<string> {
  const response = await fetch(`${address}/api/session/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, email }),
  });
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('server process on its embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await newFolder('console-data');
  });

  it('prints its address when it is ready, and shuts down cleanly', async () => {
    const server = start({ DATA_DIR: dataDir });
    const address = await server.ready;
    expect(server.out()).toBe(`ready ${address}\n`);
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ status: 'ok' });
    for (const line of server.errors().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
    await signIn(address);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  // One test, because each start of the process takes seconds.
  it('keeps its folder private, survives being killed, and refuses a second process', async () => {
    await chmod(dataDir, 0o755);
    const killed = start({ DATA_DIR: dataDir });
    const address = await killed.ready;
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(100);
    const open = [];
    for (const file of files) {
      const { mode } = await stat(path.join(file.parentPath, file.name));
      if ((mode & 0o077) !== 0) open.push(file.name);
    }
    expect(open).toEqual([]);

    const second = start({ DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.errors()).toContain(`The data folder ${dataDir} is in use by process ${killed.pid}.`);

    const cookie = await signIn(address);
    const session = await fetch(`${address}/api/session/`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ user: { email: owner.email }, practices: [{ id: 1 }, { id: 4 }] });
    const headers = { cookie: await signIn(address, 'superadmin@console.example'), 'content-type': 'application/json' };
    const clinics = [2, 4].map((clinicNum) => ({ clinicNum, name: '', additionalClinics: [] }));
    const asked = await fetch(`${address}/api/1/settings/create_clinic_practices/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ clinics }),
    });
    killed.signal('SIGKILL');
    expect(await asked.json()).toMatchObject({ message: 'Started creation of 2 clinic practice(s)' });
    expect(await killed.ended).toBe('SIGKILL');
    expect(await readFile(path.join(dataDir, 'database.lock'), 'utf8')).toBe(`${killed.pid}\n`);

    const again = start({ DATA_DIR: dataDir });
    const here = await again.ready;
    const response = await fetch(`${here}/api/session/`, { headers: { cookie } });
    const practices = expect.arrayContaining([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 4 })]);
    expect(await response.json()).toMatchObject({ user: { email: owner.email }, practices });
    // The job resumes without repeating anything.
    const status = async () =>
      (await (await fetch(`${here}/api/1/settings/clinic_creation_status/`, { headers })).json()) as ClinicCreation;
    await eventually(async () => (await status()).status !== 'P');
    expect((await status()).practice_statuses.map((one) => one.status)).toEqual(['completed', 'completed']);
    const found = await fetch(`${here}/api/practices/?search=bright%20smiles`, { headers });
    expect(await found.json()).toMatchObject({ count: 4 });
    again.signal('SIGTERM');
    expect(await again.ended).toBe(0);
  });

  it('runs commands while no server is running', async () => {
    const command = start({ DATA_DIR: dataDir }, 'dist/command-line.js', ['person', 'list']);
    expect(await command.ended).toBe(0);
    expect(command.out()).toMatch(/^owner@bright-smiles\.example\s+Olivia Marsh$/m);
  });

  it('ends a command cleanly when its reader closes the pipe', async () => {
    const command = start({ DATA_DIR: dataDir }, 'dist/command-line.js', ['person', 'list']);
    command.stopReading();
    expect([await command.ended, command.errors()]).toEqual([0, '']);
  });

  it('names an invalid setting and doesn’t start', async () => {
    const server = start({ DATA_DIR: dataDir, PORT: 'eighty' });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toBe(
      'Check these environment variables:\n  PORT must be a whole number from 0 to 65535, but is "eighty"\n',
    );
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('explains that its port is in use, and releases its folder', async () => {
    const usedPort = createServer();
    const port = await new Promise<number>((resolve) => {
      usedPort.listen(0, '127.0.0.1', () => resolve((usedPort.address() as { port: number }).port));
    });
    const server = start({ DATA_DIR: dataDir, PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toContain('The port is in use by another program.');
    expect(await readdir(dataDir)).toEqual(['database']);
    usedPort.close();
  });
});

describe('two server processes on one PostgreSQL database', () => {
  let database: NewPostgres;
  beforeAll(async () => {
    database = await newPostgres();
  });
  afterAll(() => database.drop());

  // One test, because each start of the processes takes seconds.
  it('starts both at once, shares sessions, and delivers a command to the other’s agent', async () => {
    const env = { DATABASE_URL: database.url, DATA_DIR: '/nonexistent' };
    const [one, other] = [start(env), start(env)];
    const [here, there] = await Promise.all([one.ready, other.ready]);
    const cookie = await signIn(here);
    const hours = await fetch(`${there}/api/1/provider-hours/`, { headers: { cookie } });
    expect(hours.status).toBe(200);
    const out = await fetch(`${there}/api/session/`, { method: 'DELETE', headers: { cookie } });
    expect(out.status).toBe(200);
    expect((await fetch(`${here}/api/session/`, { headers: { cookie } })).status).toBe(401);

    const command = start(env, 'dist/command-line.js', ['token', 'issue-agent', '1', 'Server room']);
    expect(await command.ended).toBe(0);
    const authorization = `Bearer ${command.out().trim()}`;
    const agent = new WebSocket(`${there.replace('http', 'ws')}/agent`, { headers: { authorization } });
    const messages: { type: string; kind?: string }[] = [];
    agent.on('message', (data: Buffer) =>
      messages.push(JSON.parse(data.toString('utf8')) as (typeof messages)[number]),
    );
    agent.once('open', () => agent.send(JSON.stringify(helloOf())));
    await eventually(() => Promise.resolve(messages.some(({ type }) => type === 'welcome')));
    const staff = await signIn(here, 'staff@bright-smiles.example');
    const asked = await fetch(`${here}/api/1/settings/pms_sync_now/`, { method: 'POST', headers: { cookie: staff } });
    expect(await asked.json()).toMatchObject({ status: 'success', message: 'PMS sync requested successfully' });
    await eventually(() =>
      Promise.resolve(messages.some(({ type, kind }) => type === 'command' && kind === 'sync_now')),
    );

    one.signal('SIGINT');
    expect(await one.ended).toBe(0);
    expect((await fetch(`${there}/readyz`)).status).toBe(200);
    other.signal('SIGTERM');
    expect(await new Promise((resolve) => agent.once('close', resolve))).toBe(1012);
    expect(await other.ended).toBe(0);
  });

  it('refuses demo people in production, and warns without a secret key for passwords', async () => {
    const demo = start({ DATABASE_URL: database.url, DATA_DIR: '/nonexistent' });
    await demo.ready;
    demo.signal('SIGTERM');
    await demo.ended;
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://console.example',
      ACCOUNT_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const refused = start({ ...env, DATA_DIR: '/nonexistent' });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toContain('whose password is public');
    expect(refused.errors()).toContain('ALLOW_DEMO_PEOPLE=1');
    const allowed = { ...env, ALLOW_DEMO_PEOPLE: '1', DATA_DIR: '/nonexistent' };
    // The log is on standard error. Production warns if password hashes have no secret key.
    const warning = 'PASSWORD_SECRET_KEY is not set';
    const unprotected = start(allowed);
    await unprotected.ready;
    expect(unprotected.errors()).toContain(warning);
    const keyed = start({ ...allowed, PASSWORD_SECRET_KEY: Buffer.alloc(32, 2).toString('base64') });
    await keyed.ready;
    expect(keyed.errors()).not.toContain(warning);
  });

  it('refuses to start next to an outdated replica before migrating', async () => {
    const server = start({ DATABASE_URL: database.url });
    await server.ready;
    server.signal('SIGTERM');
    await server.ended;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      "insert into replicas (id, release, local_modules, seen_at) values (gen_random_uuid(), '1.1.0', '{}', now())",
    );
    const usedPort = await client.query<{ name: string }>(
      "delete from schema_migrations where name like '0116%' returning name",
    );
    const refused = start({ DATABASE_URL: database.url });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toBe(
      `A replica of release 1.1.0 runs on this database. Release ${RELEASE} can run next to 1.2.0 or later. ` +
        'Stop that replica first; if it was killed, try again in a minute.\n',
    );
    expect((await client.query("select from schema_migrations where name like '0116%'")).rowCount).toBe(0);
    await client.query('insert into schema_migrations (name) values ($1)', [usedPort.rows[0]?.name]);
    await client.query('delete from replicas');
    await client.end();
  });

  it('finishes running requests before it ends', async () => {
    const server = start({ DATABASE_URL: database.url });
    const address = await server.ready;
    // A password hash takes long enough for the signal to arrive during the request.
    const asked = signIn(address);
    await eventually(() => Promise.resolve(server.errors().includes('"path":"/api/session/"')));
    server.signal('SIGTERM');
    expect(await asked).toContain('practice-console-session=');
    expect(await server.ended).toBe(0);
  });
});

describe('a server process that is stopped while it starts', () => {
  let database: NewPostgres;
  let blocker: pg.Client;
  beforeEach(async () => {
    database = await newMigratedPostgres();
    blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
  });
  afterEach(async () => {
    await blocker.end();
    await database.drop();
  });

  /** Waits until a session waits for a lock. */
  const someoneWaits = () =>
    eventually(async () => {
      await blocker.query('select pg_stat_clear_snapshot()');
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await blocker.query(waiting)).rowCount !== 0;
    });

  it.each([
    ['migrates', 'select from schema_migrations_lock for update'],
    ['seeds the demo', 'lock table demo_steps in share row exclusive mode'],
    ['publishes local modules', 'lock table modules in share row exclusive mode'],
  ])('ends cleanly while it %s, and starts again', async (_during, lock) => {
    const module = await newFolder('console-module');
    await writeModuleFolder(module, createUpload(createDeclaration('mf-local'), '1.0.0+aaaa'));
    const env = { DATABASE_URL: database.url, LOCAL_MODULES: module };
    await blocker.query('begin');
    await blocker.query(lock);
    const server = start(env);
    await someoneWaits();
    server.signal('SIGTERM');
    await blocker.query('rollback');
    expect(await server.ended).toBe(0);
    const lines = server.errors().trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 30, msg: 'stopped' });
    expect([server.out(), lines.filter((line) => !line.startsWith('{"level":30'))]).toEqual(['', []]);
    const again = start(env);
    await again.ready;
    again.signal('SIGTERM');
    expect(await again.ended).toBe(0);
  });
});
