// @ts-check
/** Compiles the `@example` of every hook and component of the kit that modules use, as a module would write it. */
import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import ts from 'typescript';
import { repositoryPath } from './steps.mjs';

const root = repositoryPath('mf-billing/src');
const optionsFile = ts.readConfigFile(repositoryPath('mf-billing/tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(optionsFile.config, ts.sys, repositoryPath('mf-billing'));

/** @param {string} name */
const isHookOrComponent = (name) => /^use[A-Z]/.test(name) || (/^[A-Z][a-z]/.test(name) && !name.endsWith('Icon'));

/** The names that modules import from the kit, by entry point. */
function importsOfModules() {
  /** @type {Map<string, Set<string>>} */
  const names = new Map();
  const patterns = ['mf-*/src/*.ts', 'mf-*/src/*.tsx', ':!*.test.*', ':!*/testing/*'];
  const files = execFileSync('git', ['ls-files', ...patterns], { cwd: repositoryPath('.'), encoding: 'utf8' });
  for (const file of files.trim().split('\n')) {
    const text = ts.sys.readFile(repositoryPath(file)) ?? '';
    for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const { importClause: clause, moduleSpecifier: from } = statement;
      const bindings = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? undefined : clause?.namedBindings;
      if (!from.text.startsWith('shared-ui') || !bindings || !ts.isNamedImports(bindings)) continue;
      const entry = names.get(from.text) ?? new Set();
      names.set(from.text, entry);
      for (const one of bindings.elements) if (!one.isTypeOnly) entry.add((one.propertyName ?? one.name).text);
    }
  }
  return names;
}

/** @param {ReadonlyMap<string, string>} files absolute path → text */
function compile(files) {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = files.get(file);
    return text === undefined ? getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version, true);
  };
  return ts.createProgram([...files.keys()], { ...options, noUnusedLocals: false, incremental: false }, host);
}

/**
 * Everything that an example may name without an import.
 *
 * @param {ts.TypeChecker} checker @param {ReadonlyMap<string, ts.Symbol>} entries
 */
function namesByEntry(checker, entries) {
  /** @type {Map<string, { from: string, isType: boolean }>} */
  const all = new Map();
  for (const [from, entry] of entries) {
    for (const symbol of checker.getExportsOfModule(entry)) {
      const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const isType = (original.flags & ts.SymbolFlags.Value) === 0;
      if (!all.has(symbol.name)) all.set(symbol.name, { from, isType });
    }
  }
  return all;
}

/** @param {ts.Symbol} symbol @param {ts.TypeChecker} checker */
function exampleOf(symbol, checker) {
  const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const tag = original.getJsDocTags(checker).find(({ name }) => name === 'example');
  return tag && ts.displayPartsToString(tag.text).trim();
}

it('compiles an example of every hook and component of the kit that modules use', () => {
  const used = importsOfModules();
  // The kit's names come first, e.g. `Activity`.
  const sources = [...used.keys(), 'react', 'shared-api', 'shared-api/contracts'].filter(
    (entry) => !entry.includes('testing'),
  );
  const listing = path.join(root, 'entries.ts');
  const text = sources.map((from, index) => `import * as entry${index} from '${from}';\nexport { entry${index} };`);
  const program = compile(new Map([[listing, text.join('\n')]]));
  const checker = program.getTypeChecker();
  const entries = new Map();
  const file = program.getSourceFile(listing);
  for (const statement of file?.statements ?? []) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    entries.set(statement.moduleSpecifier.text, checker.getSymbolAtLocation(statement.moduleSpecifier));
  }
  const names = namesByEntry(checker, entries);

  const missing = [];
  /** @type {Map<string, string>} */
  const examples = new Map();
  for (const [entry, imported] of used) {
    for (const name of imported) {
      const symbol = entries.get(entry) && checker.tryGetMemberInModuleExports(name, entries.get(entry));
      if (!symbol || !isHookOrComponent(name)) continue;
      const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      // What the kit passes on as it is, is documented by its own library.
      if (original.declarations?.[0]?.getSourceFile().fileName.includes('/node_modules/@')) continue;
      if (original.declarations?.[0]?.getSourceFile().fileName.includes('/node_modules/react')) continue;
      const example = exampleOf(symbol, checker);
      if (example === undefined) missing.push(`${entry} ${name}`);
      else examples.set(path.join(root, `Example${examples.size}.tsx`), moduleOf(name, example, names));
    }
  }
  expect(missing).toEqual([]);
  const problems = ts.getPreEmitDiagnostics(compile(examples)).map(({ file: at, start, messageText }) => {
    const line = at?.text.slice(0, start).split('\n').length;
    return `${at?.text.split('\n')[0]} line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  expect(problems).toEqual([]);
});

/**
 * @param {string} name @param {string} example a JSX element, or the body of a component
 * @param {ReadonlyMap<string, { from: string, isType: boolean }>} names
 */
function moduleOf(name, example, names) {
  const words = new Set(example.match(/[A-Za-z_$][\w$]*/g));
  const imports = [...words].flatMap((word) => {
    const { from, isType = false } = names.get(word) ?? {};
    return from === undefined || new RegExp(`(const|let) ${word}\\b`).test(example)
      ? []
      : [`import ${isType ? 'type ' : ''}{ ${word} } from '${from}';`];
  });
  const body = example.startsWith('<') ? `return (\n${example}\n);` : example;
  return [`// ${name}`, ...imports, 'export function Example() {', body, '}'].join('\n');
}
