// @ts-check
/**
 * `npm run lint`: ESLint over the given packages, by default over every package and the files beside them. Each package
 * is linted by a process of its own, because the types of all packages together exceed Node's default heap.
 */
import fs from 'node:fs';
import os from 'node:os';
import { command, repositoryPath, run, StepError } from './steps.mjs';

const scripts = /\.(js|mjs|cjs|ts|tsx)$/;

/** The folders of all packages, the largest first so that the last process to end is a short one. */
function packageFolders() {
  const size = (/** @type {string} */ folder) =>
    fs
      .readdirSync(repositoryPath(folder), { recursive: true })
      .filter((file) => !/node_modules|dist/.test(String(file))).length;
  return fs
    .readdirSync(repositoryPath(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(repositoryPath(entry.name, 'package.json')))
    .map((entry) => ({ name: entry.name, files: size(entry.name) }))
    .sort((a, b) => b.files - a.files)
    .map(({ name }) => name);
}

const filesBesidePackages = () => fs.readdirSync(repositoryPath()).filter((name) => scripts.test(name));

await command(async () => {
  const chosen = process.argv.slice(2);
  const folders = packageFolders();
  const unknown = chosen.filter((name) => !folders.includes(name));
  if (unknown.length > 0) throw new StepError(`Not a package: ${unknown.join(', ')}. Packages: ${folders.join(', ')}.`);

  const groups =
    chosen.length > 0 ? chosen.map((name) => [name]) : [...folders.map((name) => [name]), filesBesidePackages()];
  const worker = async () => {
    for (let files = groups.shift(); files; files = groups.shift()) {
      const code = await run(process.execPath, ['node_modules/eslint/bin/eslint.js', ...files, '--max-warnings', '0']);
      if (code !== 0) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
});
