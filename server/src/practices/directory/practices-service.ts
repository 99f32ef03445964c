import { isTimeZone } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/app-error.js';
import { insertPractice, nextPracticeId, startWeeklyHours } from './practices-repository.js';

export interface NewPractice {
  name: string;
  /** IANA name, e.g. `America/Chicago`. */
  timeZone: string;
  /** Name of the practice management system, e.g. `opendental`. */
  pmsName: string;
  insider?: boolean;
  parent?: { practiceId: number; clinicnum: number };
}

/**
 * Adds a practice under the next free number. It has no PMS data: its unit is created separately.
 *
 * @returns its id
 * @throws AppError `invalid`
 */
export async function addPractice(db: Db, practice: NewPractice, { actor, now }: AuditContext): Promise<number> {
  if (practice.name.trim() === '') throw invalid('Enter a name for the practice.', { name: 'Must not be empty' });
  if (!isTimeZone(practice.timeZone)) {
    throw invalid(`"${practice.timeZone}" isn’t a time zone such as America/Chicago.`, { time_zone: 'Unknown' });
  }
  return inTransaction(db, async (transaction) => {
    const id = await nextPracticeId(transaction);
    await insertPractice(transaction, {
      id,
      name: practice.name.trim(),
      time_zone: practice.timeZone,
      pms_name: practice.pmsName,
      insider: practice.insider ?? false,
      parent_practice_id: practice.parent?.practiceId ?? null,
      clinicnum: practice.parent?.clinicnum ?? null,
      created_at: now,
    });
    await startWeeklyHours(transaction, [id], actor.name, now);
    await recordAudit(transaction, {
      practiceId: id,
      actor,
      at: now,
      action: 'practice.add',
      entity: 'practice',
      entityId: String(id),
      after: practice,
    });
    return id;
  });
}
