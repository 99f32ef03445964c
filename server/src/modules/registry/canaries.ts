/** Canaries: versions that some people get before everyone else, until they are promoted or withdrawn. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Canary, canaryReachText, type CanaryRule, canaryRule } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { CanaryPerson } from './modules-tables.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { findPersonByEmail } from '../../access/people/people-repository.js';
import {
  type CanaryRow,
  type GrantedModule,
  deleteCanary,
  findCanary,
  findModule,
  upsertCanary,
} from './module-repository.js';
import type { SharedUi } from './kit.js';
import { type PointerMove, lockModule, recordMove, assertFitsEarlierPages, assertReleasable } from './pointer-moves.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export function ruleOf({ min_people, max_failing_percent }: CanaryRow): CanaryRule {
  return { min_people, max_failing_percent };
}

type Reach = Pick<CanaryRow, 'percent' | 'people' | 'internal'>;

/** The canary as the contract shows it. */
export function toCanary(canary: CanaryRow): Canary {
  const { version, percent, internal, started_by } = canary;
  const people = canary.people.map(({ email }) => email);
  const started_at = epochSeconds(canary.started_at);
  const reach = reachText(canary);
  return { version, percent, people, internal, reach, rule: ruleOf(canary), started_at, started_by };
}

export function reachText({ percent, people, internal }: Reach): string {
  return canaryReachText({ percent, people: people.map(({ email }) => email), internal });
}

/** For the audit log, with only the fields that apply. */
function reachRecord({ percent, people, internal }: Reach): object {
  return {
    percent,
    ...(people.length > 0 && { people: people.map(({ email }) => email) }),
    ...(internal && { internal }),
  };
}

/** Everyone: the default of a promotion. */
const EVERYONE = 100;

/** The audience in a promotion's request. */
export interface RequestedReach {
  percent: number;
  people?: string[] | undefined;
  internal?: boolean | undefined;
}

/** True when a promotion is for everyone, false for a canary. */
export function isForEveryone({ percent, people, internal }: RequestedReach): boolean {
  return percent === EVERYONE && people === undefined && internal === undefined;
}

/** @throws AppError `invalid` naming everyone who has no account here */
export async function findPeople(db: Db, emails: readonly string[]): Promise<CanaryPerson[]> {
  const people: CanaryPerson[] = [];
  const unknown: string[] = [];
  for (const email of new Set(emails.map((text) => text.trim().toLowerCase()))) {
    const person = await findPersonByEmail(db, email);
    if (person) people.push({ id: person.id, email: person.email });
    else unknown.push(email);
  }
  if (unknown.length > 0) {
    const message = `${unknown.join(', ')} ${unknown.length === 1 ? 'has' : 'have'} no account in this console. Nothing was changed.`;
    throw invalid(message, { people: message });
  }
  return people;
}

/**
 * Absent fields stay as they are.
 *
 * @throws AppError `invalid` for unknown people, or when the canary would reach nobody
 */
async function reachOf(db: Db, requested: RequestedReach, former: Reach | undefined): Promise<Reach> {
  const reach = {
    percent: requested.percent === EVERYONE ? (former?.percent ?? 0) : requested.percent,
    people: requested.people ? await findPeople(db, requested.people) : (former?.people ?? []),
    internal: requested.internal ?? former?.internal ?? false,
  };
  if (reach.percent === 0 && reach.people.length === 0 && !reach.internal) {
    const message = 'This canary would reach nobody. Name people, internal staff or a percentage, or roll it back.';
    throw invalid(message, { people: message });
  }
  return reach;
}

/** Withdraws the canary. Its people get the live version on their next page load. */
export async function withdrawCanary(
  transaction: Db,
  module: GrantedModule,
  canary: CanaryRow,
  audit: AuditContext,
): Promise<PointerMove> {
  // A canary needs a live version, and a module never loses its live version.
  const moved = { from: canary.version, to: module.live_version ?? canary.version };
  await deleteCanary(transaction, module.name);
  await recordMove(transaction, module.name, { action: 'withdraw', ...moved, before: reachRecord(canary) }, audit);
  return moved;
}

export interface NewCanary extends RequestedReach {
  module: string;
  version: string;
  /** Absent: the canary's current rule, or the default for a new canary. */
  rule?: CanaryRule | undefined;
}

/**
 * Makes a published version the module's canary, or widens or narrows the canary. Replaces the canary of another
 * version. When it widens, people keep it and its reports still count.
 *
 * @throws AppError `invalid` for people without an account or a canary for nobody, `nothing_live`, `already_live`, and those of `assertReleasable`
 */
export async function startCanary(
  db: Db,
  { module: name, version, rule: requestedRule, ...requested }: NewCanary,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<PointerMove> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    const target = await assertReleasable(transaction, module, version, sharedUi);
    await assertFitsEarlierPages(transaction, target, audit.now);
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
    const answer = running && !former ? { ...moved, withdrawn: running.version } : moved;
    const reach = await reachOf(transaction, requested, former);
    const isSame = former && isDeepStrictEqual(reachRecord(former), reachRecord(reach));
    if (isSame && isDeepStrictEqual(ruleOf(former), rule)) return answer;
    const start = { id: randomUUID(), started_at: audit.now, started_by: audit.actor.name };
    await upsertCanary(transaction, { ...start, ...former, module: name, version, ...reach, ...rule });
    const before = former && { canary: former.version, ...reachRecord(former), rule: ruleOf(former) };
    await recordMove(
      transaction,
      name,
      { action: 'canary', ...moved, after: { ...reachRecord(reach), rule }, ...(before && { before }) },
      audit,
    );
    return answer;
  });
}

/**
 * Withdraws a specific canary after its evaluation.
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
