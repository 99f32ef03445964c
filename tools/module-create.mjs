// @ts-check
/** Creates a remote from the template, with a page, a test and a build, and registers it in the repository. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryPath, runOrThrow, say, StepError } from './steps.mjs';

const template = fileURLToPath(new URL('./module-template', import.meta.url));

/** @param {string} from @param {string} to @param {(text: string) => string} fill */
function copyFilled(from, to, fill) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    // Template files end in .template, so that no tool treats them as code of this repository.
    const target = path.join(to, entry.name.replace(/\.template$/, ''));
    if (entry.isDirectory()) copyFilled(source, target, fill);
    else fs.writeFileSync(target, fill(fs.readFileSync(source, 'utf8')));
  }
}

/** @param {string} name `mf-` and lower-case words, separated by dashes */
export async function createModule(name) {
  if (!/^mf-[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new StepError(`${name} can't be the name of a module. Use mf- and words in lower case: mf-patient-notes.`);
  const root = repositoryPath(name);
  if (fs.existsSync(root)) throw new StepError(`${name} already exists. Choose another name.`);
  const word = name.slice(3);
  const words = {
    __NAME__: name,
    __WORD__: word,
    __TITLE__: word.charAt(0).toUpperCase() + word.slice(1).replace(/-/g, ' '),
  };
  copyFilled(template, root, (text) =>
    Object.entries(words).reduce((filled, [mark, value]) => filled.replaceAll(mark, value), text),
  );

  const references = repositoryPath('tsconfig.json');
  const project = JSON.parse(fs.readFileSync(references, 'utf8'));
  project.references.push({ path: name });
  fs.writeFileSync(references, `${JSON.stringify(project, null, 2)}\n`);
  fs.appendFileSync(repositoryPath('.github', 'CODEOWNERS'), `/${name}/ @practice-console/${word}\n`);
  await runOrThrow('Linking the package', 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts']);
  await runOrThrow('Formatting', process.execPath, [
    repositoryPath('node_modules/prettier/bin/prettier.cjs'),
    '--write',
    name,
    'tsconfig.json',
  ]);
  say(`Created ${name}. Next:
  npm start                       shows it at /settings/{practice}/${word}/overview
  npm run dev -w ${name}   runs it standalone
  npx jest --selectProjects ${name}`);
}
