/**
 * Support accesses: opened for a reason; ended by their time limit, the person or the practice (docs/decisions/0062).
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { SUPPORT_REASON_REQUIRED } from 'shared-api/contracts';
import { type AuditContext, personActor } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { AccessContext } from '../context.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, forbidden, notFound } from '../../platform/errors/app-error.js';
import { type PersonPrincipal, hasRight } from '../../platform/http/principal.js';
import { listPracticesByIds, lockPractice } from '../practice-records/practice-lookups.js';
import { enqueueExpiry, recordExpiry } from './expiry-job.js';
import { type PracticesOfCustomer, practicesOfCall } from './practices-of-call.js';
import {
  type OpenAccess,
  endAccess,
  findOpenAccess,
  insertAccess,
  listOpenAccesses,
} from './support-accesses-repository.js';

const HOUR_MS = 3_600_000;

type Rules = Pick<AccessContext, 'db' | 'config' | 'now'>;

/** True when the operator requires reasons and the person isn't a member. */
export function needsReason(
  { config }: Pick<AccessContext, 'config'>,
  person: PersonPrincipal,
  practiceId: number,
): boolean {
  return config.staffAccessReason && !person.memberships.has(practiceId);
}

/** True if no missing reason keeps the person from calls about the practice. */
export async function isOpenTo(context: Rules, person: PersonPrincipal, practiceId: number): Promise<boolean> {
  if (!needsReason(context, person, practiceId)) return true;
  return (await findOpenAccess(context.db, person.id, [practiceId], context.now())) !== undefined;
}

/**
 * @param practiceId the call's practice; undefined for calls about none or about a customer
 * @throws AppError `support_reason_required` for a call about practices without the person having access to any
 */
export type AssertSupportAccess = (
  request: FastifyRequest,
  person: PersonPrincipal,
  practiceId: number | undefined,
) => Promise<void> | undefined;

export function supportAccessCheck(context: Rules, practicesOfCustomer: PracticesOfCustomer): AssertSupportAccess {
  const { db, config, now } = context;

  const check: AssertSupportAccess = async (request, person, practiceId) => {
    const practiceIds = await practicesOfCall(db, request, practiceId, practicesOfCustomer);
    if (practiceIds.length === 0 || practiceIds.some((id) => person.memberships.has(id))) return;
    if (await findOpenAccess(db, person.id, practiceIds, now())) return;
    const practices = await listPracticesByIds(db, practiceIds);
    // The call itself reports that the practice doesn't exist.
    if (practices.length === 0) return;
    throw new AppError(403, SUPPORT_REASON_REQUIRED, 'Say why you open this practice first.', {
      practices: practices.map(({ id, name }) => ({ id, name })),
    });
  };

  return (request, person, practiceId) =>
    config.staffAccessReason && !request.routeOptions.config.contract?.needsNoReason
      ? check(request, person, practiceId)
      : undefined;
}

export function readAccess(
  { db, now }: Rules,
  person: PersonPrincipal,
  practiceId: number,
): Promise<OpenAccess | undefined> {
  return findOpenAccess(db, person.id, [practiceId], now());
}

export function listAccesses({ db, now }: Rules, practiceId: number): Promise<OpenAccess[]> {
  return listOpenAccesses(db, practiceId, now());
}

async function end(transaction: Db, access: OpenAccess, { actor, now }: AuditContext): Promise<boolean> {
  if (!(await endAccess(transaction, access.id, now))) return false;
  await recordAudit(transaction, {
    practiceId: access.practiceId,
    actor,
    at: now,
    action: 'support_access.end',
    entity: 'person',
    entityId: access.personId,
    before: { access: access.id, reason: access.reason, ends_at: access.endsAt.toISOString() },
  });
  return true;
}

/**
 * Opens a practice. An access that is still open ends, so that each reason is recorded.
 *
 * @throws AppError `not_needed` for a member, and when the operator requires no reasons
 */
export async function openAccess(
  context: Rules,
  person: PersonPrincipal,
  practiceId: number,
  { reason, hours }: { reason: string; hours: number },
): Promise<OpenAccess> {
  const { db, config } = context;
  if (!needsReason(context, person, practiceId)) {
    const why = config.staffAccessReason ? 'You’re a member of this practice.' : 'This console asks for no reasons.';
    throw new AppError(409, 'not_needed', `${why} You can open it without a support access.`);
  }
  const now = context.now();
  const audit = { actor: personActor(person), now };
  return inTransaction(db, async (transaction) => {
    // Accesses to a practice open one after another, so that two tabs don't collide.
    if (!(await lockPractice(transaction, practiceId))) throw notFound('This practice doesn’t exist.');
    await recordExpiry(transaction, { personId: person.id, practiceId }, now);
    const former = await findOpenAccess(transaction, person.id, [practiceId], now);
    if (former) await end(transaction, former, audit);
    const access: OpenAccess = {
      id: randomUUID(),
      personId: person.id,
      personName: person.name,
      practiceId,
      reason,
      openedAt: now,
      endsAt: new Date(now.getTime() + hours * HOUR_MS),
    };
    await insertAccess(transaction, {
      id: access.id,
      person_id: person.id,
      practice_id: practiceId,
      reason,
      opened_at: now,
      ends_at: access.endsAt,
      ended_at: null,
    });
    await enqueueExpiry(transaction, access, now);
    await recordAudit(transaction, {
      practiceId,
      actor: audit.actor,
      at: now,
      action: 'support_access.open',
      entity: 'person',
      entityId: person.id,
      after: { access: access.id, reason, hours, ends_at: access.endsAt.toISOString() },
    });
    return access;
  });
}

/**
 * Ends the caller's own access, or any of the practice if the caller owns it. Ending a closed one changes nothing.
 *
 * @throws AppError `forbidden`
 */
export async function endOpenAccess(
  { db, now }: Rules,
  person: PersonPrincipal,
  practiceId: number,
  accessId: string,
): Promise<void> {
  const isOwner = person.memberships.has(practiceId) && hasRight(person, practiceId, 'members');
  await inTransaction(db, async (transaction) => {
    const at = now();
    const access = (await listOpenAccesses(transaction, practiceId, at)).find(({ id }) => id === accessId);
    if (!access) return;
    if (access.personId !== person.id && !isOwner) {
      throw forbidden('Only owners of the practice can end the support access of someone else.');
    }
    await end(transaction, access, { actor: personActor(person), now: at });
  });
}
