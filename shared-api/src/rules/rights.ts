/**
 * What members of a practice may do in it. Owners hold every right; a manager and staff hold those of their role, or those that
 * an owner chose for them (DECISIONS, server rule 19; docs/decisions/0035-rights-within-a-practice.md).
 */

export const rights = ['billing.read', 'billing', 'settings', 'communication', 'hours', 'members'] as const;
export type Right = (typeof rights)[number];

export const memberRoles = ['owner', 'manager', 'staff'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const roleLabels: Readonly<Record<MemberRole, string>> = { owner: 'Owner', manager: 'Manager', staff: 'Staff' };

/** The label of a role; a role that this version doesn't know stays as it is. */
export const roleLabel = (role: string): string => roleLabels[role as MemberRole] ?? role;

/** What an owner may give to a manager or to staff, and take from them. Who the members are stays with the owners. */
export const grantableRights = ['billing.read', 'billing', 'settings', 'communication', 'hours'] as const;
export type GrantableRight = (typeof grantableRights)[number];

/** The rights of a role, for members without individually chosen rights. */
export const rightsOfRole: Readonly<Record<MemberRole, readonly Right[]>> = {
  owner: rights,
  manager: grantableRights,
  staff: ['settings', 'hours'],
};

/** A right that is of no use without another one. */
const implied: Partial<Record<Right, Right>> = { billing: 'billing.read' };

/**
 * The rights that a member holds, in the order of `rights`.
 *
 * @param chosen what an owner chose for them; null for what their role has. Owners hold every right whatever is stored
 */
export function rightsOfMember(role: MemberRole, chosen: readonly string[] | null): Right[] {
  const held: readonly string[] = role === 'owner' || chosen === null ? rightsOfRole[role] : chosen;
  const isImplied = (right: Right): boolean => held.some((one) => implied[one as Right] === right);
  const grantable: readonly string[] = role === 'owner' ? rights : grantableRights;
  return rights.filter((right) => grantable.includes(right) && (held.includes(right) || isImplied(right)));
}

/** What each right lets a person do, as it follows "You can't … " and "Can … ". */
export const rightActions: Readonly<Record<Right, string>> = {
  'billing.read': 'see amounts, cards and invoices',
  billing: 'change subscriptions and cards',
  settings: 'change settings',
  communication: 'change opt-out overrides',
  hours: 'change hours',
  members: 'manage members',
};

/** Why something is out of a member's reach, and what to do about it. */
export const missingRight = (right: Right): string =>
  `You don’t have permission to ${rightActions[right]}. Ask an owner of this practice.`;
