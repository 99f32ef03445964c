// @ts-check
/**
 * What the shell provides to every remote at run time. A remote brings none of these along: it takes them from the page
 * it runs in, so one React, one kit and one Redux Toolkit serve all modules.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repository } from '../source-version.mjs';

const { resolve } = createRequire(import.meta.url);

/** What the very first screen needs, so part of the shell's first script. */
const eager = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'shared-ui'];

/** What only modules need: chunks of their own in the shell, preloaded with the module in the address. */
export const onDemand = [
  'shared-ui/redux',
  'shared-ui/remote',
  'shared-ui/date-pickers',
  'shared-ui/card-form',
  'shared-ui/cards',
  'shared-ui/versioned',
];

/** @param {string} name name of a package, perhaps with a subpath */
function versionOf(name) {
  const packageName = name.split('/')[0] ?? name;
  const sibling = path.join(repository, packageName, 'package.json');
  const file = fs.existsSync(sibling) ? sibling : resolve(`${packageName}/package.json`);
  return /** @type {{version: string}} */ (JSON.parse(fs.readFileSync(file, 'utf8'))).version;
}

/**
 * Range that a remote asks for: the minor version that it was built against, or a later one of the same major. A patch adds
 * nothing that a remote could use, so a remote built today still runs in the shell of the patch before.
 * @param {string} name
 */
export const rangeOf = (name) => `^${versionOf(name).split('.').slice(0, 2).join('.')}.0`;

/** The shell's side: it provides every shared package. */
export function hostShared() {
  return Object.fromEntries(
    [...eager, ...onDemand].map((name) => [
      name,
      { singleton: true, eager: eager.includes(name), version: versionOf(name), requiredVersion: rangeOf(name) },
    ]),
  );
}

/** A remote's side: it consumes them and has no copy to fall back on. */
export function remoteShared() {
  return Object.fromEntries(
    [...eager, ...onDemand].map((name) => [
      name,
      { singleton: true, import: /** @type {const} */ (false), requiredVersion: rangeOf(name) },
    ]),
  );
}
