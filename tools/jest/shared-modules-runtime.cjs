// @ts-check
/**
 * jest's runtime, except that modules are evaluated once for all test files of a worker, not once for each test file: that took
 * more time than most tests of the server. Node loads the packages; jest compiles our own modules. Only tests and their
 * helpers (folders `testing`) are evaluated for each test file. So a module may keep nothing that a test could notice in another,
 * as in the server, where all requests share it, and no test can mock a module. For `one-context-environment`: there, all of
 * them have the same `Error`, `Date` and `Map`.
 */
const fs = require('node:fs');
const { builtinModules, createRequire } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

const builtIn = new Set(builtinModules);
/** jest gives each test file its own. */
const ownOfJest = new Set(['@jest/globals', '@jest/expect', 'expect']);
const ofOneTestFile = /\/testing\/|\.test\b/;

/** @param {string} moduleName @returns {string | null} the name of the package; null for a file and for a module of Node */
function packageOf(moduleName) {
  if (/^(?:[./]|node:)/.test(moduleName)) return null;
  const [scope = '', name = ''] = moduleName.split('/');
  const found = scope.startsWith('@') ? `${scope}/${name}` : scope;
  return builtIn.has(found) || ownOfJest.has(found) ? null : found;
}

/** @type {Map<string, boolean>} */
const installed = new Map();

/** Packages of this repository are links in `node_modules`: those are tested as source. @param {string} from @param {string} name */
function isInstalled(from, name) {
  const key = `${path.dirname(from)}\n${name}`;
  const known = installed.get(key);
  if (known !== undefined) return known;
  const folders = createRequire(from).resolve.paths(name) ?? [];
  const folder = folders.map((modules) => path.join(modules, name)).find((candidate) => fs.existsSync(candidate));
  const found = folder !== undefined && !fs.lstatSync(folder).isSymbolicLink();
  installed.set(key, found);
  return found;
}

/** What our own modules export. @type {Map<string, unknown>} */
const shared = new Map();
/** Files of compiled modules, by path, for the lines of stacks. @type {Map<string, string>} */
const sourceMaps = new Map();

/** The runtime of the test file that runs now. Modules of earlier test files load theirs with it. @type {any} */
let current;

module.exports = class SharedModulesRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} parts */
  constructor(...parts) {
    super(...parts);
    current = this;
  }

  /** @override @template T @param {string} from @param {string} moduleName @returns {T} */
  requireModuleOrMock(from, moduleName) {
    const name = packageOf(moduleName);
    if (name !== null && isInstalled(from, name)) return createRequire(from)(moduleName);
    const file = name ?? (moduleName.startsWith('.') ? path.resolve(path.dirname(from), moduleName) : null);
    if (file === null || ofOneTestFile.test(file)) return super.requireModuleOrMock(from, moduleName);
    const key = name === null ? file : moduleName;
    if (!shared.has(key)) shared.set(key, current.load(from, moduleName));
    return /** @type {T} */ (shared.get(key));
  }

  /** @param {string} from @param {string} moduleName */
  load(from, moduleName) {
    return super.requireModuleOrMock(from, moduleName);
  }

  /** @override */
  getSourceMaps() {
    for (const [file, map] of super.getSourceMaps()) sourceMaps.set(file, map);
    return sourceMaps;
  }
};
