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

/** Packages of this repository are links out of `node_modules`: those are tested as source. @param {string} from @param {string} name */
function isInstalled(from, name) {
  const key = `${path.dirname(from)}\n${name}`;
  const known = installed.get(key);
  if (known !== undefined) return known;
  const folders = createRequire(from).resolve.paths(name) ?? [];
  const folder = folders.map((modules) => path.join(modules, name)).find((candidate) => fs.existsSync(candidate));
  const found = folder !== undefined && fs.realpathSync(folder).includes(`${path.sep}node_modules${path.sep}`);
  installed.set(key, found);
  return found;
}

/** What our own modules export, by their files: one file may be imported by several names. @type {Map<string, unknown>} */
const shared = new Map();
/** Files of compiled modules, by path, for the lines of stacks. @type {Map<string, string>} */
const sourceMaps = new Map();

/** The runtime of the test file that runs now. Modules of earlier test files load theirs with it. @type {any} */
let current;

module.exports = class SharedModulesRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} parts */
  constructor(...parts) {
    super(...parts);
    const [, environment, resolver] = parts;
    this.resolver = resolver;
    this.conditions = { conditions: environment.exportConditions?.() ?? [] };
    current = this;
  }

  /** @override @template T @param {string} from @param {string} moduleName @returns {T} */
  requireModuleOrMock(from, moduleName) {
    const name = packageOf(moduleName);
    if (name !== null && isInstalled(from, name)) return createRequire(from)(moduleName);
    if (name === null && !moduleName.startsWith('.')) return super.requireModuleOrMock(from, moduleName);
    const file = current.fileOf(from, moduleName);
    if (ofOneTestFile.test(file)) return super.requireModuleOrMock(from, moduleName);
    if (!shared.has(file)) shared.set(file, current.load(from, moduleName));
    return /** @type {T} */ (shared.get(file));
  }

  /** @param {string} from @param {string} moduleName @returns {string} */
  fileOf(from, moduleName) {
    const mapped = this.resolver.resolveStubModuleName(from, moduleName, this.conditions);
    return mapped ?? this.resolver.resolveModule(from, moduleName, this.conditions);
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
