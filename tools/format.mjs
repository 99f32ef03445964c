// @ts-check
/** Formats source files with oxfmt. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runOrThrow } from './steps.mjs';

const program = path.join(path.dirname(createRequire(import.meta.url).resolve('oxfmt/package.json')), 'bin/oxfmt');
const CONFIGURATION = '.oxfmtrc.json';
/** The format of new modules, for a module without a configuration of its own. */
const ofModules = path.join(import.meta.dirname, 'lint', 'format.json');

/** @param {string} folder @returns {boolean} whether the folder or one above it has a configuration */
function isConfigured(folder) {
  if (fs.existsSync(path.join(folder, CONFIGURATION))) return true;
  const parent = path.dirname(folder);
  return parent !== folder && isConfigured(parent);
}

/** @param {string} folder where the files are @param {readonly string[]} files or folders */
export const format = (folder, files) =>
  runOrThrow(
    'Formatting',
    process.execPath,
    [program, '--no-error-on-unmatched-pattern', ...(isConfigured(folder) ? [] : ['-c', ofModules]), ...files],
    { cwd: folder, stdio: ['ignore', 'ignore', 2] },
  );
