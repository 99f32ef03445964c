/** The settings that a practice's agent receives. */
import type { Db } from '../../platform/database/tables.js';
import { findSettings, findOrCreateSecrets } from '../settings/settings-repository.js';

export interface AgentSettings {
  practice: { id: number; name: string; time_zone: string; pms_name: string };
  settings: Record<string, unknown>;
}

/**
 * The PMS-specific settings with `salt` and `image_uid`, the update channel and interval, and every setting without a
 * documented consumer (DECISIONS 21). Undefined when the practice does not exist.
 */
export async function agentSettings(db: Db, practiceId: number): Promise<AgentSettings | undefined> {
  const secrets = await findOrCreateSecrets(db, practiceId);
  const stored = await findSettings(db, practiceId);
  if (!stored) return undefined;
  const { record } = stored;
  return {
    practice: {
      id: practiceId,
      name: record.practice_name,
      time_zone: record.time_zone,
      pms_name: record.pms_name,
    },
    settings: {
      ...record.additional_data,
      ...secrets,
      sync_update_channel: record.sync_update_channel,
      pms_update_interval: record.pms_update_interval,
      autofill_missing_referral_sources: record.autofill_missing_referral_sources,
      ph_call_notification_source: record.ph_call_notification_source,
      send_task_emails: record.send_task_emails,
      baseline_date: record.baseline_date,
      is_pediatric: record.is_pediatric,
      active: record.active,
      has_phone_call_monitoring: record.has_phone_call_monitoring,
      service_code_type: record.service_code_type,
      use_clinics: record.use_clinics,
      clinicnum: record.clinicnum,
      additional_clinicnums: record.additional_clinicnums,
      email_opt_out_overrides: record.emailOptOutOverrideOptions,
      sms_opt_out_overrides: record.smsOptOutOverrideOptions,
    },
  };
}
