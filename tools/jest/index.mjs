// @ts-check
/** Jest presets: `browserPreset` for packages that run in a page, `nodePreset` for the server. */
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** @param {boolean} react */
const swc = (react) => [
  resolve('@swc/jest'),
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: react },
      transform: { react: { runtime: 'automatic' } },
      experimental: { keepImportAssertions: true },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/**
 * Options of both presets. `.js` imports (NodeNext) resolve to the `.ts` file next to them. The export condition
 * `source` of the presets resolves sibling packages to their source.
 */
const common = {
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  extensionsToTreatAsEsm: [],
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  // Packages that ship only ES modules are compiled to CommonJS like our own source.
  transformIgnorePatterns: [],
  clearMocks: true,
};

/**
 * @param {string} name
 * @param {import('jest').Config} [over]
 * @returns {import('jest').Config}
 */
export function browserPreset(name, over = {}) {
  return {
    ...common,
    displayName: name,
    testEnvironment: resolve('./browser-environment.cjs'),
    testEnvironmentOptions: { customExportConditions: ['source', 'require', 'default'], url: 'https://console.test/' },
    setupFilesAfterEnv: [resolve('./browser-setup.mjs')],
    transform: { '\\.(tsx?|mjs|js)$': /** @type {any} */ (swc(true)) },
    moduleNameMapper: { ...common.moduleNameMapper, '\\.(woff2|svg|png|css)$': resolve('./asset-stub.cjs') },
    ...over,
  };
}

/**
 * @param {string} name
 * @param {import('jest').Config} [over]
 * @returns {import('jest').Config}
 */
export function nodePreset(name, over = {}) {
  return {
    ...common,
    displayName: name,
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
    transform: { '\\.(ts|mjs|js)$': /** @type {any} */ (swc(false)) },
    ...over,
  };
}
