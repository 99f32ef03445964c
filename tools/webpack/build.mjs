// @ts-check
/** Runs webpack once for the package in the given folder: `node build.mjs mf-hours`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';

const root = path.resolve(process.argv[2] ?? '.');
const { default: config } = await import(pathToFileURL(path.join(root, 'webpack.config.mjs')).href);

webpack(await config, (error, stats) => {
  if (error) throw error;
  if (stats?.hasWarnings() || stats?.hasErrors())
    console.error(stats.toString({ preset: 'errors-warnings', colors: false }));
  if (!stats || stats.hasErrors()) process.exitCode = 1;
});
