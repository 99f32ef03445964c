/** The practice management system that an agent reads: a clinic's rows and their changes. */
import {
  type AppointmentRow,
  type BatchContent,
  MAX_BATCH_ROWS,
  appointmentRow,
  clinicRow,
  providerRow,
  scheduleRow,
} from 'shared-api/agent';
import * as z from 'zod/mini';

/** The initial content of a clinic. */
export const clinicProfile = z.object({
  pms_name: z.string(),
  time_zone: z.string(),
  update_blocked: z._default(z.boolean(), false),
  providers: z._default(z.array(providerRow), []),
  clinics: z._default(z.array(clinicRow), []),
  appointments: z._default(z.array(appointmentRow), []),
  schedules: z._default(z.array(scheduleRow), []),
});
export type ClinicProfile = z.infer<typeof clinicProfile>;

/** Dentrix's status number for a completed appointment. Other systems have no such number. */
const DENTRIX_COMPLETED = 150;

/** Simulates the front desk, which changes appointments between two updates. */
export interface ClinicPms {
  readonly rows: ClinicProfile;
  /** Completes appointments whose time has passed and adds some new ones. Returns the changes. */
  passTime(now: Date): AppointmentRow[];
  /** All rows in batches: providers and clinics first, then rows that refer to them. */
  everything(): BatchContent[];
}

/** Splits rows of one type into batches of the protocol's maximum size. */
function inBatches<Entity extends BatchContent['entity']>(
  entity: Entity,
  rows: Extract<BatchContent, { entity: Entity }>['rows'],
): BatchContent[] {
  const batches: BatchContent[] = [];
  for (let at = 0; at < rows.length; at += MAX_BATCH_ROWS) {
    batches.push({ entity, rows: rows.slice(at, at + MAX_BATCH_ROWS) } as BatchContent);
  }
  return batches;
}

/** The batches of an update that contains only changed appointments. */
export function changesInBatches(changed: readonly AppointmentRow[]): BatchContent[] {
  return inBatches('appointments', [...changed]);
}

export function clinicPms(profile: ClinicProfile): ClinicPms {
  const rows = structuredClone(profile);
  let nextId = rows.appointments.reduce((most, row) => Math.max(most, row.appointment_id), 0) + 1;

  const book = (now: number, provider: number): AppointmentRow => {
    const starts = Math.ceil(now / 1800) * 1800 + 86_400;
    const row: AppointmentRow = {
      appointment_id: nextId,
      provider_id: provider,
      clinic_num: rows.clinics[0]?.clinic_num ?? 0,
      starts_at: starts,
      ends_at: starts + 1800,
      status: 'scheduled',
      status_id: null,
    };
    nextId += 1;
    rows.appointments.push(row);
    return row;
  };

  return {
    rows,
    passTime(now) {
      const seconds = Math.floor(now.getTime() / 1000);
      const completed = rows.appointments.filter((row) => row.status === 'scheduled' && row.ends_at < seconds);
      for (const row of completed) {
        row.status = 'completed';
        if (rows.pms_name.toLowerCase().startsWith('dentrix')) row.status_id = DENTRIX_COMPLETED;
      }
      const [provider] = rows.providers;
      return provider ? [...completed, book(seconds, provider.provider_id)] : completed;
    },
    everything: () => [
      ...inBatches('providers', rows.providers),
      ...inBatches('clinics', rows.clinics),
      ...inBatches('appointments', rows.appointments),
      ...inBatches('schedules', rows.schedules),
    ],
  };
}
