/**
 * Publishes the locally built remotes, so that `npm start` shows them without another command. They are part of the
 * server's release. During an upgrade, replicas of two releases run side by side, and the newest one decides what is
 * live (docs/decisions/0103).
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import semver from 'semver';
import { type ModuleBuild, moduleBuild, moduleDeclaration, type ModuleDeclaration } from 'shared-api/contracts';
import type * as z from 'zod/mini';
import { systemActor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { type SharedUi, fitsEarlierPages, fitsKit, versionForKit } from './kit.js';
import { grantModule } from './module-grants.js';
import {
  findCanary,
  findModule,
  findVersion,
  listMoves,
  listRecentVersions,
  readRegistry,
} from './module-repository.js';
import { assertReleasable, lockModule, recordMove } from './pointer-moves.js';
import { movesPointer } from './pointer.js';
import { promote, publish } from './release-service.js';
import {
  HEARTBEAT_MS,
  type LocalRelease,
  deleteReplicas,
  isEarlierReleaseServed,
  listOtherReplicas,
  recordHeartbeat,
} from './replicas-repository.js';

export const localBuild = systemActor('local build');

interface LocalModule {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
  /** Path inside the module → content in base64. */
  contents: Record<string, string>;
}

/** A problem with a folder. The message is for the operator. */
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

/** Reads a remote's folder: `module.json`, `dist/build.json` and the files it lists. */
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

/** One replica's view of the others. */
interface Surroundings {
  own: LocalRelease;
  others: readonly LocalRelease[];
  /** True while a replica may be serving pages that gives every page the live versions. */
  isEarlierServed: boolean;
}

async function lookAround(db: Db, own: LocalRelease, now: Date): Promise<Surroundings> {
  return {
    own,
    others: await listOtherReplicas(db, own.id, now),
    isEarlierServed: await isEarlierReleaseServed(db, now),
  };
}

async function publishedAt(db: Db, name: string, version: string): Promise<number> {
  const published = await findVersion(db, name, version);
  return published?.published_at.getTime() ?? Infinity;
}

/** True unless a replica with a later release of the module runs: for a later kit, or published later. */
async function isNewest(db: Db, name: string, version: string, { own, others }: Surroundings): Promise<boolean> {
  const ownPublishedAt = await publishedAt(db, name, version);
  for (const { sharedUi, localModules } of others) {
    const other = localModules[name];
    if (other === undefined || other === version) continue;
    const byKit = semver.compare(sharedUi ?? '0.0.0', own.sharedUi ?? '0.0.0');
    if (byKit > 0) return false;
    if (byKit < 0) continue;
    const otherPublishedAt = await publishedAt(db, name, other);
    if (otherPublishedAt > ownPublishedAt || (otherPublishedAt === ownPublishedAt && other > version)) return false;
  }
  return true;
}

const isMovedByPerson = async (db: Db, name: string): Promise<boolean> =>
  (await listMoves(db, name)).some((move) => move.by_person && movesPointer(move));

/** Grants and publishes a module. It isn't live yet. */
async function publishOne(db: Db, local: LocalModule, around: Surroundings, now: Date): Promise<void> {
  const audit = { actor: localBuild, now };
  const { name } = local.declaration;
  const stored = await findModule(db, name);
  // Keeps a grant made by a person. The local build's grant follows module.json, and its version goes live with it,
  // unless another version stays.
  const mayRemove = !(await isMovedByPerson(db, name)) && (await findCanary(db, name)) === undefined;
  const follows = stored?.granted_by === localBuild.name && (await isNewest(db, name, local.build.version, around));
  if (!stored || follows) await grantModule(db, local.declaration, audit, { mayRemove });
  await publish(db, name, local, audit);
}

const FOR_OWN_PAGES = 'pages of this release get it, and everyone else once no replica of an earlier release runs';

/** Why a published version isn't made live. Undefined: nothing prevents it. */
async function reasonToWait(
  transaction: Db,
  name: string,
  version: string,
  around: Surroundings,
): Promise<string | undefined> {
  if (await isMovedByPerson(transaction, name)) return 'its pointer stays where a person put it';
  // Only people start canaries.
  const canary = await findCanary(transaction, name);
  if (canary) return `nothing moves while ${canary.version} is a canary`;
  if (!(await isNewest(transaction, name, version, around))) return 'a replica of a later release runs';
  const target = around.isEarlierServed ? await findVersion(transaction, name, version) : undefined;
  const { unnamed_shared_ui: kit } = await readRegistry(transaction);
  return target && !fitsEarlierPages(target.build, kit) ? FOR_OWN_PAGES : undefined;
}

