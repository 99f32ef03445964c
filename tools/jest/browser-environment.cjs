// @ts-check
/**
 * The environment of page tests, in Node's own context: jsdom's window gives it its globals, and Node the web APIs that jsdom lacks,
 * such as fetch, so that MSW responds to real requests. jest's own environment makes a context for each test file, in which every
 * access to a global object is slow, and no module can be shared with another test file.
 */
require('./matching-rules.cjs').compareNamesFirst();
const { createRequire } = require('node:module');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { lazyComputedStyle } = require('./lazy-computed-style.cjs');
const OneContextEnvironment = require('./one-context-environment.cjs');
const { installWindow } = require('./page-globals.cjs');

// The jsdom of jest's own environment.
const { JSDOM, VirtualConsole } = createRequire(require.resolve('jest-environment-jsdom'))('jsdom');

const FRAME_MS = 16;
const now = performance.now.bind(performance);

/** Timers that the test file has set. They end with it. @type {Set<NodeJS.Timeout>} */
const timers = new Set();
const { setTimeout, setInterval } = globalThis;

/** @param {typeof setTimeout | typeof setInterval} set */
const counting = (set) =>
  Object.assign((/** @type {Parameters<typeof setTimeout>} */ ...given) => {
    const timer = set(...given);
    timers.add(timer);
    return timer;
  }, set);

const counted = { setTimeout: counting(setTimeout), setInterval: counting(setInterval) };

/** Fakes only what a browser has. */
class PageFakeTimers extends ModernFakeTimers {
  /** @override @param {any} [config] */
  useFakeTimers(config = {}) {
    super.useFakeTimers({ ...config, doNotFake: [...(config.doNotFake ?? []), 'setImmediate', 'clearImmediate'] });
  }
}

/** Lets listeners end with Node's `AbortSignal`, which a page test has. jsdom takes only its own. @param {any} window */
function takeSignals({ EventTarget }) {
  const { addEventListener } = EventTarget.prototype;
  /** @param {string} type @param {unknown} listener @param {any} [options] */
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const { signal, ...others } = Object(options);
    if (!(signal instanceof AbortSignal)) return addEventListener.call(this, type, listener, options);
    if (signal.aborted) return;
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, others), { once: true });
    addEventListener.call(this, type, listener, others);
  };
}

/**
 * Makes an error that nothing has caught fail the test, unless the page listens for errors itself.
 * @param {any} window
 */
function failOnUncaughtErrors(window) {
  let listeners = 0;
  window.addEventListener('error', (/** @type {ErrorEvent} */ { error }) => {
    if (listeners === 0 && error != null) process.emit('uncaughtException', error);
  });
  for (const [method, count] of /** @type {const} */ ([
    ['addEventListener', 1],
    ['removeEventListener', -1],
  ])) {
    const original = window[method].bind(window);
    window[method] = (/** @type {string} */ type, /** @type {unknown[]} */ ...others) => {
      if (type === 'error') listeners += count;
      return original(type, ...others);
    };
  }
}

module.exports = class BrowserEnvironment extends OneContextEnvironment {
  /**
   * @param {{projectConfig: ConstructorParameters<typeof ModernFakeTimers>[0]['config']}} config
   * @param {{console: Console}} context
   */
  constructor(config, { console }) {
    super(config);
    const { projectConfig } = config;
    const { url } = projectConfig.testEnvironmentOptions;
    const virtualConsole = new VirtualConsole();
    virtualConsole.sendTo(console, { omitJSDOMErrors: true });
    virtualConsole.on('jsdomError', (/** @type {Error} */ error) => console.error(error));
    this.dom = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url, virtualConsole });
    const { window } = this.dom;
    takeSignals(window);
    failOnUncaughtErrors(window);
    lazyComputedStyle(window);
    // jsdom draws nothing, and would report each call. axe asks for a canvas to measure icons.
    window.HTMLCanvasElement.prototype.getContext = () => null;
    // jsdom's own frames would stand still while a test has stopped the clock of Node's context, which is jsdom's too.
    window.requestAnimationFrame = (/** @type {FrameRequestCallback} */ draw) =>
      Number(counted.setTimeout(() => draw(now()), FRAME_MS));
    window.cancelAnimationFrame = (/** @type {number} */ frame) => clearTimeout(frame);
    Object.assign(globalThis, counted);
    this.takeWindowAway = installWindow(window);
    this.fakeTimersModern = new PageFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** @override */
  async teardown() {
    this.fakeTimersModern.dispose();
    // What React has scheduled still reads the window.
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    await super.teardown();
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    Object.assign(globalThis, { setTimeout, setInterval });
    this.takeWindowAway();
    this.dom.window.close();
  }
};
