// @ts-check
/** The packages whose public API is checked against their versions. Their types must be compiled. */
import fs from 'node:fs';
import { repositoryPath } from '../steps.mjs';
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
