// @ts-check
/**
 * `npm run lint`: the rules of `oxlint.config.mjs` over the given packages, by default over everything. With `--changed`, over the
 * packages that changed since they last passed. One run of oxlint takes less time than one for each package.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { missingInDocuments } from './lint/documents.mjs';
import { command, repositoryPath, run, say, StepError } from './steps.mjs';
import { packagesWith } from './test-runners.mjs';

const passedFile = repositoryPath('.cache', 'lint-passed.json');
/** Files that every package's rules and types depend on. */
const common = [':(glob)*.mjs', 'tools', 'package-lock.json', 'tsconfig.base.json'];

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** The package and those of this repository that it needs. @param {string} name @param {Set<string>} [found] */
function withNeeded(name, found = new Set()) {
  const file = repositoryPath(name, 'package.json');
  if (found.has(name) || !fs.existsSync(file)) return found;
  found.add(name);
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = readJson(file);
  for (const needed of Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })) {
    withNeeded(needed, found);
  }
  return found;
}

/** @param {string} pathspec of Git @returns {string} a hash of the files there that Git doesn't ignore */
function hashOf(pathspec) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', pathspec], {
    cwd: repositoryPath(),
    encoding: 'utf8',
  });
  const hash = createHash('sha256');
  for (const file of listed.split('\0').sort()) {
    const full = repositoryPath(file);
    if (file !== '' && fs.existsSync(full)) hash.update(`${file}\0`).update(fs.readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}

/** @returns {Record<string, string>} by package, the hashes of what its lint depends on */
function presentHashes() {
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @param {string} pathspec */
  const once = (pathspec) => known.get(pathspec) ?? known.set(pathspec, hashOf(pathspec)).get(pathspec);
  const of = (/** @type {string} */ name) => [...withNeeded(name), ...common].map(once).join(' ');
  return Object.fromEntries(packagesWith('lint').map((name) => [name, of(name)]));
}

/** @param {readonly string[]} packages none for everything */
const lint = (packages) =>
  run(process.execPath, [
    'node_modules/oxlint/bin/oxlint',
    '--config=oxlint.config.mjs',
    '--deny-warnings',
    ...packages,
  ]);

async function lintChanged() {
  const hashes = presentHashes();
  const passed = fs.existsSync(passedFile) ? readJson(passedFile) : {};
  const changed = Object.keys(hashes).filter((name) => hashes[name] !== passed[name]);
  if (changed.length === 0) return 0;
  const code = await lint(changed.length === Object.keys(hashes).length ? [] : changed);
  if (code === 0) {
    fs.mkdirSync(path.dirname(passedFile), { recursive: true });
    fs.writeFileSync(passedFile, JSON.stringify(hashes));
  }
  return code;
}

await command(async () => {
  const missing = missingInDocuments();
  for (const each of missing) say(`${each} doesn't exist`);
  if (missing.length > 0) throw new StepError('A document names in backticks what is not there.');
  const args = process.argv.slice(2);
  if (args.join() === '--changed') {
    process.exitCode = await lintChanged();
    return;
  }
  const unknown = args.filter((name) => !fs.existsSync(repositoryPath(name, 'package.json')));
  if (unknown.length > 0) throw new StepError(`Not a package: ${unknown.join(', ')}.`);
  process.exitCode = await lint(args);
});
