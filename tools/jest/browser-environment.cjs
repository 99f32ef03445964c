/** jsdom with the web APIs of Node that it lacks, such as fetch, so that MSW responds to real requests. */
require('./matching-rules.cjs').compareNamesFirst();
const { TestEnvironment } = require('jest-environment-jsdom');
const { lazyComputedStyle } = require('./lazy-computed-style.cjs');

const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoderStream',
  'CompressionStream',
  'DecompressionStream',
  'BroadcastChannel',
  'structuredClone',
  'AbortController',
  'AbortSignal',
];

module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    lazyComputedStyle(this.global);
  }
};
