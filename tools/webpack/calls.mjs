// @ts-check
/** Finds the calls that a remote uses, so that the console can refuse a version that needs calls it doesn't serve. */
import webpack from 'webpack';

/**
 * @typedef {{ exported: string, call: string }} ExportedCall `call` is method and path, e.g. `GET /api/:practice/members/`
 */

const NAME = 'CallsPlugin';
const BUILD_INFO = 'exportedCalls';
const UNREADABLE =
  "A contract must be a constant of the file, `const x = defineCall({ method: 'GET', path: '…' })`, with both as texts, so that the build knows which calls the module uses.";

/**
 * A text in the syntax tree: a literal, a constant of the same file, or a template of both. Undefined for anything else.
 *
 * @param {any} node
 * @param {ReadonlyMap<string, string>} constants
 * @returns {string | undefined}
 */
function textOf(node, constants) {
  if (typeof node?.value === 'string') return node.value;
  if (node?.type === 'Identifier') return constants.get(node.name);
  if (node?.type !== 'TemplateLiteral') return undefined;
  /** @type {(string | undefined)[]} */
  const parts = node.quasis.flatMap((/** @type {any} */ quasi, /** @type {number} */ index) => [
    quasi.value.cooked,
    ...(quasi.tail ? [] : [textOf(node.expressions[index], constants)]),
  ]);
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** @param {any} node of the syntax tree @returns {number} how often `defineCall` is called in it */
function countContracts(node) {
  if (Array.isArray(node)) return node.reduce((sum, item) => sum + countContracts(item), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const own = node.type === 'CallExpression' && node.callee.name === 'defineCall' ? 1 : 0;
  return own + countContracts(Object.values(node));
}

/**
 * Contracts that a module exports: `export const listMembers = defineCall({ method: 'GET', path: '…' })`.
 *
 * @param {any} program
 * @returns {ExportedCall[]}
 */
function exportedCalls(program) {
  /** @type {any[]} */
  const variables = program.body.flatMap((/** @type {any} */ one) => (one.declaration ?? one).declarations ?? []);
  /** @type {Map<string, string>} */
  const constants = new Map();
  for (const { id, init } of variables) {
    const text = textOf(init, constants);
    if (text !== undefined) constants.set(id.name, text);
  }
  return variables.flatMap(({ id, init }) => {
    if (init?.type !== 'CallExpression' || init.callee.name !== 'defineCall') return [];
    /** @param {string} name */
    const field = (name) =>
      textOf(init.arguments[0]?.properties?.find((/** @type {any} */ one) => one.key?.name === name)?.value, constants);
    const [method, path] = [field('method'), field('path')];
    return method === undefined || path === undefined ? [] : [{ exported: id.name, call: `${method} ${path}` }];
  });
}

/** Remembers which contracts the remote's modules export. */
export class CallsPlugin {
  constructor() {
    /** @type {{ module: import('webpack').Module, calls: ExportedCall[] }[]} */
    this.contracts = [];
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm']) {
        normalModuleFactory.hooks.parser.for(type).tap(NAME, (anyParser) => {
          const parser = /** @type {import('webpack').javascript.JavascriptParser} */ (anyParser);
          parser.hooks.program.tap(NAME, (program) => {
            const module = /** @type {import('webpack').NormalModule} */ (parser.state.module);
            const calls = exportedCalls(program);
            if (countContracts(program) > calls.length) {
              module.addError(new webpack.WebpackError(`${module.resource}: ${UNREADABLE}`));
            }
            if (module.buildInfo && calls.length > 0) module.buildInfo[BUILD_INFO] = calls;
          });
        });
      }
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        this.contracts = [...modules].flatMap((module) => {
          /** @type {ExportedCall[] | undefined} */
          const calls = module.buildInfo?.[BUILD_INFO];
          return calls ? [{ module, calls }] : [];
        });
      });
    });
  }

  /**
   * The calls whose contracts are part of the build. A development build contains every contract that it imports.
   *
   * @param {import('webpack').Compilation} compilation
   * @returns {string[]}
   */
  calls({ moduleGraph }) {
    const used = this.contracts.flatMap(({ module, calls }) => {
      const exportsInfo = moduleGraph.getExportsInfo(module);
      return calls
        .filter(({ exported }) => exportsInfo.getUsed(exported, undefined) !== webpack.UsageState.Unused)
        .map(({ call }) => call);
    });
    return [...new Set(used)].sort();
  }
}
