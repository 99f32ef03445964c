// @ts-check
/**
 * Packages that the shell provides to every remote at run time. A remote doesn't bundle them but uses the page's, so
 * that all modules share one React, one design kit and one Redux Toolkit.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedFolder } from '../repository.mjs';

/** Packages that the first screen needs. They are part of the shell's first script. */
export const eager = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/**
 * Packages that only modules need as a whole. They are separate chunks of the shell, preloaded with the module of the URL.
 * The parts of them that the shell itself uses are in its own scripts.
 */
export const onDemand = [
  'shared-ui',
  'shared-ui/redux',
  'shared-ui/remote',
  'shared-ui/mui',
  'shared-ui/choices',
  'shared-ui/text-fields',
  'shared-ui/forms',
  'shared-ui/data-grid',
  'shared-ui/date-pickers',
  'shared-ui/card-form',
  'shared-ui/cards',
  'shared-ui/activity',
  'shared-ui/versioned',
];

/**
 * @param {string} name name of a package, with or without a subpath
 * @param {string} root folder whose installed packages count
 */
function versionOf(name, root) {
  const file = path.join(installedFolder(name.split('/')[0] ?? name, root), 'package.json');
  return /** @type {{version: string}} */ (JSON.parse(fs.readFileSync(file, 'utf8'))).version;
}

const own = path.dirname(fileURLToPath(import.meta.url));

/**
 * Version range that a remote requires: the minor version that it was built with, or a later one of the same major
 * version. A patch adds nothing that a remote can use, so a remote also runs in a shell with an earlier patch.
 * @param {string} name
 * @param {string} root folder of the remote
 */
const rangeOf = (name, root) => `^${versionOf(name, root).split('.').slice(0, 2).join('.')}.0`;

/** The sharing options of the shell, which provides every shared package, and needs no range for its own. */
export function hostShared() {
  return Object.fromEntries(
    [...eager, ...onDemand].map((name) => [
      name,
      {
        singleton: true,
        eager: eager.includes(name),
        version: versionOf(name, own),
        requiredVersion: /** @type {const} */ (false),
      },
    ]),
  );
}

/**
 * The sharing options of a remote, which uses the shell's packages and has no fallback copy. The server refuses to promote
 * a version that needs another kit. Only a development build, which nobody promotes, compares versions in the browser, as
 * that takes time in every page.
 * @param {string} neededKit versions of the kit that have all that the remote uses
 * @param {{ root: string, development: boolean }} options `root`: folder of the remote
 */
export function remoteShared(neededKit, { root, development }) {
  return Object.fromEntries(
    [...eager, ...onDemand].map((name) => [
      name,
      {
        singleton: true,
        import: /** @type {const} */ (false),
        requiredVersion: development && (/^shared-ui(\/|$)/.test(name) ? neededKit : rangeOf(name, root)),
      },
    ]),
  );
}
