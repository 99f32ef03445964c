import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// In ms. Long enough for a busy machine; no test measures time with it.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no `matchMedia`. With this one no query matches, as on a wide screen with the light theme.
globalThis.matchMedia ??= (media) => ({
  ...{ media, matches: false, onchange: null },
  ...{ addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} },
  dispatchEvent: () => false,
});
