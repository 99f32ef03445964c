// @ts-check
/**
 * A webpack loader that leaves the schemas of calls out of browser builds. A page needs a call's method, path and rules, and
 * its types. Only the server checks requests and answers. Without the loader, every module would build the schemas of all
 * its calls before it shows anything.
 *
 * It removes the schemas from `defineCall({ … })`, and marks the constants of schemas as free of side effects, so that
 * those that nothing else uses are left out. A schema that a page does check with is exported and imported by itself.
 * Lines keep their numbers, so source maps stay true.
 */
const { parse } = require('acorn');

/** What only the server and tests read of a contract. */
const SERVER_ONLY = ['summary', 'params', 'query', 'body', 'answer'];

/** Functions of `shared-api/contracts` that return a schema. */
const SCHEMA_FUNCTIONS = ['inAnswer', 'rowNumber', 'typedName'];

const PURE = '/*#__PURE__*/ ';

/** @param {any} node @returns {any} the name at the start of a chain such as `z.string().check(…)` */
function startOf(node) {
  if (node?.type === 'CallExpression') return startOf(node.callee);
  if (node?.type === 'MemberExpression') return startOf(node.object);
  return node;
}

/** @param {any} statement @returns {any[]} the constants that it declares */
function constantsOf(statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' && declaration.kind === 'const' ? declaration.declarations : [];
}

/** @param {any} node @param {(call: any) => void} visit is given each call in the node */
function eachCall(node, visit) {
  if (Array.isArray(node)) for (const item of node) eachCall(item, visit);
  else if (typeof node === 'object' && node !== null) {
    if (node.type === 'CallExpression') visit(node);
    eachCall(Object.values(node), visit);
  }
}

/** @param {any} program @returns {Set<string>} names of what makes schemas: those under which the file imports zod, and functions of ours */
function schemaMakers(program) {
  const names = new Set(SCHEMA_FUNCTIONS);
  for (const { type, source, specifiers } of program.body) {
    if (type !== 'ImportDeclaration' || !/^zod(\/|$)/.test(source.value)) continue;
    for (const { local } of specifiers) names.add(local.name);
  }
  return names;
}

/**
 * @param {string} code an ES module
 * @returns {string}
 */
function withoutCallSchemas(code) {
  const program = /** @type {any} */ (parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  const makers = schemaMakers(program);
  /** @param {any} node @returns {boolean} whether it is a schema, or an object of schemas */
  const isSchema = (node) =>
    node?.type === 'ObjectExpression'
      ? node.properties.some((/** @type {any} */ { value }) => isSchema(value))
      : node?.type === 'CallExpression' && makers.has(startOf(node)?.name);
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = [];
  /** @param {{ start: number, end: number }} range @param {string} text */
  const replace = ({ start, end }, text) => edits.push({ start, end, text });

  /** @param {any} spec what a contract states, or what `defineCall` adds to it */
  const removeSchemas = (spec) => {
    for (const [index, property] of (spec?.properties ?? []).entries()) {
      if (property.computed || !SERVER_ONLY.includes(property.key?.name)) continue;
      const { start } = property;
      // With the comma after it.
      const end = spec.properties[index + 1]?.start ?? spec.end - 1;
      replace({ start, end }, code.slice(start, end).replace(/[^\n]+/g, ''));
    }
  };

  for (const statement of program.body) {
    const definition = statement.declaration;
    if (definition?.type !== 'FunctionDeclaration' || definition.id.name !== 'defineCall') continue;
    for (const { argument } of definition.body.body) removeSchemas(argument);
  }
  for (const { init } of program.body.flatMap(constantsOf)) {
    if (init?.callee?.name === 'defineCall') {
      replace({ start: init.start, end: init.start }, PURE);
      removeSchemas(init.arguments[0]);
    } else if (isSchema(init)) {
      // webpack leaves out the whole function with the packages that only it needs. The minimizer calls the function first,
      // so it needs to know the same of each call in it.
      const starts = new Set([init.start]);
      eachCall(init, (call) => {
        if (isSchema(call)) starts.add(call.start);
      });
      for (const start of starts) {
        replace({ start, end: start }, start === init.start ? `${PURE}(() => (${PURE}` : PURE);
      }
      replace({ start: init.end, end: init.end }, '))()');
    }
  }
  return edits
    .sort((one, other) => other.start - one.start || other.end - one.end)
    .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), code);
}

/**
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} code
 * @param {any} map
 */
function callSchemasLoader(code, map) {
  this.callback(null, /defineCall|zod/.test(code) ? withoutCallSchemas(code) : code, map);
}

module.exports = Object.assign(callSchemasLoader, { withoutCallSchemas });
