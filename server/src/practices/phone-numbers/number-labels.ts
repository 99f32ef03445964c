/** Labels that staff give to numbers. A number keeps its label when it moves. */
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { VoiceProvider } from '../twilio/voice-provider.js';
import { readAccounts } from './voice-accounts.js';

/** Number SID → label. */
export async function listLabels(db: Db, sids: readonly string[]): Promise<Record<string, string>> {
  if (sids.length === 0) return {};
  const rows = await db.selectFrom('phone_number_labels').selectAll().where('phone_number_sid', 'in', sids).execute();
  return Object.fromEntries(rows.map((row) => [row.phone_number_sid, row.label]));
}

export interface NumberLabel {
  practiceId: number;
  sid: string;
  /** Empty to remove it. */
  label: string;
}

/** @throws AppError `not_found` for a number in another account; 502 when the provider doesn't respond */
export async function setNumberLabel(
  db: Db,
  provider: VoiceProvider,
  { practiceId, sid, label }: NumberLabel,
  { actor, now }: AuditContext,
): Promise<void> {
  const { org, ofPractice } = await readAccounts(db, provider, practiceId);
  const [number] = Object.entries({ ...org.numbers, ...ofPractice.numbers }).find(([, id]) => id === sid) ?? [];
  if (number === undefined) throw notFound('This number is in neither account. Reload the page.');
  await inTransaction(db, async (transaction) => {
    const { [sid]: before = null } = await listLabels(transaction, [sid]);
    if ((before ?? '') === label) return;
    await (label === ''
      ? transaction.deleteFrom('phone_number_labels').where('phone_number_sid', '=', sid).execute()
      : transaction
          .insertInto('phone_number_labels')
          .values({ phone_number_sid: sid, label })
          .onConflict((conflict) => conflict.column('phone_number_sid').doUpdateSet({ label }))
          .execute());
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'phone_number.label',
      entity: 'phone_number',
      entityId: sid,
      before: { phone_number: number, label: before },
      after: { label: label === '' ? null : label },
    });
  });
}
