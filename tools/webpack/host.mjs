// @ts-check
/** The build of the shell: the federation host that provides the shared packages. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import { repository } from '../source-version.mjs';
import { ChunkDeadlinePlugin } from './chunk-deadline.mjs';
import { commonConfig } from './common.mjs';
import { developmentPlugins } from './development.mjs';
import { BuildFilePlugin } from './integrity.mjs';
import { hostShared, onDemand } from './shared.mjs';

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
 * The shell's own code uses parts of the kit that modules get on demand. Its first script contains the parts that it
 * uses, instead of waiting for the chunk with all of them. The registry's imports provide the whole packages.
 * @param {string} root
 */
function ownImports(root) {
  const sources = path.join(root, 'src') + path.sep;
  const provided = path.join(root, 'src', 'registry', 'provided.ts');
  return new webpack.NormalModuleReplacementPlugin(/^shared-ui\/(mui|forms)$/, (resource) => {
    const { issuer } = resource.contextInfo;
    // The federation's own requests have no issuer.
    if (!issuer?.startsWith(sources) || issuer === provided) return;
    resource.request = path.join(repository, resource.request.replace('shared-ui', 'shared-ui/src'), 'index.ts');
  });
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
          // One chunk for everything that every module needs from the shell, instead of one per package.
          remoteKit: {
            name: 'remote-kit',
            test: /node_modules\/(@reduxjs|@standard-schema|react-redux|redux|immer|reselect|single-spa-react|use-sync-external-store)|shared-ui\/src\/(redux|remote)/,
            chunks: 'async',
            enforce: true,
          },
          // What opens next to a control: tooltips, lists of options, calendars, panels of the grid. One request for all.
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
        experiments: { optimization: { target: 'web' } },
        manifest: false,
        dts: false,
      }),
      ownImports(root),
      new ChunkDeadlinePlugin(),
      // The version that pages report. It is the same as in shell.json.
      new webpack.DefinePlugin({ SHELL_VERSION: JSON.stringify(version) }),
      new BuildFilePlugin('shell.json', (compilation, files) => ({
        version,
        sharedUi: JSON.parse(fs.readFileSync(new URL('../../shared-ui/package.json', import.meta.url), 'utf8')).version,
        scripts:
          compilation.entrypoints
            .get('main')
            ?.getFiles()
            .filter((file) => file.endsWith('.js')) ?? [],
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
