// @ts-check
import { afterAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const program = path.join(__dirname, '../bin/practice-console.mjs');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'practice-console-'));
afterAll(() => fs.rmSync(home, { recursive: true }));

/**
 * Runs a command, by default in a folder without a module. @param {string[]} args @param {Record<string, string>} [env]
 */
function type(args, env = {}, cwd = home) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return { code: status, stdout, stderr };
}

const manifest = path.join(home, 'manifest.json');
fs.writeFileSync(manifest, '{}');

/**
 * Serves one response, by default a page that isn't a console's. Runs in a separate process, because commands run while
 * this one waits.
 * @param {number} status
 * @param {string} [answer]
 */
async function servePage(status, answer = '<h1>Sign in</h1>') {
  const program = `
    const server = require('node:http').createServer((_request, response) => {
      response.writeHead(${status}).end(${JSON.stringify(answer)});
    });
    server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));`;
  const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(server.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port)}`, server };
}

const development = ['create', 'add', 'dev', 'check', 'test', 'build'];
const commands = [
  ...development,
  'sign',
  'publish',
  'promote',
  'rollback',
  'preview',
  'list',
  'token',
  'manifest',
  'apply',
];

describe('practice-console', () => {
  it('lists every command', () => {
    const { code, stdout } = type(['--help']);
    expect(code).toBe(0);
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it('prints its version', () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
    expect(type(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each(commands)('explains the command %s', (command) => {
    const { code, stdout } = type([command, '--help']);
    expect([code, stdout.startsWith(`Usage: practice-console ${command}`)]).toEqual([0, true]);
    expect(stdout).toContain('--json');
  });

  it.each([
    ['an unknown command', ['deploy'], 'There is no command deploy.'],
    ['no command', [], 'Usage: practice-console <command>'],
    ['an unknown option', ['list', '--all'], "Unknown option '--all'."],
    ['a missing version', ['promote', 'mf-example'], 'Missing: VERSION.'],
    ['too many arguments', ['rollback', 'mf-example', '1.0.0', '1.1.0'], 'Unexpected: 1.1.0.'],
    [
      'a preview without publish or close',
      ['preview', 'mf-example', 'pr-17'],
      'Say "preview publish" or "preview close".',
    ],
    ['a build to sign that is not named', ['sign'], '--tarball build.tgz --statement statement.json.'],
    ['practices that are no numbers', ['preview', 'publish', 'mf-example', 'pr-17', '--practices', '1,x'], 'not "x".'],
    ['a version to take back that is none', ['rollback', 'mf-example', '1.0'], 'like 1.2.0, not "1.0".'],
    ['a port that is none', ['dev', '--port', 'x'], '--port must be a port, not "x".'],
    ['a version that is none', ['build', '--version', '1.0'], '--version must be a semantic version like 1.2.0'],
    ['a version with a letter', ['publish', '--version', 'v1.0.0'], 'like 1.2.0, not "v1.0.0".'],
    ['an address that is none', ['list', 'mf-example', '--console', 'console.example'], 'not the address of a console'],
    [
      'a percentage that is none',
      ['promote', 'mf-example', '1.0.0', '--percent', 'ten'],
      'must be a number, not "ten"',
    ],
    [
      'a number that looks like an option',
      ['promote', '1.0.0', '--percent', '-5'],
      "'--percent' argument is ambiguous.\n",
    ],
  ])('returns 2 for %s', (_what, args, message) => {
    const { code, stderr } = type(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ['a folder without a module', ['build'], 'There is no module.json in'],
    ['a module that is not here', ['check', 'mf-nowhere'], 'There is no module mf-nowhere in'],
    ['a tarball that is not there', ['publish', '--tarball', 'none.tgz'], "none.tgz doesn't exist."],
    ['no key to sign with', ['sign', '--tarball', 'a', '--statement', 'b'], 'CONSOLE_PIPELINE must be the name'],
    ['a folder that is not there', ['build', '--tarball', 'none/build.tgz'], "none doesn't exist. Create it first."],
    ['a tarball that is a folder', ['build', '--tarball', '.'], 'is a folder. Name the file to write.'],
    ['a manifest that is not there', ['apply', 'none.json'], "none.json doesn't exist."],
    ['a manifest that is a folder', ['apply', '.'], 'is not a file.'],
    ['a missing token', ['list', 'mf-example'], 'CONSOLE_TOKEN must hold a deploy token.'],
    ['a name that no module can have', ['create', 'notes'], "notes can't be the name of a module."],
  ])('returns 1 for %s, without a stack', (_what, args, message) => {
    const { code, stdout, stderr } = type(args);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/ENOENT|^\s+at /m);
  });

  const calls = [
    ['list', 'mf-example'],
    ['token', 'mf-example'],
    ['rollback', 'mf-example'],
    ['preview', 'close', 'mf-example', 'pr-17'],
    ['promote', 'mf-example', '1.0.0'],
    ['promote', 'mf-example', '1.0.0', '--percent', '10', '--skip-open'],
    ['manifest'],
    ['apply', manifest],
  ];
  /** With a browser, `promote` requests a page first. @param {string} url */
  const environmentFor = (url) => ({ CONSOLE_TOKEN: 'pcdt_x', CONSOLE_URL: url, CHROME_PATH: process.execPath });

  it.each(calls)('%s reports that nothing responds at the address', (...words) => {
    const { code, stderr } = type(words, environmentFor('http://127.0.0.1:9'));
    expect([code, stderr]).toEqual([1, expect.stringContaining("http://127.0.0.1:9 didn't answer")]);
  });

  it.each([200, 404, 502])('reports a page with status %d instead of a console', async (status) => {
    const { url, server } = await servePage(status);
    const said = expect.stringContaining(`No console answers at ${url}, but something else (status ${status}).`);
    try {
      for (const words of calls) {
        const { code, stderr } = type(words, environmentFor(url));
        expect([words, code, stderr]).toEqual([words, 1, said]);
      }
    } finally {
      server.kill();
    }
  });

  it('treats an empty CONSOLE_URL as unset', () => {
    const { stderr } = type(['list', 'mf-example'], { CONSOLE_URL: '' });
    expect(stderr).toContain('CONSOLE_TOKEN must hold a deploy token.');
  });

  it('refuses to publish a build of a module other than the named one or the folder’s', () => {
    const declaration = (/** @type {string} */ name) => JSON.stringify({ name, routes: [] });
    const build = path.join(home, 'build');
    fs.mkdirSync(path.join(build, 'dist'), { recursive: true });
    fs.writeFileSync(path.join(build, 'module.json'), declaration('mf-other'));
    fs.writeFileSync(path.join(build, 'dist/build.json'), JSON.stringify({ version: '1.0.0', files: {} }));
    fs.writeFileSync(path.join(build, 'checked.json'), '{}');
    const tarball = path.join(home, 'other.tgz');
    expect(spawnSync('tar', ['-czf', tarball, '-C', build, '.']).status).toBe(0);
    const folder = path.join(home, 'mf-mine/src');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(home, 'mf-mine/module.json'), declaration('mf-mine'));

    const refused = expect.stringContaining('is a build of mf-other, not of mf-mine. Nothing was published.');
    for (const args of [
      { words: ['publish', '--tarball', tarball], cwd: folder },
      { words: ['publish', 'mf-mine', '--tarball', tarball], cwd: home },
    ]) {
      const { code, stderr } = type(
        args.words,
        { CONSOLE_URL: 'http://127.0.0.1:9', CONSOLE_TOKEN: 'pcdt_x' },
        args.cwd,
      );
      expect([code, stderr]).toEqual([1, refused]);
    }
  });

  it('lists pages of a published version that load much more code than before', async () => {
    const pages = [{ path: '/settings/:practice/x', title: 'Due recalls', bytes: 132_400, before: 106_000 }];
    const answer = { status: 'success', version: '1.0.0', already: false, grown: { since: '0.9.0', pages } };
    const { url, server } = await servePage(200, JSON.stringify(answer));
    try {
      const { code, stdout } = type(['publish', '--tarball', path.join(home, 'other.tgz')], environmentFor(url));
      expect([code, stdout]).toEqual([
        0,
        'mf-other 1.0.0 is published.\nDue recalls loads 132 kB of code, 25% more than in 0.9.0 (106 kB).\n',
      ]);
    } finally {
      server.kill();
    }
  });

  it.each(['check', 'test', 'build', 'dev', 'publish'])('%s reports that packages aren’t installed', (command) => {
    const folder = path.join(home, 'mf-bare');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'module.json'), JSON.stringify({ name: 'mf-bare', routes: [] }));
    const { code, stderr } = type([command, 'mf-bare']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The packages of mf-bare are not installed. Run')]);
  });

  it.each(['build', 'dev'])('%s reports that a module has no build configuration', (command) => {
    const folder = path.join(home, 'mf-unbuilt');
    fs.mkdirSync(path.join(folder, 'node_modules/tools'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'module.json'), JSON.stringify({ name: 'mf-unbuilt', routes: [] }));
    const { code, stderr } = type([command, 'mf-unbuilt']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('mf-unbuilt has no webpack.config.mjs. Copy ')]);
  });

  it.each([0, 1])('reports for dev that the module’s port or the next one is in use', async (before) => {
    const { url, server } = await servePage(200);
    const { port } = new URL(url);
    try {
      const { code, stderr } = type(['dev', '--port', String(Number(port) - before)]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`Port ${port} is in use by another program. Name another one with --port`),
      ]);
    } finally {
      server.kill();
    }
  });

  it('names a declaration that isn’t valid JSON', () => {
    const folder = path.join(home, 'mf-broken');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'module.json'), '{ "name": ');
    const { code, stderr } = type(['build', 'mf-broken']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('module.json is not valid JSON')]);
  });

  it('prints a refusal as JSON', () => {
    const { code, stdout } = type(['list', 'mf-example', '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([1, { error: expect.stringContaining('CONSOLE_TOKEN') }]);
  });

  it('creates a module outside the repository, and keeps an existing folder', () => {
    const { code, stdout } = type(['create', 'mf-patient-notes', '--json']);
    const folder = path.join(fs.realpathSync(home), 'mf-patient-notes');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { module: 'mf-patient-notes', folder, page: '/settings/{practice}/patient-notes/overview' },
    ]);
    const files = fs.readdirSync(folder).sort();
    expect(files).toEqual([
      ...['.gitignore', 'README.md', 'jest.config.mjs', 'module.json', 'oxlint.config.mjs', 'package.json', 'src'],
      ...['tsconfig.json', 'webpack.config.mjs'],
    ]);
    const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    // In a public registry, this repository's names may belong to somebody else.
    expect({ ...dependencies, ...devDependencies }).toMatchObject({
      'shared-api': expect.stringMatching(/^npm:@practice-console\/api@\^\d+\.\d+\.0$/),
      'shared-ui': expect.stringMatching(/^npm:@practice-console\/kit@\^\d+\.\d+\.0$/),
      tools: expect.stringMatching(/^npm:@practice-console\/cli@\^\d+\.\d+\.0$/),
    });
    for (const file of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      expect(fs.readFileSync(path.join(file.parentPath, file.name), 'utf8')).not.toMatch(/__[A-Z]+__/);
    }
    const again = type(['create', 'mf-patient-notes']);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining("already exists and isn't an empty folder"),
    ]);
  });
});
