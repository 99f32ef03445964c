// @ts-check
/** The runners behind `npm test` and `npm run verify`: each returns how many of its tests passed and failed. */
import fs from 'node:fs';
import os from 'node:os';
import { repositoryPath, run, say } from './steps.mjs';

export const results = repositoryPath('.test-results');
const node = process.execPath;

/** @typedef {{passed: number, failed: number}} Count */

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** @param {string} title @param {() => Promise<Count>} step @returns {Promise<Count>} */
export async function timed(title, step) {
  const begin = Date.now();
  say(`\n— ${title}`);
  const count = await step();
  say(`— ${title}: ${count.passed} passed, ${count.failed} failed, ${((Date.now() - begin) / 1000).toFixed(0)} s`);
  return count;
}

/** Runs a Node script that counts as one test. @param {string[]} args @returns {Promise<Count>} */
export async function check(args) {
  const code = await run(node, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string[]} [which] parts of the paths of the tests to run; all tests by default
 * @returns {Promise<Count>}
 */
export async function jest(env, which = []) {
  const file = `${results}/jest.json`;
  // One worker per core. By default, jest leaves one core unused, which is half of a machine with two.
  const workers = `--maxWorkers=${os.availableParallelism()}`;
  const code = await run(
    node,
    ['node_modules/jest/bin/jest.js', ...which, workers, '--json', `--outputFile=${file}`, '--silent'],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 2],
    },
  );
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = readJson(file);
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string[]} which Playwright arguments that select journeys
 * @returns {Promise<Count>}
 */
export async function journeys(env, which) {
  const file = `${results}/journeys.json`;
  const code = await run(node, ['../node_modules/@playwright/test/cli.js', 'test', ...which], {
    cwd: repositoryPath('e2e'),
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = readJson(file).stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Empties the folder that the runners write to. */
export function clearResults() {
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
}

/** @param {Count[]} counts @returns {Count} */
export const totalOf = (counts) =>
  counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
