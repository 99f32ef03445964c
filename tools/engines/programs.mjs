// @ts-check
/** The other browser engines that the console is tested with, as Debian packages them. */
import fs from 'node:fs';
import path from 'node:path';
import { canInstall, findProgram, installPackages } from '../programs.mjs';

/** @typedef {'firefox' | 'webkit'} EngineName */

/** @type {Record<EngineName, string[]>} */
const PACKAGES = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] };

/** MiniBrowser is in the folder of its library, which has the architecture and a version in its name. */
function findMiniBrowser() {
  const libraries = '/usr/lib';
  if (!fs.existsSync(libraries)) return undefined;
  return fs
    .readdirSync(libraries)
    .filter((name) => name.includes('linux-gnu'))
    .flatMap((name) => fs.readdirSync(path.join(libraries, name)).map((inner) => path.join(libraries, name, inner)))
    .filter((folder) => path.basename(folder).startsWith('webkit2gtk-'))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => fs.existsSync(file));
}

/** @returns the program of Firefox, or undefined */
export const firefoxProgram = () => findProgram('firefox-esr') ?? findProgram('firefox');

/** @returns the programs that drive WebKit, or undefined where one is missing */
export function webKitPrograms() {
  const driver = findProgram('WebKitWebDriver');
  const browser = findMiniBrowser();
  const screen = findProgram('Xvfb');
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

/** @returns {EngineName[]} */
const missingEngines = () => [
  ...(firefoxProgram() ? [] : [/** @type {const} */ ('firefox')]),
  ...(webKitPrograms() ? [] : [/** @type {const} */ ('webkit')]),
];

/**
 * Installs missing programs, as root on Debian.
 * @returns {Promise<EngineName[]>} the engines that are still missing
 */
export async function installEngines() {
  const packages = missingEngines().flatMap((name) => PACKAGES[name]);
  if (packages.length > 0 && canInstall()) await installPackages(packages);
  return missingEngines();
}
