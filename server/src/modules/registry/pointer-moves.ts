/** Common steps of every move of a module's pointer or canary. They run in the transaction that locks the module. */
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { isServed } from '../../platform/http/all-contracts.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { isGrantedCall } from './granted-calls.js';
import { contributionsNotGranted } from './contributions-of-modules.js';
import { type SharedUi, fitsEarlierPages, fitsKit } from './kit.js';
import {
  type GrantedModule,
  type ModuleMove,
  type PublishedVersion,
  findModule,
  findVersion,
  insertMove,
  readRegistry,
  renewRevision,
} from './module-repository.js';
import { isEarlierReleaseServed } from './replicas-repository.js';
import { pathsNotGranted } from './routes-of-modules.js';

export interface PointerMove {
  from: string | null;
  to: string;
  /** Version of the canary that the move ended, unless that is the moved version. */
  withdrawn?: string;
}

/**
 * The module, locked against other changes until the transaction ends.
 *
 * @throws AppError `not_found`
 */
export async function lockModule(transaction: Db, name: string): Promise<GrantedModule> {
  const module = await findModule(transaction, name, { lock: true });
  if (!module) throw notFound(`The module ${name} doesn’t exist.`);
  return module;
}

/**
 * Asserts that a version can be released.
 *
 * @throws AppError `not_found`, `pruned`, `not_granted`, `shared_ui_mismatch`, `route_without_page`, `contribution_without_code`,
 *   `call_not_served`,
 *   `call_not_granted`
 */
export async function assertReleasable(
  transaction: Db,
  module: GrantedModule,
  version: string,
  sharedUi: SharedUi,
): Promise<PublishedVersion> {
  const target = await findVersion(transaction, module.name, version);
  if (!target) throw notFound(`${module.name} ${version} was never published.`);
  if (target.pruned_at !== null) {
    throw new AppError(409, 'pruned', `The files of ${module.name} ${version} were pruned. Publish it again.`);
  }
  if (target.declaration.audience !== module.audience) {
    throw new AppError(
      409,
      'not_granted',
      `${module.name} ${version} is made for the audience "${target.declaration.audience}", but the module is granted to "${module.audience}".`,
    );
  }
  const notGranted = [
    ...pathsNotGranted(target.declaration, module.granted),
    ...contributionsNotGranted(target.declaration, module.granted),
  ];
  if (notGranted.length > 0) {
    throw new AppError(
      409,
      'not_granted',
      `${module.name} ${version} declares ${notGranted.join(', ')}, which the module is no longer granted. ` +
        'Ask the operator of the console to grant it again, or choose another version.',
    );
  }
  if (!fitsKit(target.build, sharedUi)) {
    throw new AppError(
      409,
      'shared_ui_mismatch',
      `${module.name} ${version} needs shared-ui ${target.build.shared_ui}, but the live shell provides shared-ui ${sharedUi}.`,
    );
  }
  assertComplete(module, version, target);
  return target;
}

/**
 * Refuses to promote a version that needs a later kit than an earlier release's pages have, while a replica of that
 * release may run: it gives its pages whatever is live (docs/decisions/0103).
 *
 * @throws AppError `shared_ui_mismatch`
 */
export async function assertFitsEarlierPages(
  transaction: Db,
  { module, version, build }: PublishedVersion,
  now: Date,
): Promise<void> {
  const { unnamed_shared_ui: kit } = await readRegistry(transaction);
  if (fitsEarlierPages(build, kit) || !(await isEarlierReleaseServed(transaction, now))) return;
  throw new AppError(
    409,
    'shared_ui_mismatch',
    `${module} ${version} needs shared-ui ${build.shared_ui}, but a replica of an earlier release, with shared-ui ${kit ?? 'of another version'}, may still run. ` +
      'Stop it, and try again. Where PostgreSQL doesn’t show all sessions, that takes a day.',
  );
}

/**
 * Refuses a version whose build shows that it can't work in this console: it has no page for one of its routes or no
 * code for one of its contributions, or it uses calls that this server neither has nor forwards to the module's
 * service. Builds that predate these records pass.
 */
function assertComplete(module: GrantedModule, version: string, { build, declaration }: PublishedVersion): void {
  const { name } = module;
  const { pages = {}, calls = [] } = build;
  const withoutPage = declaration.routes.map(({ path }) => path).filter((path) => !Object.hasOwn(pages, path));
  // A build lists no routes if the module doesn't keep its pages in one object.
  if (withoutPage.length > 0 && Object.keys(pages).length > 0) {
    throw new AppError(409, 'route_without_page', `${name} ${version} has no page for ${withoutPage.join(', ')}.`);
  }
  const built = build.contributions ?? {};
  const withoutCode = (declaration.contributions ?? []).filter(({ name: one }) => !Object.hasOwn(built, one));
  if (withoutCode.length > 0) {
    throw new AppError(
      409,
      'contribution_without_code',
      `${name} ${version} has no code for ${withoutCode.map((one) => `${one.name} (${one.slot})`).join(', ')}.`,
    );
  }
  const ownCalls = calls.filter((call) => call.includes(` /api/modules/${name}/`));
  const notGranted = ownCalls.filter((call) => !isGrantedCall(module, call));
  if (notGranted.length > 0) {
    throw new AppError(
      409,
      'call_not_granted',
      `${name} ${version} needs calls of its own service that this console doesn’t forward: ${notGranted.join(', ')}. Ask the console’s operator to grant them.`,
    );
  }
  const unserved = calls.filter((call) => !ownCalls.includes(call) && !isServed(call));
  if (unserved.length > 0) {
    throw new AppError(
      409,
      'call_not_served',
      `${name} ${version} needs calls that this console doesn’t serve: ${unserved.join(', ')}. Update the server first.`,
    );
  }
}

/** A move, with additional data for the audit log. */
export interface RecordedMove extends PointerMove {
  action: ModuleMove['action'];
  /** Kit of the pages that get the version before it is live. */
  offeredTo?: SharedUi;
  before?: object;
  after?: object;
}

/** Records a move, updates the registry's revision and writes the audit entry. */
export async function recordMove(
  transaction: Db,
  module: string,
  move: RecordedMove,
  audit: AuditContext,
): Promise<void> {
  const { actor, now } = audit;
  await insertMove(transaction, {
    module,
    action: move.action,
    from_version: move.from,
    to_version: move.to,
    moved_at: now,
    moved_by: actor.name,
    by_person: actor.kind !== 'system',
    offered_to: move.offeredTo ?? null,
  });
  await renewRevision(transaction);
  await recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action: `module.${move.action}`,
    entity: 'module',
    entityId: module,
    before: { version: move.from, ...move.before },
    after: { version: move.to, shared_ui: move.offeredTo, ...move.after },
  });
}
