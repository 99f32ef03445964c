/** A module's versions and the moves of its live version, in the contract's format. */
import type { AnswerOf, listReleases } from 'shared-api/contracts';
import { listWaiting, toWaiting } from '../../access/approvals/approvals-repository.js';
import type { Db } from '../../platform/database/tables.js';
import { notFound } from '../../platform/errors/app-error.js';
import { toCanary } from './canaries.js';
import { findCanary, findModule, listMoves, listVersions } from './module-repository.js';
import { versionBefore } from './pointer.js';
import { listPreviews } from './preview-repository.js';
import { toPreview } from './preview-service.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** @throws AppError `not_found` */
export async function readReleases(db: Db, name: string, now: Date): Promise<AnswerOf<typeof listReleases>> {
  const module = await findModule(db, name);
  if (!module) throw notFound(`The module ${name} doesn’t exist.`);
  const [versions, moves, running, waiting, previews] = await Promise.all([
    listVersions(db, module.name),
    listMoves(db, module.name),
    findCanary(db, module.name),
    listWaiting(db, now, module.name),
    listPreviews(db, module.name),
  ]);
  const before = versionBefore(moves);
  return {
    releases: versions.map((version) => ({
      version: version.version,
      live: version.version === module.live_version,
      bytes: version.bytes,
      published_at: epochSeconds(version.published_at),
      published_by: version.published_by,
      pruned_at: version.pruned_at && epochSeconds(version.pruned_at),
      ...(version.pipeline !== null && { pipeline: version.pipeline }),
    })),
    moves: moves.reverse().map((move) => ({
      action: move.action,
      from: move.from_version,
      to: move.to_version,
      at: epochSeconds(move.moved_at),
      by: move.moved_by,
    })),
    canary: running ? toCanary(running) : null,
    previews: previews.map(toPreview),
    rollback_to: (running ? module.live_version : before) ?? null,
    waiting: waiting.map((row) => ({
      ...toWaiting(row),
      summary: row.summary,
      requested_by: row.requested_by_name,
    })),
  };
}
