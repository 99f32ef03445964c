/** The dialog that adds a member in session storage, which opens it again after a reload. */
import { grantableRights, memberRoles } from 'shared-api/contracts';
import { loadStoredEdits } from 'shared-ui/versioned';
import type { Access } from './access';

/** The name under which the dialog of a practice is stored. */
export const storedName = (practiceId: number): string => `added-member ${practiceId}`;

export interface StoredMember {
  email: string;
  name: string;
  access: Access;
}

const isOneOf = (known: readonly string[], value: unknown): boolean => known.some((one) => one === value);

function isAccess(value: unknown): value is Access {
  const { role, rights } = (value ?? {}) as Partial<Access>;
  const hasRights =
    rights === null || (Array.isArray(rights) && rights.every((right) => isOneOf(grantableRights, right)));
  return isOneOf(memberRoles, role) && hasRights;
}

/** What was entered before a reload; null if nothing was. */
export function restoredMember(userId: string, practiceId: number): StoredMember | null {
  const stored = loadStoredEdits(storedName(practiceId), userId) as Partial<StoredMember> | undefined;
  const { email, name, access } = stored ?? {};
  return typeof email === 'string' && typeof name === 'string' && isAccess(access) ? { email, name, access } : null;
}
