// @ts-check
/** The runners behind `npm test` and `npm run verify`: each returns how many of its tests passed and failed. */
import fs from 'node:fs';
import os from 'node:os';
import { describeFailure, failuresOf } from './failures.mjs';
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

/**
 * CPU time of this process's ended children and their descendants; undefined on systems other than Linux. Excludes a
 * PostgreSQL server.
 */
function cpuSecondsOfChildren() {
  const file = '/proc/self/stat';
  if (!fs.existsSync(file)) return undefined;
  const stat = fs.readFileSync(file, 'utf8');
  // The fields after the name of the program, which may contain spaces: `cutime` and `cstime`, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** @typedef {Count & {title: string, seconds: number, cpuSeconds: number | undefined}} Row one row of the table of times */

/**
 * Measures one stage.
 * @param {string} title
 * @param {() => Promise<Count>} step
 * @param {{withCpu?: boolean}} [options] CPU time is only known for a stage that runs alone
 * @returns {Promise<Row>}
 */
export async function measured(title, step, { withCpu = true } = {}) {
  const begin = Date.now();
  const cpuBegin = withCpu ? cpuSecondsOfChildren() : undefined;
  const count = await step();
  const cpuEnd = cpuSecondsOfChildren();
  return {
    title,
    ...count,
    seconds: (Date.now() - begin) / 1000,
    cpuSeconds: cpuBegin === undefined || cpuEnd === undefined ? undefined : cpuEnd - cpuBegin,
  };
}

/** @param {Row[]} rows @returns {string} a table with one line per stage */
export function tableOf(rows) {
  const width = Math.max(...rows.map(({ title }) => title.length));
  /** @param {number} value @param {number} digits */
  const figure = (value, digits) => value.toFixed(0).padStart(digits);
  return rows
    .map(({ title, passed, failed, seconds, cpuSeconds }) => {
      const cpu = cpuSeconds === undefined ? '' : `  ${figure(cpuSeconds, 6)} s CPU`;
      const counts = `${figure(passed, 6)} passed  ${figure(failed, 4)} failed`;
      return `${title.padEnd(width)}  ${counts}  ${figure(seconds, 6)} s${cpu}\n`;
    })
    .join('');
}

/** The runners of all packages append their failures to this file, each in its own process. */
const failuresFile = `${results}/failures`;

/** @param {import('./failures.mjs').Failure[]} failed */
const addFailures = (failed) => fs.appendFileSync(failuresFile, failed.map(describeFailure).join(''));

/** Failures since `clearResults`, to show what to look at after a long log; empty if there are none. */
export const failures = () => (fs.existsSync(failuresFile) ? fs.readFileSync(failuresFile, 'utf8') : '');

/** A command that failed although no test of its report did. @param {string} title @param {number} code */
const failedCommand = (title, code) => addFailures([{ title, message: `ended with exit code ${code}` }]);

/** Runs a Node script that counts as one test. @param {string[]} args @returns {Promise<Count>} */
export async function check(args) {
  const code = await run(node, args);
  if (code === 0) return { passed: 1, failed: 0 };
  failedCommand(args.join(' '), code);
  return { passed: 0, failed: 1 };
}

/**
 * The count of a runner's report. A runner can also fail without a report, or without a failed test, which counts as
 * one failure.
 * @template Report
 * @param {string} title of the command
 * @param {string} file with the report
 * @param {number} code the runner's exit code
 * @param {(report: Report) => Count} countIn
 * @returns {Count}
 */
function countOf(title, file, code, countIn) {
  /** @type {Report | undefined} */
  const report = fs.existsSync(file) ? readJson(file) : undefined;
  const found = report === undefined ? [] : failuresOf(report);
  addFailures(found);
  const count = report === undefined ? { passed: 0, failed: 1 } : countIn(report);
  if (found.length === 0 && (code !== 0 || count.failed > 0)) failedCommand(title, code);
  return { passed: count.passed, failed: count.failed === 0 && code !== 0 ? 1 : count.failed };
}

/** The file with the count of a package's task. @param {string} name @param {string} task */
export const resultFile = (name, task) => `${results}/${name}/${task}.json`;

/**
 * @param {Record<string, string | undefined>} env
 * @param {string[]} [which] jest's arguments that select tests; all tests by default
 * @param {string} [file] where jest writes its report
 * @returns {Promise<Count>}
 */
export async function jest(env, which = [], file = `${results}/jest.json`) {
  // One worker per core. By default, jest leaves one core unused, which is half of a machine with two.
  const workers = `--maxWorkers=${os.availableParallelism()}`;
  fs.rmSync(file, { force: true });
  const code = await run(
    node,
    ['node_modules/jest/bin/jest.js', workers, '--json', `--outputFile=${file}`, '--silent', ...which],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 2],
    },
  );
  /** @param {{numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number}} report */
  const countIn = ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) => ({
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
  });
  return countOf(['jest', ...which].join(' '), file, code, countIn);
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string[]} which Playwright's arguments that select journeys
 * @param {string} [file] where Playwright writes its report
 * @returns {Promise<Count>}
 */
