/** Member dialogs in session storage, which reopens them after a reload. */
import { grantableRights, memberRoles } from 'shared-api/contracts';
import { loadStoredEdits } from 'shared-ui/versioned';
import type { Access } from './access';

/** Storage key of a practice's new member. */
export const storedName = (practiceId: number): string => `added-member ${practiceId}`;

/** Storage key of a member's edited access. */
export const accessRecord = (practiceId: number): string => `member-access ${practiceId}`;

export interface StoredMember {
  email: string;
  name: string;
  access: Access;
}

const isOneOf = (known: readonly string[], value: unknown): boolean => known.some((one) => one === value);

export function isAccess(value: unknown): value is Access {
  const { role, rights } = (value ?? {}) as Partial<Access>;
  const hasRights =
    rights === null || (Array.isArray(rights) && rights.every((right) => isOneOf(grantableRights, right)));
  return isOneOf(memberRoles, role) && hasRights;
}

/** Values entered before a reload; null if there are none. */
export function restoredMember(userId: string, practiceId: number): StoredMember | null {
  const stored = loadStoredEdits(storedName(practiceId), userId) as Partial<StoredMember> | undefined;
  const { email, name, access } = stored ?? {};
  return typeof email === 'string' && typeof name === 'string' && isAccess(access) ? { email, name, access } : null;
}
