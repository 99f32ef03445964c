// @ts-check
/**
 * Holds the public API of the published packages to their versions. The types must be compiled (`npm run typecheck`).
 *
 * `node tools/api-report.mjs` compares today's API with that of the last release (`api.md`), and fails if an export is gone
 * or changed without a new major version, or added without a new minor one.
 * `node tools/api-report.mjs --write PACKAGE` writes the report of a release.
 */
import fs from 'node:fs';
import { unannounced } from './api-report/compare.mjs';
import { entriesOf } from './api-report/entries.mjs';
import { readReport, renderReport, reportFile, reportOf } from './api-report/report.mjs';
import { command, repositoryPath, say, StepError } from './steps.mjs';

const PACKAGES = ['shared-api', 'shared-ui'];

/** @param {string} name */
function currentReport(name) {
  const root = repositoryPath(name);
  const { version } = JSON.parse(fs.readFileSync(repositoryPath(name, 'package.json'), 'utf8'));
  const released = readReport(root);
  return { root, released, current: reportOf(name, version, entriesOf(root), released) };
}

await command(async () => {
  const [action, ...names] = process.argv.slice(2);
  if (action === '--write') {
    for (const name of names.length > 0 ? names : PACKAGES) {
      const { root, current } = currentReport(name);
      fs.writeFileSync(reportFile(root), renderReport(current));
    }
    return;
  }
  let found = 0;
  for (const name of PACKAGES) {
    const { released, current } = currentReport(name);
    if (!released)
      throw new StepError(`${name} has no api.md. Write it with: node tools/api-report.mjs --write ${name}`);
    for (const { entry, name: exported, kind } of unannounced(released, current)) {
      found += 1;
      const needed = kind === 'added' || kind === 'extended' ? 'minor' : 'major';
      say(`${entry}: ${exported} is ${kind} since ${name} ${released.version}, which needs a new ${needed} version.`);
    }
  }
  if (found > 0) process.exitCode = 1;
});
