/** What every move of a module's pointer or canary does, in the transaction that holds the module's lock. */
import semver from 'semver';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { Refusal, notFound } from '../http/refusal.js';
import {
  type GrantedModule,
  type ModuleMove,
  findModule,
  findVersion,
  putMove,
  renewRevision,
} from './module-repository.js';

/** What the shell that is live provides; undefined where no shell is built. */
export type SharedUi = string | undefined;

export interface PointerMoved {
  from: string | null;
  to: string;
}

/**
 * The module, held against other changes until the transaction ends.
 *
 * @throws Refusal `not_found`
 */
export async function lockModule(transaction: Db, name: string): Promise<GrantedModule> {
  const module = await findModule(transaction, name, { lock: true });
  if (!module) throw notFound(`There is no module ${name}.`);
  return module;
}

/**
 * Refuses a version that people cannot be given.
 *
 * @throws Refusal `not_found`, `pruned`, `not_granted`, `shared_ui_mismatch`
 */
export async function refuseUnfit(
  transaction: Db,
  module: GrantedModule,
  version: string,
  sharedUi: SharedUi,
): Promise<void> {
  const target = await findVersion(transaction, module.name, version);
  if (!target) throw notFound(`${module.name} ${version} was never published.`);
  if (target.pruned_at !== null) {
    throw new Refusal(409, 'pruned', `The files of ${module.name} ${version} were pruned. Publish it again.`);
  }
  if (target.declaration.audience !== module.audience) {
    throw new Refusal(
      409,
      'not_granted',
      `${module.name} ${version} is made for the audience "${target.declaration.audience}", but the module is granted to "${module.audience}".`,
    );
  }
  const range = target.build.shared_ui;
  if (sharedUi !== undefined && !semver.satisfies(sharedUi, range, { includePrerelease: true })) {
    throw new Refusal(
      409,
      'shared_ui_mismatch',
      `${module.name} ${version} needs shared-ui ${range}, but the live shell provides shared-ui ${sharedUi}.`,
    );
  }
}

/** A move, with what the audit log says of it beyond the versions. */
export interface NotedMove extends PointerMoved {
  action: ModuleMove['action'];
  before?: object;
  after?: object;
}

/** Notes a move, gives the registry another revision and writes the audit row. */
export async function noteMove(transaction: Db, module: string, move: NotedMove, doing: Doing): Promise<void> {
  const { actor, now } = doing;
  await putMove(transaction, {
    module,
    action: move.action,
    from_version: move.from,
    to_version: move.to,
    moved_at: now,
    moved_by: actor.name,
    by_person: actor.kind !== 'system',
  });
  await renewRevision(transaction);
  await recordAudit(transaction, {
    practice: NO_PRACTICE,
    actor,
    at: now,
    action: `module.${move.action}`,
    entity: 'module',
    entityId: module,
    before: { version: move.from, ...move.before },
    after: { version: move.to, ...move.after },
  });
}
