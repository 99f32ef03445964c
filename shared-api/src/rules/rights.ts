/**
 * The rights of a practice's members. Owners have every right. Managers and staff have those of their role, or
 * individual rights that an owner chose for them (DECISIONS, server rule 19;
 * docs/decisions/0035-rights-within-a-practice.md).
 */

export const rights = ['billing.read', 'billing', 'settings', 'communication', 'hours', 'activity', 'members'] as const;
export type Right = (typeof rights)[number];

export const memberRoles = ['owner', 'manager', 'staff'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const roleLabels: Readonly<Record<MemberRole, string>> = { owner: 'Owner', manager: 'Manager', staff: 'Staff' };

/** The label of a role. An unknown role is returned unchanged. */
export const roleLabel = (role: string): string => roleLabels[role as MemberRole] ?? role;

/** The rights that an owner can grant to managers and staff. Managing members is reserved for owners. */
export const grantableRights = ['billing.read', 'billing', 'settings', 'communication', 'hours', 'activity'] as const;
export type GrantableRight = (typeof grantableRights)[number];

/** The rights of a role, for members without individually chosen rights. */
export const rightsOfRole: Readonly<Record<MemberRole, readonly Right[]>> = {
  owner: rights,
  manager: grantableRights,
  staff: ['settings', 'hours'],
};

/** Rights that include another right. */
const implied: Partial<Record<Right, Right>> = { billing: 'billing.read' };

/**
 * A member's rights, in the order of `rights`.
 *
 * @param chosen individual rights; null for those of the role. Owners have every right, regardless of stored rights
 */
export function rightsOfMember(role: MemberRole, chosen: readonly string[] | null): Right[] {
  const held: readonly string[] = role === 'owner' || chosen === null ? rightsOfRole[role] : chosen;
  const isImplied = (right: Right): boolean => held.some((one) => implied[one as Right] === right);
  const grantable: readonly string[] = role === 'owner' ? rights : grantableRights;
  return rights.filter((right) => grantable.includes(right) && (held.includes(right) || isImplied(right)));
}

/** The action of each right, as used after "You can't … " and "Can … ". */
export const rightActions: Readonly<Record<Right, string>> = {
  'billing.read': 'see amounts, cards and invoices',
  billing: 'change subscriptions and cards',
  settings: 'change settings',
  communication: 'change opt-out overrides',
  hours: 'change hours',
  activity: 'see who changed what',
  members: 'manage members',
};

const MAX_NAMED_OWNERS = 3;

/**
 * Whom to ask for a right, as the end of a sentence: `an owner: Olivia Marsh or Ben Ito`.
 *
 * @param owners names; without any, they aren't known
 */
export function ownersToAsk(owners: readonly string[] = []): string {
  const named = owners.slice(0, MAX_NAMED_OWNERS);
  const last = named.pop();
  if (last === undefined) return 'an owner';
  const names = named.length === 0 ? last : `${named.join(', ')} or ${last}`;
  return owners.length > MAX_NAMED_OWNERS ? `an owner, such as ${names}` : `an owner: ${names}`;
}

/**
 * The message about a missing right and what to do about it.
 *
 * @param practice the name of the practice; without it, the message says "this practice"
 * @param owners names of the practice's owners, which are said in place of the practice; without any, they aren't known
 */
export const missingRight = (right: Right, practice = 'this practice', owners: readonly string[] = []): string =>
  `You don’t have permission to ${rightActions[right]}. Ask ${owners.length > 0 ? ownersToAsk(owners) : `an owner of ${practice}`}.`;
