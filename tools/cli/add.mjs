// @ts-check
/** Adds a page, a contribution, a call or a feature flag to a module, with its test. No manual edit is needed. */
import fs from 'node:fs';
import path from 'node:path';
import { fillTemplate, titleOf, writeFiles } from 'create-module';
import { format } from '../format.mjs';
import { installedFolder } from '../repository.mjs';
import { StepError } from '../steps.mjs';
import { UsageError } from './errors.mjs';
import { findInstalledModule, readJsonFile } from './module-folder.mjs';

/**
 * @typedef {import('./module-folder.mjs').Module} Module
 * @typedef {{ module: Module, name: string, word: string, title: string, type: string }} Addition `word`: the name with dashes, `type`:
 *   in Pascal case
 * @typedef {{ marks?: Record<string, string>, edits: Map<string, string>, next: string }} Plan `edits`: changed file → its text
 */

const asJson = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;

/** @param {Module} module @param {string} file @returns {string} empty for a file that isn't there */
function textOf({ root }, file) {
  const full = path.join(root, file);
  return fs.existsSync(full) ? fs.readFileSync(full, 'utf8') : '';
}

/**
 * Replaces texts that occur exactly once in a file.
 *
 * @param {Module} module
 * @param {string} file
 * @param {readonly [RegExp, string][]} replacements
 * @returns {[string, string]} the file, and its new text
 * @throws StepError if somebody has structured the file differently
 */
function edited(module, file, replacements) {
  const text = replacements.reduce(
    (before, [found, replacement]) => {
      if (before.match(new RegExp(found, 'gm'))?.length === 1)
        return before.replace(new RegExp(found, 'm'), replacement);
      throw new StepError(
        `${file} isn't laid out as "practice-console create" writes it, so nothing can be added to it. Nothing was changed.`,
      );
    },
    textOf(module, file),
  );
  return [file, text];
}

/** Adds a line below the last import. @param {string} line @returns {[RegExp, string]} */
const addImport = (line) => {
  const end = String.raw`^(?:import|\}) [^\n]*from '[^'\n]+';\n`;
  return [new RegExp(`${end}(?![^]*${end})`), `$&${line}\n`];
};

/** @param {readonly { order: number }[]} listed */
const nextOrder = (listed) => Math.max(899, ...listed.map(({ order }) => order)) + 1;

/** @param {string} what @param {string} name @returns {StepError} */
const exists = (what, name) =>
  new StepError(`${what} ${name} exists already. Choose another name. Nothing was changed.`);

/** @param {Module} module @param {string} folder @throws StepError when it is there */
function assertNoFolder({ root }, folder) {
  if (fs.existsSync(path.join(root, folder))) throw exists('The folder', folder);
}

const GRANT = 'Before you publish it, the operator of the console grants the new module.json.';

