// @ts-check
/**
 * `npm test`: installs what is missing, then checks format, lint, types and the public API, and runs the tests of every package and the
 * main journeys in a browser. What is unchanged since it last passed is not run again (nx.json). Ends with the
 * time of each stage, what failed, and one line over all runners: `N passed, N failed`.
 */
import fs from 'node:fs';
import { buildStale, command, compileArguments, exitOnStop, installMissing, remoteFolders } from './steps.mjs';
import {
  check,
  clearResults,
  failures,
  measured,
  packageJourneys,
  packageTests,
  results,
  tableOf,
  timed,
  totalOf,
} from './test-runners.mjs';
import { installSystemPackages, lightBrowser, startTestPostgres } from './test-system.mjs';

// The compiler and the linter are written in Go. They collect garbage less often with it, which saves a sixth of their CPU time.
process.env['GOGC'] ??= '400';

await command(async () => {
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
            checked('format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
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
        const [counts] = await Promise.all([checks(), buildStale(remoteFolders())]);
        return totalOf(counts);
      },
    ],
    [
      'units, pages, server; journeys in Chromium',
      // At the same time, because a journey often waits for its browser and server, and one core is idle then.
      async () =>
        totalOf(
          await Promise.all([
            timed('units, pages and server', () => packageTests(env)),
            timed('journeys in Chromium', () => packageJourneys({ ...env, ...lightBrowser() })),
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
