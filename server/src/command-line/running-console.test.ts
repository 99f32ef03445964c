import { readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDeclaration, createUpload } from '../testing/module-build.js';
import { type ServerProcess, compileServer, startServer } from '../testing/server-process.js';
import { temporaryFolders } from '../testing/temporary-folders.js';
import { fixtureShell } from '../testing/test-server.js';

beforeAll(compileServer);

describe('commands while the server runs on its embedded database', () => {
  const newFolder = temporaryFolders();
  let dataDir: string;
  let server: ServerProcess;
  let address: string;
  beforeAll(async () => {
    dataDir = await newFolder('console-running');
    server = startServer({ DATA_DIR: dataDir, SHELL_DIR: fixtureShell, DEMO: '0' });
    address = await server.ready;
  });
  afterAll(async () => {
    server.signal('SIGKILL');
    await server.ended;
  });

  const run = async (line: string[], { stdin = '', folder = dataDir } = {}) => {
    const command = startServer({ DATA_DIR: folder }, 'dist/command-line.js', line, stdin);
    return { code: await command.ended, out: command.out(), errors: command.errors() };
  };
  const signIn = (email: string, password: string) =>
    fetch(`${address}/api/session/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  it('creates a socket that only its owner can use', async () => {
    expect((await stat(path.join(dataDir, 'console.sock'))).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).sort()).toEqual(['console.sock', 'database', 'database.lock']);
  });

  it('grants a module and issues a token that publishes until it is revoked', async () => {
    const declaration = createDeclaration('mf-live');
    const file = path.join(dataDir, 'module.json');
    await writeFile(file, JSON.stringify(declaration));
    // The path is relative to the command's working directory, not the server's.
    expect(await run(['module', 'grant', path.relative(process.cwd(), file)])).toMatchObject({ code: 0, errors: '' });

    const issued = await run(['token', 'issue', 'mf-live', 'build server']);
    expect(issued).toEqual({ code: 0, out: expect.stringMatching(/^pcdt_[\w-]{43}\n$/), errors: '' });
    const token = issued.out.trim();
    const publish = (version: string) =>
      fetch(`${address}/api/modules/mf-live/releases/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(createUpload(declaration, version)),
      });
    expect((await publish('1.0.0')).status).toBe(200);
    // The actor is the same as without a server.
    expect((await run(['token', 'list'])).out).toMatch(/mf-live +build server +\S+ \S+ +command line +/);

    expect((await run(['token', 'revoke', token.slice(0, 11)])).out).toContain('is revoked');
    expect((await publish('1.0.1')).status).toBe(401);
    expect(server.errors()).not.toContain(token);
  });

  it('adds a person with the password from standard input, who can sign in', async () => {
    const added = await run(['person', 'add', 'kim@clinic.example', 'Kim Osei', '--password-stdin'], {
      stdin: 'correct horse battery\n',
    });
    expect(added).toEqual({ code: 0, out: 'Added kim@clinic.example\n', errors: '' });
    expect((await signIn('kim@clinic.example', 'correct horse battery')).status).toBe(200);
    expect(server.errors()).not.toContain('correct horse battery');
  });

  it('returns messages and exit codes', async () => {
    const email = 'none@clinic.example';
    expect(await run(['person', 'flag', email, 'internal'])).toEqual({
      code: 1,
      out: '',
      errors: `No account has the email address ${email}.\n`,
    });
    const wrong = await run(['person', 'flag', email, 'boss']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.errors).toContain('Unknown flag "boss".');
    expect(wrong.errors).toContain('Usage: npm run console -- <command>');
    const short = await run(['person', 'add', email, 'None', '--password-stdin'], { stdin: 'short' });
    expect(short).toMatchObject({ code: 1, errors: 'New password: Enter at least 12 characters.\n' });
  });

  it('explains a refused command when the path is too long for a socket', async () => {
    const long = path.join(await newFolder('console-long'), 'x'.repeat(90));
    await symlink(dataDir, long);
    const refused = await run(['person', 'list'], { folder: long });
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.errors).toContain(`The data folder ${long} is in use by process ${server.pid}.`);
    expect(refused.errors).toContain('Stop that server first');
    expect(refused.errors).toContain('no socket for commands under so long a path');
  });

  it('explains a refused command when another process holds the folder', async () => {
    const folder = await newFolder('console-other');
    await writeFile(path.join(folder, 'database.lock'), `${process.pid}\n`);
    const refused = await run(['person', 'list'], { folder });
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.errors).toContain(`is in use by process ${process.pid}. Stop that server first`);
    expect(refused.errors).toContain('could not be handed to that process: it takes no commands, or not yet.');
  });

  it('opens the database directly after the server has stopped', async () => {
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    expect((await readdir(dataDir)).sort()).toEqual(['database', 'module.json']);
    expect((await run(['person', 'list'])).out).toBe('kim@clinic.example  Kim Osei\n');
  });
});
