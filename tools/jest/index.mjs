// @ts-check
/** Jest presets: `browserPreset` for packages that run in a page, `nodePreset` for the server. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** @param {boolean} tsx @returns {any} */
const swc = (tsx) => [
  resolve('@swc/jest'),
  { jsc: { parser: { syntax: 'typescript', tsx }, transform: { react: { runtime: 'automatic' } } } },
];

/**
 * Names of the packages in a `node_modules` whose `.js` files are ES modules, with those nested in other packages.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function esModulePackages(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).flatMap((entry) => {
    const names = entry.startsWith('@')
      ? fs.readdirSync(path.join(folder, entry)).map((name) => `${entry}/${name}`)
      : [entry];
    return names.flatMap((name) => {
      const file = path.join(folder, name, 'package.json');
      const isModule = fs.existsSync(file) && JSON.parse(fs.readFileSync(file, 'utf8')).type === 'module';
      return [...(isModule ? [name] : []), ...esModulePackages(path.join(folder, name, 'node_modules'))];
    });
  });
}

/** Packages with CommonJS files that call `import()`, which jest only supports in compiled files. */
const importing = '@electric-sql/pglite|@fastify/cookie|@opentelemetry/otlp-exporter-base';

/** Of installed packages, only ES modules and `importing` are compiled. Compiling all their files would take minutes. */
function ignoredFiles() {
  // A module in its own repository has its own packages; here they are in the folder above.
  const folders = createRequire(path.join(process.cwd(), 'package.json')).resolve.paths('a-package') ?? [];
  const names = [...new Set(folders.flatMap(esModulePackages)), importing].join('|').replaceAll('.', String.raw`\.`);
  return [
    String.raw`/node_modules/(?!.*/node_modules/)(?!(?:${names})/).*\.js$`,
    String.raw`/node_modules/(?!(?:${importing})/).*\.cjs$`,
  ];
}

/** Computed once, because jest loads the configuration of every package, even when it tests one. */
const transformIgnorePatterns = ignoredFiles();

/**
 * Options of both presets. `.js` imports (NodeNext) resolve to the `.ts` file next to them. The export condition
 * `source` of the presets resolves sibling packages to their source.
 */
const common = {
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  clearMocks: true,
  transformIgnorePatterns,
};

/** @typedef {import('jest').Config} Config */

/** @type {(name: string, over?: Config) => Config} */
export const browserPreset = (name, over = {}) => ({
  ...common,
  displayName: name,
  // jsdom with the web APIs that Node has and jsdom lacks, such as fetch, so that MSW responds to real requests.
  testEnvironment: resolve('jest-fixed-jsdom'),
  testEnvironmentOptions: { customExportConditions: ['source', 'require', 'default'], url: 'https://console.test/' },
  setupFilesAfterEnv: [resolve('./browser-setup.mjs')],
  // Fonts that code reads have the address of their file.
  transform: { '\\.(tsx?|[cm]?js)$': swc(true), '\\.woff$': resolve('./file-address.cjs') },
  moduleNameMapper: { ...common.moduleNameMapper, '\\.(woff2|svg|png|css)$': resolve('./asset-stub.cjs') },
  ...over,
});

/** @type {(name: string, over?: Config) => Config} */
export const nodePreset = (name, over = {}) => ({
  ...common,
  displayName: name,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  transform: { '\\.(ts|[cm]?js)$': swc(false) },
  ...over,
});
