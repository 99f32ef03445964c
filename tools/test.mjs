// @ts-check
/**
 * `npm test`: installs what is missing, then checks format, lint, types and the public API, and runs the tests of every package and the
 * main journeys in a browser. What is unchanged since it last passed is not run again (nx.json). Ends with one line over all runners: `N passed, N failed`.
 */
import fs from 'node:fs';
import { buildStale, checkNode, command, installMissing, remoteFolders } from './steps.mjs';
import { check, clearResults, packages, results, timed, totalOf } from './test-runners.mjs';
import { installSystemPackages, startPostgres } from './test-system.mjs';

await command(async () => {
  checkNode();
  await installMissing();
  await installSystemPackages();
  clearResults();
  const postgres = await startPostgres();
  const env = { TEST_DATABASE_URL: postgres.url };
  /** @type {import('./test-runners.mjs').Count[]} */
  const counts = [];
  try {
    // Types come first, because lint reads the compiled types of other packages.
    counts.push(await timed('types', () => check(['node_modules/@typescript/native/bin/tsc', '-b'])));
    const checks = async () => [
      await timed('format', () => check(['node_modules/prettier/bin/prettier.cjs', '--check', '.'])),
      await timed('lint', () => check(['tools/lint.mjs'])),
      await timed('public API', () => check(['tools/api-report.mjs'])),
      await timed('unused code', () => check(['node_modules/knip/bin/knip.js'])),
      await timed('commit messages', () => check(['tools/commit-messages.mjs'])),
    ];
    // The checks run one after another, so the builds run in parallel with them.
    const [checked] = await Promise.all([checks(), buildStale(remoteFolders())]);
    counts.push(...checked);
    counts.push(await timed('units, pages and server', () => packages(env, 'test')));
    counts.push(await timed('journeys in Chromium', () => packages(env, 'journeys')));
  } finally {
    postgres.stop();
  }
  const { passed, failed } = totalOf(counts);
  const line = `${passed} passed, ${failed} failed`;
  fs.writeFileSync(`${results}/total`, `${line}\n`);
  process.stdout.write(`${line}\n`);
  if (failed > 0) process.exitCode = 1;
});
