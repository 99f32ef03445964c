// @ts-check
/** The public API of a package, read from the declaration files that TypeScript emits for it. */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { shorten } from './shorten.mjs';

/**
 * Each entry of a package (`shared-ui/mui`) with its exports, each with the text of its declaration. The text includes the
 * package's declarations that it refers to and that no entry exports, because they are part of its type.
 * @typedef {Record<string, Record<string, string>>} Entries
 */

const printer = ts.createPrinter({ removeComments: true });

/** The declaration files of the entries. Skips patterns (`./contracts/*`), because other entries export the same files. @param {string} root @returns {Map<string, string>} */
function entryFiles(root) {
  const { name, exports } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  return new Map(
    Object.entries(exports).flatMap(([subpath, target]) =>
      typeof target === 'object' && target.types !== undefined && !subpath.includes('*')
        ? [[path.posix.join(name, subpath), path.join(root, target.types)]]
        : [],
    ),
  );
}

/** `@mui/material/Alert` of `…/node_modules/@mui/material/Alert/index.d.ts`. @param {string} file */
const packagePath = (file) =>
  file.slice(file.lastIndexOf('/node_modules/') + '/node_modules/'.length).replace(/(\/index)?\.d\.[mc]?ts$/, '');

/**
 * @param {string} root folder of a package whose types are compiled
 * @returns {Entries}
 */
export function entriesOf(root) {
  const files = entryFiles(root);
  const program = ts.createProgram([...files.values()], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const isOwn = (/** @type {ts.Node} */ node) => !path.relative(root, node.getSourceFile().fileName).startsWith('..');
  /** @param {ts.Symbol} symbol */
  const resolveAlias = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  /** @param {string} file */
  const exportsOf = (file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${path.relative(root, file)} exports nothing. Compile the types first.`);
    return checker.getExportsOfModule(module);
  };
  const exported = new Set([...files.values()].flatMap((file) => exportsOf(file).map(resolveAlias)));

  /**
   * The declarations of a symbol, and of the package's unexported symbols that it references.
   * @param {ts.Symbol} symbol @param {Set<ts.Symbol>} seen @returns {string[]}
   */
  const textsOf = (symbol, seen) => {
    if (seen.has(symbol)) return [];
    seen.add(symbol);
    return (symbol.declarations ?? []).flatMap((declaration) => {
      if (!isOwn(declaration)) return [`from '${packagePath(declaration.getSourceFile().fileName)}'`];
      /** @type {string[]} */
      const referencedTexts = [];
      const visit = (/** @type {ts.Node} */ node) => {
        if (ts.isIdentifier(node)) {
          const nodeSymbol = checker.getSymbolAtLocation(node);
          const target = nodeSymbol && resolveAlias(nodeSymbol);
          const own = target?.declarations?.some(
            (other) =>
              isOwn(other) &&
              ts.isSourceFile(ts.isVariableDeclaration(other) ? other.parent.parent.parent : other.parent),
          );
          if (target && own && !exported.has(target)) referencedTexts.push(...textsOf(target, seen));
        }
        ts.forEachChild(node, visit);
      };
      visit(declaration);
      const text = printer.printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile());
      return [text.replace(/^(export )?(default )?(declare )?/, ''), ...referencedTexts];
    });
  };

  return Object.fromEntries(
    [...files].map(([entry, file]) => [
      entry,
      Object.fromEntries(
        exportsOf(file)
          .map(
            (symbol) =>
              /** @type {const} */ ([symbol.name, shorten(textsOf(resolveAlias(symbol), new Set()).join('\n'))]),
          )
          .sort(([left], [right]) => (left < right ? -1 : 1)),
      ),
    ]),
  );
}
