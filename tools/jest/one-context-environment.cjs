// @ts-check
/**
 * A Node environment in which tests run in the same context as Node itself, as the server does. jest's own environment makes a
 * context for each test file, in which every access to a global object is slow, and which has its own `Error`, `Date` and
 * `Map`. What a test file adds to the global object, and what it changes in `process.env`, is undone when it ends. It has no fake
 * timers: the server is given its clock.
 */
const asyncHooks = require('node:async_hooks');
const vm = require('node:vm');
const { ModuleMocker } = require('jest-mock');

/** Stands for the context of Node itself, which no object represents. */
const ownContext = {};

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options = {}) => {
  const { parsingContext, ...others } = options;
  return compileFunction(code, parameters, parsingContext === ownContext ? others : options);
};

const { AsyncLocalStorage } = asyncHooks;

/** Made since the last test file ended. @type {Set<import('node:async_hooks').AsyncLocalStorage<unknown>>} */
const storages = new Set();

/**
 * jest makes a storage for each test file and leaves it enabled. Before Node 24, every promise in the context copies the value of each
 * storage that is enabled, so that a test file takes longer the more test files have run before it.
 * @extends {AsyncLocalStorage<unknown>}
 */
class ListedStorage extends AsyncLocalStorage {
  constructor() {
    super();
    storages.add(this);
  }
}
Object.assign(asyncHooks, { AsyncLocalStorage: ListedStorage });

module.exports = class OneContextEnvironment {
  global = globalThis;
  /** @type {null} */
  fakeTimers = null;
  /** @type {import('@jest/fake-timers').ModernFakeTimers | null} */
  fakeTimersModern = null;
  moduleMocker = new ModuleMocker(globalThis);
  #keys = new Set(Reflect.ownKeys(globalThis));
  #console = globalThis.console;
  #env = { ...process.env };
  #exit = process.exit;

  /** @param {{projectConfig: {testEnvironmentOptions: Record<string, unknown>}}} config */
  constructor({ projectConfig }) {
    this.conditions = projectConfig.testEnvironmentOptions['customExportConditions'];
  }

  async setup() {}

  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!this.#keys.has(key)) Reflect.deleteProperty(globalThis, key);
    }
    globalThis.console = this.#console;
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.#env);
    process.exit = this.#exit;
  }

  exportConditions() {
    return this.conditions;
  }

  getVmContext() {
    return ownContext;
  }
};
