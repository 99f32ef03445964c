/**
 * Prunes old versions: deletes their files and keeps their rows, so that nobody can publish other content under the
 * same version.
 */
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import {
  findModule,
  findVersion,
  listModules,
  listMoves,
  listVersions,
  pruneVersion,
  type ModuleMove,
} from './module-repository.js';
import { movesPointer, offersVersion } from './pointer.js';
import { listPreviews } from './preview-repository.js';

/** How long open tabs and rollbacks may need a version. */
export const RETENTION_DAYS = 30;
const A_DAY_MS = 86_400_000;

type Moved = Pick<ModuleMove, 'action' | 'from_version' | 'to_version' | 'moved_at' | 'by_person' | 'offered_to'>;

/**
 * Versions that were live or a canary at any time since then. Pure function.
 *
 * @param moves of one module, oldest first
 */
export function inUseSince(moves: readonly Moved[], since: Date): Set<string> {
  const inUse = new Set<string>();
  const pointer = moves.filter(movesPointer);
  pointer.forEach((move, index) => {
    const until = pointer[index + 1]?.moved_at;
    if (until === undefined || until >= since) inUse.add(move.to_version);
  });
  // Every canary ends with a separate move, unless it becomes the live version.
  let canary: string | undefined;
  const offered = new Map<string | null, string>();
  for (const move of moves) {
    const { action, from_version: from, to_version: to, moved_at: at } = move;
    if (offersVersion(move)) {
      offered.set(move.offered_to, to);
      continue;
    }
    if (action === 'withdraw' && from !== null && at >= since) inUse.add(from);
    if (action === 'canary') canary = to;
    if (action === 'withdraw' || action === 'promote') canary = undefined;
  }
  if (canary !== undefined) inUse.add(canary);
  // Its server's pages use it while the live version doesn't fit them.
  for (const version of offered.values()) inUse.add(version);
  return inUse;
}

export interface PrunedVersion {
  module: string;
  version: string;
  bytes: number;
}

/** Deletes the files of one version. The module must be locked. */
export async function pruneOne(
  transaction: Db,
  name: string,
  version: string,
  { actor, now }: AuditContext,
): Promise<void> {
  const bytes = (await findVersion(transaction, name, version))?.bytes;
  await pruneVersion(transaction, name, version, now);
  await recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action: 'module.prune',
    entity: 'module',
    entityId: name,
    before: { version, bytes },
  });
}

async function pruneModule(transaction: Db, name: string, audit: AuditContext): Promise<PrunedVersion[]> {
  const since = new Date(audit.now.getTime() - RETENTION_DAYS * A_DAY_MS);
  await findModule(transaction, name, { lock: true });
  const spared = inUseSince(await listMoves(transaction, name), since);
  for (const { version } of await listPreviews(transaction, name)) spared.add(version);
  const old = (await listVersions(transaction, name)).filter(
    // Recently published versions may be promoted soon.
    ({ version, pruned_at, published_at }) => pruned_at === null && published_at < since && !spared.has(version),
  );
  for (const { version } of old) await pruneOne(transaction, name, version, audit);
  return old.map(({ version, bytes }) => ({ module: name, version, bytes }));
}

/** Deletes the files of versions that were neither live, nor a canary, nor published within the last 30 days. */
export async function pruneModules(db: Db, audit: AuditContext): Promise<PrunedVersion[]> {
  const pruned: PrunedVersion[] = [];
  for (const { name } of await listModules(db)) {
    pruned.push(...(await inTransaction(db, (transaction) => pruneModule(transaction, name, audit))));
  }
  return pruned;
}
