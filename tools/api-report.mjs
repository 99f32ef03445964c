// @ts-check
/**
 * Checks the public API of the published packages against their versions. Compiles their types first.
 *
 * `node tools/api-report.mjs` compares today's API with that of the last release (`api.md`), and fails if an export was
 * removed or changed without a new major version, or added without a new minor one. `node tools/api-report.mjs --write
 * PACKAGE` writes the report of a release.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { unannounced } from './api-report/compare.mjs';
import { API_PACKAGES, currentReport } from './api-report/packages.mjs';
import { renderReport, reportFile } from './api-report/report.mjs';
import { command, compileArguments, runOrThrow, say, StepError } from './steps.mjs';

/**
 * @param {string} name @param {import('./api-report/report.mjs').Report} released @param {import('./api-report/report.mjs').Report} current
 * @throws StepError if the version doesn't announce what has changed
 */
function assertAnnounced(name, released, current) {
  const found = unannounced(released, current);
  for (const { entry, name: exported, kind } of found) {
    const needed = kind === 'added' || kind === 'extended' ? 'minor' : 'major';
    say(`${entry}: ${exported} is ${kind} since ${name} ${released.version}, which needs a new ${needed} version.`);
  }
  if (found.length === 0) return;
  throw new StepError(
    `Run "npm run release". Of the commits in ${name}, one has to be of the type feat for a minor version, or marked with ! for a major one.`,
  );
}

await command(async () => {
  const { values, positionals: names } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
  const unknown = names.find((name) => !API_PACKAGES.includes(name));
  if (unknown !== undefined) {
    throw new StepError(`${unknown} has no public API. The packages that have one: ${API_PACKAGES.join(', ')}.`);
  }
  await runOrThrow('Compiling the types', process.execPath, compileArguments(...API_PACKAGES));
  if (values.write) {
    for (const name of names.length > 0 ? names : API_PACKAGES) {
      const { root, released, current } = currentReport(name);
      if (released) assertAnnounced(name, released, current);
      fs.writeFileSync(reportFile(root), renderReport(current));
    }
    return;
  }
  for (const name of API_PACKAGES) {
    const { released, current } = currentReport(name);
    if (!released)
      throw new StepError(`${name} has no api.md. Write it with: node tools/api-report.mjs --write ${name}`);
    assertAnnounced(name, released, current);
  }
});
