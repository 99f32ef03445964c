/** Publishes the locally built remotes, so that `npm start` shows them without another command. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type ModuleBuild, moduleBuild, moduleDeclaration, type ModuleDeclaration } from 'shared-api/contracts';
import type * as z from 'zod/mini';
import { systemActor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { AppError } from '../http/app-error.js';
import { grantModule } from './module-grants.js';
import { findCanary, findModule, listMoves } from './module-repository.js';
import { type SharedUi, lockModule } from './pointer-moves.js';
import { movesPointer } from './pointer.js';
import { promote, publish } from './release-service.js';

export const localBuild = systemActor('local build');

interface LocalModule {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
  /** Path inside the module → content in base64. */
  contents: Record<string, string>;
}

/** A problem with a folder. The message is for the person who started the server. */
class LocalModuleProblem extends Error {}

async function readJson<Schema extends z.ZodMiniType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new LocalModuleProblem(`${file} is missing; build the module first`);
  });
  const read = schema.safeParse(JSON.parse(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new LocalModuleProblem(`${file} is not right: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  return read.data;
}

/** Reads a remote's folder: `module.json`, `dist/build.json` and the files that it names. */
export async function readLocalModule(folder: string): Promise<LocalModule> {
  const declaration = await readJson(path.join(folder, 'module.json'), moduleDeclaration);
  const build = await readJson(path.join(folder, 'dist/build.json'), moduleBuild);
  const contents: Record<string, string> = {};
  for (const file of Object.keys(build.files)) {
    const content = await readFile(path.join(folder, 'dist', file)).catch(() => {
      throw new LocalModuleProblem(`${path.join(folder, 'dist', file)} is missing; build the module again`);
    });
    contents[file] = content.toString('base64');
  }
  return { declaration, build, contents };
}

async function publishOne(db: Db, folder: string, sharedUi: SharedUi, now: Date): Promise<string> {
  const audit = { actor: localBuild, now };
  const local = await readLocalModule(folder);
  const { name } = local.declaration;
  const known = await findModule(db, name);
  const isMovedByPerson = async (at: Db): Promise<boolean> =>
    (await listMoves(at, name)).some((move) => move.by_person && movesPointer(move));
  // Keeps a grant that a person made. The grant of the local build follows module.json, and its version goes live with it,
  // unless another version stays.
  const mayRemove = !(await isMovedByPerson(db)) && (await findCanary(db, name)) === undefined;
  if (!known || known.granted_by === localBuild.name) await grantModule(db, local.declaration, audit, { mayRemove });
  await publish(db, name, local, audit);
  return inTransaction(db, async (transaction) => {
    await lockModule(transaction, name);
    const { version } = local.build;
    if (await isMovedByPerson(transaction))
      return `${name} ${version} is published; its pointer stays where a person put it`;
    // Only people start canaries.
    const canary = await findCanary(transaction, name);
    if (canary) return `${name} ${version} is published; nothing moves while ${canary.version} is a canary`;
    await promote(transaction, { module: name, version }, sharedUi, audit);
    return `${name} ${version} is live`;
  });
}

/** Grants, publishes and promotes each folder's build. A folder that cannot be published is logged and skipped. */
export async function publishLocalModules(
  db: Db,
  folders: readonly string[],
  sharedUi: SharedUi,
  now: Date,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<void> {
  for (const folder of folders) {
    try {
      log.info(await publishOne(db, folder, sharedUi, now));
    } catch (error) {
      if (!(error instanceof AppError || error instanceof LocalModuleProblem || error instanceof SyntaxError))
        throw error;
      log.warn(`The module in ${folder} was not published. ${error.message}`);
    }
  }
}