/** @type {Record<string, (addition: Addition) => Plan>} */
const kinds = {
  page({ module, name, title, type }) {
    const { declaration } = module;
    const [first] = declaration.routes;
    if (!first) throw new StepError('module.json has no route next to which a page could be. Nothing was changed.');
    const route = `${path.posix.dirname(first.path)}/${name}`;
    const isTaken = declaration.routes.some((one) => [one.path, ...(one.aliases ?? [])].includes(route));
    if (isTaken) throw exists('A page at', route);
    assertNoFolder(module, `src/${name}`);
    const added = { path: route, title, area: first.area, order: nextOrder(declaration.routes) };
    const page = `'${route}': lazyPage(async () => {
      const page = await import(/* webpackChunkName: "${name}" */ './${name}/${type}Page');
      return page.${type}Page;
    }),`;
    return {
      next: GRANT,
      marks: { __PATH__: route },
      edits: new Map([
        ['module.json', asJson({ ...declaration, routes: [...declaration.routes, added] })],
        edited(module, 'src/App.tsx', [
          [/import \{ (?:lazyPage, )?remoteApp \} from/, 'import { lazyPage, remoteApp } from'],
          [/,?\s*\}\);\s*$(?![^])/, `,\n${page}\n});\n`],
        ]),
      ]),
    };
  },
  contribution({ module, name, title }) {
    const { declaration } = module;
    const { contributions = [] } = declaration;
    if (contributions.some((one) => one.name === name)) throw exists('A contribution', name);
    const scope = declaration.audience === 'clinic' ? 'practice' : 'console';
    const order = nextOrder(contributions);
    const added = { slot: 'overview.card', name, title, scope, order, size: 'narrow' };
    return {
      next: GRANT,
      edits: new Map([['module.json', asJson({ ...declaration, contributions: [...contributions, added] })]]),
    };
  },
  call({ module, name, type }) {
    if (new RegExp(`\\bread${type}\\b`).test(textOf(module, 'src/api.ts'))) throw exists('A call', `read${type}`);
    const description = readJsonFile(path.join(module.root, 'package.json'));
    const { zod } = readJsonFile(path.join(installedFolder('shared-api', module.root), 'package.json')).dependencies;
    const dependencies = Object.entries({ zod, ...description.dependencies });
    return {
      next: `Before it goes live, the operator of the console grants a service of ${module.name}.`,
      edits: new Map([
        edited(module, 'src/api.ts', [
          addImport(`import { read${type} } from './calls/${name}';`),
          [/const \{[^}]*\bquery\b[^}]*\} = endpointsOf\(build\);/, '$&'],
          [/,?\s*\};\s*\},\s*\}\);/, `, read${type}: query(read${type}) }; } });`],
          // If the calls don't fit on one line, the formatter puts the end on the next one.
          [/,?\s*\} =\s*api;/, `, useRead${type}Query } = api;`],
        ]),
        edited(module, 'src/standalone.ts', [
          addImport(`import { answer${type} } from './calls/testing/${name}';`),
          [/,?\s*\];\s*$(?![^])/, `, answer${type}];\n`],
        ]),
        ['package.json', asJson({ ...description, dependencies: Object.fromEntries(dependencies.sort()) })],
      ]),
    };
  },
  flag({ module, name, word, type }) {
    const { declaration } = module;
    const { feature_flags: flags = [] } = declaration;
    if (flags.includes(name)) throw exists('A feature flag', name);
    assertNoFolder(module, `src/${word}`);
    // The flag starts on the first page; the team moves it to where it belongs.
    const [, page = 'App'] = /'\.\/([^']+Page)'/.exec(textOf(module, 'src/App.tsx')) ?? [];
    const component = path.posix.relative(path.posix.dirname(page), `${word}/${type}`);
    const texts = [textOf(module, `src/${page}.tsx`), ...fillTemplate('add/flag', {}).values()];
    if (texts.some((text) => new RegExp(`\\b${type}\\b`).test(text))) throw exists('A component', type);
    return {
      next: 'Publishing needs the flag in the catalog of the console.',
      marks: { __FLAG__: name },
      edits: new Map([
        ['module.json', asJson({ ...declaration, feature_flags: [...flags, name] })],
        edited(module, `src/${page}.tsx`, [
          addImport(`import { ${type} } from '${component}';`),
          [/<\/Page>/, `<${type} /></Page>`],
        ]),
      ]),
    };
  },
};

/** @param {string} root @param {ReadonlyMap<string, string>} files */
function writeAll(root, files) {
  const before = new Map(
    [...files.keys()].map((file) => {
      const full = path.join(root, file);
      return [full, fs.existsSync(full) ? fs.readFileSync(full) : undefined];
    }),
  );
  try {
    writeFiles(root, files);
  } catch (error) {
    for (const [full, content] of before) {
      if (content === undefined) fs.rmSync(full, { force: true });
      else fs.writeFileSync(full, content);
    }
    throw error;
  }
}

/**
 * @param {string} kind
 * @param {string | undefined} named the module
 * @param {string} name
 * @returns {Promise<import('./releases.mjs').Result>}
 */
export async function addToModule(kind, named, name) {
  const plan = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!plan) throw new UsageError(`Say what to add: ${Object.keys(kinds).join(', ')}.`);
  const [valid, example] =
    kind === 'flag' ? [/^[a-z]+(_[a-z]+)*$/, 'beta_reports'] : [/^[a-z]+(-[a-z]+)*$/, 'due-recalls'];
  if (!valid.test(name) || name.length > 40) {
    throw new UsageError(`"${name}" can't be the name of a ${kind}. Use words in lower case: ${example}.`);
  }
  const module = findInstalledModule(named);
  const word = name.replaceAll('_', '-');
  const type = word.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
  const title = titleOf(word);
  const { marks, edits, next } = plan({ module, name, word, title, type });
  const all = { __NAME__: module.name, __WORD__: word, __TITLE__: title, __TYPE__: type, ...marks };
  const added = fillTemplate(`add/${kind}`, all);
  for (const file of added.keys()) if (fs.existsSync(path.join(module.root, file))) throw exists('The file', file);
  const files = [...added.keys(), ...edits.keys()];
  writeAll(module.root, new Map([...added, ...edits]));
  await format(module.root, files);
  const lines = [
    `Added the ${kind} ${name} to ${module.name}:`,
    ...[...added.keys()].map((file) => `  new      ${file}`),
    ...[...edits.keys()].map((file) => `  changed  ${file}`),
    next,
  ];
  return {
    text: lines.join('\n'),
    data: { module: module.name, kind, name, added: [...added.keys()], changed: [...edits.keys()] },
  };
}
