/** Who may decide on a request. */
import type { Db } from '../../platform/database/tables.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { listStaff } from '../people/people-repository.js';
import { effectiveFlags } from '../sessions/session-repository.js';
import type { ApprovalKind } from './approvals-tables.js';
import type { WaitingRow } from './approvals-repository.js';

/** True for a person who has the right that the change itself needs. */
export function mayDecide(person: Pick<PersonPrincipal, 'flags'>, kind: ApprovalKind): boolean {
  return kind === 'bulk_change' ? person.flags.internal : person.flags.super_admin;
}

export const isOwn = (
  person: Pick<PersonPrincipal, 'id'>,
  { requested_by_kind: kind, requested_by_id: id }: Pick<WaitingRow, 'requested_by_kind' | 'requested_by_id'>,
): boolean => kind === 'person' && id === person.id;

/** The people who may approve the request. */
export async function listApprovers(
  db: Db,
  request: Pick<WaitingRow, 'kind' | 'requested_by_kind' | 'requested_by_id'>,
): Promise<string[]> {
  const people = await listStaff(db);
  return people
    .filter((person) => mayDecide({ flags: effectiveFlags(person) }, request.kind) && !isOwn(person, request))
    .map(({ id }) => id);
}
