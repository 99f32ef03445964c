/** Runs `npm run module` as a team does, against a listening server. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packageRoot } from '../package-root.js';
import type { TestUpload } from '../testing/module-build.js';
import { createTeam } from '../testing/module-team.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type TestServer, testAudit, testServer } from '../testing/test-server.js';
import { issueDeployToken } from './deploy-tokens.js';

const runFile = promisify(execFile);

/** Writes a build as `practice-console build --tarball` does. */
async function writeTarball(folder: string, file: string, upload: TestUpload, checked: boolean): Promise<string> {
  const root = await mkdtemp(path.join(folder, 'build-'));
  const files: [name: string, content: string | Buffer][] = [
    ['module.json', JSON.stringify(upload.declaration)],
    ['dist/build.json', JSON.stringify(upload.build)],
    ...Object.entries(upload.contents).map(
      ([name, content]) => [`dist/${name}`, Buffer.from(content, 'base64')] as [string, Buffer],
    ),
    ...(checked ? ([['checked.json', '{}']] as [string, string][]) : []),
  ];
  for (const [name, content] of files) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  await runFile('tar', ['-czf', path.join(folder, file), '-C', root, '.']);
  return path.join(folder, file);
}

describeOnEveryEngine('module command', (database) => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await testServer(database());
    url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  /** Types a command with a deploy token. */
  const type = (token: string, ...args: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      execFile(
        process.execPath,
        [path.join(packageRoot, '../tools/module.mjs'), ...args],
        // The files of these versions are no code, so no browser opens them.
        { env: { PATH: process.env['PATH'] ?? '', CHROME_PATH: '/nowhere', CONSOLE_URL: url, CONSOLE_TOKEN: token } },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
      );
    });

  const ready = async () => {
    const team = await createTeam(server);
    for (const version of ['1.0.0', '1.1.0']) await team.publish(team.build(version));
    await team.promote('1.0.0');
    const run = (action: string, ...others: string[]) => type(team.token, action, team.name, ...others);
    return { ...team, run };
  };

  it('makes a version a canary, lists, withdraws and promotes it', async () => {
    const { name, run, list, live } = await ready();
    const rule = ['--min-people', '8', '--max-failing-percent', '2.5'];
    const begun = await run('promote', '1.1.0', '--percent', '10', ...rule);
    expect(begun.code).toBe(0);
    expect(begun.said).toContain(`${name} 1.1.0 is a canary for 10 % of people, beside 1.0.0`);
    expect(begun.said).toContain('once 8 people have had it and it fails for over 2.5 % more');
    expect((await list()).canary).toMatchObject({ percent: 10, rule: { min_people: 8, max_failing_percent: 2.5 } });

    const listed = (await run('list')).said;
    expect(listed).toMatch(/1\.1\.0 +canary/);
    expect(listed).toMatch(/1\.0\.0 +live/);
    expect(listed).toMatch(/1\.1\.0 {2}10 % of people {2}since /);

    expect((await run('rollback')).said).toContain(`${name} 1.1.0 is withdrawn, and everybody gets 1.0.0`);
    await run('promote', '1.1.0', '--percent', '10');
    expect((await run('promote', '1.1.0')).said).toContain(`${name} 1.1.0 is live in place of 1.0.0`);
    expect((await run('rollback')).said).toContain(`${name} 1.0.0 is live again in place of 1.1.0`);
    expect(await live()).toBe('1.0.0');
  });

  it('explains invalid arguments and changes nothing', async () => {
    const { run, list } = await ready();
    for (const [words, ...args] of [
      ['--percent must be a number, not "ten"', '1.1.0', '--percent', 'ten'],
      ['for a canary: say --percent too', '1.1.0', '--min-people', '5'],
      ['is already live for everyone', '1.0.0', '--percent', '10'],
      ['percent', '1.1.0', '--percent', '0'],
    ] as [string, ...string[]][]) {
      const { code, said } = await run('promote', ...args);
      expect([args, code === 0, said.includes(words)]).toEqual([args, false, true]);
    }
    expect((await list()).moves).toHaveLength(1);
  });

  it('refuses bad uploads, tokens and manifests in plain words, and changes nothing', async () => {
    const { name, build, list, token } = await ready();
    const other = await createTeam(server);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'module-command-'));
    const before = await list();
    const expired = await issueDeployToken(
      server.db,
      { module: name, name: 'CI', expiresAt: new Date(server.clock.now.getTime() + 1) },
      testAudit(server.clock.now),
    );
    server.clock.now = new Date(server.clock.now.getTime() + 2);
    const { token: manager } = await issueDeployToken(server.db, { module: null, name: 'all' }, testAudit());

    const own = await writeTarball(folder, 'own.tgz', build('2.0.0'), true);
    const foreign = await writeTarball(folder, 'foreign.tgz', other.build('2.0.0'), true);
    const unchecked = await writeTarball(folder, 'unchecked.tgz', build('2.0.0'), false);
    const manifest = path.join(folder, 'manifest.json');
    await writeFile(
      manifest,
      JSON.stringify({ modules: { [name]: { version: '9.0.0', build: `sha384-${'A'.repeat(64)}` } } }),
    );
    const attempts: [words: string, by: string, ...args: string[]][] = [
      [`This address publishes ${name}, not ${other.name}.`, token, 'publish', name, '--tarball', foreign],
      [`This deploy token is only for ${name}.`, token, 'publish', '--tarball', foreign],
      [`This deploy token is only for ${other.name}.`, other.token, 'publish', '--tarball', own],
      ['This deploy token has expired.', expired.token, 'publish', '--tarball', own],
      ['no check has passed for', token, 'publish', '--tarball', unchecked],
      ['is not a build of a module', token, 'publish', '--tarball', manifest],
      [`${name} 9.0.0 was never published here. Nothing was changed.`, manager, 'apply', manifest],
      ['This needs a deploy token for all modules.', token, 'manifest'],
    ];
    for (const [words, by, ...args] of attempts) {
      const { code, said } = await type(by, ...args);
      expect([args, code, said]).toEqual([args, 1, expect.stringContaining(words)]);
    }
    expect(await list()).toEqual(before);
    await rm(folder, { recursive: true });
  });

  it('publishes a tarball, describes a token, and applies a manifest', async () => {
    const { name, build, run, token } = await ready();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'module-command-'));
    const own = await writeTarball(folder, 'own.tgz', build('2.0.0'), true);
    const manifest = path.join(folder, 'manifest.json');
    const { token: manager } = await issueDeployToken(server.db, { module: null, name: 'all' }, testAudit());
    expect((await type(token, 'publish', '--tarball', own, '--promote')).said).toContain(`${name} 2.0.0 is live`);
    expect((await type(token, 'token', name)).said).toMatch(/ opens mf-team\d+, issued .*, never expires\./);
    const shown = (await type(manager, 'manifest')).said;
    await run('rollback');
    await writeFile(manifest, shown);
    expect((await type(manager, 'apply', manifest)).said).toContain(`${name} 2.0.0 is live in place of 1.0.0`);
    await rm(folder, { recursive: true });
  });
});
