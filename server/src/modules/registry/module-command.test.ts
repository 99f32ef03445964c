/** Runs `npm run module` as a team does, against a listening server. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packageRoot } from '../../platform/config/package-root.js';
import type { TestUpload } from '../../testing/module-build.js';
import { createTeam } from '../../testing/module-team.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { temporaryFolders } from '../../testing/temporary-folders.js';
import { type TestServer, createTestPerson, testAudit, testServer } from '../../testing/test-server.js';
import { issueDeployToken } from './deploy-tokens.js';

const newFolder = temporaryFolders();

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

describeWithDatabase('module command', (database) => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await testServer(database());
    url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  /** Runs a command with a deploy token. */
  const type = (token: string, ...args: string[]) => typeIn(undefined, token, ...args);
  /** Runs it in a folder. */
  const typeIn = (cwd: string | undefined, token: string, ...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        [
          path.join(packageRoot, cwd === undefined ? '../tools/module.mjs' : '../tools/bin/practice-console.mjs'),
          ...args,
        ],
        // The files of these versions aren't code, so no browser loads them.
        {
          cwd,
          env: { PATH: process.env['PATH'] ?? '', CHROME_PATH: '/nowhere', CONSOLE_URL: url, CONSOLE_TOKEN: token },
        },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
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
    expect(begun.output).toContain(`${name} 1.1.0 is a canary for 10% of people, next to 1.0.0`);
    expect(begun.output).toContain('once 8 people have had it and it fails for over 2.5% more');
    expect((await list()).canary).toMatchObject({ percent: 10, rule: { min_people: 8, max_failing_percent: 2.5 } });

    const listed = (await run('list')).output;
    expect(listed).toMatch(/1\.1\.0 +canary/);
    expect(listed).toMatch(/1\.0\.0 +live/);
    expect(listed).toMatch(/1\.1\.0 {2}10% of people {2}since /);

    expect((await run('rollback')).output).toContain(`${name} 1.1.0 is withdrawn, and everybody gets 1.0.0`);
    await run('promote', '1.1.0', '--percent', '10');
    expect((await run('promote', '1.1.0')).output).toContain(`${name} 1.1.0 is live in place of 1.0.0`);
    expect((await run('rollback')).output).toContain(`${name} 1.0.0 is live again in place of 1.1.0`);
    expect(await live()).toBe('1.0.0');
  });

  it('keeps a healthy live version when the canary is gone, until its version is named', async () => {
    const { name, run, live, canary, rollback, build, publish, promote } = await ready();
    await promote('1.1.0');
    await publish(build('1.2.0'));
    await canary('1.2.0', 10);
    await rollback();
    const refused = await run('rollback');
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining(`The canary ${name} 1.2.0 was taken back already.`),
    ]);
    expect((await run('rollback', '1.2.0')).code).toBe(1);
    expect(await live()).toBe('1.1.0');
    const named = await run('rollback', '1.1.0');
    expect([named.code, named.output]).toEqual([
      0,
      expect.stringContaining(`Making ${name} 1.0.0 live in place of 1.1.0…`),
    ]);
    expect(await live()).toBe('1.0.0');
  });

  it('lists and ends previews, and says when there are none', async () => {
    const { name, run, token, caller } = await ready();
    const put = await server.call(caller, 'PUT', `/api/modules/${name}/previews/pr-17/`, { version: '1.1.0' });
    expect(put.statusCode).toBe(200);
    expect((await run('list')).output).toMatch(new RegExp(`pr-17 +1\\.1\\.0 {2}until .*/previews/${name}/pr-17`));
    const closed = await type(token, 'preview', 'close', name, 'pr-17');
    expect([closed.code, closed.output.trim()]).toEqual([0, `The preview pr-17 of ${name} has ended.`]);
    expect((await run('list')).output).not.toContain('pr-17');
    const again = await type(token, 'preview', 'close', name, 'pr-17');
    expect([again.code, again.output.trim()]).toEqual([1, `${name} has no preview pr-17.`]);
    const misnamed = await type(token, 'preview', 'close', name, 'PR 17');
    expect([misnamed.code, misnamed.output.trim()]).toEqual([1, 'Preview: lower case, with dashes, such as pr-17.']);
  });

  it('makes a version a canary for named people and internal staff, and prints the audience', async () => {
    const { name, run, list } = await ready();
    const person = await createTestPerson(server.db);
    const begun = await run('promote', '1.1.0', '--people', person.email, '--internal', '--min-people', '1');
    expect(begun.output).toContain(`${name} 1.1.0 is a canary for ${person.email} and internal staff, next to 1.0.0`);
    expect(begun.output).toContain('once 1 person has had it');
    expect((await list()).canary).toMatchObject({ percent: 0, people: [person.email], internal: true });
    const wider = await run('promote', '1.1.0', '--percent', '10');
    expect(wider.output).toContain(`is a canary for ${person.email}, internal staff and 10% of people, next to 1.0.0`);
    expect((await run('list')).output).toContain(`1.1.0  ${person.email}, internal staff and 10% of people  since `);
    await run('promote', '1.1.0', '--people', '');
    expect((await list()).canary).toMatchObject({ percent: 10, people: [], internal: true });
  });

  it('explains invalid arguments and changes nothing', async () => {
    const { run, list } = await ready();
    for (const [words, ...args] of [
      ['--percent must be a number, not "ten"', '1.1.0', '--percent', 'ten'],
      ['for a canary: say --percent too', '1.1.0', '--min-people', '5'],
      ['--people must be emails, separated by commas, not "ana"', '1.1.0', '--people', 'ana'],
      [
        'a@nowhere.example has no account in this console. Nothing was changed.\n',
        '1.1.0',
        '--people',
        'a@nowhere.example',
      ],
      ['would reach nobody', '1.1.0', '--people', ''],
      ['--percent 100 is everyone', '1.1.0', '--internal', '--percent', '100'],
      ['is already live for everyone', '1.0.0', '--percent', '10'],
      ['--percent must be a whole number from 1 to 100, not "0"', '1.1.0', '--percent', '0'],
      ['--percent must be a whole number from 1 to 100, not "200"', '1.1.0', '--percent', '200'],
      ['--percent must be a whole number from 1 to 100, not "10.5"', '1.1.0', '--percent', '10.5'],
    ] as [string, ...string[]][]) {
      const { code, output } = await run('promote', ...args);
      expect([args, code === 0, output]).toEqual([args, false, expect.stringContaining(words)]);
      expect(output.split(words)).toHaveLength(2);
    }
    expect((await list()).moves).toHaveLength(1);
  });

  it('refuses bad uploads, tokens and manifests with clear messages, and changes nothing', async () => {
    const { name, build, list, token } = await ready();
    const other = await createTeam(server);
    const folder = await newFolder('module-command');
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
    const writeManifest = async (file: string, content: unknown) => {
      await writeFile(path.join(folder, file), JSON.stringify(content));
      return path.join(folder, file);
    };
    const live = (version: string) => ({ modules: { [name]: { version, build: `sha384-${'A'.repeat(64)}` } } });
    const manifest = await writeManifest('manifest.json', live('9.0.0'));
    const withoutVersion = await writeManifest('without-version.json', live('newest'));
    const aList = await writeManifest('list.json', []);
    const attempts: [words: string, by: string, ...args: string[]][] = [
      [
        `is a build of ${other.name}, not of ${name}. Nothing was published.`,
        token,
        'publish',
        name,
        '--tarball',
        foreign,
      ],
      [`This deploy token is only for ${name}.`, token, 'publish', '--tarball', foreign],
      [`This deploy token is only for ${other.name}.`, other.token, 'publish', '--tarball', own],
      ['This deploy token has expired.', expired.token, 'publish', '--tarball', own],
      ['no check has passed for', token, 'publish', '--tarball', unchecked],
      ['is not a build of a module', token, 'publish', '--tarball', manifest],
      [`${name} 9.0.0 was never published here. Nothing was changed.`, manager, 'apply', manifest],
      [`modules.${name}.version: Not a semantic version`, manager, 'apply', withoutVersion],
      ['\n  Must be an object', manager, 'apply', aList],
      ['This needs a deploy token for all modules.', token, 'manifest'],
    ];
    for (const [words, by, ...args] of attempts) {
      const { code, output } = await type(by, ...args);
      expect([args, code, output]).toEqual([args, 1, expect.stringContaining(words)]);
    }
    expect(await list()).toEqual(before);
  });

  /** A module in its own folder, with this repository's packages. */
  const moduleFolder = async ({ name, declaration }: { name: string; declaration: object }) => {
    const folder = await newFolder('module-command');
    await mkdir(path.join(folder, 'src'));
    await mkdir(path.join(folder, '.cache'));
    await symlink(path.join(packageRoot, '../node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'module.json'), JSON.stringify(declaration));
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, version: '2.0.0' }));
    await writeFile(path.join(folder, 'src/index.ts'), 'export {};\n');
    const recordCheck = (sources: string) =>
      writeFile(path.join(folder, '.cache/checked.json'), JSON.stringify({ sources }));
    const sourceVersion = pathToFileURL(path.join(packageRoot, '../tools/source-version.mjs')).href;
    const recordOwnCheck = async () => {
      const { stdout } = await runFile(process.execPath, [
        '--input-type=module',
        '--eval',
        `import { versionOf } from ${JSON.stringify(sourceVersion)}; process.stdout.write(versionOf(${JSON.stringify(folder)}));`,
      ]);
      await recordCheck(stdout);
    };
    return { folder, recordCheck, recordOwnCheck };
  };

  it('refuses to publish a folder whose current sources haven’t passed the checks', async () => {
    const team = await ready();
    const before = await team.list();
    const { folder, recordCheck, recordOwnCheck } = await moduleFolder(team);
    const publish = () => typeIn(folder, team.token, 'publish');
    const refusal = {
      code: 1,
      output: expect.stringContaining(
        `The check of ${team.name} has not passed for its present sources. Run "practice-console check" first. Nothing was published.`,
      ),
    };
    expect(await publish()).toEqual(refusal);
    // A check of other sources doesn't count.
    await recordCheck('2.0.0+0123456789');
    expect(await publish()).toEqual(refusal);
    // Nor does a passed check before the last one, which failed.
    await recordOwnCheck();
    expect((await typeIn(folder, team.token, 'check')).code).toBe(1);
    expect(await publish()).toEqual(refusal);
    expect(await team.list()).toEqual(before);
  });

  it('refuses another team’s token before building', async () => {
    const team = await ready();
    const other = await createTeam(server);
    const { folder, recordOwnCheck } = await moduleFolder(team);
    await recordOwnCheck();
    const { code, output } = await typeIn(folder, other.token, 'publish');
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(`is only for ${other.name}.`) });
    expect(output).not.toContain('Building');
  });

  it('refuses to promote a version that needs missing calls, and names them', async () => {
    const { name, build, run, publish, list } = await ready();
    const outreach = build('2.0.0');
    outreach.build.calls = ['GET /api/:practice/outreach/'];
    const service = build('3.0.0');
    service.build.calls = [`GET /api/modules/${name}/campaigns/`];
    for (const upload of [outreach, service]) expect((await publish(upload)).statusCode).toBe(200);
    const before = await list();
    for (const [version, words] of [
      [
        '2.0.0',
        `${name} 2.0.0 needs calls that this console doesn’t serve: GET /api/:practice/outreach/. Update the server first.`,
      ],
      [
        '3.0.0',
        `needs calls of its own service that this console doesn’t forward: GET /api/modules/${name}/campaigns/.`,
      ],
      ['9.0.0', `${name} 9.0.0 was never published.`],
    ] as const) {
      for (const canary of [[], ['--percent', '10'], ['--internal']]) {
        const { code, output } = await run('promote', version, ...canary);
        expect([version, canary, code, output]).toEqual([version, canary, 1, expect.stringContaining(words)]);
      }
    }
    expect(await list()).toEqual(before);
  });

  it('publishes a tarball, describes a token, and applies a manifest', async () => {
    const { name, build, run, token } = await ready();
    const folder = await newFolder('module-command');
    const own = await writeTarball(folder, 'own.tgz', build('2.0.0'), true);
    const manifest = path.join(folder, 'manifest.json');
    const { token: manager } = await issueDeployToken(server.db, { module: null, name: 'all' }, testAudit());
    expect((await type(token, 'publish', '--tarball', own, '--promote')).output).toContain(`${name} 2.0.0 is live`);
    expect((await type(token, 'token', name)).output).toMatch(/ opens mf-team\d+, issued .*, never expires\./);
    const newer = build('3.0.0');
    newer.build.calls = ['GET /api/:practice/outreach/'];
    const refused = await writeTarball(folder, 'newer.tgz', newer, true);
    expect(await type(token, 'publish', '--tarball', refused, '--promote')).toEqual({
      code: 1,
      output: expect.stringMatching(
        `^${name} 3\\.0\\.0 is published\\.\\n${name} 3\\.0\\.0 needs calls that this console doesn’t serve: `,
      ),
    });
    const shown = (await type(manager, 'manifest')).output;
    await run('rollback');
    await writeFile(manifest, shown);
    expect((await type(manager, 'apply', manifest)).output).toContain(`${name} 2.0.0 is live in place of 1.0.0`);
    await run('promote', '1.0.0', '--percent', '10');
    expect((await type(manager, 'apply', manifest)).output.trim()).toBe(
      `Every version of the manifest is live already.\nThe canary ${name} 1.0.0 is withdrawn.`,
    );
  });

  it('lists a promotion that waits for approval, and exits with 3', async () => {
    const { name, run, token, live, promote, rollback } = await ready();
    const folder = await newFolder('module-command');
    const manifest = path.join(folder, 'manifest.json');
    const { token: manager } = await issueDeployToken(server.db, { module: null, name: 'all' }, testAudit());
    await promote('1.1.0');
    await writeFile(manifest, (await type(manager, 'manifest')).output);
    await rollback();
    server.config.approvals.promotions = true;
    try {
      for (const options of [[], ['--percent', '10']]) {
        const asked = await run('promote', '1.1.0', ...options);
        expect([asked.code, asked.output]).toEqual([3, expect.stringContaining(`${name} 1.1.0 waits for approval`)]);
      }
      const applied = await type(manager, 'apply', manifest);
      expect([applied.code, applied.output]).toEqual([3, expect.stringContaining('The manifest waits for approval')]);
      expect((await run('promote', '1.1.0', '--json')).output).toContain('"waiting": true');
      const listed = (await type(token, 'list', name)).output;
      expect(listed).toMatch(/Waits for approval\n {2}\S.*mf-team\d+ 1\.1\.0/);
      expect(await live()).toBe('1.0.0');
    } finally {
      server.config.approvals.promotions = false;
    }
  });
});
