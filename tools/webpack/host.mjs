// @ts-check
/** The build of the shell: the federation host that provides the shared packages. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import { repository, shellPaths } from '../source-version.mjs';
import { ChunkDeadlinePlugin } from './chunk-deadline.mjs';
import { commonConfig } from './common.mjs';
import { developmentPlugins } from './development.mjs';
import { BuildFilePlugin, firstFiles } from './integrity.mjs';
import { KnownSourcesPlugin } from './known-sources.mjs';
import { eager, hostShared, onDemand } from './shared.mjs';

/**
 * The chunk files of each package that is shared on demand.
 * @param {import('webpack').Compilation} compilation
 */
function sharedFiles(compilation) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const module of compilation.modules) {
    const request = /** @type {{_name?: string}} */ (/** @type {unknown} */ (module))._name;
    if (module.type !== 'provide-module' || !request || !onDemand.includes(request)) continue;
    const files = new Set();
    for (const block of module.blocks) {
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      for (const chunk of group?.chunks ?? [])
        for (const file of chunk.files) if (file.endsWith('.js')) files.add(file);
    }
    found[request] = /** @type {string[]} */ ([...files]);
  }
  return found;
}

/**
 * The shell's own code uses parts of the kit that modules get on demand. Its own scripts contain the parts that it
 * uses, instead of waiting for the chunk with all of them. The registry's imports provide the whole packages.
 * @param {string} root
 */
function ownImports(root) {
  const sources = path.join(root, 'src') + path.sep;
  const provided = path.join(root, 'src', 'registry', 'provided.ts');
  return new webpack.NormalModuleReplacementPlugin(/^shared-ui(\/(mui|choices|text-fields|forms))?$/, (resource) => {
    const { issuer } = resource.contextInfo;
    // The federation's own requests have no issuer.
    if (!issuer?.startsWith(sources) || issuer === provided) return;
    resource.request = path.join(repository, resource.request.replace('shared-ui', 'shared-ui/src'), 'index.ts');
  });
}

/**
 * The shell's own imports of React bypass the federation runtime, which would look up the package that the same script
 * provides. The registry's imports provide it to modules.
 * @param {string} root
 */
function directImports(root) {
  const { resolve } = createRequire(path.join(root, 'package.json'));
  const provided = path.join(root, 'src', 'registry', 'provided.ts');
  const names = new RegExp(`^(${eager.join('|')})$`);
  return new webpack.NormalModuleReplacementPlugin(names, (resource) => {
    const { issuer } = resource.contextInfo;
    if (issuer && issuer !== provided) resource.request = resolve(resource.request);
  });
}

/**
 * Makes the browser compile whole scripts in the background, while they arrive. Nearly all of them runs at once. Without the
 * hint, functions are compiled one by one on the main thread when they are called. Other browsers ignore the comment
 * (https://v8.dev/blog/explicit-compile-hints).
 */
const compileHints = () =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /^(main|common|sign-in|console|console-kit|kit|remote-kit)\./,
    // The minimizer would remove the comment.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/** Chunks of `src/index.ts` and its pages, of which the addressed page needs one or two before it shows anything. */
const FIRST_CHUNKS = ['sign-in', 'console', 'overview'];

/** @typedef {{ chunkGraph: webpack.ChunkGraph }} CacheGroupContext */

/** @param {webpack.Module} module @param {string} name @param {webpack.ChunkGraph} chunkGraph */
function isInChunk(module, name, chunkGraph) {
  for (const chunk of chunkGraph.getModuleChunksIterable(module)) if (chunk.name === name) return true;
  return false;
}

/** @param {webpack.Module} module */
const isPackage = (module) => module instanceof webpack.NormalModule && /[/\\]node_modules[/\\]/.test(module.resource);

const KIT_INDEX = path.join(repository, 'shared-ui/src/index.ts');

/**
 * True if the chunk with the kit's index, which every module gets, contains the module.
 * @param {webpack.Module} module @param {webpack.ChunkGraph} chunkGraph
 */
function isInKit(module, chunkGraph) {
  for (const chunk of chunkGraph.getModuleChunksIterable(module))
    for (const other of chunkGraph.getChunkModulesIterable(chunk))
      if (other instanceof webpack.NormalModule && other.resource === KIT_INDEX) return true;
  return false;
}

/**
 * The scripts of a chunk that the page needs besides the first script.
 * @param {import('webpack').Compilation} compilation
 * @param {string} chunk
 */
