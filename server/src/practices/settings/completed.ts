/** How completed appointments are recognized: by the PMS' status ids if known, otherwise by the status. */
import { pmsKindOf, readStatusIds } from 'shared-api/contracts';
import type { SettingsRecord } from './settings-record.js';

export type CompletedBy = { statusIds: readonly number[] } | 'status';

export const completedByOf = ({ pms_name, additional_data: settings }: SettingsRecord): CompletedBy =>
  pmsKindOf(pms_name) === 'dentrix'
    ? { statusIds: readStatusIds(settings.dentrix_completed_appointment_status_ids) }
    : 'status';

export function isCompleted(row: { status: string; status_id: number | null }, by: CompletedBy): boolean {
  return by === 'status' ? row.status === 'completed' : row.status_id !== null && by.statusIds.includes(row.status_id);
}
