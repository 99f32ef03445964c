// @ts-check
/** What the builds of shell and remotes have in common. */
import { createRequire } from 'node:module';
import path from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';

const { resolve } = createRequire(import.meta.url);

/**
 * @param {{root: string, development: boolean}} options
 * @returns {import('webpack').Configuration}
 */
export function commonConfig({ root, development }) {
  return {
    context: root,
    mode: development ? 'development' : 'production',
    // No eval in any mode: the page's policy forbids it.
    devtool: 'source-map',
    target: ['web', 'es2022'],
    output: {
      // A development server must not touch the build that `npm start` serves.
      path: path.join(root, development ? '.cache/dev' : 'dist'),
      filename: development ? '[name].js' : '[name].[contenthash:10].js',
      chunkFilename: development ? '[name].js' : '[name].[contenthash:10].js',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      // Below the 8 s that the module frame waits for a load, so that a hung chunk is an error and not a silence.
      chunkLoadTimeout: 6000,
      clean: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      // Sibling packages are built from their source, and NodeNext's `.js` imports mean the `.ts` next to them.
      conditionNames: ['source', 'import', 'module', 'browser', 'default'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: resolve('swc-loader'),
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              // Never React's development JSX: a developer's remote also runs in a page with React for production.
              transform: { react: { runtime: 'automatic', development: false, refresh: development } },
            },
          },
        },
        { test: /\.(woff2|svg|png)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      moduleIds: development ? 'named' : 'deterministic',
      chunkIds: development ? 'named' : 'deterministic',
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: { compress: true, mangle: true, format: { comments: false } },
        }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}
