// @ts-check
/**
 * `node tools/deploy/end-of-life.mjs`: fails if software that the console runs on gets no more fixes.
 * `end-of-life.json` has the major versions with an announced last day. A direct dependency also fails if its authors
 * have marked its version as deprecated, and if the registry knows a fault in it; a registry that doesn't answer is
 * named.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryPath } from '../steps.mjs';

/** @typedef {Record<string, string>} Line the last day of each major version, and the `source` */
/** @typedef {{ name: string, version: string, deprecated?: string }} Used */

/** @param {string} version */
const majorOf = (version) => /\d+/.exec(version)?.[0] ?? '';

/**
 * @param {Record<string, Line>} lines
 * @param {readonly Used[]} used
 * @param {Date} now
 * @returns {string[]} a sentence for each one to replace
 */
export function pastTheirEnd(lines, used, now) {
  return used.flatMap(({ name, version, deprecated }) => {
    const end = lines[name]?.[majorOf(version)];
    if (end !== undefined && new Date(`${end}T23:59:59Z`) < now)
      return [`${name} ${version} has had no fixes since ${end}. See ${lines[name]?.['source'] ?? ''}`];
    return deprecated === undefined ? [] : [`${name} ${version} is deprecated: ${deprecated}`];
  });
}

/** @param {string} file @returns {any} */
const read = (file) => JSON.parse(fs.readFileSync(repositoryPath(file), 'utf8'));

/** The direct dependencies of all packages, as the lockfile has them. @returns {Used[]} */
function directDependencies() {
  /** @type {Record<string, Record<string, any>>} */
  const packages = read('package-lock.json').packages;
  return Object.entries(packages).flatMap(([folder, { dependencies, devDependencies, optionalDependencies }]) => {
    if (folder.includes('node_modules/')) return [];
    const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    return names.flatMap((name) => {
      const { version, deprecated, link } =
        packages[path.posix.join(folder, 'node_modules', name)] ?? packages[`node_modules/${name}`] ?? {};
      return link || version === undefined ? [] : [{ name, version, deprecated }];
    });
  });
}

/** Software that the documents, the deployment and this process use. @returns {Used[]} */
export function usedLines() {
  const compose = fs.readFileSync(repositoryPath('deploy/compose.yaml'), 'utf8');
  return [
    { name: 'node', version: read('package.json').engines.node },
    { name: 'node', version: process.versions.node },
    { name: 'postgresql', version: /image: postgres:(\d+)/.exec(compose)?.[1] ?? '' },
    ...directDependencies(),
  ];
}

/** @returns {string[]} faults of packages that run in production; none if the registry doesn't answer */
function knownFaults() {
  /** @type {string} */
  let report;
  try {
    report = execFileSync('npm', ['audit', '--omit=dev', '--json'], { cwd: repositoryPath(), encoding: 'utf8' });
  } catch (error) {
    // npm also exits with an error when it has found something.
    report = String(/** @type {{ stdout?: unknown }} */ (error).stdout ?? '');
  }
  const { vulnerabilities } = JSON.parse(report || '{}');
  if (!vulnerabilities) {
    console.log('The registry has not answered, so nobody was asked about known faults.');
    return [];
  }
  return Object.values(vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `${name} ${range} has a known fault of ${severity} severity. Run npm audit.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = [...pastTheirEnd(read('tools/deploy/end-of-life.json'), usedLines(), new Date()), ...knownFaults()];
  for (const sentence of found) console.error(sentence);
  if (found.length > 0) process.exitCode = 1;
}
