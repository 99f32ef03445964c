import { createHash } from 'node:crypto';
import type { PersonPrincipal } from './principal.js';

/**
 * Changes with the person's access: flags, practices and rights. Pages compare it with the previous response's, and
 * refetch the session.
 */
export function accessRevision({ flags, memberships }: PersonPrincipal): string {
  const practices = [...memberships]
    .map(([practiceId, rights]) => `${practiceId} ${[...rights].sort().join(' ')}`)
    .sort();
  const flagNames = Object.entries(flags)
    .filter(([, isSet]) => isSet)
    .map(([flag]) => flag)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([flagNames, practices]))
    .digest('base64url')
    .slice(0, 16);
}
