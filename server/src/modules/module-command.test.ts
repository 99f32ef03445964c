/** Runs `npm run module` as a team does, against a listening server. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packageRoot } from '../package-root.js';
import { createTeam } from '../testing/module-team.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type TestServer, testServer } from '../testing/test-server.js';

describeOnEveryEngine('module command', (database) => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await testServer(database());
    url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const ready = async () => {
    const team = await createTeam(server);
    for (const version of ['1.0.0', '1.1.0']) await team.publish(team.build(version));
    await team.promote('1.0.0');
    const run = (...args: string[]) =>
      new Promise<{ code: number; said: string }>((resolve) => {
        const [action = '', ...others] = args;
        execFile(
          process.execPath,
          [path.join(packageRoot, '../tools/module.mjs'), action, team.name, ...others],
          { env: { PATH: process.env['PATH'] ?? '', CONSOLE_URL: url, CONSOLE_TOKEN: team.token } },
          (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
        );
      });
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
});
