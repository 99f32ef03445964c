// @ts-check
/** The step of `npm run verify` that loses the leader of a PostgreSQL cluster. */
import { repositoryPath } from '../steps.mjs';
import { check } from '../test-runners.mjs';
import { installFailoverPackages } from './programs.mjs';

/**
 * If the programs can't be installed, the step is reported as skipped.
 *
 * @returns {Promise<[title: string, step: () => Promise<import('../test-runners.mjs').Count>]>}
 */
export async function failoverStep() {
  const missing = await installFailoverPackages();
  if (missing.length > 0) {
    return [`failover of PostgreSQL: skipped, without ${missing.join(', ')}`, async () => ({ passed: 0, failed: 0 })];
  }
  const run = repositoryPath('tools', 'failover', 'run.mjs');
  return ['failover of PostgreSQL, and recovery from a mistake', () => check([run])];
}
