// @ts-check
/**
 * Writes the packages that modules in other repositories use in their published form, and publishes them (0042). In
 * code they keep this repository's names: a dependency is an alias, `"shared-ui": "npm:@practice-console/kit@^1.2.0"`.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { publishedAlias } from 'create-module';
import ts from 'typescript';
import { compileArguments, repositoryPath, run, runOrThrow, StepError } from './steps.mjs';

/** Folders of the published packages, each after its dependencies. */
const PUBLISHED = ['shared-api', 'shared-ui', 'create-module', 'tools'];

/** Tests and stories, as source and compiled. A template's test keeps its ending .template. */
const LEFT_OUT = /\.(test|stories)\.(d\.)?[cm]?[jt]sx?(\.map)?$|\.tsbuildinfo$|^stories$/;

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** @param {string} name folder of a package */
const descriptionOf = (name) => readJson(repositoryPath(name, 'package.json'));

/** @param {string} name */
const aliasOf = (name) => publishedAlias(repositoryPath(name));

/** Packages that a module declares itself. A range lets npm install one copy for the module and the kit. */
const ofModules = Object.values(descriptionOf('create-module').template).flatMap((ranges) => Object.keys(ranges));

/**
 * The dependencies of the published form: other published packages by their alias, the rest in the version tested here.
 * The kit's also include those that the shell provides, so that a module is checked against the versions it will run
 * with.
 *
 * @param {string} root folder of the package
 * @param {Record<string, string>} [ranges]
 */
function publishedDependencies(root, ranges = {}) {
  const { resolve } = createRequire(path.join(root, 'package.json'));
  return Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => {
      if (PUBLISHED.includes(name)) return [name, aliasOf(name)];
      if (ofModules.includes(name) || range.startsWith('npm:')) return [name, range];
      const folder = (resolve.paths(name) ?? []).find((one) => fs.existsSync(path.join(one, name, 'package.json')));
      return [name, folder === undefined ? range : readJson(path.join(folder, name, 'package.json')).version];
    }),
  );
}

/** @param {Record<string, string>} ranges of the template */
const withAliases = (ranges) =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [name, range === 'workspace' ? aliasOf(name) : range]),
  );

/**
 * The exports of the published form: without sources, and without what isn't part of it.
 *
 * @param {Record<string, string | Record<string, string>>} exports
 * @param {string} folder the published form
 */
function publishedExports(exports, folder) {
  const entries = Object.entries(exports).flatMap(([name, target]) => {
    const { source, types, ...others } = typeof target === 'string' ? { default: target } : target;
    // An entry that only this repository's builds resolve has no compiled file in the list.
    const file = others['default'] ?? (source && types?.replace(/\.d\.ts$/, '.js'));
    if (file === undefined) return [];
    if (!file.includes('*') && !fs.existsSync(path.join(folder, file))) return [];
    return [[name, { ...(types !== undefined && { types }), default: file }]];
  });
  return { ...Object.fromEntries(entries), './package.json': './package.json' };
}

/** @param {string} folder @returns {string[]} all files below it */
function filesBelow(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
}

/**
 * Completes relative imports of a compiled file, as Node and browsers require it: `./theme` → `./theme/index.js`.
 *
 * @param {string} file
 */
function completeImports(file) {
  const text = fs.readFileSync(file, 'utf8');
  const folder = path.dirname(file);
  const completed = ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => /^\.{1,2}(\/|$)/.test(fileName) && !/\.[cm]?js$/.test(fileName))
    .reverse()
    .reduce((changed, { fileName, pos, end }) => {
      const target = [`${fileName}.js`, `${fileName}/index.js`].find((one) => fs.existsSync(path.join(folder, one)));
      // `pos` is the opening quote in some positions and the first character in others.
      const start = changed.indexOf(fileName, pos);
      return target === undefined || start > end
        ? changed
        : changed.slice(0, start) + target + changed.slice(start + fileName.length);
    }, text);
  if (completed !== text) fs.writeFileSync(file, completed);
}

