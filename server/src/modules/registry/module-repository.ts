import { randomUUID } from 'node:crypto';
import type { ModuleBuild, ModuleDeclaration } from 'shared-api/contracts';
import type { ServiceGrant } from 'shared-api/contracts/module-services';
import { sql } from 'kysely';
import type { Db, Row } from '../../platform/database/tables.js';
import { type RecentVersion, versionBefore, versionsByRecency } from './pointer.js';
import type { VerifiedStatement } from './signed-statements.js';

export type GrantedModule = Row<'modules'>;
export type PublishedVersion = Row<'module_versions'>;
export type ModuleMove = Row<'module_moves'>;
export type CanaryRow = Row<'module_canaries'>;

export function listModules(db: Db): Promise<GrantedModule[]> {
  return db.selectFrom('modules').selectAll().orderBy('name').execute();
}

/** With `lock`, the module is locked against other changes until the transaction ends. */
export function findModule(db: Db, name: string, { lock = false } = {}): Promise<GrantedModule | undefined> {
  const query = db.selectFrom('modules').selectAll().where('name', '=', name);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function upsertGrant(
  db: Db,
  declaration: ModuleDeclaration,
  grantedBy: string,
  grantedAt: Date,
): Promise<void> {
  const grant = {
    audience: declaration.audience,
    granted: JSON.stringify(declaration),
    granted_at: grantedAt,
    granted_by: grantedBy,
  };
  await db
    .insertInto('modules')
    .values({ name: declaration.name, ...grant, live_version: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(grant))
    .execute();
}

/** Grants the module a service, or with null ends the grant. The module must be locked. */
export async function setService(transaction: Db, module: string, service: ServiceGrant | null): Promise<void> {
  await transaction
    .updateTable('modules')
    .set({ service: service && JSON.stringify(service) })
    .where('name', '=', module)
    .execute();
}

export function findVersion(db: Db, module: string, version: string): Promise<PublishedVersion | undefined> {
  return db
    .selectFrom('module_versions')
    .selectAll()
    .where('module', '=', module)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Newest first. */
export function listVersions(db: Db, module: string): Promise<PublishedVersion[]> {
  return db
    .selectFrom('module_versions')
    .selectAll()
    .where('module', '=', module)
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
}

/** The live versions of all modules. */
export function listLiveVersions(db: Db): Promise<PublishedVersion[]> {
  return db
    .selectFrom('modules')
    .innerJoin('module_versions', (join) =>
      join
        .onRef('module_versions.module', '=', 'modules.name')
        .onRef('module_versions.version', '=', 'modules.live_version'),
    )
    .selectAll('module_versions')
    .execute();
}

export function listCanaries(db: Db): Promise<CanaryRow[]> {
  return db.selectFrom('module_canaries').selectAll().execute();
}

export function findCanary(db: Db, module: string): Promise<CanaryRow | undefined> {
  return db.selectFrom('module_canaries').selectAll().where('module', '=', module).executeTakeFirst();
}

/** The current canary versions of all modules. */
export function listCanaryVersions(db: Db): Promise<PublishedVersion[]> {
  return db
    .selectFrom('module_canaries')
    .innerJoin('module_versions', (join) =>
      join
        .onRef('module_versions.module', '=', 'module_canaries.module')
        .onRef('module_versions.version', '=', 'module_canaries.version'),
    )
    .selectAll('module_versions')
    .execute();
}

/** Starts the module's canary, or changes it. The module must be locked. */
export async function upsertCanary(transaction: Db, canary: CanaryRow): Promise<void> {
  const { module, people, ...others } = canary;
  const changed = { ...others, people: JSON.stringify(people) };
  await transaction
    .insertInto('module_canaries')
    .values({ module, ...changed })
    .onConflict((conflict) => conflict.column('module').doUpdateSet(changed))
    .execute();
}

export async function deleteCanary(transaction: Db, module: string): Promise<void> {
  await transaction.deleteFrom('module_canaries').where('module', '=', module).execute();
}

export interface NewVersion {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
  /** Path inside the module → content. */
  files: ReadonlyMap<string, Buffer>;
  publishedAt: Date;
  publishedBy: string;
  signed: VerifiedStatement | undefined;
  /** True for a version uploaded only for a preview. */
  forPreview: boolean;
}

/** Inserts a version with its files. A pruned version gets its files back. */
export async function insertVersion(transaction: Db, version: NewVersion): Promise<void> {
  const { declaration, build, files } = version;
  const key = { module: declaration.name, version: build.version };
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  const row = {
    declaration: JSON.stringify(declaration),
    build: JSON.stringify(build),
    bytes,
    published_at: version.publishedAt,
    published_by: version.publishedBy,
    pruned_at: null,
    pipeline: version.signed?.pipeline ?? null,
    statement: version.signed ? JSON.stringify(version.signed.statement) : null,
    for_preview: version.forPreview,
  };
  await transaction
    .insertInto('module_versions')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['module', 'version']).doUpdateSet(row))
    .execute();
  // One statement per file: a single statement would be many megabytes large.
  for (const [path, content] of files) {
    await transaction
      .insertInto('module_files')
      .values({ ...key, path, content })
      .execute();
  }
}

/** A version uploaded only for a preview was published: it is no longer deleted with the preview. */
export async function keepAfterPreview(transaction: Db, module: string, version: string): Promise<void> {
  await transaction
    .updateTable('module_versions')
    .set({ for_preview: false })
    .where('module', '=', module)
    .where('version', '=', version)
    .execute();
}

/** Number of a module's versions stored with their files. */
export async function countStoredVersions(db: Db, module: string): Promise<number> {
  const { stored } = await db
    .selectFrom('module_versions')
    .select((by) => by.fn.countAll<string>().as('stored'))
    .where('module', '=', module)
    .where('pruned_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(stored);
}

export async function findFile(db: Db, module: string, version: string, path: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('module_files')
    .select('content')
    .where('module', '=', module)
    .where('version', '=', version)
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.content;
}

/** All files of a version, by path. */
export function listFiles(db: Db, module: string, version: string): Promise<{ path: string; content: Buffer }[]> {
  return db
    .selectFrom('module_files')
    .select(['path', 'content'])
    .where('module', '=', module)
    .where('version', '=', version)
    .orderBy('path')
    .execute();
}

/** True for a version that was ever live or a canary. Open tabs may still load its files. */
export async function wasReleased(db: Db, module: string, version: string): Promise<boolean> {
  const row = await db
    .selectFrom('module_moves')
    .select('number')
    .where('module', '=', module)
    .where('to_version', '=', version)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Oldest first. */
export function listMoves(db: Db, module: string): Promise<ModuleMove[]> {
  return db.selectFrom('module_moves').selectAll().where('module', '=', module).orderBy('number').execute();
}

/** Module → the version that a rollback of its live version makes live. */
export async function listVersionsBefore(db: Db): Promise<Map<string, string | undefined>> {
  const moves = await db
    .selectFrom('module_moves')
    .select(['module', 'action', 'to_version'])
    .where('action', 'in', ['promote', 'rollback'])
    .orderBy('number')
    .execute();
  const names = new Set(moves.map(({ module }) => module));
  return new Map([...names].map((name) => [name, versionBefore(moves.filter(({ module }) => module === name))]));
}

/** A version with stored files, and the kit that it needs. */
export interface StoredVersion extends RecentVersion {
  shared_ui: string;
}

/** Module → its stored versions available to pages (`versionsByRecency`), most recent first. For one module or all. */
export async function listRecentVersions(db: Db, module?: string): Promise<Map<string, StoredVersion[]>> {
  const [moves, stored] = await Promise.all([
    db
      .selectFrom('module_moves')
      .select(['module', 'action', 'to_version', 'by_person', 'offered_to'])
      .$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
      .orderBy('module')
      .orderBy('number')
      .execute(),
    db
      .selectFrom('module_versions')
      .select(['module', 'version', sql<string>`build ->> 'shared_ui'`.as('shared_ui')])
      .where('pruned_at', 'is', null)
      .$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
      .execute(),
  ]);
  const needs = new Map(stored.map(({ module: name, version, shared_ui }) => [`${name} ${version}`, shared_ui]));
  const movesByModule = new Map<string, typeof moves>();
  for (const move of moves) {
    const ofModule = movesByModule.get(move.module);
    if (ofModule) ofModule.push(move);
    else movesByModule.set(move.module, [move]);
  }
  return new Map(
    [...movesByModule].map(([name, ofModule]) => [
      name,
      versionsByRecency(ofModule).flatMap((recent) => {
        const shared_ui = needs.get(`${name} ${recent.version}`);
        return shared_ui === undefined ? [] : [{ ...recent, shared_ui }];
      }),
    ]),
  );
}

/** Records a move of the pointer or the canary. The module must be locked. */
export async function insertMove(transaction: Db, move: Omit<ModuleMove, 'number'>): Promise<void> {
  const last = await transaction
    .selectFrom('module_moves')
    .select('number')
    .where('module', '=', move.module)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  await transaction
    .insertInto('module_moves')
    .values({ ...move, number: (last?.number ?? 0) + 1 })
    .execute();
}

/** The module must be locked. */
export async function setLiveVersion(transaction: Db, module: string, version: string): Promise<void> {
  await transaction.updateTable('modules').set({ live_version: version }).where('name', '=', module).execute();
}

/** The registry's revision, and the kit of the pages that don't name theirs. */
export function readRegistry(db: Db): Promise<Pick<Row<'module_registry'>, 'revision' | 'unnamed_shared_ui'>> {
  return db.selectFrom('module_registry').select(['revision', 'unnamed_shared_ui']).executeTakeFirstOrThrow();
}

/**
 * Locks the registry against other grants until the transaction ends, so that two modules can't claim the same path.
 */
export async function lockRegistry(transaction: Db): Promise<void> {
  await transaction.selectFrom('module_registry').select('id').forUpdate().execute();
}

/** Updates the registry's revision. Call it after every move of a pointer or canary and every change of a grant. */
export async function renewRevision(transaction: Db): Promise<void> {
  await transaction.updateTable('module_registry').set({ revision: randomUUID() }).execute();
}

/** Deletes a version's files and records the time. */
export async function pruneVersion(transaction: Db, module: string, version: string, now: Date): Promise<void> {
  await transaction.deleteFrom('module_files').where('module', '=', module).where('version', '=', version).execute();
  await transaction
    .updateTable('module_versions')
    .set({ pruned_at: now })
    .where('module', '=', module)
    .where('version', '=', version)
    .execute();
}
