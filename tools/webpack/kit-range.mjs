// @ts-check
/** The kit version that a module needs: the first one with everything that the module imports from it. */
import fs from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import ts from 'typescript';
import { readReport } from '../api-report/report.mjs';

/** The name of the kit in code. The published package has a different one. */
const KIT = 'shared-ui';

/** @param {string} folder @returns {string[]} the sources of a module, without tests */
function sourcesBelow(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesBelow(full);
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [full] : [];
  });
}

/**
 * The names that a source imports or re-exports from a package at run time, by entry. Types don't count, because they
 * don't exist at run time. A namespace import is `*`.
 * @param {string} text @param {string} packageName
 * @returns {{ entry: string, name: string }[]}
 */
export function importsIn(text, packageName) {
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const entry = moduleSpecifier.text;
    if (entry !== packageName && !entry.startsWith(`${packageName}/`)) return [];
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement;
    const isType = clause && (ts.isImportClause(clause) ? clause.phaseModifier !== undefined : clause.isTypeOnly);
    if (isType) return [];
    const names = clause && (ts.isImportClause(clause) ? clause.namedBindings : clause.exportClause);
    if (!names || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return [{ entry, name: '*' }];
    return [...names.elements]
      .filter((element) => !element.isTypeOnly)
      .map((element) => ({ entry, name: (element.propertyName ?? element.name).text }));
  });
}

/**
 * The range of versions that a module accepts: from the first version with everything it uses, within the same major
 * version. Names missing in the last release come with the next one, whose version is in package.json.
 * @param {string} root folder of the module
 * @param {string} kit folder of the kit
 */
export function kitRange(root, kit) {
  const { version } = JSON.parse(fs.readFileSync(path.join(kit, 'package.json'), 'utf8'));
  const released = readReport(kit);
  const first = `${semver.major(version)}.0.0`;
  const since = sourcesBelow(path.join(root, 'src'))
    .flatMap((file) => importsIn(fs.readFileSync(file, 'utf8'), KIT))
    .map((used) => {
      const exports = released?.entries[used.entry] ?? {};
      if (used.name !== '*') return exports[used.name]?.since ?? version;
      const all = Object.values(exports).map((exported) => exported.since);
      return all.sort(semver.rcompare)[0] ?? version;
    })
    .reduce((latest, one) => (semver.gt(one, latest) ? one : latest), first);
  return `^${semver.major(since)}.${semver.minor(since)}.0`;
}
