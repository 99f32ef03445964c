// @ts-check
/** Finds nonexistent files and folders that documents name in backticks. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { repositoryPath } from '../steps.mjs';

/** Text that only looks like a file: program output, packages, content types. Capitals are placeholders. */
const other =
  /(^|\/)(dist|\.cache|\.work)(\/|$)|^(build|shell|twilio)\.json$|^remoteEntry\.js$|^(patroni|settings|network)\.ya?ml$|^(@[\w-]+|react|react-dom|zod|application|v1)\/|\b[A-Z_]+\b/;
const file = /^[a-zA-Z_@.][\w.@-]*(\/[\w.-]+)*(\/|\/[\w.-]+|\.([cm]?[jt]sx?|json|md|ya?ml|sql|sh|css))$/;

/**
 * @param {string} document its path
 * @param {string} text a decision that is overtaken may name what was
 * @param {readonly string[]} files all paths of the repository
 * @returns {string[]} names that aren't files or folders: in a README, of its own folder; elsewhere, of any folder
 */
export function missingFiles(document, text, files) {
  if (/^# .* \(overtaken by /.test(text)) return [];
  const folder = /^docs\/|^[^/]+$/.test(document) ? '' : `${path.dirname(document)}/`;
  const names = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  return names.filter((name) => {
    const wanted = `/${name.replace(/\/$/, '')}/`;
    const isThere = (/** @type {string} */ each) =>
      `/${each}/`.startsWith(wanted) || (each.startsWith(folder) && `/${each}/`.includes(wanted));
    return file.test(name) && !other.test(name) && !files.some(isThere);
  });
}

/** @returns {string[]} `DOCUMENT: NAME` for each missing file that isn't a call or an entry point of a package either */
export function missingInDocuments() {
  const files = execFileSync('git', ['ls-files'], { cwd: repositoryPath(), encoding: 'utf8' }).trim().split('\n');
  const read = (/** @type {string} */ each) => fs.readFileSync(repositoryPath(each), 'utf8');
  const sources = files.filter((each) => /^shared-api\/src\/contracts\/.*\.ts$|^[^/]+\/package\.json$/.test(each));
  const calls = sources.map(read).join('\n');
  return files
    .filter((each) => /(^|\/)(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(each))
    .flatMap((document) => missingFiles(document, read(document), files).map((name) => [document, name]))
    .filter(([, name = '']) => !calls.includes(`/${name}`) && !calls.includes(`"${name.replace(/^[^/]+\//, './')}"`))
    .map((found) => found.join(': '));
}
