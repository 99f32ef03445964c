/** The invited person accepts or declines an invitation (docs/decisions/0190). */
import type { OwnInvitation } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import type { ProofWays } from '../people/proven-address.js';
import { findPractice } from '../practice-records/practice-lookups.js';
import {
  activeMembership,
  findInvitation,
  findMembership,
  listInvitationsOf,
  type StoredMembership,
} from './members-repository.js';
import { changeMembership } from './members-service.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** The practices whose invitation the person hasn't answered. */
export async function listOwnInvitations(db: Db, personId: string, now: Date): Promise<OwnInvitation[]> {
  const invitations = await listInvitationsOf(db, personId);
  return invitations
    .filter(({ expires_at: expiresAt }) => expiresAt > now)
    .map((one) => ({ ...one, expires_at: epochSeconds(one.expires_at) }));
}

const notInvited = (): AppError =>
  notFound('This invitation isn’t open anymore: it was answered or withdrawn. Reload the page.');

async function assertOpen(db: Db, practiceId: number, expiresAt: Date, now: Date): Promise<void> {
  if (expiresAt > now) return;
  const practice = await findPractice(db, practiceId);
  throw new AppError(
    409,
    'invitation_expired',
    `This invitation has expired. Ask ${practice?.name ?? 'the practice'} to send it again.`,
  );
}

/** The person who answers. */
interface Invited {
  id: string;
  email: string;
}

/** @throws AppError `not_found`, `invitation_expired`, `address_unproven` */
export async function acceptInvitation(
  db: Db,
  person: Invited,
  practiceId: number,
  proofWays: ProofWays,
  audit: AuditContext,
): Promise<void> {
  const invitation = await findInvitation(db, practiceId, person.id);
  if (!invitation) throw notInvited();
  await assertOpen(db, practiceId, invitation.expiresAt, audit.now);
  const accept = (former: StoredMembership | undefined): StoredMembership => {
    if (!former?.invitedAt) throw notInvited();
    return activeMembership({ role: former.role, rights: former.rights });
  };
  await changeMembership(db, { person, practiceId }, accept, audit, {
    managesMembers: (id) => id === invitation.vouchedFor,
    proofWays,
    action: 'members.join',
  });
}

/** The practice sees only the name that it typed. @throws AppError `not_found` */
export async function declineInvitation(
  db: Db,
  person: Invited,
  practiceId: number,
  { actor, now }: AuditContext,
): Promise<void> {
  const membership = await findMembership(db, practiceId, person.id);
  const decline = (former: StoredMembership | undefined): undefined => {
    if (!former?.invitedAt) throw notInvited();
  };
  const named = { ...actor, name: membership?.invitedAs ?? person.email };
  await changeMembership(db, { person, practiceId }, decline, { actor: named, now }, { action: 'members.decline' });
}
