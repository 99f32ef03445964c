// @ts-check
/** The Debian programs that the run needs. PostgreSQL and etcd refuse to run as root, or shouldn't. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { canInstall, findProgram, installPackages, isRoot } from '../programs.mjs';
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

/** Folder with the programs of the PostgreSQL server. */
export const postgresFolder = () => path.dirname(fs.realpathSync(postgresProgram('initdb')));

/** @param {Program} program */
function isInstalled(program) {
  if (program !== 'pg_basebackup') return findProgram(program) !== undefined;
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
 * Installs missing programs, as root on Debian.
 * @returns {Promise<string[]>} the packages that are still missing
 */
export async function installFailoverPackages() {
  const missing = missingPackages();
  if (missing.length === 0 || !canInstall()) return missing;
  await installPackages(missing);
  return missingPackages();
}

/**
 * A command that runs a program without privileges. Root switches to the user of Debian's PostgreSQL package.
 *
 * @param {string} program @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function unprivileged(program, args) {
  const file = path.isAbsolute(program) ? program : (findProgram(program) ?? program);
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