/**
 * Writes one package in its published form.
 *
 * @param {string} name folder of the package in this repository
 * @param {string} folder where it is written
 */
function writePublishedForm(name, folder) {
  const root = repositoryPath(name);
  const own = descriptionOf(name);
  fs.mkdirSync(folder, { recursive: true });
  for (const part of own.files) {
    fs.cpSync(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(path.basename(source)),
    });
  }
  for (const file of filesBelow(folder)) {
    if (/\.(js|d\.ts)$/.test(file) && path.relative(folder, file).startsWith('dist')) completeImports(file);
  }
  const {
    publishedName,
    template,
    scripts: _scripts,
    devDependencies: _dev,
    private: _private,
    nx: _nx,
    ...kept
  } = own;
  const description = {
    ...kept,
    name: publishedName,
    exports: publishedExports(own.exports, folder),
    ...(own.dependencies && { dependencies: publishedDependencies(root, own.dependencies) }),
    // The ranges of the module that `create-module` writes.
    ...(template && {
      template: Object.fromEntries(
        Object.entries(template).map(([group, ranges]) => [group, withAliases(/** @type {any} */ (ranges))]),
      ),
    }),
  };
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  fs.writeFileSync(path.join(folder, 'README.md'), `# ${publishedName}\n\n${own.description}\n`);
}

/**
 * Compiles the packages and writes their published forms.
 *
 * @param {string} target folder for one folder each; it is emptied
 * @returns {Promise<string[]>} the folders, in the order in which they can be published
 */
export async function packPackages(target) {
  await runOrThrow('Compiling the packages', process.execPath, compileArguments(...PUBLISHED));
  fs.rmSync(target, { recursive: true, force: true });
  return PUBLISHED.map((name) => {
    const folder = path.join(target, name);
    writePublishedForm(name, folder);
    return folder;
  });
}

/**
 * Publishes the packages to a registry of npm. An already published version is skipped.
 *
 * @param {object} options
 * @param {string} options.target folder for the published forms
 * @param {string} [options.registry] by default, npm's own configuration decides
 * @param {NodeJS.ProcessEnv} [options.env] environment of npm, with the registry's credentials
 * @param {(text: string) => void} options.say
 * @returns {Promise<string[]>} what was published, as name@version
 * @throws StepError when the registry is no address, nobody is signed in to it, or npm fails
 */
export async function publishPackages({ target, registry, env = process.env, say }) {
  if (registry !== undefined && !/^https?:\/\/[^/]/.test(registry)) {
    throw new StepError(`${registry} is not the address of a registry. Write it like https://npm.example.`);
  }
  const [first] = PUBLISHED.map((name) => descriptionOf(name).publishedName);
  const of = registry === undefined ? [] : [`--registry=${registry}`];
  // Before the packages are compiled, which takes far longer.
  if ((await run('npm', ['whoami', `--scope=${first.split('/')[0]}`, ...of], { env, stdio: 'ignore' })) !== 0) {
    throw new StepError(
      `Nobody is signed in to ${registry ?? 'the registry of npm'}, or it doesn't answer. Sign in with "npm login${of.map((one) => ` ${one}`).join('')}", or put a token into .npmrc. Nothing was published.`,
    );
  }
  const published = [];
  for (const folder of await packPackages(target)) {
    const { name, version } = readJson(path.join(folder, 'package.json'));
    const where = registry === undefined ? [] : [`--${name.split('/')[0]}:registry=${registry}`];
    const view = await run('npm', ['view', `${name}@${version}`, 'version', ...where], {
      cwd: folder,
      env,
      stdio: 'ignore',
    });
    if (view === 0) {
      say(`${name} ${version} is published already.`);
      continue;
    }
    await runOrThrow(`Publishing ${name}`, 'npm', ['publish', '--access', 'restricted', ...where], {
      cwd: folder,
      env,
    });
    published.push(`${name}@${version}`);
    say(`${name} ${version} is published.`);
  }
  return published;
}
