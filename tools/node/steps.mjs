// @ts-check
/** The steps of `npm run verify` with the versions of Node that the console supports. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryPath, run } from '../steps.mjs';
import { downloadNode, NODE_VERSIONS, versionOfProgram } from './downloads.mjs';

/** Packages that run on Node. */
const PACKAGES = ['create-module', 'tools', 'shared-api', 'sandbox', 'server'];
/** Generated input tests the rules of the calls, which are the same on each version, and takes longest. */
const LEFT_OUT = '/node_modules/|generated-(input|histories)';

/** @typedef {import('../test-runners.mjs').Count} Count */

/**
 * The part of the tests that runs on a version: all of them on the oldest and the newest one. The versions in between
 * share them, because code that works on both ends rarely fails in between.
 *
 * @param {number} at position of the version, oldest first
 */
const partOn = (at) => {
  const between = NODE_VERSIONS.length - 2;
  return at === 0 || at > between ? undefined : `${at}/${between}`;
};

/**
 * Runs the tests of the packages, and starts the console once.
 *
 * @param {string} program of Node
 * @param {string | undefined} part of the tests, as Jest's --shard has it
 * @param {Record<string, string>} env
 * @returns {Promise<Count>}
 */
async function testWith(program, part, env) {
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
  const which = [`--testPathIgnorePatterns=${LEFT_OUT}`, ...(part === undefined ? [] : [`--shard=${part}`])];
  const tests = [...jest, workers, ...which, '--selectProjects', ...PACKAGES];
  const code = await run(program, tests, { env: environment, stdio: ['ignore', 'ignore', 2] });
  const started = await run(program, [repositoryPath('tools/node/start-once.mjs')], { env: environment });
  if (!fs.existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(fs.readFileSync(report, 'utf8'));
  const failed = Math.max(numFailedTests + numRuntimeErrorTestSuites, code === 0 ? 0 : 1);
  return { passed: numPassedTests + (started === 0 ? 1 : 0), failed: failed + (started === 0 ? 0 : 1) };
}

/**
 * One step for each version. The newest one runs the server's tests on the embedded database, the others on PostgreSQL.
 * A version that can't be downloaded is reported as skipped; this process's program replaces the newest one.
 *
 * @param {Record<string, string>} env
 * @param {Record<string, string>} onEmbedded variables that select the embedded database
 * @returns {Promise<[title: string, step: () => Promise<Count>][]>} the longest ones first
 */
export async function nodeSteps(env, onEmbedded) {
  /** @typedef {[title: string, step: () => Promise<Count>]} Step */
  const [whole, parts, skipped] = [/** @type {Step[]} */ ([]), /** @type {Step[]} */ ([]), /** @type {Step[]} */ ([])];
  for (const [at, wanted] of NODE_VERSIONS.entries()) {
    const part = partOn(at);
    const isNewest = at === NODE_VERSIONS.length - 1;
    const found = await downloadNode(wanted);
    if ('skipped' in found) {
      skipped.push([`Node ${wanted}: skipped, ${found.skipped}`, async () => ({ passed: 0, failed: 0 })]);
      if (!isNewest) continue;
    }
    const used = 'skipped' in found ? { program: process.execPath, version: process.versions.node } : found;
    const what = part === undefined ? 'units' : `part ${part} of the units`;
    const title = `${what} and a start on Node ${used.version}`;
    const step = (/** @type {Record<string, string>} */ more) => () =>
      testWith(used.program, part, { ...env, ...more });
    if (isNewest) whole.unshift([`${title}, on the embedded database`, step(onEmbedded)]);
    else (part === undefined ? whole : parts).push([title, step({})]);
  }
  return [...whole, ...parts, ...skipped];
}
