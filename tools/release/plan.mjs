// @ts-check
/**
 * Which packages a release changes, and to which versions (0046). A package is released when what it ships has changed since
 * its last release: a module and the shell ship their build, with the sources of other packages that it contains; any other
 * package ships its own files.
 */
import fs from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { buildInputs } from '../build-inputs.mjs';
import { isProvided, MODULE_SETTINGS, remoteEntries } from '../source-version.mjs';
import { levelOf } from './commits.mjs';
import { historyOf } from './history.mjs';

/** @typedef {import('./commits.mjs').Commit} Commit */
/** @typedef {import('./commits.mjs').Level} Level */
/** @typedef {{ name: string, version: string, files?: string[], dependencies?: Record<string, string> }} Manifest what is read of a package.json */
/** @typedef {{ name: string, folder: string, manifest: Manifest }} Package `folder` is a path from the root. */
/**
 * @typedef {object} Change
 * @property {string} name
 * @property {string} folder
 * @property {string} version the present one
 * @property {string} next
 * @property {Level} level
 * @property {Commit[]} commits newest first
 * @property {string[]} files what has changed of what it ships
 * @property {string[]} updates packages that it contains in another version
 */

/** The build tools of modules and the shell. */
const BUILD_TOOLS_FOLDER = 'tools/webpack/';

/** The shell provides all of the kit to the modules, also what only passes on exports of packages. */
const KIT_FOLDER = 'shared-ui/src/';

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** @param {string} root @returns {Package[]} the packages of the repository */
export function packagesOf(root) {
  /** @type {string[]} */
  const patterns = readJson(path.join(root, 'package.json')).workspaces;
  const folders = fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(root, entry.name, 'package.json')))
    .map(({ name }) => name);
  const isWorkspace = (/** @type {string} */ folder) =>
    patterns.some((pattern) => (pattern.endsWith('*') ? folder.startsWith(pattern.slice(0, -1)) : folder === pattern));
  return folders.filter(isWorkspace).map((folder) => {
    /** @type {Manifest} */
    const manifest = readJson(path.join(root, folder, 'package.json'));
    return { name: manifest.name, folder, manifest };
  });
}

/** Whether other packages' sources are part of what it ships. @param {string} root @param {string} folder */
const isBuilt = (root, folder) => fs.existsSync(path.join(root, folder, 'webpack.config.mjs'));

/** The next version. Before 1.0.0, a breaking change raises the second part. @param {string} version @param {Level} level */
export function nextVersion(version, level) {
  const raised = semver.major(version) === 0 && level === 'major' ? 'minor' : level;
  return semver.inc(version, raised) ?? version;
}

/** @param {Level[]} levels @returns {Level} */
const highest = (levels) => (levels.includes('major') ? 'major' : levels.includes('minor') ? 'minor' : 'patch');

/**
 * A function that computes the result of each key once.
 * @template Key, Result
 * @param {(key: Key) => Result} compute
 * @returns {(key: Key) => Result}
 */
function memoized(compute) {
  /** @type {Map<Key, { result: Result }>} */
  const known = new Map();
  return (key) => {
    const entry = known.get(key) ?? { result: compute(key) };
    known.set(key, entry);
    return entry.result;
  };
}

/**
 * @param {string} root of the repository
 * @param {Record<string, Level>} [least] what a package's public API asks for, whatever its commits say
 * @returns {Change[]} the packages to release
 */
