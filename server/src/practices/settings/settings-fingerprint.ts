import { createHash } from 'node:crypto';
import { pmsKindOf } from 'shared-api/contracts';
import type { FormerSource } from './schedule-sources.js';
import type { SettingsRecord } from './settings-record.js';
import type { FormerZone } from '../directory/time-zones.js';

/** A fingerprint of the settings that hours depend on. */
export function settingsFingerprint(
  { time_zone, pms_name, additional_data: settings }: SettingsRecord,
  { zones = [], sources = [] }: { zones?: readonly FormerZone[]; sources?: readonly FormerSource[] } = {},
): number {
  const text = JSON.stringify([
    time_zone,
    pmsKindOf(pms_name),
    settings.dentrix_completed_appointment_status_ids,
    settings.use_pms_provider_schedule_for_utilization,
    ...zones.flatMap((former) => [former.until, former.time_zone]),
    ...sources.flatMap((former) => [former.until, former.pms_schedule]),
  ]);
  return createHash('sha256').update(text).digest().readInt32BE(0);
}
