/** A mock members server that stores changes, for tests and for the standalone host. */
import {
  addMember,
  type BodyOf,
  deactivateMember,
  type Invitation,
  inviteAgain,
  listMembers,
  type Member,
  reactivateMember,
  removeMember,
  rightsOfMember,
  unlinkMember,
  updateMember,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';

/** Has the role's rights unless `over` sets others. */
export function aMember(over: Partial<Member> = {}): Member {
  const role = over.role ?? 'staff';
  return {
    user_id: '00000000-0000-4000-8000-000000000002',
    name: 'Sam Staff',
    email: 'staff@bright-smiles.example',
    role,
    rights: rightsOfMember(role, null),
    has_own_rights: over.rights !== undefined,
    state: 'active',
    is_linked: false,
    sign_in: { ways: ['password'], has_second_step: false, last_at: null },
    invitation: null,
    ...over,
  };
}

export const olivia = aMember({
  user_id: '00000000-0000-4000-8000-000000000001',
  name: 'Olivia Owner',
  email: 'owner@bright-smiles.example',
  role: 'owner',
});
export const sam = aMember();
export const mia = aMember({
  user_id: '00000000-0000-4000-8000-000000000003',
  name: 'Mia Manager',
  email: 'manager@bright-smiles.example',
  role: 'manager',
  rights: ['billing.read', 'settings', 'hours'],
});

/** December 2, 2026, 12:00 PM in Chicago. */
export const LINK_EXPIRES_AT = Date.parse('2026-12-02T18:00:00Z') / 1000;

const LAST_OWNER = 'A practice needs an owner. Make somebody else an owner first.';

export class MemberServer {
  changes: unknown[] = [];
  reads = 0;
  /** How the server notifies an invited person. */
  delivery: Invitation['delivery'] = 'link';
  private links = 0;

  constructor(public members: Member[] = [olivia, mia, sam]) {}

  private withAccess(member: Member, { role, rights }: BodyOf<typeof updateMember>): Member {
    return { ...member, role, rights: rightsOfMember(role, rights), has_own_rights: rights !== null };
  }

  private isLastOwner(userId: string): boolean {
    return this.members.every((one) => (one.user_id === userId) === (one.role === 'owner'));
  }

  private invitation(): Invitation {
    const { delivery } = this;
    if (delivery !== 'link') return { delivery, link_path: null, expires_at: null };
    this.links += 1;
    return { delivery, link_path: `/account-link#token-${this.links}`, expires_at: LINK_EXPIRES_AT };
  }

  private withState(userId: string, state: Member['state']): Member[] {
    this.members = this.members.map((one) => (one.user_id === userId ? { ...one, state } : one));
    return this.members;
  }

  handlers(): ReturnType<typeof answer>[] {
    return [
      answer(listMembers, () => {
        this.reads += 1;
        return reply(listMembers, { members: this.members });
      }),
      answer(addMember, ({ body }) => {
        this.changes.push(body);
        if (this.members.some(({ email }) => email === body.email)) {
          return errorReply(400, 'invalid', 'Check the fields.', {
            fields: { email: 'This person is a member already.' },
          });
        }
        const user_id = `00000000-0000-4000-8000-${String(this.members.length + 1).padStart(12, '0')}`;
        const invited = {
          state: 'invited',
          invitation: { link_expires_at: LINK_EXPIRES_AT, has_expired: false },
        } as const;
        const added = aMember({ user_id, email: body.email, name: body.name ?? body.email, ...invited });
        this.members = [...this.members, this.withAccess(added, body)];
        return reply(addMember, { members: this.members, invitation: this.invitation() });
      }),
      answer(updateMember, ({ body, params }) => {
        this.changes.push(body);
        if (body.role !== 'owner' && this.isLastOwner(params.member)) {
          return errorReply(400, 'invalid', LAST_OWNER, { fields: { role: LAST_OWNER } });
        }
        this.members = this.members.map((one) => (one.user_id === params.member ? this.withAccess(one, body) : one));
        return reply(updateMember, { members: this.members });
      }),
      answer(removeMember, ({ params }) => {
        if (this.isLastOwner(params.member)) return errorReply(400, 'invalid', LAST_OWNER);
        this.changes.push({ removed: params.member });
        this.members = this.members.filter((one) => one.user_id !== params.member);
        return reply(removeMember, { members: this.members });
      }),
      answer(inviteAgain, ({ params }) => {
        this.changes.push({ invitedAgain: params.member });
        return reply(inviteAgain, { members: this.members, invitation: this.invitation() });
      }),
      answer(deactivateMember, ({ params }) => {
        if (this.isLastOwner(params.member)) return errorReply(409, 'last_owner', LAST_OWNER);
        this.changes.push({ deactivated: params.member });
        return reply(deactivateMember, { members: this.withState(params.member, 'deactivated') });
      }),
      answer(reactivateMember, ({ params }) => {
        this.changes.push({ reactivated: params.member });
        return reply(reactivateMember, { members: this.withState(params.member, 'active') });
      }),
      answer(unlinkMember, ({ params }) => {
        this.changes.push({ unlinked: params.member });
        this.members = this.members.map((one) => (one.user_id === params.member ? { ...one, is_linked: false } : one));
        return reply(unlinkMember, { members: this.members });
      }),
    ];
  }
}
