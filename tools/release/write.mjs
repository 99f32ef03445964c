// @ts-check
/** Writes a release into the files of the repository: versions, ranges, the lockfile and the changelogs. */
import fs from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { packagesOf } from './plan.mjs';

/** @typedef {import('./plan.mjs').Change} Change */

const CHANGELOG = 'CHANGELOG.md';
const DEPENDENCY_GROUPS = ['dependencies', 'devDependencies', 'peerDependencies'];

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Texts of commits can have characters that Markdown gives a meaning. @param {string} text */
const escape = (text) => text.replace(/[\\*_<[\]`]/g, '\\$&');

/** @param {import('./commits.mjs').Commit} commit @param {string} text */
const item = ({ hash }, text) => `- ${escape(sentence(text))} (${hash.slice(0, 7)})`;

/** The section of a version. @param {Change} change @param {string} date YYYY-MM-DD @returns {string} */
export function changelogSection({ next, commits, updates }, date) {
  const rest = commits.filter(({ breaking, added }) => breaking.length === 0 && added.length === 0);
  const groups = [
    ['Breaking changes', commits.flatMap((commit) => commit.breaking.map((text) => item(commit, text)))],
    ['Added', commits.flatMap((commit) => commit.added.map((text) => item(commit, text)))],
    ['Changed', rest.map((commit) => item(commit, commit.subject.replace(/^[a-z0-9-]+!?: /, '')))],
    ['Updated packages', updates.map((one) => `- ${escape(one)}`)],
  ];
  const parts = groups.flatMap(([title, items]) =>
    items && items.length > 0 ? [`### ${title}\n\n${Array.isArray(items) ? items.join('\n') : items}\n`] : [],
  );
  return `## ${next} (${date})\n\n${parts.join('\n')}`;
}

/** Puts the section of a version above the former ones. @param {string} name @param {string} former @param {string} section */
export function withSection(name, former, section) {
  const head = `# Changelog of ${name}\n\n\`npm run release\` writes this file from the commits.\n`;
  const start = former.indexOf('\n## ');
  return `${head}\n${section.trimEnd()}\n${start === -1 ? '' : former.slice(start)}`;
}

/** @param {Record<string, any>} manifest @param {Map<string, string>} versions by package @returns {boolean} whether a range changed */
function raiseRanges(manifest, versions) {
  let raised = false;
  for (const group of DEPENDENCY_GROUPS) {
    for (const [name, range] of Object.entries(manifest[group] ?? {})) {
      const next = versions.get(name);
      if (next === undefined || semver.satisfies(next, range)) continue;
      manifest[group][name] = `^${next}`;
      raised = true;
    }
  }
  return raised;
}

/** @param {string} file @param {unknown} value */
const writeJson = (file, value) => fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * @param {string} root of the repository
 * @param {Change[]} plan
 * @param {string} date YYYY-MM-DD
 * @returns {string[]} the written files, paths from the root
 */
export function writeRelease(root, plan, date) {
  const versions = new Map(plan.map(({ name, next }) => [name, next]));
  const written = ['package-lock.json'];
  const lockFile = path.join(root, 'package-lock.json');
  const lock = JSON.parse(fs.readFileSync(lockFile, 'utf8'));
  for (const { name, folder, manifest } of packagesOf(root)) {
    const next = versions.get(name);
    const raised = raiseRanges(manifest, versions);
    const locked = lock.packages?.[folder];
    if (locked) {
      raiseRanges(locked, versions);
      if (next !== undefined) locked.version = next;
    }
    if (next !== undefined) manifest.version = next;
    if (next === undefined && !raised) continue;
    writeJson(path.join(root, folder, 'package.json'), manifest);
    written.push(`${folder}/package.json`);
  }
  writeJson(lockFile, lock);
  for (const change of plan) {
    const file = path.join(root, change.folder, CHANGELOG);
    const former = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    fs.writeFileSync(file, withSection(change.name, former, changelogSection(change, date)));
    written.push(`${change.folder}/${CHANGELOG}`);
  }
  return written;
}
