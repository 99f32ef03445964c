// @ts-check
/**
 * jest's runtime, except that modules are evaluated once for all test files of a worker, not once for each test file: that took
 * more time than most tests. For environments in Node's own context (`one-context-environment`, `browser-environment`): there,
 * all test files have the same `Error`, `Date` and `Map`.
 *
 * - On Node, all modules are shared but tests and their helpers (folders `testing`). Node loads the packages; jest compiles our own
 *   modules. A module may keep nothing that a test could notice in another, as in the server, where all requests share it, and no
 *   test can mock a module.
 * - In pages, packages are shared, but not our own modules, which keep a page's state. jest loads both, because a package may have
 *   other files for browsers than for Node.
 */
const fs = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** jest gives each test file its own. */
const ownOfJest = ['@jest/globals', '@jest/expect', 'expect'];
/** Ours, which a team's own repository has in its `node_modules`. */
const ours = ['shared-api', 'shared-ui', 'tools'];
/**
 * Packages that each test file of pages evaluates: they register hooks when they are loaded, or keep the document, what a test
 * puts into the window, or the `jest` of then.
 */
const ofOnePage = [...ownOfJest, ...ours, '@testing-library', '@stripe', 'axe-core', 'single-spa', 'single-spa-react'];
const ofOneTestFile = /\/testing\/|\.test\b/;
/** A test that imports it gets modules of its own: what it reads is kept by a package for the first page. */
const STYLE_RULES = 'tools/jest/style-rules';

/** @param {string} moduleName @returns {string | null} the name of the package; null for a file and for a module of Node */
function packageOf(moduleName) {
  if (/^[./]/.test(moduleName) || isBuiltin(moduleName)) return null;
  const [scope = '', name = ''] = moduleName.split('/');
  const found = scope.startsWith('@') ? `${scope}/${name}` : scope;
  return ownOfJest.includes(found) ? null : found;
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

const ofOnePageFile = new RegExp(`/node_modules/(?:${ofOnePage.join('|')})/(?!.*/node_modules/)`);

/**
 * Which files are evaluated once. Shared modules load others only through the same sharing.
 * @typedef {object} Sharing
 * @property {(file: string) => boolean} isShared
 * @property {boolean} packagesByNode whether Node loads the packages
 */

/** @type {Record<'node' | 'pages' | 'nothing', Sharing>} */
const sharings = {
  node: { isShared: (file) => !ofOneTestFile.test(file), packagesByNode: true },
  pages: { isShared: (file) => file.includes('/node_modules/') && !ofOnePageFile.test(file), packagesByNode: false },
  nothing: { isShared: () => false, packagesByNode: false },
};

/** What shared modules export, by their files: one file may be imported by several names. @type {Map<Sharing, Map<string, unknown>>} */
const exported = new Map(Object.values(sharings).map((sharing) => [sharing, new Map()]));
/** Files of compiled modules, by path, for the lines of stacks. @type {Map<string, string>} */
const sourceMaps = new Map();

/** The runtime of the test file that runs now. Modules of earlier test files load theirs with it. @type {any} */
let current;

module.exports = class SharedModulesRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} parts */
  constructor(...parts) {
    super(...parts);
    const [, environment, resolver, , , , testPath] = parts;
    this.resolver = resolver;
    this.conditions = { conditions: environment.exportConditions?.() ?? [] };
    const readsStyles = fs.readFileSync(testPath, 'utf8').includes(`'${STYLE_RULES}'`);
    const inPage = readsStyles ? sharings.nothing : sharings.pages;
    this.sharing = 'dom' in environment ? inPage : sharings.node;
    current = this;
  }

  /** @override @template T @param {string} from @param {string} moduleName @returns {T} */
  requireModuleOrMock(from, moduleName) {
    const { sharing } = current;
    const name = packageOf(moduleName);
    if (sharing.packagesByNode && name !== null && isInstalled(from, name)) return createRequire(from)(moduleName);
    // A shared module may load this one long after its test file has ended, and then the runtime of that file loads nothing.
    const load = () => current.load(from, moduleName);
    if (name === null && !moduleName.startsWith('.')) return load();
    const file = current.fileOf(from, moduleName);
    if (!sharing.isShared(file)) return load();
    const modules = exported.get(sharing) ?? new Map();
    if (!modules.has(file)) modules.set(file, load());
    return modules.get(file);
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
