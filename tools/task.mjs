// @ts-check
/**
 * One check of one package, as its scripts call it (`npm test -w mf-hours`): `test`, `lint`, `typecheck`, `build` or
 * `journeys`. Counts are written to `.test-results/PACKAGE/`, where `npm test` adds them up, also for tasks that Nx takes
 * from its cache.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
  buildStale,
  command,
  compileArguments,
  compileServer,
  remoteFolders,
  repositoryPath,
  run,
  runOrThrow,
  say,
  StepError,
  webpackBuild,
} from './steps.mjs';
import { jest, journeys, journeysInFile, mainJourneys, resultFile } from './test-runners.mjs';

const [task = '', ...args] = process.argv.slice(2);
const folder = process.cwd();
const name = path.basename(folder);
/** The e2e package runs the platform's own journeys, which no module owns. */
const ownJourneys = name === 'e2e' ? 'platform' : name;

const begin = Date.now();

/** @param {import('./test-runners.mjs').Count} count */
function record(count) {
  const seconds = Math.round((Date.now() - begin) / 1000);
  fs.writeFileSync(resultFile(name, task), `${JSON.stringify({ ...count, seconds })}\n`);
  if (count.failed > 0) process.exitCode = 1;
}

/** Runs a script of the repository that counts as one test. @param {string[]} script */
async function check(script) {
  const code = await run(process.execPath, script);
  record(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  test: async () => record(await jest({}, ['--selectProjects', name, ...args], resultFile(name, 'jest'))),
  lint: () => check(['tools/lint.mjs', name]),
  typecheck: () => check(compileArguments(name)),
  build: async () => {
    if (remoteFolders().includes(folder) || name === 'shell') await webpackBuild([folder]);
    else if (name === 'server' || name === 'sandbox') await compileServer();
    else await runOrThrow(`Compiling ${name}`, process.execPath, compileArguments(name));
  },
  journeys: async () => {
    if (!fs.existsSync(repositoryPath('e2e/journeys', ownJourneys))) {
      say(`${name} has no journeys yet. They belong in e2e/journeys/${ownJourneys}.`);
      record({ passed: 0, failed: 0 });
      return;
    }
    const report = process.env['JOURNEYS_REPORT'];
    if (report !== undefined) return record(journeysInFile(report, ownJourneys));
    if (process.env['JOURNEYS_ARE_BUILT'] === undefined) {
      await compileServer();
      await buildStale(remoteFolders());
    }
    const which = [`journeys/${ownJourneys}/`, ...mainJourneys, ...args];
    record(await journeys({ JOURNEYS_OF: name }, which, resultFile(name, 'playwright')));
  },
};

await command(async () => {
  const runTask = tasks[task];
  if (!runTask || !fs.existsSync(repositoryPath(name, 'package.json'))) {
    throw new StepError(`Run this as a script of a package: npm run ${Object.keys(tasks).join('|')} -w PACKAGE`);
  }
  fs.mkdirSync(path.dirname(resultFile(name, task)), { recursive: true });
  await runTask();
});
