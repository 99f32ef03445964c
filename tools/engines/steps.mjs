// @ts-check
/** The steps of `npm run verify` with the other browser engines. */
import { journeys } from '../test-runners.mjs';
import { installEngines } from './programs.mjs';

/**
 * One step for each engine. An engine that can't be installed is reported as skipped.
 *
 * @param {Record<string, string>} env
 * @returns {Promise<[title: string, step: () => Promise<import('../test-runners.mjs').Count>][]>}
 */
export async function engineSteps(env) {
  const missing = await installEngines();
  return /** @type {const} */ (['firefox', 'webkit']).map((name) =>
    missing.includes(name)
      ? [`pages and journeys in ${name}: skipped, it isn’t installed`, async () => ({ passed: 0, failed: 0 })]
      : [
          `pages and journeys in ${name}`,
          () => journeys(env, ['--config', 'engines/playwright.config.ts', '--project', name]),
        ],
  );
}
