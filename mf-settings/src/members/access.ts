/** A member's access during an edit: a role, with that role's rights or individual rights. */
import {
  type GrantableRight,
  grantableRights,
  type Member,
  type MemberRole,
  rightsOfMember,
} from 'shared-api/contracts';

export interface Access {
  role: MemberRole;
  /** Individual rights; null for the role's rights. */
  rights: readonly GrantableRight[] | null;
}

const isGrantable = (right: string): right is GrantableRight => grantableRights.some((known) => known === right);

/** The rights that result from the access, without the right that only owners have. */
export const heldRights = ({ role, rights }: Access): GrantableRight[] =>
  rightsOfMember(role, rights).filter(isGrantable);

export function accessOf({
  role,
  rights,
  has_own_rights: hasOwn,
}: Pick<Member, 'role' | 'rights' | 'has_own_rights'>): Access {
  return { role, rights: hasOwn ? rights.filter(isGrantable) : null };
}

/** Grants or removes a right, which makes the rights individual. */
export function withRight(access: Access, right: GrantableRight, on: boolean): Access {
  const others = heldRights(access).filter((held) => held !== right);
  return { ...access, rights: grantableRights.filter((known) => others.includes(known) || (on && known === right)) };
}

/** The held right that includes this one, so that it can't be removed; undefined if it can. */
export function includedIn(access: Access, right: GrantableRight): GrantableRight | undefined {
  const others = heldRights(access).filter((held) => held !== right);
  return others.find((held) => rightsOfMember('staff', [held]).includes(right));
}

/** The request body. Owners hold every right, so they have no individual rights. */
export function toRequest({ role, rights }: Access): { role: MemberRole; rights: GrantableRight[] | null } {
  return { role, rights: role === 'owner' || rights === null ? null : heldRights({ role, rights }) };
}

export const isSameAccess = (one: Access, other: Access): boolean =>
  JSON.stringify(toRequest(one)) === JSON.stringify(toRequest(other));
