/** A console of its own for a test: the real server on a free port, with the demo's people and a database to itself. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const STARTED_WITHIN_MS = 45_000;

export interface RunningConsole {
  readonly url: string;
  /** Everything that the server wrote. */
  output(): string;
  /** Ends the process as an operator would, and starts it again on the same port and data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Runs the server's command line and answers what it printed. */
  command(...args: string[]): Promise<string>;
  /** Issues a deploy token for a module. */
  token(module: string): Promise<string>;
  /** Ends it for good and removes its data. */
  dispose(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** @param environment replaces or adds variables of the server's environment */
export async function startConsole(environment: Record<string, string> = {}): Promise<RunningConsole> {
  const port = await freePort();
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'console-e2e-'));
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: data,
    DEMO_PRACTICES: '40',
    LOG_LEVEL: 'warn',
    LOCAL_MODULES: path.join(repository, 'mf-hours'),
    ...environment,
  };
  let child: ChildProcess | undefined;
  let written = '';

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const started = spawn(process.execPath, ['server/dist/main.js'], { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      const timer = setTimeout(() => reject(new Error(`The server was not ready in time:\n${written}`)), STARTED_WITHIN_MS);
      const hear = (chunk: Buffer): void => {
        written += chunk.toString();
        if (!written.includes(`ready http://localhost:${port}`)) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout.on('data', hear);
      started.stderr.on('data', hear);
      started.on('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The server ended with ${code}:\n${written}`));
      });
    });

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null) {
        resolve();
        return;
      }
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });

  const command = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/dist/command-line.js', ...args], { cwd: repository, env });
    return stdout;
  };

  await start();
  return {
    url: `http://localhost:${port}`,
    output: () => written,
    start: () => {
      written = '';
      return start();
    },
    stop,
    command,
    async token(module) {
      const printed = await command('token', 'issue', module);
      const found = /pct_[A-Za-z0-9_-]+/.exec(printed);
      if (!found) throw new Error(`No token in: ${printed}`);
      return found[0];
    },
    async dispose() {
      await stop();
      fs.rmSync(data, { recursive: true, force: true });
    },
  };
}
