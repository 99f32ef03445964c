/** Deploy tokens of module teams. Each token is for one module, or for all. */
import type { Actor } from '../../platform/audit/actor.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import type { AnonymousPrincipal, TokenPrincipal } from '../../platform/http/principal.js';
import { tokenStore } from './token-store.js';

interface DeployTokenOwner {
  /** Null for a token for all modules. */
  module: string | null;
}

/** The name for all modules in the audit log and lists. */
export const ALL_MODULES = 'all modules';

const actorOfToken = ({ id, name, prefix }: { id: string; name: string; prefix: string }): Actor => ({
  kind: 'deploy-token',
  id,
  name: `${name} (deploy token ${prefix}…)`,
});

export const deployTokens = tokenStore<DeployTokenOwner>({
  kind: 'deploy',
  name: 'deploy_token',
  ownerColumns: ['module'],
  nameMissing: 'Enter a name for the deploy token that says who uses it.',
  subjectOf: ({ module }) => ({ practiceId: NO_PRACTICE, entity: 'module', entityId: module ?? ALL_MODULES }),
  describe: ({ id, name, prefix, expires_at }) => ({ id, name, prefix, expires_at }),
  actorOf: actorOfToken,
});

/** The principal of a token: anonymous when it is unknown, revoked or expired. */
export async function findDeployToken(db: Db, sent: string, now: Date): Promise<TokenPrincipal | AnonymousPrincipal> {
  const token = await deployTokens.find(db, sent, now);
  if (token === undefined) return { kind: 'nobody', badToken: true };
  if (token === 'expired') return { kind: 'nobody', badToken: true, expired: true };
  return { kind: 'deploy-token', id: token.id, name: actorOfToken(token).name, module: token.module };
}
