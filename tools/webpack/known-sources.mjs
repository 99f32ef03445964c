// @ts-check
/**
 * Fails a build with a source that its version doesn't cover. Otherwise two builds with different code could have the
 * same version.
 */
import path from 'node:path';
import webpack from 'webpack';

export class KnownSourcesPlugin {
  /** @param {readonly string[]} places absolute paths of the files and folders that the version covers */
  constructor(places) {
    this.files = new Set(places);
    this.folders = places.map((place) => place + path.sep);
  }

  /** @param {string} file */
  covers(file) {
    return this.files.has(file) || this.folders.some((folder) => file.startsWith(folder));
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('KnownSourcesPlugin', (compilation) => {
      // Before modules are concatenated: those inside a concatenated one are in no chunk of their own.
      compilation.hooks.afterOptimizeChunks.tap('KnownSourcesPlugin', () => {
        for (const module of compilation.modules) {
          if (!(module instanceof webpack.NormalModule) || compilation.chunkGraph.getNumberOfModuleChunks(module) === 0)
            continue;
          const { resource } = module;
          // Files with a query, and generated ones, are parts of the build tools.
          if (/[/\\]node_modules[/\\]|[?!]/.test(resource) || this.covers(resource)) continue;
          const source = path.relative(compiler.context, resource);
          compilation.errors.push(new webpack.WebpackError(`${source} is part of the build, but not of its version.`));
        }
      });
    });
  }
}
