// @ts-check
/**
 * Earlier releases: modules from the registry of this folder's console, otherwise, like the shell, from the commit of
 * their last release. Needs no tags, which most clones don't have.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { earlierRelease } from './release-history.mjs';
import { versionOf } from './source-version.mjs';
import { repositoryPath, runOrThrow, remoteFolders, say } from './steps.mjs';

const runFile = promisify(execFile);

/** @typedef {{ declaration: unknown, build: { version: string }, contents: Record<string, string> }} StoredVersion */
/** @typedef {{ described: string, folder: string }} Earlier */

/** A command of the console whose registry is DATABASE_URL, or the data folder. @param {string[]} args */
async function consoleCommand(...args) {
  const program = repositoryPath('server', 'dist', 'command-line.js');
  const { stdout } = await runFile(process.execPath, [program, ...args], {
    cwd: repositoryPath(),
    maxBuffer: 200_000_000,
  });
  return stdout;
}

function hasRegistry() {
  const data = process.env['DATA_DIR'] ?? repositoryPath('.data');
  return process.env['DATABASE_URL'] !== undefined || fs.existsSync(data);
}

/**
 * Writes a stored version as a folder that the server accepts as a local module. @param {string} folder @param
 * {StoredVersion} stored
 */
export function writeModuleFolder(folder, { declaration, build, contents }) {
  fs.rmSync(folder, { recursive: true, force: true });
  const files = {
    'module.json': JSON.stringify(declaration),
    'dist/build.json': JSON.stringify(build),
    ...Object.fromEntries(
      Object.entries(contents).map(([file, content]) => [`dist/${file}`, Buffer.from(content, 'base64')]),
    ),
  };
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  }
}

/**
 * The newest of a module's stored versions other than today's build.
 *
 * @param {string} name @param {string} today version of today's build
 * @param {(...args: string[]) => Promise<string>} [command]
 * @returns {Promise<StoredVersion | null>}
 */
export async function newestStored(name, today, command = consoleCommand) {
  const lines = (await command('module', 'versions', name)).split('\n');
  const version = lines.map((line) => line.split(' ')[0] ?? '').find((one) => one !== '' && one !== today);
  return version === undefined ? null : JSON.parse(await command('module', 'export', name, version));
}

/** @param {string} root folder of a remote @returns {Promise<Earlier | null>} */
async function fromRegistry(root) {
  const name = path.basename(root);
  const stored = await newestStored(name, versionOf(root));
  if (stored === null) return null;
  const folder = repositoryPath('.cache', 'earlier', name);
  writeModuleFolder(folder, stored);
  return { described: `${name} ${stored.build.version} of the registry`, folder };
}

/**
 * The folder of a package in its newest release that differs from today.
 *
 * @param {string} name
 * @returns {Promise<Earlier | null>} null if there was none
 */
async function fromHistory(name) {
  const commit = earlierRelease(`${name}/src`);
  if (commit === undefined) return null;
  const folder = path.join(await builtAt(commit), name);
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { described: `${name} ${version} of ${commit.slice(0, 9)}`, folder };
}

/**
 * Installs and builds the whole repository at a commit, in a temporary folder. Reuses an earlier build.
 *
 * @param {string} commit
 * @returns {Promise<string>} its folder
 */
async function builtAt(commit) {
  const folder = path.join(os.tmpdir(), `practice-console-${commit.slice(0, 12)}`);
  const done = path.join(folder, '.built');
  if (fs.existsSync(done)) return folder;
  say(`Building what was released from ${commit.slice(0, 12)}…`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await runFile('git', ['archive', `--output=${archive}`, commit], { cwd: repositoryPath() });
  await runOrThrow('Unpacking a release', 'tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  await runOrThrow('Building a release', process.execPath, ['tools/build.mjs'], { cwd: folder });
  fs.writeFileSync(done, '');
  return folder;
}

/**
 * The previously released modules, for the server's `LOCAL_MODULES`. A module that has no earlier version is included
 * in its current state.
 *
 * @returns {Promise<{ remotes: string[], described: string } | null>} null if no module has one
 */
export async function earlierModules() {
  /** @type {Map<string, Earlier>} */
  const found = new Map();
  const remotes = remoteFolders();
  for (const root of hasRegistry() ? remotes : []) {
    const earlier = await fromRegistry(root).catch((error) => {
      say(`The registry of this folder's console can't be read: ${String(error.stderr ?? error.message).trim()}`);
      return null;
    });
    if (earlier) found.set(root, earlier);
  }
  for (const root of remotes) {
    const earlier = found.has(root) ? null : await fromHistory(path.basename(root));
    if (earlier) found.set(root, earlier);
  }
  if (found.size === 0) return null;
  return {
    remotes: remotes.map((root) => found.get(root)?.folder ?? root),
    described: [...found.values()].map(({ described }) => described).join(', '),
  };
}

/**
 * The previously released shell, for the server's `SHELL_DIR`. The registry doesn't store shells: they belong to the
 * server.
 *
 * @returns {Promise<{ dist: string, described: string } | null>} null if it was never released
 */
export async function earlierShell() {
  const earlier = await fromHistory('shell');
  return earlier && { dist: path.join(earlier.folder, 'dist'), described: earlier.described };
}
