/** Canaries: versions that a percentage of people gets before everyone else, until they are promoted or withdrawn. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Canary, type CanaryRule, canaryRule } from 'shared-api/contracts';
import type { AuditContext } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { AppError } from '../http/app-error.js';
import {
  type CanaryRow,
  type GrantedModule,
  deleteCanary,
  findCanary,
  findModule,
  upsertCanary,
} from './module-repository.js';
import { type PointerMove, type SharedUi, lockModule, recordMove, assertReleasable } from './pointer-moves.js';

export function ruleOf({ min_people, max_failing_percent }: CanaryRow): CanaryRule {
  return { min_people, max_failing_percent };
}

/** The canary as the contract shows it. */
export function toCanary(canary: CanaryRow): Canary {
  const { version, percent, started_by } = canary;
  const started_at = Math.floor(canary.started_at.getTime() / 1000);
  return { version, percent, rule: ruleOf(canary), started_at, started_by };
}

/** Withdraws the canary. Its people get the live version with their next page. */
export async function withdrawCanary(
  transaction: Db,
  module: GrantedModule,
  canary: CanaryRow,
  audit: AuditContext,
): Promise<PointerMove> {
  // A canary needs a live version, and a module never loses its live version.
  const moved = { from: canary.version, to: module.live_version ?? canary.version };
  await deleteCanary(transaction, module.name);
  await recordMove(
    transaction,
    module.name,
    { action: 'withdraw', ...moved, before: { percent: canary.percent } },
    audit,
  );
  return moved;
}

export interface NewCanary {
  module: string;
  version: string;
  /** 1 to 99. */
  percent: number;
  /** Absent: the canary's current rule, or the default for a new canary. */
  rule?: CanaryRule | undefined;
}

/**
 * Makes a published version the module's canary, or widens or narrows the canary. Replaces the canary of another
 * version. When it widens, people keep it and its reports still count.
 *
 * @throws AppError `nothing_live`, `already_live`, and those of `assertReleasable`
 */
export async function startCanary(
  db: Db,
  { module: name, version, percent, rule: requestedRule }: NewCanary,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<PointerMove> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    await assertReleasable(transaction, module, version, sharedUi);
    if (module.live_version === null) {
      throw new AppError(
        409,
        'nothing_live',
        `No version of ${name} is live. Make one live before you start a canary.`,
      );
    }
    if (module.live_version === version) {
      throw new AppError(409, 'already_live', `${name} ${version} is already live for everyone.`);
    }
    const running = await findCanary(transaction, name);
    const former = running?.version === version ? running : undefined;
    if (running && !former) await withdrawCanary(transaction, module, running, audit);

    const rule = requestedRule ?? (former ? ruleOf(former) : canaryRule.parse({}));
    const moved = { from: module.live_version, to: version };
    if (former?.percent === percent && isDeepStrictEqual(ruleOf(former), rule)) return moved;
    const start = { id: randomUUID(), started_at: audit.now, started_by: audit.actor.name };
    await upsertCanary(transaction, { ...start, ...former, module: name, version, percent, ...rule });
    const before = former && { canary: former.version, percent: former.percent, rule: ruleOf(former) };
    await recordMove(
      transaction,
      name,
      { action: 'canary', ...moved, after: { percent, rule }, ...(before && { before }) },
      audit,
    );
    return moved;
  });
}

/**
 * Withdraws one particular canary after its evaluation.
 *
 * @param canary its module and id
 * @returns false when it has ended in the meantime, or another one runs
 */
export async function withdrawIfRunning(
  db: Db,
  canary: Pick<CanaryRow, 'module' | 'id'>,
  audit: AuditContext,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const module = await findModule(transaction, canary.module, { lock: true });
    const running = module && (await findCanary(transaction, module.name));
    if (!module || running?.id !== canary.id) return false;
    await withdrawCanary(transaction, module, running, audit);
    return true;
  });
}
