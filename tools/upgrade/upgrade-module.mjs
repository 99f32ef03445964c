// @ts-check
/** `npm run module -- upgrade mf-name`: rewrites a module from the kit's former names to MUI's. */
import fs from 'node:fs';
import path from 'node:path';
import { format } from '../format.mjs';
import { upgradeSource } from './upgrade-source.mjs';

/**
 * Rewrites the sources of a module in place. Its uncommitted changes stay as they are, so commit first and read the diff.
 * @param {string} root the module's folder
 * @returns {Promise<{files: number, elements: number, remaining: string[]}>}
 */
export async function upgradeModule(root) {
  const result = { files: 0, elements: 0, remaining: /** @type {string[]} */ ([]) };
  const folder = path.join(root, 'src');
  /** @type {string[]} */
  const changed = [];
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  for (const name of files.sort()) {
    const file = path.join(folder, name);
    const before = fs.readFileSync(file, 'utf8');
    const { text, count, remaining } = upgradeSource(before, file);
    for (const { line, name: component, reason } of remaining)
      result.remaining.push(`${path.relative(process.cwd(), file)}:${line} ${component}: ${reason}`);
    if (text === before) continue;
    fs.writeFileSync(file, text);
    changed.push(file);
    result.files += 1;
    result.elements += count;
  }
  if (changed.length > 0) await format(root, changed);
  return result;
}
