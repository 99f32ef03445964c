import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import type { ModuleList, PageData } from 'shared-api/contracts';
import { readMigrations } from '../../platform/database/migrate.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createDeclaration, createUpload, writeModuleFolder } from '../../testing/module-build.js';
import { temporaryFolders } from '../../testing/temporary-folders.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  fixtureShell,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { startCanary } from './canaries.js';
import { type LocalModules, localModules } from './local-modules.js';
import { findModule } from './module-repository.js';
import { promote, publish, rollback } from './release-service.js';

describeWithDatabase('versions of modules by the kit of the page', (database, engine) => {
  const newFolder = temporaryFolders();
  const name = 'mf-local';
  const person = { actor: { kind: 'person' as const, id: 'p1', name: 'Dana Dev' }, now: new Date() };
  const endings: (() => Promise<unknown>)[] = [];
  let now: Date;
  let caller: Caller;
  beforeEach(() => {
    now = new Date();
  });
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
    const { db } = database();
    await sql`truncate modules, module_versions, module_files, module_moves, module_canaries, replicas, shell_builds cascade`.execute(
      db,
    );
    await sql`update module_registry set revision = gen_random_uuid(), unnamed_shared_ui = null`.execute(db);
  });

  const build = (version: string, sharedUi: string) => createUpload(createDeclaration(name), version, { sharedUi });

  interface Replica {
    server: TestServer;
    local: LocalModules;
    kit: string;
    stop(): Promise<void>;
  }
  /** A replica of a release: its kit, and its module version. */
  const replica = async (kit: string, version: string, sharedUi = `^${kit}`): Promise<Replica> => {
    const folder = await newFolder('replica');
    await cp(fixtureShell, path.join(folder, 'shell'), { recursive: true });
    const description = path.join(folder, 'shell', 'shell.json');
    const shell = JSON.parse(await readFile(description, 'utf8')) as object;
    await writeFile(description, JSON.stringify({ ...shell, sharedUi: kit }));
    await writeModuleFolder(path.join(folder, name), build(version, sharedUi));
    const server = await testServer(database(), { SHELL_DIR: path.join(folder, 'shell') });
    const { db } = database();
    const log = { info: () => undefined, warn: () => undefined };
    const local = localModules({ db, folders: [path.join(folder, name)], sharedUi: kit, now: () => now, log });
    await local.publish();
    const practice = await createTestPractice(db);
    caller = await signedIn(server, await createTestPerson(db, { practices: [practice] }));
    endings.push(() => server.close());
    return { server, local, kit, stop: () => local.stop() };
  };
  /** The version that a new page from the replica gets. */
  const onPage = async ({ server }: Replica): Promise<string | undefined> => {
    const html = (await server.call(caller, 'GET', '/settings/1/overview')).body;
    const [, json] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
    const { modules } = JSON.parse(json ?? '{}') as PageData;
    return modules.modules.find((module) => module.name === name)?.version;
  };
  /** The version that an open page gets when it refetches. */
  const whenAskedAgain = async ({ server }: Replica, kit?: string): Promise<string | undefined> => {
    const url = `/api/modules/${kit === undefined ? '' : `?shared_ui=${kit}`}`;
    const { modules } = (await server.call(caller, 'GET', url)).json<ModuleList>();
    return modules.find((module) => module.name === name)?.version;
  };
  const live = async () => (await findModule(database().db, name))?.live_version;
  const file = async ({ server }: Replica, version: string) =>
    (await server.call(caller, 'GET', `/modules/${name}/${version}/remoteEntry.js`)).statusCode;

  it('match the open shell on every replica, during and after an upgrade', async () => {
    const before = await replica('1.7.0', '1.0.0');
    const after = await replica('1.9.0', '2.0.0');
    expect([await onPage(before), await onPage(after), await live()]).toEqual(['1.0.0', '2.0.0', '2.0.0']);
    for (const one of [before, after]) {
      expect([await whenAskedAgain(one, '1.7.0'), await whenAskedAgain(one, '1.9.0')]).toEqual(['1.0.0', '2.0.0']);
      expect([await file(one, '1.0.0'), await file(one, '2.0.0')]).toEqual([200, 200]);
    }
    await before.stop();
    await after.local.beat();
    // A tab with the previous shell, which stays open for days.
    expect([await onPage(after), await whenAskedAgain(after, '1.7.0')]).toEqual(['2.0.0', '1.0.0']);
  });

  it('fit the kit that the page named first, in the page and afterwards', async () => {
    const one = await replica('1.7.0', '1.0.0');
    const html = (await one.server.call(caller, 'GET', '/settings/1/overview')).body;
    expect(html).toContain('"shared_ui":"1.7.0"');
    const response = await one.server.call(caller, 'GET', '/api/modules/?shared_ui=1.9.0');
    expect(response.json<ModuleList>().shared_ui).toBe('1.9.0');
    expect((await one.server.call(caller, 'GET', '/api/modules/?shared_ui=newest')).statusCode).toBe(400);
    expect(await whenAskedAgain(one, '01.02.03')).toBe('1.0.0');
  });

  it.each([
    ['older', '1.7.0', '1.9.0'],
    ['newer', '1.9.0', '1.7.0'],
  ])('settle on the later release when the %s replica restarts in between', async (_which, restarted, other) => {
    const versions: Record<string, string> = { '1.7.0': '1.0.0', '1.9.0': '2.0.0' };
    const older = await replica('1.7.0', '1.0.0');
    await replica('1.9.0', '2.0.0');
    const again = await replica(restarted, versions[restarted] ?? '');
    expect(await live()).toBe('2.0.0');
    expect(await onPage(again)).toBe(versions[restarted]);
    expect(await whenAskedAgain(again, other)).toBe(versions[other]);
    expect(await onPage(older)).toBe('1.0.0');
  });

  it('settle on the later release when both start concurrently', async () => {
    const [before, after] = await Promise.all([replica('1.7.0', '1.0.0'), replica('1.9.0', '2.0.0')]);
    await Promise.all([before.local.beat(), after.local.beat()]);
    expect([await onPage(before), await onPage(after), await live()]).toEqual(['1.0.0', '2.0.0', '2.0.0']);
  });

  it('stay on the later release when a replica of an earlier one starts after it', async () => {
    const after = await replica('1.9.0', '2.0.0');
    const before = await replica('1.7.0', '1.0.0');
    expect([await onPage(before), await onPage(after), await live()]).toEqual(['1.0.0', '2.0.0', '2.0.0']);
    expect([await whenAskedAgain(before, '1.9.0'), await whenAskedAgain(after, '1.7.0')]).toEqual(['2.0.0', '1.0.0']);
    // A tab of a release in between: the live version doesn't fit it, but one offered to others does.
    expect(await whenAskedAgain(after, '1.8.0')).toBe('1.0.0');
  });

  it('revert when the last replica of the later release stops or dies', async () => {
    const before = await replica('1.9.0', '1.0.0');
    now = new Date(now.getTime() + 1000);
    const after = await replica('1.9.0', '2.0.0');
    now = new Date(now.getTime() + 30_000);
    await before.local.beat();
    expect([await onPage(before), await onPage(after)]).toEqual(['2.0.0', '2.0.0']);
    now = new Date(now.getTime() + 45_000);
    await before.local.beat();
    expect([await onPage(before), await live()]).toEqual(['1.0.0', '1.0.0']);
  });

  it('follow a rollback of the release to an earlier kit', async () => {
    const before = await replica('1.7.0', '1.0.0');
    const after = await replica('2.0.0', '2.0.0');
    await after.stop();
    await before.local.beat();
    expect([await onPage(before), await live()]).toEqual(['1.0.0', '1.0.0']);
  });

  it('are the person’s choice unless it doesn’t fit the page', async () => {
    const { db } = database();
    const before = await replica('1.9.0', '1.0.0');
    await publish(db, name, build('1.5.0', '^1.9.0'), person);
    await promote(db, { module: name, version: '1.5.0' }, '1.9.0', person);
    const after = await replica('2.0.0', '2.0.0');
    expect([await onPage(before), await onPage(after), await live()]).toEqual(['1.5.0', '2.0.0', '1.5.0']);
    // A version that nobody promoted isn't used.
    await publish(db, name, build('2.5.0', '^2.0.0'), person);
    expect([await onPage(before), await onPage(after)]).toEqual(['1.5.0', '2.0.0']);
    await promote(db, { module: name, version: '2.5.0' }, '2.0.0', person);
    expect([await onPage(before), await onPage(after), await live()]).toEqual(['1.5.0', '2.5.0', '2.5.0']);
    await rollback(db, { module: name }, '1.9.0', person);
    await after.local.beat();
    expect([await onPage(before), await onPage(after), await live()]).toEqual(['1.5.0', '2.0.0', '1.5.0']);
  });

  it('give a canary to the pages that it fits', async () => {
    const { db } = database();
    const before = await replica('1.7.0', '1.0.0');
    const after = await replica('1.9.0', '1.0.0', '^1.7.0');
    await publish(db, name, build('1.1.0', '^1.9.0'), person);
    const someone = await createTestPerson(db, { practices: [await createTestPractice(db)] });
    const { email } = someone;
    caller = await signedIn(after.server, someone);
    await startCanary(db, { module: name, version: '1.1.0', percent: 100, people: [email] }, '1.9.0', person);
    expect([await onPage(before), await onPage(after)]).toEqual(['1.0.0', '1.1.0']);
  });

  it('keep a version for an earlier major version of the kit when there is no other', async () => {
    const { db } = database();
    await replica('1.9.0', '1.0.0');
    await publish(db, name, build('1.5.0', '^1.9.0'), person);
    const after = await replica('2.0.0', '1.0.0', '^1.9.0');
    expect(await onPage(after)).toBe('1.0.0');
  });

  it('leave out a module if all its versions need a later kit', async () => {
    const before = await replica('1.7.0', '1.0.0', '^1.9.0');
    await replica('1.9.0', '2.0.0');
    expect(await onPage(before)).toBeUndefined();
  });

  if (engine === 'embedded') return;

  /** A replica of the previous release: it stores its build without a kit, and everyone gets the live version. */
  const earlierReplica = async (version: string, sharedUi: string) => {
    const { db } = database();
    const one = await replica('1.9.0', version, sharedUi);
    await one.stop();
    await sql`insert into shell_builds (id, served_at) values ('earlier', ${now})`.execute(db);
    const [, statement] = /(update module_registry[^;]+;)/.exec(
      (await readMigrations()).find((migration) => migration.name.includes('versions-by-kit'))?.text ?? '',
    ) ?? [''];
    await sql.raw(statement ?? '').execute(db);
    const { rows } = await sql<{ url: string }>`select current_database() as url`.execute(db);
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres');
    url.pathname = `/${rows[0]?.url}`;
    const session = new pg.Client({ connectionString: url.href });
    await session.connect();
    let isOpen = true;
    const stop = async () => {
      if (isOpen) await session.end();
      isOpen = false;
    };
    endings.push(stop);
    return { stop };
  };

  it('stay live for replicas of earlier releases while one runs', async () => {
    const { db } = database();
    const earlier = await earlierReplica('1.0.0', '^1.9.0');
    const after = await replica('2.0.0', '2.0.0');
    expect([await live(), await onPage(after)]).toEqual(['1.0.0', '2.0.0']);
    // Its replicas serve the files of versions that were live or a canary.
    expect(await file(after, '2.0.0')).toBe(200);
    // Pages of its shell don't name their kit.
    expect([await whenAskedAgain(after), await whenAskedAgain(after, '2.0.0')]).toEqual(['1.0.0', '2.0.0']);
    await publish(db, name, build('2.5.0', '^2.0.0'), person);
    await expect(promote(db, { module: name, version: '2.5.0' }, '2.0.0', person)).rejects.toMatchObject({
      code: 'shared_ui_mismatch',
    });
    // It starts again, and makes its own version live.
    await promote(db, { module: name, version: '1.0.0' }, '1.9.0', {
      ...person,
      actor: { kind: 'system', id: 'local build', name: 'local build' },
    });
    await after.local.beat();
    expect([await live(), await onPage(after)]).toEqual(['1.0.0', '2.0.0']);

    await earlier.stop();
    await after.local.beat();
    expect([await live(), await onPage(after), await whenAskedAgain(after)]).toEqual(['2.0.0', '2.0.0', '1.0.0']);
  });

  it('stay live while the earlier release’s kit is unknown', async () => {
    const earlier = await earlierReplica('1.0.0', '^1.9.0');
    await sql`update module_registry set unnamed_shared_ui = null`.execute(database().db);
    const after = await replica('1.9.0', '2.0.0');
    expect([await live(), await onPage(after)]).toEqual(['1.0.0', '2.0.0']);
    await earlier.stop();
    await after.local.beat();
    expect(await live()).toBe('2.0.0');
  });

  it('follow the new release immediately when the earlier kit suffices', async () => {
    await earlierReplica('1.0.0', '^1.9.0');
    const after = await replica('2.0.0', '2.0.0', '^1.8.0 || ^2.0.0');
    expect([await live(), await onPage(after)]).toEqual(['2.0.0', '2.0.0']);
  });

  it('follow the new release a day after an earlier one’s last page if sessions aren’t visible', async () => {
    await earlierReplica('1.0.0', '^1.9.0');
    const after = await replica('2.0.0', '2.0.0');
    now = new Date(now.getTime() + 24 * 3_600_000);
    await after.local.beat();
    expect(await live()).toBe('1.0.0');
    now = new Date(now.getTime() + 2 * 3_600_000);
    await after.local.beat();
    expect(await live()).toBe('2.0.0');
  });
});
