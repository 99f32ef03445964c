/** Promoting first opens each page of a version in a browser, and refuses a version whose pages don't open. */
import { execFile } from 'node:child_process';
import type { HostedConsole } from 'tools/console-process';
import { faultDeclaration, faultEntry } from '../../support/fault-module';
import { declarationFile, publish } from '../../support/registry';
import { repository } from '../../support/repository';
import { expect, test } from '../../support/test';

const [first] = faultDeclaration.routes;
const declaration = {
  ...faultDeclaration,
  routes: [first, { ...first, path: '/settings/:practice/fault/other', order: 901 }] as typeof faultDeclaration.routes,
};
/** The same module without a page for its second route. */
const withoutPage = faultEntry.replace(
  'mount: (props) => {',
  "mount: (props) => { if (props.route.endsWith('/other')) throw new Error('No page for the route ' + props.route);",
);

interface Answer {
  code: number;
  data: { to?: string; promoted?: boolean; opened: { path: string; opened: boolean; problem?: string }[] | null };
  stderr: string;
}

/** Runs `promote` of the command line. */
function promote({ url }: HostedConsole, token: string, args: string[], path = process.env['PATH']): Promise<Answer> {
  const env = {
    ...process.env,
    PATH: path,
    CHROME_PATH: '',
    CHROMIUM_PATH: '',
    CONSOLE_URL: url,
    CONSOLE_TOKEN: token,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['tools/bin/practice-console.mjs', 'promote', declaration.name, ...args, '--json'],
      { cwd: repository, env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, data: JSON.parse(stdout) as Answer['data'], stderr }),
    );
  });
}

test('refuses to promote a version that has no page for a route', { tag: '@verify' }, async ({ ownConsole }) => {
  expect(withoutPage).not.toBe(faultEntry);
  await ownConsole.command('module', 'grant', declarationFile(declaration));
  const token = await ownConsole.token(declaration.name);
  const team = { url: ownConsole.url, token };
  await publish(team, declaration, '1.0.0', { 'remoteEntry.js': faultEntry });
  await publish(team, declaration, '1.1.0', { 'remoteEntry.js': withoutPage });

  const good = await promote(ownConsole, token, ['1.0.0']);
  expect([good.code, good.data]).toEqual([
    0,
    {
      module: 'mf-fault',
      from: null,
      to: '1.0.0',
      opened: declaration.routes.map(({ path }) => ({ path, opened: true })),
    },
  ]);

  for (const canary of [[], ['--percent', '10']]) {
    const bad = await promote(ownConsole, token, ['1.1.0', ...canary]);
    expect([bad.code, bad.data.promoted]).toEqual([1, false]);
    expect(bad.data.opened).toEqual([
      { path: '/settings/:practice/fault/page', opened: true },
      {
        path: '/settings/:practice/fault/other',
        opened: false,
        problem: expect.stringContaining('it failed to start: Error: No page for the route'),
      },
    ]);
  }
  const live = await ownConsole.sql('SELECT live_version FROM modules WHERE name = $1', [declaration.name]);
  expect(live).toEqual([{ live_version: '1.0.0' }]);

  const unopened = await promote(ownConsole, token, ['1.1.0'], '/nowhere');
  expect([unopened.code, unopened.data.opened, unopened.data.to]).toEqual([0, null, '1.1.0']);
  expect(unopened.stderr).toContain('Warning: there is no Chromium in PATH or at CHROME_PATH');

  const skipped = await promote(ownConsole, token, ['1.0.0', '--skip-open']);
  expect([skipped.code, skipped.data.opened, skipped.data.to]).toEqual([0, null, '1.0.0']);
  expect(skipped.stderr).toContain('Warning: --skip-open was typed');
});
