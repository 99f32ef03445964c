// @ts-check
/** Finds the calls that a remote uses, so that the console can refuse a version that needs calls it doesn't have. */
import webpack from 'webpack';

/**
 * @typedef {{ name: string, call: string }} Contract `name` is its constant, `call` is method and path, e.g.
 *   `GET /api/:practice/members/`
 *
 * @typedef {Contract & { file: string }} UsedContract
 *
 * @typedef {object} FileContracts what a file with contracts uses them for. Plain data, because webpack caches it.
 * @property {Contract[]} contracts
 * @property {Record<string, string[]>} uses names at the top level of the file → the names that their values contain
 * @property {[exported: string, name: string][]} exports
 * @property {string[]} atLoad names in code that runs when the file loads
 */

const NAME = 'CallsPlugin';
const BUILD_INFO = 'fileContracts';
const UNREADABLE =
  "A contract must be a constant of the file, `const x = defineCall({ method: 'GET', path: '…' })`, with both as texts, so that the build knows which calls the module uses.";

/**
 * A string in the syntax tree: a literal, a constant of the same file, or a template of both. Undefined for anything
 * else.
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

/** @param {any} node of the syntax tree @returns {number} the number of `defineCall` calls in it */
function countContracts(node) {
  if (Array.isArray(node)) return node.reduce((sum, item) => sum + countContracts(item), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const own = node.type === 'CallExpression' && node.callee.name === 'defineCall' ? 1 : 0;
  return own + countContracts(Object.values(node));
}

/**
 * Contracts of a file: `const listMembers = defineCall({ method: 'GET', path: '…' })`.
 *
 * @param {any[]} variables declarators at the top level
 * @returns {Contract[]}
 */
function contractsIn(variables) {
  /** @type {Map<string, string>} */
  const constants = new Map();
  for (const { id, init } of variables) {
    const text = textOf(init, constants);
    if (text !== undefined) constants.set(id.name, text);
  }
  return variables.flatMap(({ id, init }) => {
    if (!isContract(init)) return [];
    /** @param {string} name */
    const field = (name) =>
      textOf(init.arguments[0]?.properties?.find((/** @type {any} */ one) => one.key?.name === name)?.value, constants);
    const [method, path] = [field('method'), field('path')];
    return method === undefined || path === undefined ? [] : [{ name: id.name, call: `${method} ${path}` }];
  });
}

/** @param {any} init value of a variable */
const isContract = (init) => init?.type === 'CallExpression' && init.callee.name === 'defineCall';

/**
 * The names in a part of the syntax tree, except those of properties. A local variable with the name of a contract counts as
 * the contract: rather one call too many in the build than one that promoting doesn't check.
 *
 * @param {any} node
 * @returns {string[]}
 */
function namesIn(node) {
  if (Array.isArray(node)) return [...new Set(node.flatMap(namesIn))];
  if (typeof node !== 'object' || node === null) return [];
  if (node.type === 'Identifier') return [node.name];
  const property = {
    MemberExpression: 'property',
    Property: 'key',
    PropertyDefinition: 'key',
    MethodDefinition: 'key',
  }[/** @type {string} */ (node.type)];
  const parts = Object.entries(node).filter(([part]) => node.computed || part !== property);
  return namesIn(parts.map(([, value]) => value));
}

/** Values that run code when the file loads, such as `send(listMembers)`. */
const RUNS_AT_LOAD = ['CallExpression', 'NewExpression', 'AwaitExpression', 'TaggedTemplateExpression'];

/**
 * @param {any} program
 * @returns {FileContracts}
 */
function fileContracts(program) {
  /** @type {FileContracts['uses']} */
  const uses = {};
  /** @type {FileContracts['exports']} */
  const exported = [];
  /** @type {string[]} */
  const atLoad = [];
  /** @type {any[]} */
  const variables = [];

  /** @param {any} declaration @returns {string[]} the declared names */
  const declare = (declaration) => {
    if (declaration.type !== 'VariableDeclaration') {
      uses[declaration.id.name] = namesIn(declaration);
      return [declaration.id.name];
    }
    variables.push(...declaration.declarations);
    return declaration.declarations.flatMap((/** @type {any} */ { id, init }) => {
      // A contract may contain another's schema, but doesn't call it.
      const inValue = isContract(init) ? [] : namesIn([id, init]);
      if (RUNS_AT_LOAD.includes(init?.type)) atLoad.push(...inValue);
      const names = namesIn(id);
      for (const name of names) uses[name] = inValue;
      return names;
    });
  };

  for (const statement of program.body) {
    const { type, declaration } = statement;
    if (type === 'ImportDeclaration' || type === 'ExportAllDeclaration') continue;
    if (type === 'ExportDefaultDeclaration') {
      uses['default'] = namesIn(declaration);
      exported.push(['default', 'default']);
      if (declaration.id) declare(declaration);
      else if (RUNS_AT_LOAD.includes(declaration.type)) atLoad.push('default');
    } else if (type === 'ExportNamedDeclaration') {
      if (declaration) for (const name of declare(declaration)) exported.push([name, name]);
      else if (!statement.source) {
        for (const each of statement.specifiers) {
          exported.push([each.exported.name ?? each.exported.value, each.local.name]);
        }
      }
    } else if (type === 'VariableDeclaration' || type === 'FunctionDeclaration' || type === 'ClassDeclaration') {
      declare(statement);
    } else atLoad.push(...namesIn(statement));
  }
  return { contracts: contractsIn(variables), uses, exports: exported, atLoad };
}

/**
 * @param {FileContracts['uses']} uses
 * @param {string[]} start
 * @returns {Set<string>} these names, and all that they need
 */
function reachable(uses, start) {
  const found = new Set(start);
  for (const name of found) {
    if (!Object.hasOwn(uses, name)) continue;
    for (const next of uses[name] ?? []) found.add(next);
  }
  return found;
}

/** Records the contracts in the remote's files, and the code that uses them. */
export class CallsPlugin {
  constructor() {
    /** @type {{ module: import('webpack').Module, file: FileContracts }[]} */
    this.files = [];
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm']) {
        normalModuleFactory.hooks.parser.for(type).tap(NAME, (anyParser) => {
          const parser = /** @type {import('webpack').javascript.JavascriptParser} */ (anyParser);
          parser.hooks.program.tap(NAME, (program) => {
            const module = /** @type {import('webpack').NormalModule} */ (parser.state.module);
            const file = fileContracts(program);
            if (countContracts(program) > file.contracts.length) {
              module.addError(new webpack.WebpackError(`${module.resource}: ${UNREADABLE}`));
            }
            if (module.buildInfo && file.contracts.length > 0) module.buildInfo[BUILD_INFO] = file;
          });
        });
      }
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        this.files = [...modules].flatMap((module) => {
          /** @type {FileContracts | undefined} */
          const file = module.buildInfo?.[BUILD_INFO];
          return file ? [{ module, file }] : [];
        });
      });
    });
  }

  /**
   * The contracts that are part of the build: another file imports them, or used code of their own file names them.
   * A development build contains every contract that it imports.
   *
   * @param {import('webpack').Compilation} compilation
   * @returns {UsedContract[]}
   */
  contracts({ moduleGraph }) {
    return this.files.flatMap(({ module, file }) => {
      const exportsInfo = moduleGraph.getExportsInfo(module);
      if (!exportsInfo.isModuleUsed(undefined)) return [];
      const names = file.exports
        .filter(([exported]) => exportsInfo.getUsed(exported, undefined) !== webpack.UsageState.Unused)
        .map(([, name]) => name);
      const needed = reachable(file.uses, [...names, ...file.atLoad]);
      const { resource } = /** @type {import('webpack').NormalModule} */ (module);
      return file.contracts.filter(({ name }) => needed.has(name)).map((one) => ({ ...one, file: resource }));
    });
  }

  /** Their calls. @param {import('webpack').Compilation} compilation @returns {string[]} */
  calls(compilation) {
    return [...new Set(this.contracts(compilation).map(({ call }) => call))].sort();
  }
}
