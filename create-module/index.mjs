// @ts-check
/** Creates a module from the template: a page, a test, a build and its declaration. Needs Node alone. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const own = path.dirname(fileURLToPath(import.meta.url));

/** A failure that a person can fix. Its message is for them. */
export class CreateError extends Error {}

/** @typedef {Record<string, string>} Ranges by name of the package */

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/**
 * The version ranges of the template. `workspace` stands for the package next to this one. The published form has the
 * published names and versions in its place.
 *
 * @param {Ranges} ranges
 * @returns {Ranges}
 */
function resolveRanges(ranges) {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => {
      if (range !== 'workspace') return [name, range];
      const { version } = readJson(path.join(own, '..', name, 'package.json'));
      return [name, `^${version.split('.').slice(0, 2).join('.')}.0`];
    }),
  );
}

/** @param {Ranges} ranges sorted by name, as npm writes them */
const sorted = (ranges) =>
  Object.fromEntries(Object.entries(ranges).sort(([left], [right]) => (left < right ? -1 : 1)));

/** @param {string} from @param {string} to @param {(text: string) => string} fill */
function copyFilled(from, to, fill) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    // Template files end in .template, so that no tool treats them as code. npm would leave out a .gitignore.
    const target = path.join(to, entry.name.replace(/\.template$/, '').replace(/^gitignore$/, '.gitignore'));
    if (entry.isDirectory()) copyFilled(source, target, fill);
    else fs.writeFileSync(target, fill(fs.readFileSync(source, 'utf8')));
  }
}

/** The scripts of a package of the console's repository. @param {string} name */
const scriptsInside = (name) => ({
  ...Object.fromEntries(
    ['test', 'lint', 'typecheck', 'build', 'journeys'].map((task) => [task, `node ../tools/task.mjs ${task}`]),
  ),
  dev: `node ../tools/dev.mjs --standalone ${name}`,
});

/**
 * @typedef {object} NewModule
 * @property {string} name `mf-` and lower-case words, separated by dashes
 * @property {string} folder where the module's folder is created
 * @property {boolean} inside true for a package of the console's own repository
 */

/**
 * Creates the folder of a module.
 *
 * @param {NewModule} options
 * @returns {{ root: string, page: string }} its folder, and the path of its page
 * @throws CreateError for a wrong name, or a folder that isn't empty
 */
export function createModuleFolder({ name, folder, inside }) {
  if (!/^mf-[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 60) {
    throw new CreateError(`${name} can't be the name of a module. Use mf- and words in lower case: mf-patient-notes.`);
  }
  const root = path.join(folder, name);
  if (fs.existsSync(root) && fs.readdirSync(root).length > 0) {
    throw new CreateError(`${root} already exists and isn't empty. Choose another name or another folder.`);
  }
  const word = name.slice(3);
  const title = word.charAt(0).toUpperCase() + word.slice(1).replace(/-/g, ' ');
  const words = { __NAME__: name, __WORD__: word, __TITLE__: title };
  /** @param {string} text */
  const fill = (text) => Object.entries(words).reduce((filled, [mark, value]) => filled.replaceAll(mark, value), text);
  for (const part of ['common', inside ? 'inside' : 'outside'])
    copyFilled(path.join(own, 'template', part), root, fill);

  const { template } = readJson(path.join(own, 'package.json'));
  const commands = Object.fromEntries(['dev', 'check', 'test', 'build'].map((one) => [one, `practice-console ${one}`]));
  const description = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    description: `${title}.`,
    scripts: inside ? scriptsInside(name) : commands,
    // In the console's repository, npm finds what only the kit needs next to the kit, and nothing unused may be declared.
    dependencies: sorted(resolveRanges({ ...template.dependencies, ...(inside ? {} : template.dependenciesOutside) })),
    devDependencies: sorted(
      resolveRanges({ ...template.devDependencies, ...(inside ? {} : template.devDependenciesOutside) }),
    ),
  };
  fs.writeFileSync(path.join(root, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  return { root, page: `/settings/{practice}/${word}/overview` };
}
