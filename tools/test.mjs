// @ts-check
/**
 * `npm test`: installs what is missing, then checks format, lint, types and the public API, and runs the tests of every
 * package and the main journeys in a browser. Tests that passed and haven't changed since aren't rerun (nx.json). Ends
 * with the time of each stage, what failed, and one line over all runners: `N passed, N failed`.
 *
 * `npm test -- checks|server|pages|journeys` does a part, as the jobs of the pipeline do.
 */
import fs from 'node:fs';
import {
  buildStale,
  command,
  compileArguments,
  exitOnStop,
  installMissing,
  remoteFolders,
  StepError,
} from './steps.mjs';
import {
  check,
  clearResults,
  failures,
  measured,
  packageJourneys,
  pageTests,
  results,
  serverTests,
  tableOf,
  timed,
  totalOf,
} from './test-runners.mjs';
import { installSystemPackages, lightBrowser, startTestPostgres } from './test-system.mjs';

// The compiler and the linter are written in Go. They collect garbage less often with it, which saves a sixth of their CPU time.
process.env['GOGC'] ??= '400';

const PARTS = ['checks', 'server', 'pages', 'journeys'];

await command(async () => {
  const args = process.argv.slice(2);
  const unknown = args.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new StepError(`npm test has no part ${unknown}. Parts: ${PARTS.join(', ')}.`);
  const has = (/** @type {string} */ part) => args.length === 0 || args.includes(part);
  exitOnStop();
  await installMissing();
  await installSystemPackages();
  clearResults();
  const postgres = await startTestPostgres();
  const env = { TEST_DATABASE_URL: postgres.url };
  /** @param {string} title @param {string[]} args */
  const checked = (title, args) => timed(title, () => check(args));
  /** @type {[title: string, step: () => Promise<import('./test-runners.mjs').Count>][]} */
  const stages = [
    [
      'types, format',
      async () =>
        totalOf(
          await Promise.all([
            // Types come before lint, which reads the compiled types of other packages.
            checked('types', compileArguments()),
            ...(has('checks') ? [checked('format', ['node_modules/oxfmt/bin/oxfmt', '--check'])] : []),
          ]),
        ),
    ],
    [
      'lint, public API, unused code, commits, builds',
      async () => {
        const checks = async () => [
          await checked('lint', ['tools/lint.mjs', '--changed']),
          await checked('public API', ['tools/api-report.mjs']),
          await checked('unused code', ['node_modules/knip/bin/knip.js']),
          await checked('commit messages', ['tools/commit-messages.mjs']),
        ];
        // The checks run one after another, so the builds run in parallel with them.
        const [counts] = await Promise.all([has('checks') ? checks() : [], buildStale(remoteFolders())]);
        return totalOf(counts);
      },
    ],
    [
      'units, pages, server; journeys in Chromium',
      // At the same time, because a journey often waits for its browser and server, and one core is idle then.
      async () =>
        totalOf(
          await Promise.all([
            // The server has a third of all tests. They run beside the others, so that the last files of a package leave no core idle.
            ...(has('server') ? [timed('server', () => serverTests(env))] : []),
            ...(has('pages') ? [timed('units and pages', () => pageTests(env))] : []),
            ...(has('journeys')
              ? [timed('journeys in Chromium', () => packageJourneys({ ...env, ...lightBrowser() }))]
              : []),
          ]),
        ),
    ],
  ];
  /** @type {import('./test-runners.mjs').Row[]} */
  const rows = [];
  try {
    for (const [title, stage] of stages) rows.push(await measured(title, stage));
  } finally {
    postgres.stop();
  }
  const { passed, failed } = totalOf(rows);
  process.stdout.write(tableOf(rows) + failures());
  const line = `${passed} passed, ${failed} failed`;
  fs.writeFileSync(`${results}/total`, `${line}\n`);
  process.stdout.write(`${line}\n`);
  if (failed > 0) process.exitCode = 1;
});
