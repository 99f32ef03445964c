// @ts-check
/** Creates a module: in the current folder, or as a package of the console's own repository. */
import fs from 'node:fs';
import path from 'node:path';
import { CreateError, createModuleFolder } from 'create-module';
import { isInRepository, repository } from '../repository.mjs';
import { format } from '../format.mjs';
import { StepError } from '../steps.mjs';
import { startFolder } from './module-folder.mjs';

/** Registers the package for type checks, ownership and a pipeline. @param {string} name */
async function registerPackage(name) {
  const references = path.join(repository, 'tsconfig.json');
  const project = JSON.parse(fs.readFileSync(references, 'utf8'));
  project.references.push({ path: name });
  fs.writeFileSync(references, `${JSON.stringify(project, null, 2)}\n`);
  fs.appendFileSync(path.join(repository, '.github', 'CODEOWNERS'), `/${name}/ @practice-console/${name.slice(3)}\n`);
  const pipelines = path.join(repository, '.github', 'workflows');
  const [model = ''] = fs.readdirSync(pipelines).filter((file) => file.startsWith('mf-'));
  const modelName = path.basename(model, '.yml');
  const secret = (/** @type {string} */ text) => `${text.replaceAll('-', '_').toUpperCase()}_TOKEN`;
  const pipeline = fs.readFileSync(path.join(pipelines, model), 'utf8');
  fs.writeFileSync(
    path.join(pipelines, `${name}.yml`),
    pipeline.replaceAll(modelName, name).replaceAll(secret(modelName), secret(name)),
  );
  await format(repository, [name, 'tsconfig.json']);
}

/**
 * @param {string} name
 * @returns {Promise<import('./releases.mjs').Result>}
 */
export async function createModule(name) {
  const start = startFolder();
  const inside = isInRepository(start);
  try {
    const { root, page, text } = createModuleFolder({ name, folder: inside ? repository : start, inside });
    if (inside) await registerPackage(name);
    return { text, data: { module: name, folder: root, page } };
  } catch (error) {
    if (error instanceof CreateError) throw new StepError(error.message);
    throw error;
  }
}
