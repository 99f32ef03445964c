// @ts-check
/** Jest presets: `browserPreset` for packages that run in a page, `nodePreset` for the server. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

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
 * Names of the installed packages in a folder whose `.js` files are ES modules, with those nested in other packages.
 *
 * @param {string} folder a `node_modules`
 * @returns {string[]}
 */
function esModulePackages(folder) {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.')) return [];
    if (!name.startsWith('@')) return [name];
    return fs.readdirSync(path.join(folder, name)).map((scoped) => `${name}/${scoped}`);
  });
  return names.flatMap((name) => {
    const file = path.join(folder, name, 'package.json');
    const isModule = fs.existsSync(file) && JSON.parse(fs.readFileSync(file, 'utf8')).type === 'module';
    return [...(isModule ? [name] : []), ...esModulePackages(path.join(folder, name, 'node_modules'))];
  });
}

/** The `node_modules` that tests load from: in their folder and those above it. A module in its own repository has its own. */
const packageFolders = () => createRequire(path.join(process.cwd(), 'package.json')).resolve.paths('a-package') ?? [];

/** @type {string | undefined} */
let commonJs;

/** The `.js` files of packages, except those that must be compiled. jest asks for each package of ours, also when it tests one. */
function commonJsOfPackages() {
  commonJs ??= patternOfCommonJs();
  return commonJs;
}

function patternOfCommonJs() {
  const names = [...new Set(packageFolders().flatMap(esModulePackages))];
  return `/node_modules/(?!.*/node_modules/)(?!(?:${names.join('|').replaceAll('.', '\\.')})/).*\\.js$`;
}

/**
 * Options of both presets. `.js` imports (NodeNext) resolve to the `.ts` file next to them. The export condition
 * `source` of the presets resolves sibling packages to their source.
 */
const common = {
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  extensionsToTreatAsEsm: [],
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
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
    runtime: resolve('./shared-modules-runtime.cjs'),
    // Packages that ship only ES modules are compiled to CommonJS like our own source. The others are loaded as they are: a
    // fresh run would compile thousands of their files for each of our packages.
    transformIgnorePatterns: [commonJsOfPackages()],
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
    testEnvironment: resolve('./one-context-environment.cjs'),
    runtime: resolve('./shared-modules-runtime.cjs'),
    testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
    transform: { '\\.(ts|mjs|js)$': /** @type {any} */ (swc(false)) },
    ...over,
  };
}
