// @ts-check
/** Makes a new remote from the template: a page, a test, a build, and its place in the repository. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRepository, must, say, StepError } from './steps.mjs';

const template = fileURLToPath(new URL('./module-template', import.meta.url));

/** @param {string} from @param {string} to @param {(text: string) => string} fill */
function copyFilled(from, to, fill) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    // Template files end in .template, so that no tool takes them for code of this repository.
    const target = path.join(to, entry.name.replace(/\.template$/, ''));
    if (entry.isDirectory()) copyFilled(source, target, fill);
    else fs.writeFileSync(target, fill(fs.readFileSync(source, 'utf8')));
  }
}

/** @param {string} name `mf-` and lower-case words */
export async function createModule(name) {
  if (!/^mf-[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new StepError(`${name} is no name for a module: mf-…, in lower case.`);
  const root = inRepository(name);
  if (fs.existsSync(root)) throw new StepError(`${name} exists already.`);
  const word = name.slice(3);
  const words = {
    __NAME__: name,
    __WORD__: word,
    __TITLE__: word.charAt(0).toUpperCase() + word.slice(1).replace(/-/g, ' '),
  };
  copyFilled(template, root, (text) =>
    Object.entries(words).reduce((filled, [mark, value]) => filled.replaceAll(mark, value), text),
  );

  const references = inRepository('tsconfig.json');
  const project = JSON.parse(fs.readFileSync(references, 'utf8'));
  project.references.push({ path: name });
  fs.writeFileSync(references, `${JSON.stringify(project, null, 2)}\n`);
  fs.appendFileSync(inRepository('.github', 'CODEOWNERS'), `/${name}/ @practice-console/${word}\n`);
  await must('Linking the package', 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts']);
  await must('Formatting', process.execPath, [
    inRepository('node_modules/prettier/bin/prettier.cjs'),
    '--write',
    name,
    'tsconfig.json',
  ]);
  say(`${name} is there. Next:
  npm start                       shows it at /settings/{practice}/${word}/overview
  npm run dev -w ${name}   runs it standalone
  npx jest --selectProjects ${name}`);
}
