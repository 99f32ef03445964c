/** Creates one practice from one clinic. */
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { copyMemberships } from '../../access/members/members-repository.js';
import { addPractice } from '../directory/practices-service.js';
import { findSettings, lockSettings, writeSettings } from '../settings/settings-repository.js';
import { createTables, storedSettings } from '../settings/settings-service.js';
import { type SelectedClinic, clinicsWithPractice } from './clinic-choices.js';
import { readGroup } from './clinic-creation.js';

/**
 * Makes everyone with access to the source practice a member of the new practice, with the same role and rights.
 * @returns their number
 */
async function copyMembers(
  transaction: Db,
  source: number,
  practiceId: number,
  { actor, now }: AuditContext,
): Promise<number> {
  const members = await copyMemberships(transaction, source, practiceId);
  if (members > 0) {
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'membership.copy',
      entity: 'practice',
      entityId: String(practiceId),
      after: { from: source, members },
    });
  }
  return members;
}

/**
 * The source's settings, except those that belong only to the source: its customer, its dates and its phone numbers.
 * The new practice gets its parent when it is created.
 */
async function copySettings(
  transaction: Db,
  source: number,
  practiceId: number,
  clinic: SelectedClinic,
  { actor, now }: AuditContext,
): Promise<void> {
  const from = await storedSettings(transaction, source);
  const to = await findSettings(transaction, practiceId);
  if (!to) return;
  const { record } = from;
  await writeSettings(transaction, {
    ...to,
    version: 1,
    changed_by: actor.name,
    changed_at: now,
    record: {
      ...to.record,
      autofill_missing_referral_sources: record.autofill_missing_referral_sources,
      ph_call_notification_source: record.ph_call_notification_source,
      send_task_emails: record.send_task_emails,
      is_pediatric: record.is_pediatric,
      has_phone_call_monitoring: record.has_phone_call_monitoring,
      service_code_type: record.service_code_type,
      pms_update_interval: record.pms_update_interval,
      sync_update_channel: record.sync_update_channel,
      additional_data: record.additional_data,
      emailOptOutOverrideOptions: record.emailOptOutOverrideOptions,
      smsOptOutOverrideOptions: record.smsOptOutOverrideOptions,
      use_clinics: true,
      additional_clinicnums: clinic.additionalClinics,
    },
  });
}

/**
 * Creates the practice with its initial data, in the caller's transaction.
 *
 * @returns its id and its number of members
 * @throws AppError with a message that says what to do
 */
export async function createClinicPractice(
  transaction: Db,
  source: number,
  clinic: SelectedClinic,
  audit: AuditContext,
): Promise<{ id: number; members: number }> {
  const { master } = await readGroup(transaction, source);
  await lockSettings(transaction, master);
  const { current, connected } = await readGroup(transaction, source);
  const group = [current, ...connected];
  const namesake = group.find(({ name }) => name.trim().toLowerCase() === clinic.name.toLowerCase());
  if (namesake) {
    throw new AppError(
      409,
      'name_taken',
      `The name “${clinic.name}” is already used by practice ${namesake.id} of this group. Rename the clinic and create it again.`,
    );
  }
  const connectedPractice = clinicsWithPractice(group).get(clinic.clinicNum);
  if (connectedPractice) {
    throw new AppError(
      409,
      'clinic_taken',
      `Clinic ${clinic.clinicNum} was connected with ${connectedPractice.name} in the meantime. There’s nothing left to do.`,
    );
  }
  const { record } = await storedSettings(transaction, source);
  const id = await addPractice(
    transaction,
    {
      name: clinic.name,
      timeZone: record.time_zone,
      pmsName: record.pms_name,
      parent: { practiceId: master, clinicnum: clinic.clinicNum },
    },
    audit,
  );
  await createTables(transaction, id, audit);
  await copySettings(transaction, source, id, clinic, audit);
  const members = await copyMembers(transaction, source, id, audit);
  await recordAudit(transaction, {
    practiceId: source,
    actor: audit.actor,
    at: audit.now,
    action: 'clinic_practice.create',
    entity: 'practice',
    entityId: String(id),
    after: { ...clinic, practice: id },
  });
  return { id, members };
}
