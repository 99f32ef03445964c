// @ts-check
/** Rewrites one source file from the kit's former names to MUI's. */
import ts from 'typescript';
import { Attributes } from './attributes.mjs';
import { Edits } from './edits.mjs';
import { changedComponents, replacedComponents } from './kit-rules.mjs';
import { StayError } from './stay-error.mjs';

/** @typedef {import('./kit-rules.mjs').Entry} Entry */
/** @typedef {{line: number, name: string, reason: string}} Remaining a place that a person has to rewrite */

const KIT = 'shared-ui';

/** @param {ts.ImportDeclaration} declaration */
const sourceOf = (declaration) => /** @type {ts.StringLiteral} */ (declaration.moduleSpecifier).text;

/** @param {ts.ImportDeclaration} declaration */
function namedImports(declaration) {
  const bindings = declaration.importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) ? bindings : undefined;
}

/** Every name that the file declares or imports. @param {ts.SourceFile} file */
function declaredNames(file) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isDeclared =
      (ts.isVariableDeclaration(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isParameter(node) ||
        ts.isClassDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isImportSpecifier(node) ||
        ts.isImportClause(node) ||
        ts.isBindingElement(node)) &&
      node.name &&
      ts.isIdentifier(node.name);
    if (isDeclared) names.add(/** @type {ts.Identifier} */ (node.name).text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** Elements and other uses of each name. @param {ts.SourceFile} file @param {Set<string>} names */
function usesOf(file, names) {
  /** @type {Map<string, {elements: (ts.JsxElement | ts.JsxSelfClosingElement)[], others: ts.Node[]}>} */
  const uses = new Map([...names].map((name) => [name, { elements: [], others: [] }]));
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) {
      const opening = ts.isJsxElement(node) ? node.openingElement : node;
      uses.get(opening.tagName.getText())?.elements.push(node);
    }
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isTag =
        (ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent) || ts.isJsxClosingElement(parent)) &&
        parent.tagName === node;
      const isName =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        (ts.isQualifiedName(parent) && parent.right === node) ||
        (ts.isPropertySignature(parent) && parent.name === node) ||
        ts.isJsxAttribute(parent);
      if (!isTag && !isName) uses.get(node.text)?.others.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

/** @param {string} specifier */
const importedName = (specifier) => specifier.replace(/^type /, '').replace(/ as .*$/, '');

/** @param {string[]} specifiers */
const sorted = (specifiers) =>
  [...new Set(specifiers)].sort((one, other) => importedName(one).localeCompare(importedName(other), 'en'));

/**
 * The file after one attempt. Names in `staying` keep their former import.
 * @param {string} text
 * @param {string} fileName
 * @param {Map<string, StayError>} staying
 */
function attempt(text, fileName, staying) {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const edits = new Edits(text);
  const declarations = file.statements.filter((each) => ts.isImportDeclaration(each));
  const ofKit = declarations.filter((each) => sourceOf(each) === KIT && !each.importClause?.isTypeOnly);

  /** @type {Set<string>} */
  const former = new Set();
  for (const declaration of ofKit) {
    for (const specifier of namedImports(declaration)?.elements ?? []) {
      const name = (specifier.propertyName ?? specifier.name).text;
      if (!(name in replacedComponents) && !(name in changedComponents)) continue;
      if (specifier.propertyName && !staying.has(name))
        throw new StayedName(name, new StayError(specifier, 'it is imported under another name'));
      former.add(name);
    }
  }
  const declared = declaredNames(file);
  const uses = usesOf(file, former);
  /** @type {Map<string, Entry>} */
  const added = new Map();
  let count = 0;

  for (const name of former) {
    if (staying.has(name)) continue;
    const rule = replacedComponents[name] ?? changedComponents[name];
    if (!rule) continue;
    const { elements, others } = uses.get(name) ?? { elements: [], others: [] };
    try {
      const [other] = others;
      if (other && name in replacedComponents) throw new StayError(other, 'it is used outside of an element');
      for (const whole of elements) {
        const opening = ts.isJsxElement(whole) ? whole.openingElement : whole;
        rule({
          opening,
          whole,
          edits,
          attributes: new Attributes(opening, edits),
          use(next, from) {
            const isOwn = former.has(next) && !staying.has(next);
            const isImported = declarations.some(
              (each) =>
                sourceOf(each) === from && namedImports(each)?.elements.some(({ name: own }) => own.text === next),
            );
            if (declared.has(next) && !isOwn && !isImported)
              throw new StayError(opening, `the file has another ${next}`);
            added.set(next, from);
            return next;
          },
        });
        count += 1;
      }
    } catch (error) {
      if (error instanceof StayError) throw new StayedName(name, error);
      throw error;
    }
  }

  changeImports();
  return { text: edits.result(), count };

  function changeImports() {
    const gone = new Set([...former].filter((name) => name in replacedComponents && !staying.has(name)));
    if (gone.size === 0) return;
    /** @type {Map<string, string[]>} */
    const wanted = new Map();
    for (const [name, from] of added) wanted.set(from, [...(wanted.get(from) ?? []), name]);
    /** @type {string[]} */
    const created = [];
    const entries = /** @type {Entry[]} */ ([KIT, 'shared-ui/forms', 'shared-ui/mui']);
    const existing = new Map(
      entries.map((entry) => [
        entry,
        declarations.find((each) => sourceOf(each) === entry && !each.importClause?.isTypeOnly && namedImports(each)),
      ]),
    );
    for (const entry of entries) {
      if (existing.get(entry) || !wanted.has(entry)) continue;
      created.push(`import { ${sorted(wanted.get(entry) ?? []).join(', ')} } from '${entry}';`);
    }
    let place = existing.get(KIT);
    for (const declaration of declarations) {
      const entry = /** @type {Entry} */ (sourceOf(declaration));
      const imports = namedImports(declaration);
      if (!imports || !entries.includes(entry) || declaration.importClause?.isTypeOnly) continue;
      const isFirst = existing.get(entry) === declaration;
      const kept = imports.elements
        .filter((each) => !(entry === KIT && gone.has((each.propertyName ?? each.name).text)))
        .map((each) => each.getText());
      const names = sorted([...kept, ...(isFirst ? (wanted.get(entry) ?? []) : [])]);
      const isPlace = declaration === place;
      const tail = isPlace ? created.map((line) => `\n${line}`).join('') : '';
      if (names.length > 0) {
        edits.replace(imports.getStart(), imports.getEnd(), `{ ${names.join(', ')} }`);
        if (tail !== '') edits.insert(declaration.getEnd(), tail);
      } else if (tail !== '') {
        edits.replace(declaration.getStart(), declaration.getEnd(), tail.slice(1));
      } else {
        const end = text[declaration.getEnd()] === '\n' ? declaration.getEnd() + 1 : declaration.getEnd();
        edits.replace(declaration.getStart(), end, '');
      }
      if (isPlace) place = undefined;
    }
  }
}

class StayedName extends Error {
  /** @param {string} name @param {StayError} cause */
  constructor(name, cause) {
    super(cause.message);
    this.name = name;
    this.stay = cause;
  }
}

/**
 * Rewrites a file to the kit's new names. A name that can't be rewritten everywhere in the file stays everywhere in it.
 * @param {string} text
 * @param {string} [fileName]
 * @returns {{text: string, count: number, remaining: Remaining[]}} `count` is the number of rewritten elements
 */
export function upgradeSource(text, fileName = 'file.tsx') {
  /** @type {Map<string, StayError>} */
  const staying = new Map();
  if (!text.includes(`'${KIT}'`) && !text.includes(`"${KIT}"`)) return { text, count: 0, remaining: [] };
  for (;;) {
    try {
      const done = attempt(text, fileName, staying);
      const remaining = [...staying].map(([name, { node, message }]) => ({
        line: node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1,
        name,
        reason: message,
      }));
      return { text: done.text, count: done.text === text ? 0 : done.count, remaining };
    } catch (error) {
      if (!(error instanceof StayedName)) throw error;
      staying.set(error.name, error.stay);
    }
  }
}
