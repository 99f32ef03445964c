// @ts-check
/** Hashes of the files of a build, and their enforcement for the chunks that webpack's own loader fetches. */
import { createHash } from 'node:crypto';
import webpack from 'webpack';

const { Compilation, sources } = webpack;

/** @param {string | Buffer} content */
export const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Name of the shell's global function that maps a URL to its integrity, or to undefined. */
export const INTEGRITY_FUNCTION = '__consoleIntegrity';

/** Gets a chunk's integrity from the shell before the script is added to the page. */
export class ChunkIntegrityPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('ChunkIntegrityPlugin', (compilation) => {
      const hooks = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      hooks.createScript.tap('ChunkIntegrityPlugin', (/** @type {string} */ source) =>
        [
          source,
          `var integrity = globalThis.${INTEGRITY_FUNCTION} && globalThis.${INTEGRITY_FUNCTION}(url);`,
          'if (integrity) script.integrity = integrity;',
        ].join('\n'),
      );
    });
  }
}

/** Writes one JSON file that describes the finished build. */
export class BuildFilePlugin {
  /**
   * @param {string} filename
   * @param {(compilation: import('webpack').Compilation, files: Record<string, string>) => unknown} describe may be a promise
   */
  constructor(filename, describe) {
    this.filename = filename;
    this.describe = describe;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('BuildFilePlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'BuildFilePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async (assets) => {
          const files = Object.fromEntries(
            Object.entries(assets)
              .filter(([name]) => !name.endsWith('.map') && !name.endsWith('.hot-update.js'))
              .sort(([left], [right]) => (left < right ? -1 : 1))
              .map(([name, source]) => [name, integrityOf(source.buffer())]),
          );
          const text = `${JSON.stringify(await this.describe(compilation, files), null, 2)}\n`;
          compilation.emitAsset(this.filename, new sources.RawSource(text));
        },
      );
    });
  }
}

/**
 * The scripts that an entry or an exposed module loads first.
 * @param {import('webpack').Compilation} compilation
 * @param {string} chunkName
 */
export function firstFiles(compilation, chunkName) {
  const chunk = compilation.namedChunks.get(chunkName);
  if (!chunk) return [];
  const files = new Set();
  for (const group of chunk.groupsIterable) {
    for (const one of group.chunks) for (const file of one.files) if (file.endsWith('.js')) files.add(file);
  }
  return /** @type {string[]} */ ([...files]);
}
