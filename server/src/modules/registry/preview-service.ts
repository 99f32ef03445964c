/** Previews: a team gives some people a published version before its release, and they open and leave it. */
import { PREVIEW_DAYS, previewPath, type ModulePreview } from 'shared-api/contracts/module-previews';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { listPracticesByIds } from '../../access/practice-records/practice-lookups.js';
import { writeModuleChoice } from '../../access/sessions/session-repository.js';
import { findPeople } from './canaries.js';
import type { SharedUi } from './kit.js';
import { findVersion, renewRevision, wasReleased } from './module-repository.js';
import { assertReleasable, lockModule } from './pointer-moves.js';
import { type PreviewRow, deletePreview, findPreview, listPreviews, upsertPreview } from './preview-repository.js';
import { pruneOne } from './prune.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const A_DAY_MS = 86_400_000;
export const toPreview = ({
  module,
  name,
  version,
  published_at,
  published_by,
  expires_at,
}: PreviewRow): ModulePreview => ({
  name,
  version,
  path: previewPath(module, name),
  published_at: epochSeconds(published_at),
  published_by,
  expires_at: epochSeconds(expires_at),
});

export interface NewPreview {
  module: string;
  name: string;
  version: string;
  /** Emails. */
  people: string[];
  internal: boolean;
  practices: number[];
}

/**
 * Deletes the files of a version that was only used in a preview. They don't count towards the module's limit of
 * versions. A version that was also published stays: the same sources have the same version in a pull request and after
 * the merge.
 */
async function pruneFormer(transaction: Db, former: PreviewRow, audit: AuditContext): Promise<void> {
  const { module, version } = former;
  if (!(await findVersion(transaction, module, version))?.for_preview) return;
  const others = await listPreviews(transaction, module);
  if (others.some((one) => one.version === version) || (await wasReleased(transaction, module, version))) return;
  await pruneOne(transaction, module, version, audit);
}

/** @throws AppError `invalid` */
async function assertPracticesExist(transaction: Db, ids: number[]): Promise<void> {
  const existingIds = new Set((await listPracticesByIds(transaction, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !existingIds.has(id));
  if (unknown.length === 0) return;
  const message = `This console has no practice ${unknown.join(', ')}. Nothing was changed.`;
  throw invalid(message, { practices: message });
}

/**
 * Publishes a preview, or replaces its version and its people. It then lasts another `PREVIEW_DAYS`.
 *
 * @throws AppError `not_found`, `pruned`, `not_granted`, `shared_ui_mismatch`, `call_not_served` and the others of
 *   `assertReleasable`, `invalid` for people without an account and unknown practices
 */
export async function putPreview(
  db: Db,
  { module: name, ...change }: NewPreview,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<ModulePreview> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    await assertReleasable(transaction, module, change.version, sharedUi);
    await assertPracticesExist(transaction, change.practices);
    const former = await findPreview(transaction, name, change.name);
    const row: PreviewRow = {
      ...change,
      module: name,
      people: await findPeople(transaction, change.people),
      published_at: audit.now,
      published_by: audit.actor.name,
      expires_at: new Date(audit.now.getTime() + PREVIEW_DAYS * A_DAY_MS),
    };
    await upsertPreview(transaction, row);
    if (former && former.version !== row.version) await pruneFormer(transaction, former, audit);
    await renewRevision(transaction);
    await recordPreview(transaction, 'module.preview', row, audit);
    return toPreview(row);
  });
}

async function recordPreview(
  transaction: Db,
  action: 'module.preview' | 'module.preview_end',
  { module, name, version }: PreviewRow,
  { actor, now }: AuditContext,
): Promise<void> {
  const side = action === 'module.preview' ? 'after' : 'before';
  await recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action,
    entity: 'module',
    entityId: module,
    [side]: { preview: name, version },
  });
}

/** @throws AppError `not_found` */
export async function closePreview(db: Db, module: string, name: string, audit: AuditContext): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockModule(transaction, module);
    const preview = await findPreview(transaction, module, name);
    if (!preview) throw notFound(`${module} has no preview ${name}.`);
    await endPreview(transaction, preview, audit);
  });
}

async function endPreview(transaction: Db, preview: PreviewRow, audit: AuditContext): Promise<void> {
  await deletePreview(transaction, preview.module, preview.name);
  await pruneFormer(transaction, preview, audit);
  await renewRevision(transaction);
  await recordPreview(transaction, 'module.preview_end', preview, audit);
}

/** Ends expired previews. @returns their number */
export async function endExpiredPreviews(db: Db, audit: AuditContext): Promise<number> {
  const expired = (await listPreviews(db)).filter(({ expires_at }) => expires_at <= audit.now);
  for (const { module, name } of expired) {
    await inTransaction(db, async (transaction) => {
      await lockModule(transaction, module);
      const present = await findPreview(transaction, module, name);
      if (present && present.expires_at <= audit.now) await endPreview(transaction, present, audit);
    });
  }
  return expired.length;
}

/** Loads a preview instead of the released version in this session. Null ends the module's preview. */
export async function chooseInSession(
  db: Db,
  { session }: Pick<PersonPrincipal, 'session'>,
  module: string,
  name: string | null,
): Promise<void> {
  await writeModuleChoice(db, session.tokenHash, 'previews', module, name === null ? null : { module, name });
}
