/** A signal to npm ends everything its script has started, and a killed test run ends its servers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { withResources } from 'tools/resources';
import { repository } from '../../support/repository';
import { expect, test } from '../../support/test';

const MODULES = fs.readdirSync(repository).filter((name) => fs.existsSync(path.join(repository, name, 'module.json')));
const hours = MODULES.indexOf('mf-hours');

/** The ports of a console in development: its own, the sandbox, the shell, the modules, and the standalone page. */
const portsFrom = (port: number) => ({
  own: port,
  sandbox: port + 1,
  shell: port + 100,
  modules: MODULES.map((_, at) => port + 101 + at),
  standalone: port + 201 + hours,
});
type Ports = ReturnType<typeof portsFrom>;

/** The processes of a group, as `pid command`. */
function processesOf(group: number): string[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pgid=,pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pgid, pid, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // Ignores zombie processes.
    return Number(pgid) === group && !state?.startsWith('Z') ? [`${pid} ${command?.slice(0, 100)}`] : [];
  });
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/** Ports that are all free. */
async function freePorts(): Promise<Ports> {
  for (let first = 7310; ; first += 300) {
    const ports = portsFrom(first);
    const free = await Promise.all(Object.values(ports).flat().map(isFree));
    if (free.every(Boolean)) return ports;
  }
}

/** Starts an npm script in its own process group, and waits until it has printed all texts. */
function start(args: string[], environment: Record<string, string>, texts: RegExp[]): Promise<ChildProcess> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_ENV$/i.test(name));
  const child = spawn('npm', args, {
    cwd: repository,
    env: { ...Object.fromEntries(inherited), DEMO_PRACTICES: '10', ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const readOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      if (texts.every((text) => text.test(output))) resolve(child);
    };
    child.stdout.on('data', readOutput);
    child.stderr.on('data', readOutput);
    child.once('exit', (code) => reject(new Error(`npm ${args.join(' ')} ended with ${code}:\n${output}`)));
  });
}

const scripts: [title: string, args: string[], portsOf: (ports: Ports) => number[], texts: RegExp[]][] = [
  ['npm start', ['start'], ({ own, sandbox }) => [own, sandbox], [/ready http/]],
  [
    'npm run dev',
    ['run', 'dev'],
    ({ own, shell, modules }) => [own, shell, ...modules],
    [/ready http/, /Watching for file changes|Found 0 errors/],
  ],
  [
    'npm run dev of a module',
    ['run', 'dev', '-w', 'mf-hours'],
    ({ modules, standalone }) => [modules[hours] ?? 0, standalone],
    [/In a running console/],
  ],
];

test.describe('SIGTERM', () => {
  for (const [title, args, portsOf, texts] of scripts) {
    test(`ends everything that ${title} has started`, { tag: '@verify' }, () =>
      withResources(async (resources) => {
        const ports = await freePorts();
        const data = resources.keep(fs.mkdtempSync(path.join(os.tmpdir(), 'stopped-')), (folder) =>
          fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
        );
        const environment = { PORT: String(ports.own), DATA_DIR: data };
        const child = resources.keep(await start(args, environment, texts), ({ pid }) => {
          if (pid !== undefined && processesOf(pid).length > 0) process.kill(-pid, 'SIGKILL');
        });
        const group = child.pid ?? 0;
        const states = () =>
          Promise.all(portsOf(ports).map(async (port) => `${port} ${(await isFree(port)) ? 'free' : 'used'}`));
        expect(processesOf(group).length).toBeGreaterThan(1);
        expect(await states()).toEqual(portsOf(ports).map((port) => `${port} used`));
        child.kill('SIGTERM');
        await expect.poll(() => processesOf(group)).toEqual([]);
        // A process with several threads can hold its ports for a moment after its main thread has ended.
        await expect.poll(states).toEqual(portsOf(ports).map((port) => `${port} free`));
      }),
    );
  }
});

const waitWithPostgres = `
  import { startPostgres } from './tools/test-system.mjs';
  console.log((await startPostgres()).url);
  setInterval(() => undefined, 1000);
`;

test.describe('SIGKILL', () => {
  test('ends the PostgreSQL server of a test run', { tag: '@verify' }, () =>
    withResources(async (resources) => {
      const parent = resources.keep(fs.mkdtempSync(path.join(os.tmpdir(), 'killed-')), (folder) =>
        fs.rmSync(folder, { recursive: true, force: true }),
      );
      // PostgreSQL runs as another user when the tests run as root.
      fs.chmodSync(parent, 0o755);
      const { TEST_DATABASE_URL: _, ...environment } = process.env;
      const run = spawn(process.execPath, ['--input-type=module', '-e', waitWithPostgres], {
        cwd: repository,
        env: { ...environment, TMPDIR: parent },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      resources.keep(run, () => run.kill('SIGKILL'));
      const [url] = (await once(run.stdout, 'data')) as [Buffer];
      const port = Number(new URL(url.toString()).port);
      expect([await isFree(port), fs.readdirSync(parent).length]).toEqual([false, 1]);
      run.kill('SIGKILL');
      await expect.poll(() => isFree(port)).toBe(true);
      await expect.poll(() => fs.readdirSync(parent)).toEqual([]);
    }),
  );
});