export async function journeys(env, which, file = `${results}/journeys.json`) {
  fs.rmSync(file, { force: true });
  const code = await run(node, ['../node_modules/@playwright/test/cli.js', 'test', ...which], {
    cwd: repositoryPath('e2e'),
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  /** @param {{stats: {expected: number, unexpected: number, flaky: number}}} report */
  const countIn = ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky });
  return countOf(['playwright test', ...which].join(' '), file, code, countIn);
}

/**
 * A file or a block of tests in Playwright's report; a file's path begins with its folder of journeys.
 * @typedef {{
 *   file: string,
 *   specs?: {tests: {status: 'expected' | 'unexpected' | 'flaky' | 'skipped'}[]}[],
 *   suites?: JourneySuite[],
 * }} JourneySuite
 */

/** @param {JourneySuite} suite @returns {string[]} */
const statusesIn = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ tests }) => tests.map(({ status }) => status)),
  ...suites.flatMap(statusesIn),
];

/**
 * Counts the journeys of one package in Playwright's report of several. A report with an error outside the tests, such
 * as an unreadable file, is incomplete, and counts as a failure of each package.
 * @param {{suites: JourneySuite[], errors: unknown[]} | undefined} report undefined if there is none
 * @param {string} folder of the package's journeys
 * @returns {Count}
 */
export function journeysIn(report, folder) {
  if (report === undefined || report.errors.length > 0) return { passed: 0, failed: 1 };
  const statuses = report.suites.filter(({ file }) => file.startsWith(`${folder}/`)).flatMap(statusesIn);
  const ran = statuses.filter((status) => status !== 'skipped');
  const passed = ran.filter((status) => status === 'expected').length;
  return { passed, failed: ran.length - passed };
}

/** @param {string} file @param {string} folder */
export const journeysInFile = (file, folder) => journeysIn(fs.existsSync(file) ? readJson(file) : undefined, folder);

/** Names of the packages with a task. @param {'test' | 'lint' | 'journeys'} task */
export const packagesWith = (task) =>
  fs
    .readdirSync(repositoryPath(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(repositoryPath(entry.name, 'package.json')))
    .filter(({ name }) => readJson(repositoryPath(name, 'package.json')).scripts?.[task] !== undefined)
    .map(({ name }) => name);

/**
 * Runs a task of packages, one after another. A task with unchanged inputs since its last success isn't rerun: Nx
 * restores its result from the cache (nx.json).
 * @param {Record<string, string | undefined>} env
 * @param {'test' | 'journeys'} task
 * @param {readonly string[]} names
 * @returns {Promise<Count>}
 */
async function inTurn(env, task, names) {
  const scopes = names.map((name) => `--scope=${name}`);
  // In any order, because no package's tests need another's results.
  const lerna = ['node_modules/lerna/dist/cli.js', 'run', task, ...scopes, '--concurrency=1', '--no-sort'];
  await run(node, [...lerna, '--no-bail', '--loglevel=warn'], {
    env: { ...process.env, ...env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  const counts = names.map((name) => {
    const file = resultFile(name, task);
    const count = fs.existsSync(file) ? readJson(file) : { passed: 0, failed: 1, seconds: 0 };
    say(`  ${name} ${task}: ${count.passed} passed, ${count.failed} failed, ${count.seconds} s`);
    return count;
  });
  return totalOf(counts);
}

/** @param {Record<string, string | undefined>} env */
export const serverTests = (env) => inTurn(env, 'test', ['server']);

/** The tests of all other packages. @param {Record<string, string | undefined>} env */
export const pageTests = (env) => {
  const others = packagesWith('test').filter((name) => name !== 'server');
  return inTurn(env, 'test', others);
};

/** Selects the main journeys. `npm run verify` runs the others. */
export const mainJourneys = ['--grep-invert', '@verify', '--pass-with-no-tests'];

/** Where Nx keeps results (nx.json). */
const nxCache = repositoryPath('.cache/nx');

/**
 * Runs the main journeys of all packages, on the builds that are there. One at a time, because the tests run at the same time, and
 * a browser as root comes before other processes.
 *
 * Without any results in Nx's cache, as on a fresh clone, they run at once, and then each package takes its own from the report:
 * otherwise each package starts a browser and a process of consoles.
 * @param {Record<string, string | undefined>} env
 */
export async function packageJourneys(env) {
  const all = { ...env, JOURNEY_WORKERS: '1', JOURNEYS_ARE_BUILT: '1' };
  const names = packagesWith('journeys');
  if (fs.existsSync(nxCache)) return inTurn(all, 'journeys', names);
  const report = `${results}/journeys.json`;
  const whole = await journeys(all, mainJourneys, report);
  const { passed, failed } = await inTurn({ ...all, JOURNEYS_REPORT: report }, 'journeys', names);
  // Playwright can also fail after its last journey, which no package counts.
  return { passed, failed: Math.max(failed, whole.failed) };
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
