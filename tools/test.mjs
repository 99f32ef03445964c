// @ts-check
/**
 * `npm test`: installs what is missing, then checks format, lint and types, and runs the tests of every package and the
 * journeys in a browser. Ends with one line over all runners: `N passed, N failed`.
 */
import fs from 'node:fs';
import os from 'node:os';
import { buildStale, checkNode, command, inRepository, installMissing, remoteFolders, run, say } from './steps.mjs';
import { installSystemPackages, startPostgres } from './test-system.mjs';

const results = inRepository('.test-results');
const node = process.execPath;

/** @typedef {{passed: number, failed: number}} Count */

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** @param {string} title @param {() => Promise<Count>} step @returns {Promise<Count>} */
async function timed(title, step) {
  const begin = Date.now();
  say(`\n— ${title}`);
  const count = await step();
  say(`— ${title}: ${count.passed} passed, ${count.failed} failed, ${((Date.now() - begin) / 1000).toFixed(0)} s`);
  return count;
}

/** A check that passes or fails as one. @param {string[]} args @returns {Promise<Count>} */
async function check(args) {
  const code = await run(node, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {Record<string, string | undefined>} env @returns {Promise<Count>} */
async function jest(env) {
  const file = `${results}/jest.json`;
  // One worker for each core: jest leaves one core out by itself, which on a machine with two is half of it.
  const workers = `--maxWorkers=${os.availableParallelism()}`;
  const code = await run(
    node,
    ['node_modules/jest/bin/jest.js', workers, '--json', `--outputFile=${file}`, '--silent'],
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

/** @param {Record<string, string | undefined>} env @returns {Promise<Count>} */
async function journeys(env) {
  const file = `${results}/journeys.json`;
  const code = await run(node, ['../node_modules/@playwright/test/cli.js', 'test'], {
    cwd: inRepository('e2e'),
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = readJson(file).stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed };
}

await command(async () => {
  checkNode();
  await installMissing();
  await installSystemPackages();
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  const postgres = await startPostgres();
  /** @type {Count[]} */
  const counts = [];
  try {
    counts.push(await timed('format', () => check(['node_modules/prettier/bin/prettier.cjs', '--check', '.'])));
    counts.push(await timed('types', () => check(['node_modules/@typescript/native/bin/tsc', '-b'])));
    counts.push(await timed('lint', () => check(['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'])));
    counts.push(await timed('units, pages and server', () => jest({ TEST_DATABASE_URL: postgres.url })));
    say('\n— build');
    await buildStale(remoteFolders());
    counts.push(await timed('journeys in Chromium', () => journeys({ TEST_DATABASE_URL: postgres.url })));
  } finally {
    postgres.stop();
  }
  const total = counts.reduce((sum, { passed, failed }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
  }));
  const line = `${total.passed} passed, ${total.failed} failed`;
  fs.writeFileSync(`${results}/total`, `${line}\n`);
  process.stdout.write(`${line}\n`);
  if (total.failed > 0) process.exitCode = 1;
});
