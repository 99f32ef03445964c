/** Canaries: a version that some people get beside the live one, until it is promoted or withdrawn. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Canary, type CanaryRule, canaryRule } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal } from '../http/refusal.js';
import {
  type CanaryRow,
  type GrantedModule,
  deleteCanary,
  findCanary,
  findModule,
  putCanary,
} from './module-repository.js';
import { type PointerMoved, type SharedUi, lockModule, noteMove, refuseUnfit } from './pointer-moves.js';

export function ruleOf({ min_people, max_failing_percent }: CanaryRow): CanaryRule {
  return { min_people, max_failing_percent };
}

/** The canary as callers see it. */
export function canaryView(canary: CanaryRow): Canary {
  const { version, percent, started_by } = canary;
  const started_at = Math.floor(canary.started_at.getTime() / 1000);
  return { version, percent, rule: ruleOf(canary), started_at, started_by };
}

/** Takes the canary away from the people who had it; they get the live version with their next page. */
export async function withdraw(
  transaction: Db,
  module: GrantedModule,
  canary: CanaryRow,
  doing: Doing,
): Promise<PointerMoved> {
  // A canary begins beside a live version only, and a module never loses the one it has.
  const moved = { from: canary.version, to: module.live_version ?? canary.version };
  await deleteCanary(transaction, module.name);
  await noteMove(
    transaction,
    module.name,
    { action: 'withdraw', ...moved, before: { percent: canary.percent } },
    doing,
  );
  return moved;
}

export interface NewCanary {
  module: string;
  version: string;
  /** 1 to 99. */
  percent: number;
  /** Absent: the one that the canary has, or the usual one for a new canary. */
  rule?: CanaryRule | undefined;
}

/**
 * Makes a published version the module's canary, or makes the canary wider or narrower. Another version's canary is
 * withdrawn for it. People who had it keep it when it becomes wider, and what was reported of it goes on counting.
 *
 * @throws Refusal `nothing_live`, `already_live`, and those of `refuseUnfit`
 */
export async function beginCanary(
  db: Db,
  { module: name, version, percent, rule: asked }: NewCanary,
  sharedUi: SharedUi,
  doing: Doing,
): Promise<PointerMoved> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    await refuseUnfit(transaction, module, version, sharedUi);
    if (module.live_version === null) {
      throw new Refusal(409, 'nothing_live', `No version of ${name} is live, so there is none to be a canary beside.`);
    }
    if (module.live_version === version) {
      throw new Refusal(409, 'already_live', `${name} ${version} is live for everybody already.`);
    }
    const running = await findCanary(transaction, name);
    const former = running?.version === version ? running : undefined;
    if (running && !former) await withdraw(transaction, module, running, doing);

    const rule = asked ?? (former ? ruleOf(former) : canaryRule.parse({}));
    const moved = { from: module.live_version, to: version };
    if (former?.percent === percent && isDeepStrictEqual(ruleOf(former), rule)) return moved;
    const begun = { id: randomUUID(), started_at: doing.now, started_by: doing.actor.name };
    await putCanary(transaction, { ...begun, ...former, module: name, version, percent, ...rule });
    const before = former && { canary: former.version, percent: former.percent, rule: ruleOf(former) };
    await noteMove(
      transaction,
      name,
      { action: 'canary', ...moved, after: { percent, rule }, ...(before && { before }) },
      doing,
    );
    return moved;
  });
}

/**
 * Withdraws one certain canary, as somebody found who judged it a moment ago.
 *
 * @param canary its module and id
 * @returns false when it has ended meanwhile, or another one runs
 */
export async function withdrawIfRunning(
  db: Db,
  canary: Pick<CanaryRow, 'module' | 'id'>,
  doing: Doing,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const module = await findModule(transaction, canary.module, { lock: true });
    const running = module && (await findCanary(transaction, module.name));
    if (!module || running?.id !== canary.id) return false;
    await withdraw(transaction, module, running, doing);
    return true;
  });
}
