/** jsdom with the parts of Node's fetch that it lacks, so that MSW answers real requests. */
const { TestEnvironment } = require('jest-environment-jsdom');

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
  }
};
