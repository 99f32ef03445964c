import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { temporaryFolders } from '../../testing/temporary-folders.js';
import { anonymousCaller, fixtureShell, type TestServer, testServer } from '../../testing/test-server.js';

const newFolder = temporaryFolders();
const DAY_MS = 86_400_000;

/** A build whose entry is named after its version. */
async function shellBuild(version: string): Promise<string> {
  const folder = path.join(await newFolder('shells'), version);
  await cp(fixtureShell, folder, { recursive: true });
  const shell = JSON.parse(await readFile(path.join(folder, 'shell.json'), 'utf8')) as object;
  const entry = `main.${version}.js`;
  await writeFile(path.join(folder, 'shell.json'), JSON.stringify({ ...shell, version, scripts: [entry] }));
  await writeFile(path.join(folder, entry), `/* ${version} */`);
  await mkdir(path.join(folder, 'later'));
  await writeFile(path.join(folder, 'later', `chunk.${version}.js`), `/* chunk of ${version} */`);
  await writeFile(path.join(folder, `${entry}.map`), '{}');
  return folder;
}

describeWithDatabase('builds of the shell', (database) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    await database().db.deleteFrom('shell_builds').execute();
    await database().db.deleteFrom('shell_files').execute();
  });

  const replica = async (version: string): Promise<TestServer> => {
    const server = await testServer(database(), { SHELL_DIR: await shellBuild(version) });
    servers.push(server);
    return server;
  };
  const get = async (server: TestServer, url: string) => {
    const response = await server.call(anonymousCaller, 'GET', url);
    return [response.statusCode, response.body];
  };
  const page = (server: TestServer) => server.call(anonymousCaller, 'GET', '/sign-in');
  const builds = async () => (await database().db.selectFrom('shell_builds').select('id').execute()).length;

  it('are served by a replica of another version, including files that a page loads later', async () => {
    const [before, after] = [await replica('one'), await replica('two')];
    for (const server of [before, after]) expect((await page(server)).statusCode).toBe(200);
    for (const server of [before, after]) {
      for (const version of ['one', 'two']) {
        expect(await get(server, `/shell/main.${version}.js`)).toEqual([200, `/* ${version} */`]);
        expect(await get(server, `/shell/later/chunk.${version}.js`)).toEqual([200, `/* chunk of ${version} */`]);
      }
    }
    for (const file of ['main.none.js', 'shell.json', 'later/~9/main.one.js'])
      expect((await get(after, `/shell/${file}`))[0]).toBe(404);
  });

  it('are stored once by replicas that start concurrently', async () => {
    const folder = await shellBuild('one');
    const replicas = await Promise.all(
      [1, 2, 3].map(async () => {
        const server = await testServer(database(), { SHELL_DIR: folder });
        servers.push(server);
        return server;
      }),
    );
    await Promise.all(replicas.map(page));
    expect(await builds()).toBe(1);
  });

  it('are deleted 30 days after a replica last served them', async () => {
    const before = await replica('one');
    const start = before.clock.now;
    await page(before);
    before.clock.now = new Date(start.getTime() + 20 * DAY_MS);
    await page(before);
    const third = await replica('three');
    third.clock.now = new Date(start.getTime() + 49 * DAY_MS);
    await page(third);
    expect([await builds(), (await get(third, '/shell/main.one.js'))[0]]).toEqual([2, 200]);
    const fourth = await replica('four');
    fourth.clock.now = new Date(start.getTime() + 51 * DAY_MS);
    await page(fourth);
    expect(await builds()).toBe(2);
    expect((await get(fourth, '/shell/later/chunk.one.js'))[0]).toBe(404);
    expect((await get(fourth, '/shell/later/chunk.three.js'))[0]).toBe(200);
    // Files shared by builds stay.
    expect((await get(fourth, '/shell/console.4c5d.js'))[0]).toBe(200);
  });
});
