// @ts-check
/** Programs on the machine: their location, and their installation on Debian. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { runOrThrow } from './steps.mjs';

export const isRoot = process.getuid?.() === 0;

/** Debian installs servers in a folder that isn't in every user's PATH. */
const SERVERS = '/usr/sbin';

/** @param {string} name @returns the path of the program, or undefined */
export function findProgram(name) {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), SERVERS];
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

/** True for root on Debian. */
export const canInstall = () => isRoot && findProgram('apt-get') !== undefined;

/**
 * Installs Debian packages. Call it only if `canInstall`.
 * @param {readonly string[]} packages
 * @param {readonly string[]} [ifKnown] packages that only some Debian releases have
 */
export async function installPackages(packages, ifKnown = []) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runOrThrow('apt-get update', 'apt-get', ['update', '-q'], { env });
  const known = ifKnown.filter((name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0);
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages, ...known];
  await runOrThrow(`Installing ${[...packages, ...known].join(', ')}`, 'apt-get', install, { env });
}
