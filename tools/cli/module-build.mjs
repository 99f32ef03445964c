// @ts-check
/** Builds a module, and transfers a finished build between machines as a tarball. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { run, runOrThrow, say, StepError } from '../steps.mjs';
import { UsageError } from './errors.mjs';
import { buildConfigOf, readJsonFile } from './module-folder.mjs';

const builder = fileURLToPath(new URL('../webpack/build.mjs', import.meta.url));

/** The file in a tarball that states that its sources were checked. */
const CHECKED_FILE = 'checked.json';

/** @typedef {import('./module-folder.mjs').Declaration} Declaration */
/**
 * @typedef {{ version: string, files: Record<string, string> }} Build The file build.json, in which the server reads
 * more fields.
 */
/** @typedef {{ declaration: Declaration, build: Build, contents: Record<string, string> }} Upload */

/** @param {string | undefined} version as typed @throws UsageError unless the registry would accept it */
export function assertVersion(version, option = '--version') {
  if (version === undefined || (/^\d/.test(version) && semver.valid(version) !== null)) return;
  throw new UsageError(`${option} must be a semantic version like 1.2.0, not "${version}".`);
}

/**
 * @param {import('./module-folder.mjs').Module} module
 * @param {string} [version] by default, the version of package.json with a hash of the sources
 * @returns {Promise<Build>} its build.json
 */
export async function buildModule(module, version) {
  const { root, name } = module;
  buildConfigOf(module);
  say(`Building ${name}…`);
  const env = { ...process.env, NODE_ENV: 'production', ...(version !== undefined && { MODULE_VERSION: version }) };
  await runOrThrow(`Building ${name}`, process.execPath, [builder, root], { cwd: root, env });
  return readJsonFile(path.join(root, 'dist', 'build.json'));
}

/** Reads a finished build for the registry. @param {string} folder @returns {Upload} */
export function readUpload(folder) {
  const build = readJsonFile(path.join(folder, 'dist', 'build.json'));
  const declaration = readJsonFile(path.join(folder, 'module.json'));
  const contents = Object.fromEntries(
    Object.keys(build.files ?? {}).map((file) => {
      const full = path.join(folder, 'dist', file);
      if (!path.resolve(full).startsWith(path.resolve(folder, 'dist') + path.sep) || !fs.existsSync(full)) {
        throw new StepError(`The build names ${file}, which is not in its dist folder. Build the module again.`);
      }
      return [file, fs.readFileSync(full).toString('base64')];
    }),
  );
  return { declaration, build, contents };
}

/** The same file, if it can be written. @param {string} file @throws StepError before a build that would be lost */
export function fileForTarball(file) {
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) throw new StepError(`The folder ${folder} doesn't exist. Create it first.`);
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StepError(`${file} is a folder. Name the file to write.`);
  }
  return file;
}

/**
 * Writes the finished build of a module as a tarball, with the record of its check.
 *
 * @param {import('./module-folder.mjs').Module} module
 * @param {string} file
 */
export async function writeTarball({ root }, file) {
  const { isChecked } = await import('./checks.mjs');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'practice-console-build-'));
  try {
    fs.cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true });
    fs.copyFileSync(path.join(root, 'module.json'), path.join(folder, 'module.json'));
    if (isChecked(root)) fs.writeFileSync(path.join(folder, CHECKED_FILE), '{}\n');
    await runOrThrow('Writing the tarball', 'tar', ['-czf', file, '-C', folder, '.'], { cwd: root });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reads a build from a tarball of `writeTarball`.
 *
 * @param {string} file
 * @returns {Promise<Upload & { checked: boolean }>}
 */
export async function readTarball(file) {
  if (!fs.existsSync(file)) throw new StepError(`${file} doesn't exist.`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'practice-console-build-'));
  try {
    const code = await run('tar', ['-xzf', file, '-C', folder], { cwd: folder, stdio: 'ignore' });
    const isBuild = ['module.json', 'dist/build.json'].every((one) => fs.existsSync(path.join(folder, one)));
    if (code !== 0 || !isBuild) {
      throw new StepError(
        `${file} is not a build of a module. Write one with "practice-console build --tarball FILE".`,
      );
    }
    return { ...readUpload(folder), checked: fs.existsSync(path.join(folder, CHECKED_FILE)) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