function startFiles(compilation, chunk) {
  const main = firstFiles(compilation, 'main');
  return firstFiles(compilation, chunk).filter((file) => !main.includes(file));
}

/**
 * @param {string} configUrl `import.meta.url` of the host's webpack.config.mjs
 * @param {{publicPath: string}} options
 * @returns {import('webpack').Configuration}
 */
export function hostConfig(configUrl, { publicPath }) {
  const root = path.dirname(fileURLToPath(configUrl));
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const development = process.env['NODE_ENV'] === 'development';
  const common = commonConfig({ root, development });
  return {
    ...common,
    name: 'shell',
    entry: {
      main: development
        ? [fileURLToPath(new URL('./refresh-renderers.mjs', import.meta.url)), './src/index.ts']
        : './src/index.ts',
    },
    output: { ...common.output, uniqueName: `shell@${version}`, publicPath },
    optimization: {
      ...common.optimization,
      splitChunks: {
        cacheGroups: {
          // The sign-in and the console share one chunk, so that the browser already has it after the sign-in.
          common: {
            name: 'common',
            test: (/** @type {webpack.Module} */ module, /** @type {CacheGroupContext} */ { chunkGraph }) =>
              isInChunk(module, 'sign-in', chunkGraph) && isInChunk(module, 'console', chunkGraph),
            chunks: 'async',
            enforce: true,
            priority: 40,
          },
          // The console's packages, and the parts of the kit's chunks that it needs. A page with a module always has
          // both.
          consoleKit: {
            name: 'console-kit',
            test: (/** @type {webpack.Module} */ module, /** @type {CacheGroupContext} */ { chunkGraph }) =>
              isInChunk(module, 'console', chunkGraph) &&
              (chunkGraph.getNumberOfModuleChunks(module) > 1 || isPackage(module)),
            chunks: 'async',
            enforce: true,
            priority: 30,
          },
          // The other parts of the kit that every module gets.
          kit: {
            name: 'kit',
            test: (/** @type {webpack.Module} */ module, /** @type {CacheGroupContext} */ { chunkGraph }) =>
              isInKit(module, chunkGraph),
            chunks: 'async',
            enforce: true,
            priority: 20,
          },
          // One chunk for everything that every module needs from the shell, instead of one per package.
          remoteKit: {
            name: 'remote-kit',
            test: /node_modules\/(@reduxjs|@standard-schema|react-redux|redux|immer|reselect|single-spa-react|use-sync-external-store)|shared-ui\/src\/(redux|remote)/,
            chunks: 'async',
            enforce: true,
          },
          // Popups of controls: tooltips, option lists, calendars, grid panels. One request for all.
          floating: {
            name: 'floating',
            test: /node_modules\/(@popperjs\/|@mui\/material\/(Popper|Tooltip)\/)/,
            chunks: 'async',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      new ModuleFederationPlugin({
        name: 'shell',
        shared: hostShared(),
        shareStrategy: 'loaded-first',
        // Uses the plugin's own build, because `provideExternalRuntime` bundles the runtime twice.
        runtimePlugins: [fileURLToPath(import.meta.resolve('@module-federation/inject-external-runtime-core-plugin'))],
        // Snapshots describe remotes by their manifests, which modules don't have.
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
        manifest: false,
        dts: false,
      }),
      ownImports(root),
      directImports(root),
      ...(development ? [] : [compileHints(), new KnownSourcesPlugin(shellPaths())]),
      new ChunkDeadlinePlugin(),
      // The version that pages report. It is the same as in shell.json.
      new webpack.DefinePlugin({ SHELL_VERSION: JSON.stringify(version) }),
      new BuildFilePlugin('shell.json', (compilation, files) => ({
        version,
        trustedTypes: true,
        sharedUi: JSON.parse(fs.readFileSync(new URL('../../shared-ui/package.json', import.meta.url), 'utf8')).version,
        scripts: firstFiles(compilation, 'main'),
        first: Object.fromEntries(FIRST_CHUNKS.map((name) => [name, startFiles(compilation, name)])),
        preload: Object.keys(files)
          .filter((file) => file.endsWith('.woff2'))
          .map((href) => ({ href, as: 'font', type: 'font/woff2', crossorigin: 'anonymous' })),
        files,
        shared: sharedFiles(compilation),
      })),
      ...(development ? developmentPlugins() : []),
    ],
  };
}
