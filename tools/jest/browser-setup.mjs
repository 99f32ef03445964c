import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A busy machine takes its time; nothing is measured by it.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no layout, so no media queries either: nothing matches, as on a wide, light screen.
globalThis.matchMedia ??= (media) => ({
  ...{ media, matches: false, onchange: null },
  ...{ addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} },
  dispatchEvent: () => false,
});
