// @ts-check
/** The steps of `npm run verify` with the other versions of Node that the console supports. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryPath, run } from '../steps.mjs';
import { downloadNode, NODE_VERSIONS, versionOfProgram } from './downloads.mjs';

/** Packages that run on Node. */
const PACKAGES = ['tools', 'shared-api', 'server'];
/** Generated input tests the rules of the calls, which are the same on each version, and takes longest. */
const LEFT_OUT = '/node_modules/|generated-(input|histories)';

/** @typedef {import('../test-runners.mjs').Count} Count */

/**
 * Runs the tests of the packages, and starts the console once.
 *
 * @param {string} program of Node
 * @param {Record<string, string>} env
 * @returns {Promise<Count>}
 */
async function testWith(program, env) {
  const report = repositoryPath('.test-results', 'node', `${versionOfProgram(program)}.json`);
  fs.rmSync(report, { force: true });
  fs.mkdirSync(path.dirname(report), { recursive: true });
  // Programs that tests start by name, such as npm, run with the same Node.
  const environment = {
    ...process.env,
    ...env,
    PATH: `${path.dirname(program)}${path.delimiter}${process.env['PATH']}`,
  };
  const jest = [repositoryPath('node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, '--silent'];
  const workers = `--maxWorkers=${os.availableParallelism()}`;
  const tests = [...jest, workers, `--testPathIgnorePatterns=${LEFT_OUT}`, '--selectProjects', ...PACKAGES];
  const code = await run(program, tests, { env: environment, stdio: ['ignore', 'ignore', 2] });
  const started = await run(program, [repositoryPath('tools/node/start-once.mjs')], { env: environment });
  if (!fs.existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(fs.readFileSync(report, 'utf8'));
  const failed = Math.max(numFailedTests + numRuntimeErrorTestSuites, code === 0 ? 0 : 1);
  return { passed: numPassedTests + (started === 0 ? 1 : 0), failed: failed + (started === 0 ? 0 : 1) };
}

/**
 * One step for each version. A version that can't be downloaded is named as skipped.
 *
 * @param {Record<string, string>} env
 * @returns {Promise<[title: string, step: () => Promise<Count>][]>}
 */
export async function nodeSteps(env) {
  /** @type {[title: string, step: () => Promise<Count>][]} */
  const steps = [];
  for (const wanted of NODE_VERSIONS) {
    const found = await downloadNode(wanted);
    if ('skipped' in found)
      steps.push([`Node ${wanted}: skipped, ${found.skipped}`, async () => ({ passed: 0, failed: 0 })]);
    else steps.push([`units and a start on Node ${found.version}`, () => testWith(found.program, env)]);
  }
  return steps;
}
