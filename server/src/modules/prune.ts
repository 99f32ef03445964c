/** Old versions: their files go, their rows stay, so that nobody can publish other content under the same version. */
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import {
  findModule,
  listModules,
  listMoves,
  listVersions,
  pruneVersion,
  type ModuleMove,
} from './module-repository.js';

/** Tabs may be open, and teams may want to roll back, this long. */
export const KEPT_DAYS = 30;
const A_DAY_MS = 86_400_000;

/**
 * Versions that were live at any moment since then. Pure.
 *
 * @param moves of one module, oldest first
 */
export function liveSince(moves: readonly Pick<ModuleMove, 'to_version' | 'moved_at'>[], since: Date): Set<string> {
  const live = new Set<string>();
  moves.forEach((move, index) => {
    const until = moves[index + 1]?.moved_at;
    if (until === undefined || until >= since) live.add(move.to_version);
  });
  return live;
}

export interface PrunedVersion {
  module: string;
  version: string;
  bytes: number;
}

async function pruneModule(transaction: Db, name: string, { actor, now }: Doing): Promise<PrunedVersion[]> {
  const since = new Date(now.getTime() - KEPT_DAYS * A_DAY_MS);
  await findModule(transaction, name, { lock: true });
  const spared = liveSince(await listMoves(transaction, name), since);
  const old = (await listVersions(transaction, name)).filter(
    // What was published lately may be about to be promoted.
    ({ version, pruned_at, published_at }) => pruned_at === null && published_at < since && !spared.has(version),
  );
  for (const { version, bytes } of old) {
    await pruneVersion(transaction, name, version, now);
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'module.prune',
      entity: 'module',
      entityId: name,
      before: { version, bytes },
    });
  }
  return old.map(({ version, bytes }) => ({ module: name, version, bytes }));
}

/** Deletes the files of versions that were not live within the last 30 days, nor published in them. */
export async function pruneModules(db: Db, doing: Doing): Promise<PrunedVersion[]> {
  const pruned: PrunedVersion[] = [];
  for (const { name } of await listModules(db)) {
    pruned.push(...(await inTransaction(db, (transaction) => pruneModule(transaction, name, doing))));
  }
  return pruned;
}
