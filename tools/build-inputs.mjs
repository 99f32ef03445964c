// @ts-check
/**
 * The contents of a build: its own files, the files of sibling packages that they import, and the versions of bundled
 * packages. Other changes don't affect the build or its version.
 */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Packages that turn sources into a build. */
const BUILD_TOOLS = [
  'webpack',
  '@module-federation/enhanced',
  '@module-federation/inject-external-runtime-core-plugin',
  '@swc/core',
  'swc-loader',
  'terser-webpack-plugin',
];

/**
 * An import of a source: the names that it takes, `*` for all of them.
 * @typedef {{ specifier: string, names: string[] | '*' }} Import
 * @typedef {{ imports: Import[], barrel: boolean, own: Set<string> }} Source `own` has the names that it declares itself.
 */

/** @param {ts.Node} node @param {Import[]} found */
function dynamicImports(node, found) {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [specifier] = node.arguments;
    if (specifier && ts.isStringLiteral(specifier)) found.push({ specifier: specifier.text, names: '*' });
  }
  ts.forEachChild(node, (child) => dynamicImports(child, found));
}

/** @param {ts.ImportDeclaration | ts.ExportDeclaration} statement @returns {Import[]} */
function staticImport(statement) {
  const { moduleSpecifier } = statement;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
  const specifier = moduleSpecifier.text;
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement;
  if (!clause) return [{ specifier, names: '*' }];
  if (ts.isImportClause(clause) ? clause.phaseModifier !== undefined : clause.isTypeOnly) return [];
  const bindings = ts.isImportClause(clause) ? clause.namedBindings : clause.exportClause;
  const byDefault = ts.isImportClause(clause) && clause.name !== undefined;
  if (bindings && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) {
    const names = [...bindings.elements]
      .filter((one) => !one.isTypeOnly)
      .map((one) => (one.propertyName ?? one.name).text);
    if (byDefault) names.push('default');
    return names.length > 0 ? [{ specifier, names }] : [];
  }
  return [{ specifier, names: byDefault && !bindings ? ['default'] : '*' }];
}

/** @param {ts.Statement} statement @returns {string[]} */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''));
  }
  const named = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (statement)).name;
  return named && ts.isIdentifier(named) ? [named.text] : [];
}

/** @param {string} file @returns {Source} */
function readSource(file) {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const imports = source.statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? staticImport(statement) : [],
  );
  dynamicImports(source, imports);
  return {
    imports,
    barrel: source.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier),
    own: new Set(source.statements.flatMap(declaredNames)),
  };
}

/**
 * The source of an export, by its name or by a pattern such as `./contracts/*`.
 * @param {Record<string, { source?: string } | undefined>} entries @param {string} subpath
 */
function sourceOfExport(entries, subpath) {
  const exact = entries[subpath]?.source;
  if (exact !== undefined) return exact;
  for (const [pattern, entry] of Object.entries(entries)) {
    const [before = '', after] = pattern.split('*');
    if (after === undefined || !subpath.startsWith(before) || !subpath.endsWith(after)) continue;
    return entry?.source?.replace('*', subpath.slice(before.length, subpath.length - after.length));
  }
  return undefined;
}

/** @typedef {{ packages: Record<string, any> }} Lockfile */

/** @param {string} file @returns {Lockfile} */
const readLockfile = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/**
 * @param {string} repository
 * @param {Lockfile} [lock] by default, the repository's own
 */
export function buildInputs(repository, lock = readLockfile(path.join(repository, 'package-lock.json'))) {
  /** @type {Map<string, Source>} */
  const sources = new Map();
  const sourceOf = (/** @type {string} */ file) => {
    const known = sources.get(file) ?? readSource(file);
    sources.set(file, known);
    return known;
  };

  /** The file of an import; null for an installed package. @param {string} specifier @param {string} from */
  function fileOf(specifier, from) {
    if (specifier.startsWith('.')) {
      const base = path.resolve(path.dirname(from), specifier);
      const bare = base.replace(/\.js$/, '');
      const candidates = [base, `${bare}.ts`, `${bare}.tsx`, path.join(base, 'index.ts'), path.join(base, 'index.tsx')];
      return candidates.find((file) => fs.existsSync(file) && fs.statSync(file).isFile()) ?? null;
    }
    const [name = '', ...rest] = specifier.split('/');
    const manifest = path.join(repository, name, 'package.json');
    if (!fs.existsSync(manifest)) return null;
    const source = sourceOfExport(
      JSON.parse(fs.readFileSync(manifest, 'utf8')).exports ?? {},
      ['.', ...rest].join('/'),
    );
    return source === undefined ? null : path.join(repository, name, source);
  }

  /** Whether a file has an export, itself or through another file. @param {string} file @param {string} name @returns {boolean} */
  function exportsName(file, name) {
    const source = sourceOf(file);
    if (source.own.has(name)) return true;
    return source.imports.some(({ specifier, names }) => {
      if (names !== '*') return names.includes(name);
      const target = fileOf(specifier, file);
      return target !== null && /\.tsx?$/.test(target) && exportsName(target, name);
    });
  }

  /**
   * @param {string | readonly string[]} entries
   * @param {(specifier: string) => boolean} isShared whether the page provides the imported package
   */
  function reachedFrom(entries, isShared) {
    /** @type {Set<string>} */
    const files = new Set();
    /** @type {Set<string>} */
    const packages = new Set();
    /** @param {Import} one @param {string} from */
    const follow = ({ specifier, names }, from) => {
      if (isShared(specifier)) return;
      const file = fileOf(specifier, from);
      if (file === null)
        packages.add(
          specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      else visit(file, names);
    };
    /** @param {string} file @param {string[] | '*'} names */
    const visit = (file, names) => {
      if (!/\.tsx?$/.test(file)) return void files.add(file);
      const source = sourceOf(file);
      if (source.barrel) {
        // A file that only re-exports isn't part of a build, but the re-exported files are.
        for (const one of source.imports) {
          const target = fileOf(one.specifier, file);
          const wanted =
            names === '*' || one.names !== '*'
              ? one.names
              : names.filter((name) => target !== null && exportsName(target, name));
          if (names !== '*' && wanted !== '*' && !wanted.some((name) => names.includes(name))) continue;
          follow({ specifier: one.specifier, names: wanted }, file);
        }
        return undefined;
      }
      if (files.has(file)) return undefined;
      files.add(file);
      for (const one of source.imports) follow(one, file);
      return undefined;
    };
    for (const entry of [entries].flat()) visit(entry, '*');
    return { files: [...files].sort(), packages: [...packages].sort() };
  }

  /** Where npm installed a package for another one. @param {string} name @param {string} from @returns {string | null} */
  function installed(name, from) {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const key = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (lock.packages[key]) return key;
      if (folder === '') return null;
    }
  }

  /**
   * The versions of packages and of everything they depend on, as `name@version`.
   * @param {string[]} names @param {string} from folder of the package that imports them
   */
  function versionsOf(names, from) {
    /** @type {Map<string, string>} */
    const found = new Map();
    /** @param {string} name @param {string} parent */
    const add = (name, parent) => {
      const key = installed(name, parent);
      if (key === null || found.has(key)) return;
      const entry = lock.packages[key];
      found.set(key, `${key}@${entry.version}`);
      for (const dependency of Object.keys({ ...entry.dependencies, ...entry.peerDependencies })) add(dependency, key);
    };
    for (const name of names) add(name, from);
    return [...found.values()].sort();
  }

  return { reachedFrom, versionsOf, buildTools: () => versionsOf(BUILD_TOOLS, 'tools') };
}
