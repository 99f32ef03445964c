import '@testing-library/jest-dom';
import { jest } from '@jest/globals';
import { configure } from '@testing-library/react';

// In ms. Long enough for a busy machine; no test measures time with it.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no `matchMedia`. With this one no query matches, as on a wide screen with the light theme.
globalThis.matchMedia ??= (media) => ({
  ...{ media, matches: false, onchange: null },
  ...{ addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} },
  dispatchEvent: () => false,
});

// Page tests write no style rules: for each query by role, jsdom would match every rule against every element, which took
// more than half of their time. How a page looks is tested in Chromium. A test of the rules imports `tools/jest/style-rules`.
jest.mock('@emotion/sheet', () => {
  class StyleSheet {
    /** @param {{key: string, nonce?: string, container: Node}} options */
    constructor({ key, nonce, container }) {
      this.key = key;
      this.nonce = nonce;
      this.container = container;
      this.tags = [];
      this.before = null;
    }

    hydrate() {}

    insert() {}

    flush() {}
  }
  return { StyleSheet };
});
