// @ts-check
/** The programs of Debian that the run needs. PostgreSQL and etcd refuse to run as root, or should not. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { runOrThrow } from '../steps.mjs';
import { postgresProgram } from '../test-system.mjs';

/** Programs with the packages of Debian that have them. */
const PACKAGES = {
  patroni: ['patroni', 'python3-etcd'],
  etcd: ['etcd-server'],
  haproxy: ['haproxy'],
  pgbouncer: ['pgbouncer'],
  pg_basebackup: ['postgresql'],
};

/** @typedef {keyof typeof PACKAGES} Program */

const isRoot = process.getuid?.() === 0;

/** Debian keeps servers in a folder that isn't in everybody's PATH. */
const searchPath = `${process.env['PATH']}${path.delimiter}/usr/sbin`;

/** @param {string} name */
function findInPath(name) {
  const folders = searchPath.split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

/** Folder with the programs of the PostgreSQL server. */
export const postgresFolder = () => path.dirname(fs.realpathSync(postgresProgram('initdb')));

/** @param {Program} program */
function isInstalled(program) {
  if (program !== 'pg_basebackup') return findInPath(program) !== undefined;
  try {
    return postgresFolder() !== '';
  } catch {
    return false;
  }
}

const missingPackages = () =>
  /** @type {Program[]} */ (Object.keys(PACKAGES))
    .filter((program) => !isInstalled(program))
    .flatMap((program) => PACKAGES[program]);

/**
 * Installs what is missing, as root on Debian.
 * @returns {Promise<string[]>} the packages that are still missing
 */
export async function installFailoverPackages() {
  const missing = missingPackages();
  if (missing.length === 0 || !isRoot || findInPath('apt-get') === undefined) return missing;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runOrThrow('apt-get update', 'apt-get', ['update', '-q'], { env });
  const install = ['install', '-y', '-q', '--no-install-recommends', ...missing];
  await runOrThrow(`Installing ${missing.join(', ')}`, 'apt-get', install, { env });
  return missingPackages();
}

/**
 * A command that runs a program without privileges. Root becomes the user of Debian's package of PostgreSQL.
 *
 * @param {string} program @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function unprivileged(program, args) {
  const file = path.isAbsolute(program) ? program : (findInPath(program) ?? program);
  if (!isRoot) return [file, args];
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', file, ...args]];
}

/** Gives a file or folder to the user that the programs run as. @param {string} file */
export function giveAway(file) {
  if (!isRoot) return;
  const { stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
  const group = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' });
  fs.chownSync(file, Number(stdout), Number(group.stdout));
}
