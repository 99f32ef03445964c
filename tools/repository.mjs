// @ts-check
/** The location of this repository and of installed packages. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** In the published command line, the folder that it is installed in. */
export const repository = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** True for a folder of the console's own repository. @param {string} folder */
export const isInRepository = (folder) =>
  fs.existsSync(path.join(repository, 'lerna.json')) &&
  `${path.resolve(folder)}${path.sep}`.startsWith(repository + path.sep);

/**
 * The folder of an installed package.
 *
 * @param {string} name
 * @param {string} root folder whose installed packages count
 */
export function installedFolder(name, root) {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (fs.existsSync(path.join(found, 'package.json'))) return found;
    if (folder === path.dirname(folder)) throw new Error(`${name} is not installed for ${root}`);
  }
}
