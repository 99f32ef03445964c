// @ts-check
/** The tests' requirements on the machine: Chromium, and a PostgreSQL server for the run. */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrowser } from './cli/browser.mjs';
import { isFree } from './ports.mjs';
import { canInstall, findProgram, installPackages, isRoot } from './programs.mjs';
import { say, StepError } from './steps.mjs';

/** Options with which the tests, the measurements and the pictures launch Chromium. */
export const chromiumOptions = () => ({
  executablePath: findBrowser() ?? 'chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** Debian's package and program of Chromium without windows. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/**
 * Chooses Chromium without windows for the journeys where it is installed and no browser is chosen: it has the same engines, and
 * takes a fifth less CPU time. `npm run verify` uses the whole browser.
 * @returns {Record<string, string>} environment of the journeys
 */
export function lightBrowser() {
  const configuredPath = process.env['CHROME_PATH'] ?? process.env['CHROMIUM_PATH'];
  const found = findProgram(HEADLESS_SHELL);
  return configuredPath === undefined && found ? { CHROMIUM_PATH: found } : {};
}

/** Folder with initdb and pg_ctl, or null. */
function findPostgres() {
  const found = findProgram('pg_ctl');
  if (found) return path.dirname(fs.realpathSync(found));
  const debian = '/usr/lib/postgresql';
  if (!fs.existsSync(debian)) return null;
  const versions = fs.readdirSync(debian).sort((left, right) => Number(right) - Number(left));
  return (
    versions
      .map((version) => path.join(debian, version, 'bin'))
      .find((bin) => fs.existsSync(path.join(bin, 'initdb'))) ?? null
  );
}

/** Path of a program that comes with PostgreSQL. @param {'pg_dump' | 'pg_restore' | 'createdb' | 'dropdb' | 'initdb'} name */
export function postgresProgram(name) {
  const found = findProgram(name) ?? path.join(findPostgres() ?? '', name);
  if (!fs.existsSync(found)) throw new StepError(`${name} was not found; it comes with PostgreSQL.`);
  return found;
}

/** Installs missing packages with apt-get if the process is root. Otherwise throws a StepError that names them. */
export async function installSystemPackages() {
  const missing = [];
  if (!findBrowser()) missing.push('chromium');
  if (!process.env['TEST_DATABASE_URL'] && !findPostgres()) missing.push('postgresql');
  if (missing.length === 0) return;
  if (!canInstall()) {
    throw new StepError(
      `The tests need ${missing.join(' and ')}. Install ${missing.length > 1 ? 'them' : 'it'}, or set ` +
        'CHROMIUM_PATH to a Chromium and TEST_DATABASE_URL to a PostgreSQL server on which databases may be created.',
    );
  }
  say(`Installing ${missing.join(' and ')}…`);
  await installPackages(missing, findBrowser() ? [] : [HEADLESS_SHELL]);
}

/**
 * Below the ports that a system gives to connections and to servers without a port of their own (Linux: from 32768, others: from
 * 49152). One of those could have the port before the server that it was chosen for.
 */
const TEST_PORTS = { first: 15_000, count: 17_000 };
/** Separates processes that are started one after the other. */
const PORTS_PER_PROCESS = 37;
let lastPort = process.pid * PORTS_PER_PROCESS;

/** @returns {Promise<number>} a port that nothing listens on, each time another one */
export async function freePort() {
  for (let tried = 0; tried < TEST_PORTS.count; tried += 1) {
    lastPort += 1;
    const port = TEST_PORTS.first + (lastPort % TEST_PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new StepError(`No port from ${TEST_PORTS.first} to ${TEST_PORTS.first + TEST_PORTS.count - 1} is free.`);
}

/** Nothing has to survive a crash, because the data is discarded after the run. */
const withoutDurability = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Owns its databases and isn't a superuser, like the role of a console in production, which has fewer permissions. */
const ORDINARY_ROLE = 'console';

/** Databases of tests are too small and short-lived for compiled queries and vacuuming, and nobody replicates them. */
const forTests = [
  ...withoutDurability,
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'autovacuum=off',
  'jit=off',
];

const MIN_FREE_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * In memory where much of it is free, because tests create and delete hundreds of databases of 300 files each. A container
 * often has only 64 MB there.
 */
function parentFolderForTests() {
  const inMemory = '/dev/shm';
  if (!fs.existsSync(inMemory)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(inMemory);
  return Math.min(bavail * bsize, os.freemem()) < MIN_FREE_MEMORY_BYTES ? os.tmpdir() : inMemory;
}

/**
 * Stops a server also when this process is killed, and can't do it itself: a shell waits for the end of its input, which comes
 * with the end of this process. Nothing is left to do for it when the server was stopped before.
 * @param {string} folder is deleted
 * @param {string[]} stopServer a command with its arguments
 */
function stopWhenKilled(folder, stopServer) {
  if (process.platform === 'win32') return;
  const shell = spawn('sh', ['-c', 'cat; "$@"; rm -rf "$0"', folder, ...stopServer], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    // A signal to the group of this process must not end it.
    detached: true,
  });
  shell.unref();
  /** @type {import('node:net').Socket} */ (shell.stdin).unref();
}

/** @typedef {{url: string, stop: () => void}} RunningPostgres */

/**
 * Starts a PostgreSQL server for the tests of this run. If TEST_DATABASE_URL is set, uses that server instead. Its clients
 * connect through a socket file, which costs half of a TCP connection.
 */
export const startTestPostgres = () =>
  startPostgres(forTests, { parentFolder: parentFolderForTests(), withSocketFile: process.platform !== 'win32' });

/**
 * Starts a PostgreSQL server for this run in a temporary folder. If TEST_DATABASE_URL is set, uses that server instead.
 * @param {readonly string[]} [settings] of the server that is started
 * @param {{parentFolder?: string, withSocketFile?: boolean}} [options]
 * @returns {Promise<RunningPostgres>}
 */
export async function startPostgres(
  settings = withoutDurability,
  { parentFolder = os.tmpdir(), withSocketFile = false } = {},
) {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: () => undefined };
  const bin = findPostgres();
  if (!bin) throw new StepError('No PostgreSQL server was found.');
  const folder = fs.mkdtempSync(path.join(parentFolder, 'console-postgres-'));
  const port = await freePort();
  // PostgreSQL refuses to run as root. Debian's package creates the user `postgres` for it.
  const as = isRoot ? ['runuser', '-u', 'postgres', '--'] : [];
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  /** @param {string} name @param {string[]} args */
  const call = (name, args) => {
    const [command = '', ...rest] = [...as, path.join(bin, name), ...args];
    execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' });
  };
  const data = path.join(folder, 'data');
  call('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']);
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c max_connections=200 ${settings.map((one) => `-c ${one}`).join(' ')}`;
  call('pg_ctl', ['-D', data, '-o', options, '-l', path.join(folder, 'log'), '-w', 'start']);
  call('createuser', ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '--createdb', ORDINARY_ROLE]);
  stopWhenKilled(folder, [...as, path.join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop']);
  const stop = () => {
    process.removeListener('exit', stop);
    call('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  // It runs in the background and may be in memory, so it must end also with a run that is stopped.
  process.once('exit', stop);
  return {
    url: `postgres://${ORDINARY_ROLE}@${withSocketFile ? encodeURIComponent(folder) : '127.0.0.1'}:${port}/postgres`,
    stop,
  };
}
