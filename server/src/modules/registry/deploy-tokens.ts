import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import { deployTokens } from '../../access/tokens/deploy-tokens.js';
import { findModule } from './module-repository.js';

export interface NewDeployToken {
  /** Null for a token for all modules. */
  module: string | null;
  name: string;
  /** Null or absent: the token doesn't expire. */
  expiresAt?: Date | null;
}

/**
 * @returns the token, which cannot be read again
 * @throws AppError `not_found` for a module that isn't granted, `invalid` without a name or with a past expiry
 */
export function issueDeployToken(
  db: Db,
  token: NewDeployToken,
  audit: AuditContext,
): Promise<{ id: string; token: string }> {
  const { module, expiresAt = null } = token;
  return inTransaction(db, async (transaction) => {
    if (expiresAt !== null && expiresAt <= audit.now)
      throw invalid('The deploy token would have expired already.', { days: 'Must be in the future' });
    if (module !== null && !(await findModule(transaction, module)))
      throw notFound(`The module ${module} doesn’t exist. Grant it first.`);
    return deployTokens.issue(transaction, token, audit);
  });
}
