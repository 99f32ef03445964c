// @ts-check
/**
 * Finds the files that each page of a remote loads, so that the console can load them before the remote's entry has
 * run.
 */
import { onDemand } from './shared.mjs';

/**
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ start: Position, end: Position }} Location
 * @typedef {Parameters<import('webpack').javascript.JavascriptParser['getLocation']>[0]} SyntaxNode
 * @typedef {{ path: string, loc: Location }} RouteProperty
 * @typedef {{ preload: string[], shared: string[] }} PageFiles
 */

const NAME = 'PagesPlugin';
const BUILD_INFO = 'routeProperties';

/** @param {Position} left @param {Position} right */
const isBefore = (left, right) => left.line < right.line || (left.line === right.line && left.column <= right.column);

/** @param {Location} outer @param {Location} inner */
const encloses = (outer, inner) => isBefore(outer.start, inner.start) && isBefore(inner.end, outer.end);

/**
 * Object properties named after a route, as in `remoteApp(api, { '/settings/:practice/x': … })`.
 *
 * @param {unknown} node of the syntax tree
 * @param {ReadonlySet<string>} routes
 * @returns {{ path: string, node: SyntaxNode }[]}
 */
function propertiesOfRoutes(node, routes) {
  if (Array.isArray(node)) return node.flatMap((item) => propertiesOfRoutes(item, routes));
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  const { type, key } = /** @type {{ type: string, key?: { value?: string } }} */ (node);
  const own = type === 'Property' && key?.value !== undefined && routes.has(key.value) ? key.value : undefined;
  return [
    ...(own === undefined ? [] : [{ path: own, node: /** @type {SyntaxNode} */ (node) }]),
    ...Object.values(node).flatMap((child) => propertiesOfRoutes(child, routes)),
  ];
}

/** Records which `import()` belongs to which route. A page that isn't imported on demand is part of the entry. */
export class PagesPlugin {
  /** @param {{ root: string, routes: readonly string[] }} options `root`: folder of the remote's own sources */
  constructor({ root, routes }) {
    this.root = root;
    this.routes = new Set(routes);
    /** @type {Map<string, import('webpack').AsyncDependenciesBlock[]>} */
    this.imports = new Map();
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm', 'javascript/dynamic']) {
        normalModuleFactory.hooks.parser.for(type).tap(NAME, (anyParser) => {
          const parser = /** @type {import('webpack').javascript.JavascriptParser} */ (anyParser);
          parser.hooks.program.tap(NAME, (program) => {
            const module = /** @type {import('webpack').NormalModule} */ (parser.state.module);
            if (!module.resource?.startsWith(this.root) || !module.buildInfo) return;
            const found = propertiesOfRoutes(program, this.routes);
            if (found.length > 0) {
              module.buildInfo[BUILD_INFO] = found.map(({ path, node }) => ({ path, loc: parser.getLocation(node) }));
            }
          });
        });
      }
      // Before modules are concatenated: a concatenated module keeps the imports, but not where they were.
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        this.imports.clear();
        for (const module of modules) {
          /** @type {RouteProperty[]} */
          const properties = module.buildInfo?.[BUILD_INFO] ?? [];
          for (const { path, loc } of properties) {
            const imports = module.blocks.filter((block) => encloses(loc, /** @type {Location} */ (block.loc)));
            this.imports.set(path, [...(this.imports.get(path) ?? []), ...imports]);
          }
        }
      });
    });
  }

  /**
   * The files that each route's page loads besides the remote's first files, for routes in the sources.
   *
   * @param {import('webpack').Compilation} compilation
   * @param {string} entryChunk name of the chunk that every page needs
   * @returns {Record<string, PageFiles>}
   */
  pages(compilation, entryChunk) {
    const ofEntry = chunksOf(compilation.namedChunks.get(entryChunk)?.groupsIterable ?? []);
    const first = filesOf(ofEntry);
    return Object.fromEntries(
      [...this.imports].map(([path, blocks]) => {
        const groups = blocks.map((block) => compilation.chunkGraph.getBlockChunkGroup(block)).filter((one) => !!one);
        const chunks = chunksOf(groups);
        const preload = filesOf(chunks).filter((file) => !first.includes(file));
        return [path, { preload, shared: sharedIn(compilation, [...ofEntry, ...chunks]) }];
      }),
    );
  }
}

/**
 * The files that an exposed module other than the pages loads.
 *
 * @param {import('webpack').Compilation} compilation
 * @param {string} chunkName
 * @returns {PageFiles}
 */
export function filesOfExposed(compilation, chunkName) {
  const chunks = chunksOf(compilation.namedChunks.get(chunkName)?.groupsIterable ?? []);
  return { preload: filesOf(chunks), shared: sharedIn(compilation, chunks) };
}

/** @param {Iterable<import('webpack').ChunkGroup>} groups */
function chunksOf(groups) {
  return [...new Set([...groups].flatMap((group) => group.chunks))];
}

/** @param {readonly import('webpack').Chunk[]} chunks */
function filesOf(chunks) {
  return [...new Set(chunks.flatMap((chunk) => [...chunk.files]))].filter((file) => file.endsWith('.js'));
}

/**
 * The on-demand shared packages that these chunks use.
 *
 * @param {import('webpack').Compilation} compilation
 * @param {Iterable<import('webpack').Chunk>} chunks
 */
export function sharedIn(compilation, chunks) {
  const used = new Set();
  for (const chunk of chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      const key = /** @type {{ options?: { shareKey?: string } }} */ (/** @type {unknown} */ (module)).options
        ?.shareKey;
      if (key && onDemand.includes(key)) used.add(key);
    }
  }
  return [...used].sort();
}
