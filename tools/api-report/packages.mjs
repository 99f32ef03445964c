// @ts-check
/** The packages whose public API is held to their versions. Their types must be compiled. */
import fs from 'node:fs';
import { repositoryPath } from '../steps.mjs';
import { unannounced } from './compare.mjs';
import { entriesOf } from './entries.mjs';
import { readReport, reportOf } from './report.mjs';

export const API_PACKAGES = ['shared-api', 'shared-ui'];

/** @param {string} name */
export function currentReport(name) {
  const root = repositoryPath(name);
  const { version } = JSON.parse(fs.readFileSync(repositoryPath(name, 'package.json'), 'utf8'));
  const released = readReport(root);
  return { root, released, current: reportOf(name, version, entriesOf(root), released) };
}

/**
 * By how much a package's version must rise because its API has changed since its report was written; not at all for what
 * its present version announces.
 *
 * @param {string} name
 * @returns {'major' | 'minor' | null}
 */
export function neededLevel(name) {
  const { released, current } = currentReport(name);
  const found = released === null ? [] : unannounced(released, current);
  if (found.length === 0) return null;
  return found.some(({ kind }) => kind === 'changed' || kind === 'removed') ? 'major' : 'minor';
}
