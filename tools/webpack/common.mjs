// @ts-check
/** The configuration that all builds share. */
import { createRequire } from 'node:module';
import path from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';

const { resolve } = createRequire(import.meta.url);
const callSchemas = resolve('./call-schemas.cjs');

/**
 * @param {{root: string, development: boolean, refresh?: boolean, hasMockServer?: boolean}} options `refresh` replaces React
 *   components after a change. `hasMockServer` keeps the call schemas that a mock server validates with
 * @returns {import('webpack').Configuration}
 */
export function commonConfig({ root, development, refresh = development, hasMockServer = false }) {
  return {
    context: root,
    mode: development ? 'development' : 'production',
    // No eval in any mode: the page's content security policy forbids it.
    devtool: 'source-map',
    target: ['web', 'es2022'],
    output: {
      // A development server must not touch the build that `npm start` serves.
      path: path.join(root, development ? '.cache/dev' : 'dist'),
      filename: development ? '[name].js' : '[name].[contenthash:10].js',
      chunkFilename: development ? '[name].js' : '[name].[contenthash:10].js',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      // `ChunkDeadlinePlugin` gives up earlier.
      chunkLoadTimeout: 60_000,
      clean: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      // Sibling packages resolve to their source, and `.js` imports (NodeNext) to the `.ts` file next to them.
      conditionNames: ['source', ...(development ? ['development'] : []), 'import', 'module', 'browser', 'default'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: [
            ...(hasMockServer ? [] : [callSchemas]),
            {
              loader: resolve('swc-loader'),
              options: {
                jsc: {
                  target: 'es2022',
                  parser: { syntax: 'typescript', tsx: true },
                  // Never development JSX: a developer's remote can also run in a page with the production build of React.
                  transform: { react: { runtime: 'automatic', development: false, refresh } },
                },
              },
            },
          ],
        },
        // The published form of shared-api.
        ...(hasMockServer ? [] : [{ test: /[\\/]shared-api[\\/]dist[\\/].*\.js$/, loader: callSchemas }]),
        { test: /\.(woff2?|svg|png)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      moduleIds: development ? 'named' : 'deterministic',
      chunkIds: development ? 'named' : 'deterministic',
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: { ecma: 2022, compress: { passes: 3 }, mangle: true, format: { comments: false } },
        }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}
