// @ts-check
/** The version of a local build: the version in package.json, and a hash of what the build contains. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildInputs } from './build-inputs.mjs';
import { installedFolder, isInRepository, repository } from './repository.mjs';
import { kitRange } from './webpack/kit-range.mjs';

export { repository };

const leftOut = new Set(['node_modules', 'dist', '.cache', '.data', '.git', '.storybook']);

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !leftOut.has(entry.name) && !/\.(test|stories)\.tsx?$|\.tsbuildinfo$|\.md$/.test(entry.name))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const full = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(full) : [full];
    });
}

/**
 * Hash of all files below the given files and folders. Ignores tests, stories, Markdown files, dependencies and build output.
 * @param {string[]} paths absolute or from `root`
 * @param {string[]} [facts] other inputs of a build, such as versions
 * @param {string} [root] by default, the repository's root
 * @returns {string} ten hexadecimal digits
 */
export function sourceHash(paths, facts = [], root = repository) {
  const hash = createHash('sha256').update(facts.join('\n'));
  for (const entry of paths) {
    const full = path.resolve(root, entry);
    if (!fs.existsSync(full)) continue;
    const [files, base] = fs.statSync(full).isDirectory() ? [filesBelow(full), full] : [[full], root];
    for (const file of files) {
      hash.update(`${path.relative(base, file)}\n`).update(fs.readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 10);
}

/** True for packages that the page provides to every remote, so that its build omits them. @param {string} specifier */
export const isProvided = (specifier) => /^(react|react-dom|shared-ui)(\/|$)/.test(specifier);

/** Files of a module that its build reads besides its sources. */
export const MODULE_SETTINGS = ['module.json', 'webpack.config.mjs'];

/** @typedef {ReturnType<typeof buildInputs>} Inputs */

/**
 * The files that a remote exposes: its pages, and each contribution that module.json declares.
 * @param {string} root folder of a remote
 */
export function remoteEntries(root) {
  const declaration = path.join(root, 'module.json');
  const { contributions = [] } = fs.existsSync(declaration) ? JSON.parse(fs.readFileSync(declaration, 'utf8')) : {};
  return [
    path.join(root, 'src/index.ts'),
    ...contributions
      .map((/** @type {{ name: string }} */ { name }) => path.join(root, 'src/contributions', `${name}.ts`))
      // The build reports a missing file.
      .filter((/** @type {string} */ file) => fs.existsSync(file)),
  ];
}

/**
 * The sources in a remote's build, absolute paths. Styles, images and other assets are among them.
 * @param {string} root folder of a remote @param {Inputs} [inputs]
 */
export const remoteSources = (root, inputs = buildInputs(repository)) =>
  inputs.reachedFrom(remoteEntries(root), isProvided);

/** Packages that a module in a repository of its own is built with. */
const PUBLISHED = ['shared-ui', 'shared-api', 'tools'];

/** The version of an installed package. @param {string} name @param {string} root folder of a module */
const installedVersion = (name, root) =>
  JSON.parse(fs.readFileSync(path.join(installedFolder(name, root), 'package.json'), 'utf8')).version;

/**
 * Hash of the inputs of a module's build in its own repository: its folder `src`, other files that it imports, its
 * settings and the bundled packages. Other files, such as a tarball, don't count.
 * @param {string} root
 */
function ownRepositoryHash(root) {
  const lockfile = path.join(root, 'package-lock.json');
  const hasLock = fs.existsSync(lockfile);
  const inputs = hasLock ? buildInputs(root) : buildInputs(root, { packages: {} });
  const { files, packages } = remoteSources(root, inputs);
  // The build reports a missing package.
  const bundled = packages.filter(
    (name) => !PUBLISHED.includes(name) && fs.existsSync(path.join(root, 'node_modules', name, 'package.json')),
  );
  const facts = [
    ...PUBLISHED.map((name) => `${name}@${installedVersion(name, root)}`),
    ...inputs.versionsOf(bundled, ''),
  ];
  if (!hasLock) facts.push(...bundled.map((name) => `${name}@${installedVersion(name, root)}`));
  const outside = files.filter((file) => !file.startsWith(path.join(root, 'src') + path.sep));
  return sourceHash(['src', ...MODULE_SETTINGS, ...outside], facts, root);
}

/**
 * @param {string} root folder of a remote
 * @param {Inputs} [inputs] shared by builds that are hashed together
 */
export function versionOf(root, inputs) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (!isInRepository(root)) return `${version}+${ownRepositoryHash(root)}`;
  const known = inputs ?? buildInputs(repository);
  const { files, packages } = remoteSources(root, known);
  const settings = MODULE_SETTINGS.map((file) => path.join(root, file));
  const facts = [
    kitRange(root, path.join(repository, 'shared-ui')),
    ...known.versionsOf([...packages, 'react', 'react-dom'], name),
    ...known.buildTools(),
  ];
  return `${version}+${sourceHash([...files, ...settings, 'tools/webpack'], facts)}`;
}

/** Packages whose files all count as inputs of the shell's build. */
const SHELL_PACKAGES = ['shell', 'shared-ui'];

/**
 * Absolute paths of the files and folders that the shell's build contains: its own, the whole kit, and the contracts and rules
 * that they read.
 * @param {Inputs} [inputs]
 */
export function shellPaths(inputs = buildInputs(repository)) {
  const folders = SHELL_PACKAGES.map((name) => path.join(repository, name));
  const { files } = inputs.reachedFrom(path.join(repository, 'shell/src/index.ts'), () => false);
  return [...folders, ...files.filter((file) => !folders.some((folder) => file.startsWith(folder + path.sep)))];
}

/**
 * The shell's hash also covers the versions of all packages that it, the kit and the contracts depend on.
 * @param {Inputs} inputs
 */
export function shellVersion(inputs) {
  const facts = [...SHELL_PACKAGES, 'shared-api'].flatMap((name) => {
    const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(repository, name, 'package.json'), 'utf8'));
    return inputs.versionsOf(Object.keys(dependencies), name);
  });
  return sourceHash([...shellPaths(inputs), 'tools/webpack'], [...facts, ...inputs.buildTools()]);
}
