// @ts-check
/**
 * `npm run verify`: the tests that take too long for `npm test`, with one table of results at the end:
 * - the end of life of what the console runs on
 * - generated inputs for every API call, generated billing histories, and generated years of hours
 * - the journeys that `npm test` omits, such as those with two replicas and killed replicas
 * - the main journeys again while the browser translates the page
 * - every story of the design kit
 * - the previously released remotes in the current shell, and the current remotes in the previously released shell
 * - all pages and the main journeys in Firefox and in WebKit
 * - the loss of the leader of a PostgreSQL cluster, and the recovery from a mistake
 * - the tests of what runs on Node, and a start, with each version of Node that is supported; with the newest one on the embedded
 *   database, because `npm test` runs most tests of the server on PostgreSQL only
 * - the measurements of `bench/run.mjs --verify`; sizes against their budgets, times only in the table
 */
import fs from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { engineSteps } from './engines/steps.mjs';
import { failoverStep } from './failover/steps.mjs';
import { nodeSteps } from './node/steps.mjs';
import { earlierModules, earlierShell } from './releases.mjs';
import {
  buildStale,
  command,
  compileServer,
  exitOnStop,
  repositoryPath,
  installMissing,
  remoteFolders,
  say,
  StepError,
} from './steps.mjs';
import {
  check,
  clearResults,
  failures,
  jest,
  journeys,
  measured,
  resultFile,
  tableOf,
  timed,
  totalOf,
} from './test-runners.mjs';
import { installSystemPackages, startTestPostgres } from './test-system.mjs';
import { kitRange } from './webpack/kit-range.mjs';

/** Number of inputs for each API call, of billing histories, of years of hours, and of sequences of changes. */
const GENERATED = {
  GENERATED_INPUTS: '50',
  GENERATED_HISTORIES: '300',
  GENERATED_YEARS: '500',
  GENERATED_SUMMARIES: '200',
};
/** Fewer on the embedded database: the rules are the same there, and only statements could differ. */
const GENERATED_EMBEDDED = {
  GENERATED_INPUTS: '10',
  GENERATED_HISTORIES: '300',
  GENERATED_YEARS: '20',
  GENERATED_SUMMARIES: '20',
};
/** Runs the suites that run on one engine on the embedded database, not on PostgreSQL (server/src/testing/engines.ts). */
const onEmbedded = { TEST_ENGINE: 'embedded' };

/** Runs a suite of generated cases on both database engines. @param {Record<string, string>} env @param {string} suite */
const onBoth = async (env, suite) =>
  totalOf([
    await jest({ ...env, ...GENERATED }, [suite]),
    await jest({ ...env, ...onEmbedded, ...GENERATED_EMBEDDED }, [suite]),
  ]);

await command(async () => {
  exitOnStop();
  await installMissing();
  await installSystemPackages();
  clearResults();
  await compileServer();
  await buildStale(remoteFolders());
  const postgres = await startTestPostgres();
  const env = { TEST_DATABASE_URL: postgres.url };
  /** @typedef {[title: string, step: () => Promise<import('./test-runners.mjs').Count>]} Step */
  /** @type {Step[]} */
  const onNode = [
    [
      'nothing past its end of life, no known fault',
      () => check([repositoryPath('tools', 'deploy', 'end-of-life.mjs')]),
    ],
    [`${GENERATED.GENERATED_INPUTS} generated inputs for each call`, () => onBoth(env, 'generated-input')],
    [`${GENERATED.GENERATED_HISTORIES} generated billing histories`, () => onBoth(env, 'generated-histories')],
    [`${GENERATED.GENERATED_YEARS} generated years of hours`, () => onBoth(env, 'generated-years')],
    [`${GENERATED.GENERATED_SUMMARIES} generated sequences of changes`, () => onBoth(env, 'generated-summaries')],
  ];
  const onNodeVersions = await nodeSteps(env, onEmbedded);
  /** @type {Step[]} */
  const inBrowsers = [
    // In any order: Playwright prints the seed, and takes it to repeat an order.
    [
      'journeys that are left out of npm test',
      () => journeys(env, ['--grep', '@verify', '--shuffle'], resultFile('verify', 'journeys')),
    ],
    [
      'the main journeys while the browser translates the page',
      () => journeys({ ...env, TRANSLATED: '1' }, ['--grep', '@skew'], resultFile('verify', 'translated')),
    ],
    [
      'stories of the design kit',
      () => journeys(env, ['--config', 'stories/playwright.config.ts'], resultFile('verify', 'stories')),
    ],
    [
      'remotes as they were released before, in today’s shell',
      async () => {
        const earlier = await earlierModules();
        say(earlier?.described ?? 'Nothing to run: no registry and no commit has an earlier version of a module.');
        if (earlier === null) return { passed: 0, failed: 0 };
        return journeys({ ...env, LOCAL_MODULES: earlier.remotes.join(',') }, ['--grep', '@skew']);
      },
    ],
    [
      'today’s remotes, in the shell as it was released before',
      async () => {
        const shell = await earlierShell();
        say(shell?.described ?? 'Nothing to run: no commit has an earlier version of the shell.');
        if (shell === null) return { passed: 0, failed: 0 };
        const { sharedUi } = JSON.parse(fs.readFileSync(path.join(shell.dist, 'shell.json'), 'utf8'));
        const refused = remoteFolders().flatMap((root) => {
          const needed = kitRange(root, repositoryPath('shared-ui'));
          return semver.satisfies(sharedUi, needed) ? [] : [`${path.basename(root)} needs ${needed}`];
        });
        if (refused.length === 0) return journeys({ ...env, SHELL_DIR: shell.dist }, ['--grep', '@skew']);
        say(
          `Nothing to run: the shell provides shared-ui ${sharedUi}. Promoting is refused there: ${refused.join(', ')}.`,
        );
        return { passed: 0, failed: 0 };
      },
    ],
    ...(await engineSteps(env)),
  ];
  /** These need the whole machine: one has to notice a lost leader in seconds, the other one measures. @type {Step[]} */
  const onQuietMachine = [
    await failoverStep(),
    ['measurements', () => check([repositoryPath('bench', 'run.mjs'), '--verify'])],
  ];

  /** @type {import('./test-runners.mjs').Row[]} */
  const rows = [];
  /** @param {Step[]} steps */
  const runInOrder = async (steps) => {
    for (let next = steps.shift(); next; next = steps.shift()) {
      const [title, step] = next;
      // A step that can't start also gets a row, as one failure.
      const count = () =>
        timed(title, step).catch((error) => {
          say(error instanceof StepError ? error.message : String(error?.stack ?? error));
          return { passed: 0, failed: 1 };
        });
      rows.push(await measured(title, count, { withCpu: false }));
    }
  };
  try {
    // At the same time, because a journey often waits for its browser and server, and one core is idle then.
    // The row that is done first takes the next version of Node.
    const rest = async () => runInOrder(onNodeVersions);
    await Promise.all([runInOrder(onNode).then(rest), runInOrder(inBrowsers).then(rest)]);
    await runInOrder(onQuietMachine);
  } finally {
    postgres.stop();
  }
  process.stdout.write(tableOf(rows) + failures());
  if (rows.some(({ failed }) => failed > 0)) process.exitCode = 1;
});
