// @ts-check
/**
 * `node tools/sbom.mjs`: prints the bill of materials of the server and its pages as CycloneDX 1.6, from the lockfile. The image
 * has it as `sbom.cdx.json`. `npm sbom` refuses a lockfile without the optional packages of other systems.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteFolders, repositoryPath } from './steps.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {string} [name] its own name, where it is installed under another one
 * @property {boolean} [link]
 * @property {string} [resolved] the folder of a link
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/**
 * @typedef {object} Component
 * @property {'library'} type
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {string} purl
 * @property {{ alg: string, content: string }[]} [hashes]
 * @property {{ expression: string }[]} [licenses]
 */

/** Names of hash functions as CycloneDX writes them. @type {Record<string, string>} */
const algorithms = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** @param {string} integrity hashes in the lockfile's format: `sha512-…` in base64 */
const hashesOf = (integrity) =>
  integrity.split(/\s+/).flatMap((one) => {
    const [, algorithm = '', value = ''] = /^(sha\d+)-(.+)$/.exec(one) ?? [];
    const alg = algorithms[algorithm];
    return alg === undefined ? [] : [{ alg, content: Buffer.from(value, 'base64').toString('hex') }];
  });

/**
 * Resolves a package's dependency in the nearest `node_modules`.
 * @param {Record<string, LockedPackage>} packages @param {string} folder @param {string} name
 */
function findPackage(packages, folder, name) {
  for (let from = folder; ; from = from.replace(/(^|\/)[^/]*$/, '')) {
    const found = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    const { link = false, resolved = found } = packages[found] ?? {};
    if (packages[found]) return link ? resolved : found;
    if (from === '') return undefined;
  }
}

/**
 * The folders of the parts' runtime dependencies.
 * @param {Record<string, LockedPackage>} packages @param {readonly string[]} parts
 */
function neededBy(packages, parts) {
  const needed = new Set(parts);
  for (const folder of needed) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = findPackage(packages, folder, name);
      if (found !== undefined) needed.add(found);
    }
  }
  return [...needed];
}

/**
 * The parts' runtime packages, each version once.
 * @param {{ packages: Record<string, LockedPackage> }} lock
 * @param {readonly string[]} parts folders of this repository
 */
export function billOfMaterials({ packages }, parts) {
  /** @type {Map<string, Component>} */
  const components = new Map();
  for (const folder of neededBy(packages, parts)) {
    const { version, integrity = '', license, name: alias } = packages[folder] ?? {};
    const [, installed] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder) ?? [];
    if (installed === undefined || version === undefined) continue;
    const name = alias ?? installed;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      ...(integrity !== '' && { hashes: hashesOf(integrity) }),
      ...(license !== undefined && { licenses: [{ expression: license }] }),
    });
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'practice-console', name: 'practice-console' } },
    components: [...components.values()].sort((one, other) => one.purl.localeCompare(other.purl)),
  };
}

/** The parts of the image. */
export const imageParts = () => [
  'server',
  'shared-api',
  'shared-ui',
  'shell',
  ...remoteFolders().map((folder) => path.basename(folder)),
];

export const readLock = () => JSON.parse(fs.readFileSync(repositoryPath('package-lock.json'), 'utf8'));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${JSON.stringify(billOfMaterials(readLock(), imageParts()), null, 2)}\n`);
}
