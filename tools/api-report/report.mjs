// @ts-check
/**
 * The report of a package's public API as of its last release, `api.md` in its folder: each entry, each export with the
 * version that added it, and its declaration. A person reads it in a review, `compare.mjs` reads it in a check, and the
 * build of a module reads from it which version of the kit it needs.
 */
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ since: string, text: string }} Export */
/** @typedef {{ name: string, version: string, entries: Record<string, Record<string, Export>> }} Report */

const HEADING = /^# (\S+) (\S+)$/;
const ENTRY = /^## (\S+)$/;
const EXPORT = /^(\S+) (\d\S*): ?(.*)$/;
const SAME = /^as in (\S+)$/;
const MAX_WIDTH = 132;

/** @param {string} root folder of the package */
export const reportFile = (root) => path.join(root, 'api.md');

/** Lines of at most `MAX_WIDTH`, if there are spaces to break at. All but the first are indented. @param {string} text */
function wrapped(text) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + word.length < MAX_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

/** A long declaration that an earlier entry also has is written once. @param {Report} report */
export function renderReport({ name, version, entries }) {
  /** @type {Map<string, string>} */
  const written = new Map();
  const sections = Object.entries(entries).map(([entry, exports]) => {
    const lines = Object.entries(exports).map(([exported, { since, text }]) => {
      const same = written.get(`${exported} ${text}`);
      if (text.length > MAX_WIDTH) written.set(`${exported} ${text}`, same ?? entry);
      return wrapped(`${exported} ${since}: ${same === undefined ? text : `as in ${same}`}`);
    });
    return `## ${entry}\n\n\`\`\`\n${lines.map((line) => `${line}\n`).join('')}\`\`\`\n`;
  });
  return `# ${name} ${version}\n\nThe public API of the last release: each name with the version that brought it. \`npm run release\` writes this file.\n\n${sections.join('\n')}`;
}

/** @param {string} text @returns {Report} */
export function parseReport(text) {
  /** @type {Report} */
  const report = { name: '', version: '', entries: {} };
  /** @type {Record<string, Export>} */
  let exports = {};
  for (const line of text.replaceAll('\n  ', ' ').split('\n')) {
    const [, name, version] = HEADING.exec(line) ?? [];
    const [, entry] = ENTRY.exec(line) ?? [];
    const [, exported, since, declaration] = EXPORT.exec(line) ?? [];
    if (name !== undefined && version !== undefined) Object.assign(report, { name, version });
    else if (entry !== undefined) report.entries[entry] = exports = {};
    else if (exported !== undefined && since !== undefined && declaration !== undefined) {
      const same = SAME.exec(declaration)?.[1];
      exports[exported] = { since, text: report.entries[same ?? '']?.[exported]?.text ?? declaration };
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
 * The report of today's API. An export keeps the version that added it.
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
