// @ts-check
/** Checks a module: types, lint and tests. Publishing needs a check that passed for the same sources. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isInRepository, repository } from '../repository.mjs';
import { versionOf } from '../source-version.mjs';
import { run, say, StepError } from '../steps.mjs';

const require = createRequire(import.meta.url);

const LINT_CONFIG = 'oxlint.config.mjs';

/**
 * The program of an installed package.
 *
 * @param {string} name
 * @param {string} program
 */
function programOf(name, program) {
  const folders = require.resolve.paths(name) ?? [];
  const folder = folders
    .map((one) => path.join(one, name))
    .find((one) => fs.existsSync(path.join(one, 'package.json')));
  if (folder === undefined) throw new StepError(`The package ${name} is not installed. Run "npm install" first.`);
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[program]);
}

/**
 * The lint rules of a module's own repository, or this one's, whose patterns start at its root. @param {string} root
 */
function lint(root) {
  const own = path.join(root, LINT_CONFIG);
  const folder = fs.existsSync(own) || !isInRepository(root) ? root : repository;
  const files = path.relative(folder, root) || '.';
  return { args: [programOf('oxlint', 'oxlint'), `--config=${LINT_CONFIG}`, '--deny-warnings', files], cwd: folder };
}

/** @type {Record<'types' | 'lint' | 'tests', (root: string) => { args: string[], cwd: string }>} */
const checks = {
  types: (root) => ({ args: [programOf('@typescript/native', 'tsc'), '-b', '.'], cwd: root }),
  lint,
  // In ms. Long enough for a busy machine; no test measures time with it.
  tests: (root) => ({ args: [programOf('jest', 'jest'), '--testTimeout=300000'], cwd: root }),
};

/** @typedef {keyof typeof checks} CheckName */
/** @typedef {{ check: CheckName, passed: boolean, seconds: number }} CheckResult */

/**
 * @param {CheckName} check
 * @param {string} root
 * @param {string[]} [args]
 * @returns {Promise<CheckResult>}
 */
async function runCheck(check, root, args = []) {
  say(`${check}…`);
  const begin = Date.now();
  const { args: own, cwd } = checks[check](root);
  const code = await run(process.execPath, [...own, ...args], { cwd });
  const seconds = Math.round((Date.now() - begin) / 1000);
  say(`${check}: ${code === 0 ? 'passed' : 'failed'}, ${seconds} s`);
  return { check, passed: code === 0, seconds };
}

/** @param {string} root @param {string[]} args of Jest */
export const runTests = (root, args) => runCheck('tests', root, args);

/** The file that records the last passed check. @param {string} root */
const recordFile = (root) => path.join(root, '.cache', 'checked.json');

/** Identifies the sources of a build: its version contains their hash. @param {string} root */
const sourcesOf = (root) => versionOf(root);

/**
 * Runs all checks, and records that they passed. Deletes the earlier record first, because a test may fail now although
 * the sources are the same.
 *
 * @param {string} root
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks(root) {
  fs.rmSync(recordFile(root), { force: true });
  const before = sourcesOf(root);
  const results = [];
  for (const check of /** @type {CheckName[]} */ (Object.keys(checks))) results.push(await runCheck(check, root));
  if (results.every(({ passed }) => passed) && sourcesOf(root) === before) {
    fs.mkdirSync(path.dirname(recordFile(root)), { recursive: true });
    fs.writeFileSync(recordFile(root), `${JSON.stringify({ sources: before })}\n`);
  }
  return results;
}

/** The sources of the last passed check; undefined without one, or if the record is incomplete. @param {string} root */
function checkedSources(root) {
  try {
    return JSON.parse(fs.readFileSync(recordFile(root), 'utf8')).sources;
  } catch {
    return undefined;
  }
}

/** True when the checks passed for the current sources. @param {string} root */
export const isChecked = (root) => checkedSources(root) === sourcesOf(root);
