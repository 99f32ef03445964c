// @ts-check
/** Finds the module that a command is about: the one in the current folder, or a package of this repository. */
import fs from 'node:fs';
import path from 'node:path';
import { isInRepository, repository } from '../repository.mjs';
import { StepError } from '../steps.mjs';
import { UsageError } from './errors.mjs';

/** @typedef {{ path: string, aliases?: string[], area: string, order: number }} Route */
/** @typedef {{ name: string, title: string, audience: string, routes: Route[], contributions?: { name: string, order: number }[], feature_flags?: string[] }} Declaration */
/** @typedef {{ root: string, name: string, declaration: Declaration }} Module */

/** The working directory of the command. */
export const startFolder = () => process.cwd();

export const isModuleName = (/** @type {string | undefined} */ text) => text !== undefined && /^mf-/.test(text);

/** @param {string} file @returns {any} */
export function readJsonFile(file) {
  const text = fs.readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StepError(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} root @returns {Module} */
function readModule(root) {
  const declaration = readJsonFile(path.join(root, 'module.json'));
  if (typeof declaration?.name !== 'string' || !Array.isArray(declaration.routes)) {
    throw new StepError(`${path.join(root, 'module.json')} needs a name and routes. See "Writing a module".`);
  }
  return { root, name: declaration.name, declaration };
}

const isModule = (/** @type {string} */ folder) => fs.existsSync(path.join(folder, 'module.json'));

/** A folder and those above it, innermost first. @param {string} start @returns {Generator<string>} */
function* foldersFrom(start) {
  for (let folder = start; ; folder = path.dirname(folder)) {
    yield folder;
    if (folder === path.dirname(folder)) return;
  }
}

/** The modules whose folders contain the working directory, innermost first. @returns {Generator<Module>} */
function* enclosingModules() {
  for (const folder of foldersFrom(startFolder())) if (isModule(folder)) yield readModule(folder);
}

/** The name of the module whose folder contains the working directory, if any. */
export const enclosingModuleName = () => enclosingModules().next().value?.name;

/**
 * The module with this name, or the one of the current folder or a folder above it.
 *
 * @param {string} [name]
 * @returns {Module}
 * @throws StepError when there is none
 */
export function findModule(name) {
  const start = startFolder();
  for (const found of enclosingModules()) {
    if (name === undefined || found.name === name) return found;
  }
  if (name === undefined) {
    throw new StepError(
      `There is no module.json in ${start} or above it. Run the command in a module's folder, or pass the module's name.`,
    );
  }
  for (const folder of [path.join(start, name), ...(isInRepository(repository) ? [path.join(repository, name)] : [])]) {
    if (isModule(folder)) return readModule(folder);
  }
  throw new StepError(
    `There is no module ${name} in ${start}${isInRepository(repository) ? ' or in this repository' : ''}.`,
  );
}

/**
 * The result of `findModule`, with the packages that its code and its configuration import.
 *
 * @param {string} [name]
 * @returns {Module}
 * @throws StepError when there is none, or its packages aren't installed
 */
export function findInstalledModule(name) {
  const module = findModule(name);
  for (const folder of foldersFrom(module.root)) {
    if (fs.existsSync(path.join(folder, 'node_modules', 'tools'))) return module;
  }
  throw new StepError(`The packages of ${module.name} are not installed. Run "npm install" in ${module.root} first.`);
}

/**
 * The file that configures a module's build.
 *
 * @param {Module} module
 * @returns {string}
 * @throws StepError when there is none
 */
export function buildConfigOf({ root, name }) {
  const file = path.join(root, 'webpack.config.mjs');
  if (fs.existsSync(file)) return file;
  throw new StepError(
    `${name} has no webpack.config.mjs. Copy it from a module created with "practice-console create".`,
  );
}

/**
 * The name of the module that a call concerns. Its folder is needed only if no name was typed.
 *
 * @param {string} [name]
 */
export const moduleNameOf = (name) => name ?? findModule().name;

/**
 * Splits `[mf-name] rest…`.
 *
 * @param {string[]} positionals
 * @param {string[]} [wanted] the arguments after the name, as in the usage
 * @returns {{ name: string | undefined, rest: string[] }}
 */
export function splitName(positionals, wanted = []) {
  const hasName = isModuleName(positionals[0]);
  const rest = hasName ? positionals.slice(1) : positionals;
  if (rest.length > wanted.length) throw new UsageError(`Unexpected: ${rest.slice(wanted.length).join(' ')}.`);
  if (rest.length < wanted.length) throw new UsageError(`Missing: ${wanted.slice(rest.length).join(' ')}.`);
  return { name: hasName ? positionals[0] : undefined, rest };
}
