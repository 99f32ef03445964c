/** The compiled server in a separate process, as `npm start` runs it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageRoot } from '../platform/config/package-root.js';

/** Compiles everything not compiled yet. */
export function compileServer(): void {
  const manifest = createRequire(path.join(packageRoot, 'package.json')).resolve('@typescript/native/package.json');
  const compiler = path.join(path.dirname(manifest), 'bin/tsc');
  execFileSync(process.execPath, [compiler, '-b', packageRoot], { stdio: 'inherit' });
}

/**
 * A test process ends before V8's optimizing compilation of the embedded database pays off, which takes a quarter of
 * the startup.
 */
const withoutSecondCompilation = '--liftoff-only';

export interface ServerProcess {
  pid: number;
  /** The output so far. */
  out(): string;
  errors(): string;
  /** `http://localhost:PORT`; fails when the process ends before it is ready. */
  ready: Promise<string>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Closes its output pipe, like `head`. */
  stopReading(): void;
  signal(name: NodeJS.Signals): void;
}

/**
 * @param env added to an environment without settings of the console; PORT is any free port unless given
 * @param stdin the text that the process reads from standard input
 */
export function startServer(
  env: Record<string, string>,
  script = 'dist/main.js',
  args: readonly string[] = [],
  stdin = '',
): ServerProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    [withoutSecondCompilation, path.join(packageRoot, script), ...args],
    {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'info', ...env },
      stdio: 'pipe',
    },
  );
  // A process may end without reading its input. This is not an error.
  child.stdin?.on('error', () => undefined).end(stdin);
  let out = '';
  let errors = '';
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      out += String(chunk);
      const [, address] = /^ready (\S+)$/m.exec(out) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.stderr?.on('data', (chunk: Buffer) => (errors += String(chunk)));
    void ended.then((how) => reject(new Error(`The server ended (${how}) before it was ready: ${errors}`)));
  });
  // Callers that only await the end must not get an unhandled rejection of `ready`.
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    stopReading: () => child.stdout?.destroy(),
    out: () => out,
    errors: () => errors,
    ready,
    ended,
    signal: (name) => void child.kill(name),
  };
}
