// @ts-check
/**
 * Shared steps of the commands: install, compile, build stale parts. They are plain Node, because they run before
 * anything is built.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository } from './repository.mjs';

/** @param {...string} parts */
export const repositoryPath = (...parts) => path.join(repository, ...parts);

/** Prints progress to standard error, so that scripts can read standard output. @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`);

/** A failure that the user can fix. Only its message is printed, without the stack. */
export class StepError extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Ends a process and all its descendants. A program that only waits for another one, such as the compiler's, passes no
 * signal on to it. It works without waiting, so that a process can call it while it exits.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function endProcess(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const parents = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [child.pid];
  // The loop also visits entries added here.
  for (const id of found) found.push(...parents.flatMap(([pid, parent]) => (parent === id && pid ? [pid] : [])));
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has already ended.
    }
  }
}

/**
 * Runs a command until it exits.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: repository, stdio: ['ignore', 2, 2], ...options });
    running.add(child);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      running.delete(child);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * Runs a command and throws if it fails.
 * @param {string} what name of the step, for the message of its failure
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function runOrThrow(what, command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new StepError(`${what} failed (exit code ${code}). Its output is above.`);
}

/** The `engines` in package.json. */
function isNodeSupported() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12);
}

/** @param {string} [more] the reason why no other Node runs the command */
export function checkNode(more = 'Install it from https://nodejs.org.') {
  if (!isNodeSupported())
    throw new StepError(`Node 22.12 or newer is needed. This is ${process.versions.node}. ${more}`);
}

