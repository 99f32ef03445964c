/** The access of a member as it is edited: a role, and the rights of the role or others that were chosen. */
import {
  type GrantableRight,
  grantableRights,
  type Member,
  type MemberRole,
  rightsOfMember,
} from 'shared-api/contracts';

export interface Access {
  role: MemberRole;
  /** Null for the rights of the role. */
  rights: readonly GrantableRight[] | null;
}

const isGrantable = (right: string): right is GrantableRight => grantableRights.some((known) => known === right);

/** What the access comes to, without the right that only owners have. */
export const heldRights = ({ role, rights }: Access): GrantableRight[] =>
  rightsOfMember(role, rights).filter(isGrantable);

export function accessOf({
  role,
  rights,
  has_own_rights: hasOwn,
}: Pick<Member, 'role' | 'rights' | 'has_own_rights'>): Access {
  return { role, rights: hasOwn ? rights.filter(isGrantable) : null };
}

/** The access with a right given or taken: from then on its rights are chosen. */
export function withRight(access: Access, right: GrantableRight, on: boolean): Access {
  const others = heldRights(access).filter((held) => held !== right);
  return { ...access, rights: grantableRights.filter((known) => others.includes(known) || (on && known === right)) };
}

/** The right among the held ones that this one comes with and cannot be taken from; undefined where it can. */
export function includedIn(access: Access, right: GrantableRight): GrantableRight | undefined {
  const others = heldRights(access).filter((held) => held !== right);
  return others.find((held) => rightsOfMember('staff', [held]).includes(right));
}

/** As it is sent: owners hold every right, so none is chosen for them. */
export function toRequest({ role, rights }: Access): { role: MemberRole; rights: GrantableRight[] | null } {
  return { role, rights: role === 'owner' || rights === null ? null : heldRights({ role, rights }) };
}

export const isSameAccess = (one: Access, other: Access): boolean =>
  JSON.stringify(toRequest(one)) === JSON.stringify(toRequest(other));
