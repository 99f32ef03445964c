// @ts-check
/** The version of a local build: the version in package.json, and a hash of all its sources. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

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
 * Hash of all files below the given files and folders of the repository. Ignores tests, stories,
 * Markdown files, dependencies and build output.
 * @param {string[]} places paths, absolute or from the repository's root
 * @returns {string} ten hexadecimal digits
 */
export function sourceHash(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    const full = path.resolve(repository, place);
    if (!fs.existsSync(full)) continue;
    for (const file of fs.statSync(full).isDirectory() ? filesBelow(full) : [full]) {
      hash.update(`${path.relative(full, file)}\n`).update(fs.readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 10);
}

/** The inputs of a remote's build: its folder, what it bundles, and the build tools. @param {string} root */
export const remoteSources = (root) => [
  root,
  'shared-api/src',
  'shared-ui/package.json',
  'tools/webpack',
  'package-lock.json',
];

/** @param {string} root folder of a remote */
export function versionOf(root) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  return `${version}+${sourceHash(remoteSources(root))}`;
}
