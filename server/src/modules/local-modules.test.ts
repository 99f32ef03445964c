import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { type AnUpload, aDeclaration, anUpload } from '../testing/a-build.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { doing } from '../testing/test-server.js';
import { beginCanary } from './canaries.js';
import { publishLocalModules } from './local-modules.js';
import { grantModule } from './module-grants.js';
import { findCanary, findModule } from './module-repository.js';
import { promote, publish, rollback } from './release-service.js';

async function writeModule(folder: string, { declaration, build, contents }: AnUpload): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'dist/assets'), { recursive: true });
  await writeFile(path.join(folder, 'module.json'), JSON.stringify(declaration));
  await writeFile(path.join(folder, 'dist/build.json'), JSON.stringify(build));
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(path.join(folder, 'dist', name), Buffer.from(content, 'base64'));
  }
}

describeOnEveryEngine('modules built beside the server', (database) => {
  let folder: string;
  let name: string;
  let log: string[];
  let count = 0;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'console-module-'));
    count += 1;
    name = `mf-local${count}`;
    log = [];
  });

  const start = (sharedUi?: string) => {
    const write = (...args: unknown[]) => log.push(args.map(String).join(' '));
    return publishLocalModules(database().db, [folder], sharedUi, new Date(), { info: write, warn: write });
  };
  const build = (version: string, over: Parameters<typeof anUpload>[2] = {}) =>
    anUpload(aDeclaration(name), version, over);
  const live = async () => (await findModule(database().db, name))?.live_version;
  const person = { actor: { kind: 'person' as const, id: 'p1', name: 'Dana Dev' }, now: new Date() };

  it('are granted, published and live', async () => {
    await writeModule(folder, build('1.0.0+aaaa'));
    await start('1.4.0');
    expect(await live()).toBe('1.0.0+aaaa');
    expect(await findModule(database().db, name)).toMatchObject({ granted_by: 'local build', audience: 'clinic' });
  });

  it('follow their builds at each start', async () => {
    await writeModule(folder, build('1.0.0+aaaa'));
    await start();
    await writeModule(folder, build('1.0.0+bbbb'));
    await start();
    await start();
    expect(await live()).toBe('1.0.0+bbbb');
  });

  it('stay where a person put the pointer', async () => {
    await writeModule(folder, build('1.0.0+aaaa'));
    await start();
    await publish(database().db, name, build('0.9.0'), person);
    await promote(database().db, { module: name, version: '0.9.0' }, undefined, person);
    await writeModule(folder, build('1.0.0+bbbb'));
    await start();
    expect(await live()).toBe('0.9.0');
    expect(log.at(-1)).toContain('its pointer stays where a person put it');
  });

  it('neither move nor end a canary that a person began, and follow their builds again once it is withdrawn', async () => {
    const { db } = database();
    await writeModule(folder, build('1.0.0+aaaa'));
    await start();
    await publish(db, name, build('1.1.0'), person);
    await beginCanary(db, { module: name, version: '1.1.0', percent: 10 }, undefined, person);
    await writeModule(folder, build('1.0.0+bbbb'));
    await start();
    expect([await live(), (await findCanary(db, name))?.version]).toEqual(['1.0.0+aaaa', '1.1.0']);
    expect(log.at(-1)).toContain('nothing moves while 1.1.0 is a canary');
    await rollback(db, { module: name }, undefined, person);
    await start();
    expect(await live()).toBe('1.0.0+bbbb');
  });

  it('stay where a person put the pointer by promoting a canary', async () => {
    const { db } = database();
    await writeModule(folder, build('1.0.0+aaaa'));
    await start();
    await publish(db, name, build('1.1.0'), person);
    await beginCanary(db, { module: name, version: '1.1.0', percent: 10 }, undefined, person);
    await promote(db, { module: name, version: '1.1.0' }, undefined, person);
    await start();
    expect(await live()).toBe('1.1.0');
  });

  it('get the paths that they now declare, as long as no person granted others', async () => {
    await writeModule(folder, build('1.0.0+aaaa'));
    await start();
    const more = aDeclaration(name, {
      paths: [`/settings/:practice/${name}/page`, `/settings/:practice/${name}/more`],
    });
    await writeModule(folder, anUpload(more, '1.0.0+bbbb'));
    await start();
    expect((await findModule(database().db, name))?.granted.routes).toHaveLength(2);
    expect(await live()).toBe('1.0.0+bbbb');

    await grantModule(database().db, aDeclaration(name), doing());
    await writeModule(folder, anUpload(more, '1.0.0+cccc'));
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
      'does not match its hash',
    ],
    [
      'described wrongly',
      () => writeFile(path.join(folder, 'module.json'), '{"name": "hours"}'),
      'module.json is not right',
    ],
    ['described in no JSON', () => writeFile(path.join(folder, 'module.json'), 'name: hours'), 'was not published'],
  ])('are told of and left out when they are %s', async (_what, spoil, words) => {
    await writeModule(folder, build('1.0.0'));
    await spoil();
    await start();
    expect(log.join('\n')).toContain(words);
    expect(await live()).toBeFalsy();
  });

  it('are told of when the shell has another shared-ui', async () => {
    await writeModule(folder, build('1.0.0', { sharedUi: '^2.0.0' }));
    await start('1.4.0');
    expect(log.join('\n')).toContain('needs shared-ui ^2.0.0, but the live shell provides shared-ui 1.4.0');
    expect(await live()).toBeNull();
  });
});