export function releasePlan(root, least = {}) {
  const history = historyOf(root);
  history.assertComplete();
  const packages = packagesOf(root);
  /** @type {string[]} */
  const ignored = readJson(path.join(root, 'lerna.json')).command?.version?.ignoreChanges ?? [];
  const inputs = buildInputs(root);

  /** @param {Package} one */
  function shippedFiles({ folder, manifest }) {
    const own = `${folder}/`;
    if (!isBuilt(root, folder)) {
      const parts = manifest.files ?? [];
      // Compiled folders come from the sources.
      const places = parts.length === 0 ? [own] : ['package.json', 'src', ...parts].map((part) => own + part);
      const isOwn = (/** @type {string} */ file) =>
        places.some((place) => file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`));
      return { isOwn, isContained: isOwn, contained: [] };
    }
    const isModule = fs.existsSync(path.join(root, folder, 'module.json'));
    const entries = remoteEntries(path.join(root, folder));
    const { files, packages: contained } = inputs.reachedFrom(entries, isModule ? isProvided : () => false);
    const known = new Set([
      ...files.map((file) => path.relative(root, file)),
      ...MODULE_SETTINGS.map((file) => own + file),
    ]);
    const folders = isModule ? [BUILD_TOOLS_FOLDER] : [BUILD_TOOLS_FOLDER, KIT_FOLDER];
    return {
      isOwn: (/** @type {string} */ file) => known.has(file) && file.startsWith(own),
      isContained: (/** @type {string} */ file) => known.has(file) || folders.some((one) => file.startsWith(one)),
      contained: [...contained, 'react', 'react-dom'],
    };
  }

  // Most packages have their release in common.
  const changedSince = memoized((/** @type {string | null} */ release) => history.changedSince(release, ignored));
  const inputsAt = memoized((/** @type {string} */ release) => {
    const lockfile = history.textAt(release, 'package-lock.json');
    return lockfile === null ? null : buildInputs(root, JSON.parse(lockfile));
  });

  /** Installed packages in the build that have another version than at the last release. @param {string} release @param {string[]} names @param {string} folder */
  function updatesSince(release, names, folder) {
    const former = names.length === 0 ? null : inputsAt(release);
    if (former === null) return [];
    const old = new Set([...former.versionsOf(names, folder), ...former.buildTools()]);
    const now = [...inputs.versionsOf(names, folder), ...inputs.buildTools()];
    return [...new Set(now.filter((one) => !old.has(one)))].map((one) => one.replace(/^.*node_modules\//, ''));
  }

  /** @param {Package} one @returns {Change[]} */
  function changeOf(one) {
    const { name, folder, manifest } = one;
    const release = history.releaseOf(`${folder}/package.json`);
    const { isOwn, isContained, contained } = shippedFiles(one);
    const files = changedSince(release).filter(isContained);
    const updates = release === null ? [] : updatesSince(release, contained, folder);
    if (files.length === 0 && updates.length === 0) return [];
    const changed = new Set(files);
    const commits = history.commitsSince(release).filter((commit) => commit.files.some((file) => changed.has(file)));
    // A contract's new field is no feature of every module that reads the contract.
    const byCommits = levelOf(commits.filter((commit) => commit.files.some(isOwn)));
    // The first release of a package is new as a whole.
    const level = highest([byCommits, least[name] ?? 'patch', release === null ? 'minor' : 'patch']);
    const { version } = manifest;
    return [{ name, folder, version, next: nextVersion(version, level), level, commits, files, updates }];
  }

  return withOutgrownRanges(packages, packages.flatMap(changeOf));
}

/**
 * Adds the packages whose range of another package doesn't include its next version.
 *
 * @param {Package[]} packages
 * @param {Change[]} changes
 * @returns {Change[]} in the order of the packages
 */
function withOutgrownRanges(packages, changes) {
  const all = [...changes];
  for (const { name, next } of all) {
    for (const { name: user, folder, manifest } of packages) {
      const range = manifest.dependencies?.[name];
      if (range === undefined || semver.satisfies(next, range) || all.some((change) => change.name === user)) continue;
      const { version } = manifest;
      // The loop reaches what is added here.
      all.push({
        name: user,
        folder,
        version,
        next: nextVersion(version, 'patch'),
        level: 'patch',
        commits: [],
        files: [],
        updates: [`${name}@${next}`],
      });
    }
  }
  return packages.flatMap(({ name }) => all.filter((change) => change.name === name));
}
