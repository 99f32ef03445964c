// @ts-check
/**
 * The report of a package's public API as of its last release, `api.md` in its folder: each entry, each export with the
 * version that brought it, and its declaration. A person reads it in a review, `compare.mjs` reads it in a check, and the
 * build of a module reads from it which version of the kit it needs.
 */
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ since: string, text: string }} Export */
/** @typedef {{ name: string, version: string, entries: Record<string, Record<string, Export>> }} Report */

const HEADING = /^# (\S+) (\S+)$/;
const ENTRY = /^## (\S+)$/;
const EXPORT = /^### (\S+) since (\S+)$/;

/** @param {string} root folder of the package */
export const reportFile = (root) => path.join(root, 'api.md');

/** @param {Report} report */
export function renderReport({ name, version, entries }) {
  const sections = Object.entries(entries).map(([entry, exports]) => {
    const parts = Object.entries(exports).map(
      ([exported, { since, text }]) => `### ${exported} since ${since}\n\n\`\`\`ts\n${text}\n\`\`\`\n`,
    );
    return `## ${entry}\n\n${parts.join('\n')}`;
  });
  return `# ${name} ${version}\n\nThe public API of the last release. \`npm run release\` writes this file.\n\n${sections.join('\n')}`;
}

/** @param {string} text @returns {Report} */
export function parseReport(text) {
  /** @type {Report} */
  const report = { name: '', version: '', entries: {} };
  /** @type {Record<string, Export>} */
  let exports = {};
  /** @type {string[] | null} */
  let code = null;
  /** @type {Export} */
  let current = { since: '', text: '' };
  for (const line of text.split('\n')) {
    if (code !== null && line !== '```') code.push(line);
    else if (code !== null) {
      current.text = code.join('\n');
      code = null;
    } else if (line === '```ts') code = [];
    else {
      const [, name, version] = HEADING.exec(line) ?? [];
      if (name !== undefined && version !== undefined) Object.assign(report, { name, version });
      const [, entry] = ENTRY.exec(line) ?? [];
      if (entry !== undefined) report.entries[entry] = exports = {};
      const [, exported, since] = EXPORT.exec(line) ?? [];
      if (exported !== undefined && since !== undefined) exports[exported] = current = { since, text: '' };
    }
  }
  return report;
}

/** @param {string} root @returns {Report | null} null before the first release */
export function readReport(root) {
  const file = reportFile(root);
  return fs.existsSync(file) ? parseReport(fs.readFileSync(file, 'utf8')) : null;
}

/**
 * The report of today's API. An export keeps the version that brought it.
 * @param {string} name @param {string} version
 * @param {import('./entries.mjs').Entries} entries
 * @param {Report | null} released
 * @returns {Report}
 */
export const reportOf = (name, version, entries, released) => ({
  name,
  version,
  entries: Object.fromEntries(
    Object.entries(entries).map(([entry, exports]) => [
      entry,
      Object.fromEntries(
        Object.entries(exports).map(([exported, text]) => [
          exported,
          { since: released?.entries[entry]?.[exported]?.since ?? version, text },
        ]),
      ),
    ]),
  ),
});
