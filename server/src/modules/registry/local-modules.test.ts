import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { createDeclaration, createUpload, writeModuleFolder } from '../../testing/module-build.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { temporaryFolders } from '../../testing/temporary-folders.js';
import { testAudit } from '../../testing/test-server.js';
import { startCanary } from './canaries.js';
import { localModules } from './local-modules.js';
import { grantModule } from './module-grants.js';
import { findCanary, findModule } from './module-repository.js';
import { promote, publish, rollback } from './release-service.js';

describeWithDatabase('local modules', (database) => {
  const newFolder = temporaryFolders();
  let folder: string;
  let name: string;
  let log: string[];
  let count = 0;
  beforeEach(async () => {
    folder = await newFolder('console-module');
    count += 1;
    name = `mf-local${count}`;
    log = [];
  });

  /** A server process that starts and stops. */
  const start = async (sharedUi?: string) => {
    const write = (...args: unknown[]) => log.push(args.map(String).join(' '));
    const { db } = database();
    const local = localModules({
      db,
      folders: [folder],
      sharedUi,
      now: () => new Date(),
      log: { info: write, warn: write },
    });
    await local.publish();
    await local.stop();
  };
  const build = (version: string, over: Parameters<typeof createUpload>[2] = {}) =>
    createUpload(createDeclaration(name), version, over);
  const live = async () => (await findModule(database().db, name))?.live_version;
  const person = { actor: { kind: 'person' as const, id: 'p1', name: 'Dana Dev' }, now: new Date() };

  it('grants and publishes a local build, and makes it live', async () => {
    await writeModuleFolder(folder, build('1.0.0+aaaa'));
    await start('1.4.0');
    expect(await live()).toBe('1.0.0+aaaa');
    expect(await findModule(database().db, name)).toMatchObject({ granted_by: 'local build', audience: 'clinic' });
  });

  it('follows the build at each startup', async () => {
    await writeModuleFolder(folder, build('1.0.0+aaaa'));
    await start();
    await writeModuleFolder(folder, build('1.0.0+bbbb'));
    await start();
    await start();
    expect(await live()).toBe('1.0.0+bbbb');
  });

  it('keeps a live version that a person promoted', async () => {
    await writeModuleFolder(folder, build('1.0.0+aaaa'));
    await start();
    await publish(database().db, name, build('0.9.0'), person);
    await promote(database().db, { module: name, version: '0.9.0' }, undefined, person);
    await writeModuleFolder(folder, build('1.0.0+bbbb'));
    await start();
    expect(await live()).toBe('0.9.0');
    expect(log.at(-1)).toContain('its pointer stays where a person put it');
  });

  it("keeps a person's canary, and follows the build again after its withdrawal", async () => {
    const { db } = database();
    await writeModuleFolder(folder, build('1.0.0+aaaa'));
    await start();
    await publish(db, name, build('1.1.0'), person);
    await startCanary(db, { module: name, version: '1.1.0', percent: 10 }, undefined, person);
    await writeModuleFolder(folder, build('1.0.0+bbbb'));
    await start();
    expect([await live(), (await findCanary(db, name))?.version]).toEqual(['1.0.0+aaaa', '1.1.0']);
    expect(log.at(-1)).toContain('nothing moves while 1.1.0 is a canary');
    await rollback(db, { module: name }, undefined, person);
    await start();
    expect(await live()).toBe('1.0.0+bbbb');
  });

  it('keeps the live version of a promoted canary', async () => {
    const { db } = database();
    await writeModuleFolder(folder, build('1.0.0+aaaa'));
    await start();
    await publish(db, name, build('1.1.0'), person);
    await startCanary(db, { module: name, version: '1.1.0', percent: 10 }, undefined, person);
    await promote(db, { module: name, version: '1.1.0' }, undefined, person);
    await start();
    expect(await live()).toBe('1.1.0');
  });

  it('grants newly declared paths unless a person changed the grant', async () => {
    await writeModuleFolder(folder, build('1.0.0+aaaa'));
    await start();
    const more = createDeclaration(name, {
      paths: [`/settings/:practice/${name}/page`, `/settings/:practice/${name}/more`],
    });
    await writeModuleFolder(folder, createUpload(more, '1.0.0+bbbb'));
    await start();
    expect((await findModule(database().db, name))?.granted.routes).toHaveLength(2);
    expect(await live()).toBe('1.0.0+bbbb');

    await grantModule(database().db, createDeclaration(name), testAudit(), { mayRemove: true });
    await writeModuleFolder(folder, createUpload(more, '1.0.0+cccc'));
    await start();
    expect(await live()).toBe('1.0.0+bbbb');
    expect(log.at(-1)).toContain('is not granted');
  });

  it.each<[string, () => Promise<void>, string]>([
    [
      'not built',
      () => rm(path.join(folder, 'dist'), { recursive: true }),
      'build.json is missing; build the module first',
    ],
    [
      'half built',
      () => rm(path.join(folder, 'dist/remoteEntry.js')),
      'remoteEntry.js is missing; build the module again',
    ],
    [
      'changed after the build',
      () => writeFile(path.join(folder, 'dist/remoteEntry.js'), 'other'),
      'doesn’t match its hash',
    ],
    [
      'declared with invalid fields',
      () => writeFile(path.join(folder, 'module.json'), '{"name": "hours"}'),
      'module.json is not right',
    ],
    ['declared in invalid JSON', () => writeFile(path.join(folder, 'module.json'), 'name: hours'), 'was not published'],
  ])('skips a module that is %s, and logs it', async (_what, spoil, words) => {
    await writeModuleFolder(folder, build('1.0.0'));
    await spoil();
    await start();
    expect(log.join('\n')).toContain(words);
    expect(await live()).toBeFalsy();
  });

  it.each([
    ['^2.0.0', '1.4.0'],
    ['^1.9.0', '2.0.0'],
  ])('logs a module that needs shared-ui %s while the shell has %s, and skips it', async (needed, provided) => {
    await writeModuleFolder(folder, build('1.0.0', { sharedUi: needed }));
    await start(provided);
    expect(log.join('\n')).toContain(`needs shared-ui ${needed}, but the live shell provides shared-ui ${provided}`);
    expect(await live()).toBeNull();
  });
});
