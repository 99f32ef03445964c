/** One practice made of one clinic. */
import { sql } from 'kysely';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';
import { addPractice } from '../practices/practices-service.js';
import { findSettings, lockSettings, writeSettings } from '../settings/settings-repository.js';
import { createTables, storedSettings } from '../settings/settings-service.js';
import { type ChosenClinic, takenClinics } from './clinic-choices.js';
import { groupOf } from './clinic-creation.js';

/** Members of the source practice become members of the new one, each with their role and rights. @returns how many */
async function copyMembers(transaction: Db, source: number, practice: number, { actor, now }: Doing): Promise<number> {
  const result = await sql`
    insert into memberships (practice_id, person_id, role, rights)
    select ${practice}, person_id, role, rights from memberships where practice_id = ${source}
  `.execute(transaction);
  const members = Number(result.numAffectedRows ?? 0n);
  if (members > 0) {
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'membership.copy',
      entity: 'practice',
      entityId: String(practice),
      after: { from: source, members },
    });
  }
  return members;
}

/**
 * The source's settings, but what belongs to the source alone: its customer, its dates and its phone numbers. What the new
 * practice is a clinic of it has from its making.
 */
async function copySettings(
  transaction: Db,
  source: number,
  practice: number,
  clinic: ChosenClinic,
  { actor, now }: Doing,
): Promise<void> {
  const from = await storedSettings(transaction, source);
  const to = await findSettings(transaction, practice);
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
 * Makes the practice with everything that it begins with, in the transaction that it is given.
 *
 * @returns its id and how many members it has
 * @throws Refusal with words that say what to do
 */
export async function makeClinicPractice(
  transaction: Db,
  source: number,
  clinic: ChosenClinic,
  doing: Doing,
): Promise<{ id: number; members: number }> {
  const { master } = await groupOf(transaction, source);
  await lockSettings(transaction, master);
  const { current, connected } = await groupOf(transaction, source);
  const group = [current, ...connected];
  const namesake = group.find(({ name }) => name.trim().toLowerCase() === clinic.name.toLowerCase());
  if (namesake) {
    throw new Refusal(
      409,
      'name_taken',
      `The name “${clinic.name}” is already used by practice ${namesake.id} of this group. Rename the clinic and create it again.`,
    );
  }
  const taken = takenClinics(group).get(clinic.clinicNum);
  if (taken) {
    throw new Refusal(
      409,
      'clinic_taken',
      `Clinic ${clinic.clinicNum} has been connected with ${taken.name} meanwhile. There is nothing left to do.`,
    );
  }
  const { record } = await storedSettings(transaction, source);
  const id = await addPractice(
    transaction,
    {
      name: clinic.name,
      timeZone: record.time_zone,
      pmsName: record.pms_name,
      parent: { practice: master, clinicnum: clinic.clinicNum },
    },
    doing,
  );
  await createTables(transaction, id, doing);
  await copySettings(transaction, source, id, clinic, doing);
  const members = await copyMembers(transaction, source, id, doing);
  await recordAudit(transaction, {
    practice: source,
    actor: doing.actor,
    at: doing.now,
    action: 'clinic_practice.create',
    entity: 'practice',
    entityId: String(id),
    after: { ...clinic, practice: id },
  });
  return { id, members };
}
