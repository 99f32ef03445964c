import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Config } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { findPerson } from '../people/people-repository.js';
import type { SessionDevice } from '../sessions/session-device.js';
import { keyedHash, auditedDevice, signInActor } from '../sessions/sign-in-audit.js';
import { countRefusal, UNKNOWN_CALLERS } from '../sessions/sign-in-limit.js';
import { formerLink, type LinkRefusal } from './account-links.js';

/** Records, in a transaction, that a person's link was refused without changing their account. */
export async function recordRefusalOf(
  transaction: Db,
  { id }: { id: string },
  reason: LinkRefusal,
  { device, now }: { device: SessionDevice; now: Date },
): Promise<void> {
  if (!(await countRefusal(transaction, id, now))) return;
  await recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor: signInActor,
    at: now,
    action: 'account_link.refuse',
    entity: 'person',
    entityId: id,
    after: { reason, ...auditedDevice(device) },
  });
}

/**
 * Records the use of an invalid link, like a refused sign-in. The entry has an unknown token only as a keyed hash. The
 * number of entries is limited, so nobody can flood the log.
 */
export async function recordRefusedLink(
  db: Db,
  token: string,
  device: SessionDevice,
  { accountKeys }: Pick<Config, 'accountKeys'>,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const former = await formerLink(transaction, token, now);
    const person = former && (await findPerson(transaction, former.personId));
    if (person) {
      await recordRefusalOf(transaction, person, former.reason, { device, now });
      return;
    }
    if (!(await countRefusal(transaction, UNKNOWN_CALLERS, now))) return;
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor: signInActor,
      at: now,
      action: 'account_link.refuse',
      entity: 'unknown_caller',
      entityId: keyedHash(token, 'refused link', accountKeys),
      after: { reason: former?.reason ?? 'unknown', ...auditedDevice(device) },
    });
  });
}
