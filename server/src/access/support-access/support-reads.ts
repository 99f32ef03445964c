/**
 * Audits what the provider's staff read about practices they aren't a member of (docs/decisions/0060): one entry per
 * person, practice, area and hour. It is written before the response, so every read is recorded.
 */
import type { FastifyRequest } from 'fastify';
import type { Call } from 'shared-api/contracts';
import { personActor } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { AccessContext } from '../context.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { areaOf } from '../../platform/http/contract-route.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { type PracticesOfCustomer, practicesOfCall } from './practices-of-call.js';
import { readAreas } from './read-areas.js';
import { type SupportRead, claimRead } from './support-reads-repository.js';

const HOUR_MS = 3_600_000;

/** The activity's name for the read area. Undefined for a change, which has its own entry, and for polled calls. */
export function readAreaOf(call: Pick<Call, 'method' | 'path' | 'background'>): string | undefined {
  // A preview takes a body, but only shows the practice's data.
  const isRead = call.method === 'GET' || call.path.endsWith('/preview/');
  return isRead && !call.background ? readAreas[areaOf(call) ?? ''] : undefined;
}

/** @param practiceId the call's practice; undefined for calls about none or about a customer */
export type RecordSupportRead = (
  request: FastifyRequest,
  person: PersonPrincipal,
  practiceId: number | undefined,
) => Promise<void> | undefined;

export function supportReads(
  { db, now }: Pick<AccessContext, 'db' | 'now'>,
  practicesOfCustomer: PracticesOfCustomer,
): RecordSupportRead {
  /** Reads that this process knows are recorded for the hour, so that most calls need no statement. */
  let recorded = { hour: 0, reads: new Set<string>() };

  const record = async (person: PersonPrincipal, read: SupportRead): Promise<void> => {
    const hour = read.hour.getTime();
    const key = `${read.personId} ${read.practiceId} ${read.area}`;
    if (recorded.hour !== hour) recorded = { hour, reads: new Set() };
    const { reads } = recorded;
    if (reads.has(key)) return;
    await inTransaction(db, async (transaction) => {
      if (!(await claimRead(transaction, read))) return;
      await recordAudit(transaction, {
        practiceId: read.practiceId,
        actor: personActor(person),
        at: now(),
        action: 'practice.read',
        entity: 'area',
        entityId: read.area,
      });
    });
    reads.add(key);
  };

  const recordAll = async (person: PersonPrincipal, practiceIds: readonly number[], area: string): Promise<void> => {
    const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
    for (const practiceId of practiceIds) {
      if (!person.memberships.has(practiceId)) {
        await record(person, { personId: person.id, practiceId, area, hour });
      }
    }
  };

  return (request, person, practiceId) => {
    const { contract } = request.routeOptions.config;
    const area = contract && readAreaOf(contract);
    if (area === undefined) return undefined;
    return practicesOfCall(db, request, practiceId, practicesOfCustomer).then((practiceIds) =>
      recordAll(person, practiceIds, area),
    );
  };
}
