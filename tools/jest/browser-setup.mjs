import '@testing-library/jest-dom';
import { afterEach, beforeEach, jest } from '@jest/globals';
import { configure } from '@testing-library/react';

// In ms. Long enough for a busy machine; no test measures time with it.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no `matchMedia`. With this one pages are on a wide screen with the light theme, and nothing moves: a transition
// that ended later than the step that began it would change the page between two steps of the test.
globalThis.matchMedia ??= (media) => ({
  ...{ media, matches: media === '(prefers-reduced-motion: reduce)', onchange: null },
  ...{ addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} },
  dispatchEvent: () => false,
});
// jsdom draws nothing, and would report each call. axe uses a canvas to measure icons.
HTMLCanvasElement.prototype.getContext = () => null;

// Page tests write no style rules: for each query by role, jsdom would match every rule against every element, which took
// more than half of their time. How a page looks is tested in Chromium. A test of the rules imports `tools/jest/style-rules`.
jest.mock('@emotion/sheet', () => ({
  StyleSheet: class {
    /** @type {Element[]} */
    tags = [];

    /** @param {{key: string, nonce?: string, container: Node}} options */
    constructor(options) {
      Object.assign(this, options);
    }

    hydrate() {}
    insert() {}
    flush() {}
  },
}));

// React warns when a page changes while the test isn't waiting for it, which makes results depend on the machine.
const { error } = console;
/** @type {string[]} */
let unexpected = [];
console.error = (format, ...values) => {
  if (String(format).includes('was not wrapped in act(')) unexpected.push(String(values[0]));
  error(format, ...values);
};
beforeEach(() => {
  unexpected = [];
});
afterEach(() => {
  if (unexpected.length === 0) return;
  const names = [...new Set(unexpected)].join(', ');
  throw new Error(`${names} changed while the test waited for nothing. Wait for what the page shows then.`);
});