/**
 * Makes a published version live. While another version stays live, this shell's pages still get it if nothing else
 * fits them, or if it only waits for replicas of an earlier release.
 */
async function follow(db: Db, name: string, version: string, own: LocalRelease, now: Date): Promise<string> {
  const audit = { actor: localBuild, now };
  const { sharedUi } = own;
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    // Read under the lock, so that of two replicas starting together, the second sees the first.
    const around = await lookAround(transaction, own, now);
    const reason = await reasonToWait(transaction, name, version, around);
    if (reason === undefined) {
      await promote(transaction, { module: name, version }, sharedUi, audit);
      return `${name} ${version} is live`;
    }
    const recent = (await listRecentVersions(transaction, name)).get(name) ?? [];
    const current = versionForKit(recent, sharedUi);
    const fits = current !== undefined && fitsKit(current, sharedUi);
    if (current?.version !== version && (reason === FOR_OWN_PAGES || !fits)) {
      await assertReleasable(transaction, module, version, sharedUi);
      const move = { action: 'canary', from: module.live_version, to: version, offeredTo: sharedUi } as const;
      await recordMove(transaction, name, move, audit);
    }
    return `${name} ${version} is published; ${reason}`;
  });
}

/** One replica's local modules. */
export interface LocalModules {
  /**
   * Grants, publishes and promotes each folder's build. A folder that can't be published is logged and skipped.
   * Afterwards, follows changes by other replicas and people.
   *
   * @param signal ends it before the next module
   */
  publish(signal?: AbortSignal): Promise<void>;
  /** Announces that this replica runs, and promotes versions that had to wait. */
  beat(): Promise<void>;
  start(): void;
  /** Announces that this replica stops, so that others needn't wait for it. */
  stop(): Promise<void>;
}

interface LocalModulesParts {
  db: Db;
  folders: readonly string[];
  sharedUi: SharedUi;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

export function localModules({ db, folders, sharedUi, now, log }: LocalModulesParts): LocalModules {
  const id = randomUUID();
  const local = new Map<string, { folder: string; version: string; outcome?: string }>();
  let settled: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beating = Promise.resolve();

  const own = (): LocalRelease => ({
    id,
    sharedUi,
    localModules: Object.fromEntries([...local].map(([name, { version }]) => [name, version])),
  });
  /** Everything that `follow` depends on. */
  const stateOf = async ({ others, isEarlierServed }: Surroundings): Promise<string> =>
    JSON.stringify([others, isEarlierServed, (await readRegistry(db)).revision]);

  const attempt = async (folder: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError || error instanceof LocalModuleProblem || error instanceof SyntaxError))
        throw error;
      log.warn(`The module in ${folder} was not published. ${error.message}`);
    }
  };

  const followAll = async (): Promise<void> => {
    // Read before, so that no change in between is missed. Own moves are followed once more.
    const state = await stateOf(await lookAround(db, own(), now()));
    for (const [name, one] of local) {
      await attempt(one.folder, async () => {
        const outcome = await follow(db, name, one.version, own(), now());
        if (outcome !== one.outcome) log.info(outcome);
        one.outcome = outcome;
      });
    }
    settled = state;
  };

  const beat = async (): Promise<void> => {
    await recordHeartbeat(db, own(), now());
    if (local.size === 0) return;
    if ((await stateOf(await lookAround(db, own(), now()))) !== settled) await followAll();
  };

  return {
    async publish(signal) {
      const around = await lookAround(db, own(), now());
      for (const folder of folders) {
        signal?.throwIfAborted();
        await attempt(folder, async () => {
          const read = await readLocalModule(folder);
          await publishOne(db, read, around, now());
          local.set(read.declaration.name, { folder, version: read.build.version });
        });
      }
      // Of two replicas starting together, at least the second sees the other.
      await recordHeartbeat(db, own(), now());
      await followAll();
    },
    beat,
    start() {
      timer ??= setInterval(() => {
        beating = beat().catch((err: unknown) => log.warn({ err }, 'the local modules could not be followed'));
      }, HEARTBEAT_MS);
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await deleteReplicas(db, id);
    },
  };
}
