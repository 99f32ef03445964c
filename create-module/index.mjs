// @ts-check
/** Creates a module from the template, and reads the template's parts. Only needs Node. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const own = path.dirname(fileURLToPath(import.meta.url));

/** A failure that the user can fix, with a message for them. */
export class CreateError extends Error {}

/** @typedef {Record<string, string>} Ranges by name of the package */

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** Minor versions only add, so any later one will do. @param {string} version */
const rangeFrom = (version) => `^${version.split('.').slice(0, 2).join('.')}.0`;

/**
 * A dependency on a published package under its name in the console's repository: `npm:@practice-console/kit@^1.6.0`
 * for `shared-ui`. Without the alias, npm would install whatever has that name in a registry.
 *
 * @param {string} folder of the package in the console's repository
 */
export function publishedAlias(folder) {
  const { publishedName, version } = readJson(path.join(folder, 'package.json'));
  return `npm:${publishedName}@${rangeFrom(version)}`;
}

/**
 * The version ranges of the template. `workspace` stands for the package next to this one; the published form of this one
 * has no such range.
 *
 * @param {Ranges} ranges
 * @param {boolean} inside
 * @returns {Ranges}
 */
function resolveRanges(ranges, inside) {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => {
      if (range !== 'workspace') return [name, range];
      const folder = path.join(own, '..', name);
      return [name, inside ? rangeFrom(readJson(path.join(folder, 'package.json')).version) : publishedAlias(folder)];
    }),
  );
}

/** @param {Ranges} ranges sorted by name, as npm writes them */
const sorted = (ranges) =>
  Object.fromEntries(Object.entries(ranges).sort(([left], [right]) => (left < right ? -1 : 1)));

/** `patient-notes` as a title: Patient notes. @param {string} word */
export const titleOf = (word) => word.charAt(0).toUpperCase() + word.slice(1).replace(/-/g, ' ');

/**
 * The files of a part of the template, with its marks filled: path in the module → text.
 *
 * @param {string} part its folder
 * @param {Record<string, string>} marks
 * @returns {Map<string, string>}
 */
export function fillTemplate(part, marks) {
  const root = path.join(own, 'template', part);
  const fill = (/** @type {string} */ text) =>
    Object.entries(marks).reduce((filled, [mark, value]) => filled.replaceAll(mark, value), text);
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const source = path.join(parentPath, name);
      // Template files end in .template, so that no tool treats them as code. npm would leave out a .gitignore.
      const target = path
        .relative(root, source)
        .replace(/\.template$/, '')
        .replace(/^gitignore$/, '.gitignore');
      return [fill(target), fill(fs.readFileSync(source, 'utf8'))];
    }),
  );
}

/** @param {string} root @param {ReadonlyMap<string, string>} files */
export function writeFiles(root, files) {
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

/** The scripts of a package of the console's repository. @param {string} name */
const scriptsInside = (name) => ({
  ...Object.fromEntries(
    ['test', 'lint', 'typecheck', 'build', 'journeys'].map((task) => [task, `node ../tools/task.mjs ${task}`]),
  ),
  dev: `node ../tools/dev.mjs --standalone ${name}`,
});

/** Lists commands with their effects in a second column. @param {string[][]} rows */
function columns(rows) {
  const width = Math.max(...rows.map(([typed = '']) => typed.length));
  return rows.map(([typed = '', what = '']) => `  ${typed.padEnd(width)}  ${what}`.trimEnd()).join('\n');
}

/**
 * The commands to run after creating a module.
 *
 * @param {string} name
 * @param {string | undefined} page its path in the console's own repository, otherwise undefined
 */
function nextSteps(name, page) {
  const steps =
    page === undefined
      ? [
          [`cd ${name}`],
          ['npm install'],
          ['npm run check', 'types, lint and tests'],
          ['npm run dev', 'runs it standalone'],
        ]
      : [
          ['npm start', `shows it at ${page}`],
          [`npm run dev -w ${name}`, 'runs it standalone'],
          [`npm run module -- check ${name}`, 'types, lint and tests'],
        ];
  return `Created ${name}. Next:\n${columns(steps)}`;
}

/** Reasons why the system can refuse to write a file. */
const reasons = /** @type {Record<string, string>} */ ({
  EACCES: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
});

/**
 * Writes a folder atomically: a failure leaves nothing behind.
 *
 * @param {string} root
 * @param {() => void} write
 * @throws CreateError when the system refuses
 */
function writeWhole(root, write) {
  const wasThere = fs.existsSync(root);
  try {
    write();
  } catch (error) {
    for (const entry of fs.existsSync(root) ? fs.readdirSync(root) : []) {
      fs.rmSync(path.join(root, entry), { recursive: true });
    }
    if (!wasThere) fs.rmSync(root, { recursive: true, force: true });
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (reasons[code] === undefined) throw error;
    throw new CreateError(`${root} can't be created: ${reasons[code]}.`);
  }
}

/** @param {string} root @returns {boolean} whether it can become the folder of a module */
const isFree = (root) => !fs.existsSync(root) || (fs.statSync(root).isDirectory() && fs.readdirSync(root).length === 0);

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
 * @returns {{ root: string, page: string, text: string }} its folder, the path of its page, and what to do next
 * @throws CreateError for a wrong name, a folder that isn't empty, or one that can't be written
 */
export function createModuleFolder({ name, folder, inside }) {
  if (!/^mf-[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 60) {
    throw new CreateError(`${name} can't be the name of a module. Use mf- and words in lower case: mf-patient-notes.`);
  }
  const root = path.join(folder, name);
  if (!isFree(root)) {
    throw new CreateError(`${root} already exists and isn't an empty folder. Choose another name or another folder.`);
  }
  const word = name.slice(3);
  const title = titleOf(word);
  const marks = { __NAME__: name, __WORD__: word, __TITLE__: title };
  const { template } = readJson(path.join(own, 'package.json'));
  // In the console's repository, npm finds what only the kit needs next to the kit, and nothing unused may be declared.
  const rangesOf = (/** @type {string} */ group) =>
    sorted(resolveRanges({ ...template[group], ...(inside ? {} : template[`${group}Outside`]) }, inside));
  const commands = Object.fromEntries(['dev', 'check', 'test', 'build'].map((one) => [one, `practice-console ${one}`]));
  const description = {
    name,
    version: '0.1.0',
    private: true,
    description: `${title}.`,
    type: 'module',
    scripts: inside ? scriptsInside(name) : commands,
    dependencies: rangesOf('dependencies'),
    devDependencies: rangesOf('devDependencies'),
  };
  writeWhole(root, () => {
    for (const part of ['common', inside ? 'inside' : 'outside']) writeFiles(root, fillTemplate(part, marks));
    writeFiles(root, new Map([['package.json', `${JSON.stringify(description, null, 2)}\n`]]));
  });
  const page = `/settings/{practice}/${word}/overview`;
  return { root, page, text: nextSteps(name, inside ? page : undefined) };
}