/** Runs this command again with the Node 24 that npm installs for this machine (`optionalDependencies` in package.json). */
async function runOnInstalledNode() {
  const leaveStop = exitOnStop();
  await installMissing();
  leaveStop();
  const programs = repositoryPath('node_modules', '.bin');
  const node = path.join(programs, 'node');
  if (!fs.existsSync(node)) {
    checkNode(`npm has no Node 24 for ${process.platform} ${process.arch}: install it from https://nodejs.org.`);
  }
  const child = spawn(node, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${programs}${path.delimiter}${process.env['PATH']}` },
  });
  const leaveNpm = onNpmEnd(() => child.kill('SIGTERM'));
  // A terminal sends its signal to both processes.
  for (const signal of STOP_SIGNALS) process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  leaveNpm();
  process.exitCode = code ?? (signal ? 1 : 0);
}

/** Installs the dependencies if the lockfile has changed since the last installation. */
export async function installMissing() {
  const stamp = repositoryPath('node_modules', '.console-lock');
  const lock = createHash('sha256')
    .update(fs.readFileSync(repositoryPath('package-lock.json')))
    .digest('hex');
  const installed = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : '';
  if (installed === lock) return;
  say('Installing dependencies…');
  // Not `npm ci`, which deletes what is installed first.
  const options = ['--no-save', '--no-audit', '--no-fund'];
  // npm warns of each package that an old Node can't run, although the command doesn't run on it.
  if (!isNodeSupported()) options.push('--loglevel=error');
  await runOrThrow('Installing the dependencies', 'npm', ['install', ...options]);
  fs.writeFileSync(stamp, lock);
}

/** Folders of the remotes in this repository: those with a module.json. */
export function remoteFolders() {
  return fs
    .readdirSync(repository, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(repositoryPath(entry.name, 'module.json')))
    .map((entry) => repositoryPath(entry.name));
}

/**
 * Node's arguments to compile projects and their references, by default all of this repository. tsc skips up-to-date
 * projects. Each project has one checker, and one project is compiled per core: tsc's four checkers per project repeat
 * much of each other's work, which costs two thirds more CPU time on two cores.
 * @param {string[]} projects
 */
export const compileArguments = (...projects) => [
  repositoryPath('node_modules/@typescript/native/bin/tsc'),
  '-b',
  '--checkers',
  '1',
  '--builders',
  String(os.availableParallelism()),
  ...projects,
];

/**
 * Deletes what tsc remembers of projects whose output was deleted. tsc takes such a project for up to date, and would
 * compile nothing.
 * @param {readonly string[]} folders each with its output in `dist`
 */
export function forgetDeletedOutput(folders) {
  for (const folder of folders) {
    if (fs.existsSync(path.join(folder, 'dist'))) continue;
    const remembered = fs.readdirSync(folder).filter((file) => file.endsWith('.tsbuildinfo'));
    for (const file of remembered) fs.rmSync(path.join(folder, file));
  }
}

/** Compiles the packages that run on Node: server, sandbox and contracts. */
export function compileServer() {
  forgetDeletedOutput(['server', 'sandbox', 'shared-api'].map((name) => repositoryPath(name)));
  return runOrThrow(
    'Compiling the server',
    process.execPath,
    compileArguments('server/tsconfig.build.json', 'sandbox/tsconfig.build.json'),
  );
}

/**
 * Builds packages one after another in one process, where webpack and its loaders are warm after the first.
 * @param {readonly string[]} roots
 */
export const webpackBuild = (roots) =>
  runOrThrow(
    `Building ${roots.map((root) => path.basename(root)).join(', ')}`,
    process.execPath,
    [repositoryPath('tools/webpack/build.mjs'), ...roots],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );

/** Reads the source hash that a build recorded. @param {string} file */
function builtFrom(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/** Builds the shell and the given remotes if their sources have changed, in two processes. @param {string[]} remotes */
export async function buildStale(remotes) {
  // Both need installed packages, and the first steps run before anything is installed.
  const { buildInputs } = await import('./build-inputs.mjs');
  const { shellVersion, versionOf } = await import('./source-version.mjs');
  const inputs = buildInputs(repository);
  const stale = [
    { root: repositoryPath('shell'), hash: shellVersion(inputs) },
    ...remotes.map((root) => ({ root, hash: versionOf(root, inputs) })),
  ]
    .map((one) => ({ ...one, stamp: path.join(one.root, 'dist', '.built-from') }))
    .filter(({ stamp, hash }) => builtFrom(stamp) !== hash);
  const build = async (/** @type {typeof stale} */ packages) => {
    if (packages.length === 0) return;
    say(`Building ${packages.map(({ root }) => path.basename(root)).join(', ')}…`);
    await webpackBuild(packages.map(({ root }) => root));
    for (const { stamp, hash } of packages) fs.writeFileSync(stamp, hash);
  };
  await Promise.all([0, 1].map((half) => build(stale.filter((_, index) => index % 2 === half))));
}

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const PARENT_CHECK_INTERVAL_MS = 300;

/**
 * Calls a function when npm ends, if npm started this process. A signal that ends npm doesn't reach its child, which
 * only gets another parent.
 *
 * @param {() => void} call
 * @returns {() => void} stops watching
 */
export function onNpmEnd(call) {
  if (!process.env['npm_execpath']) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    call();
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Calls a function when the process gets a signal to stop.
 *
 * @param {() => void} stop
 * @returns {() => void} stops listening
 */
function onStop(stop) {
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  const leaveNpm = onNpmEnd(stop);
  return () => {
    leaveNpm();
    for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
  };
}

/** Waits until the process gets a signal to stop. */
export const untilStopped = () => new Promise((resolve) => void onStop(() => resolve(undefined)));

/**
 * Ends the process and its commands on a signal to stop. Otherwise only this process would end.
 *
 * @param {number} [code] its exit code
 * @returns {() => void} leaves it to others from then on
 */
export const exitOnStop = (code = 1) =>
  onStop(() => {
    for (const child of running) endProcess(child);
    process.exit(code);
  });

/**
 * The message of a `parseArgs` error about typed options; null for another error.
 *
 * @param {unknown} error
 * @returns {string | null}
 */
export function mistypedText(error) {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('ERR_PARSE_ARGS_')) return null;
  // The rest of the message explains how options are parsed.
  const [sentence] = error.message.split(/\.\s/);
  return `${sentence}.`;
}

/**
 * Runs a command's main function. A StepError is printed as its message, any other error with its stack. Both set exit
 * code 1. Invalid options set exit code 2.
 *
 * @param {() => Promise<unknown>} main
 */
export async function command(main) {
  try {
    await (isNodeSupported() ? main() : runOnInstalledNode());
  } catch (error) {
    const mistyped = mistypedText(error);
    if (mistyped !== null) {
      say(mistyped);
      process.exitCode = 2;
      return;
    }
    say(error instanceof StepError ? error.message : String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}
