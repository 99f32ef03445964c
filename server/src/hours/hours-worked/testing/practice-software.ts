/** A simulated practice management system with a generated year of appointments, and its sync agent. */
import type { FromAgent } from 'shared-api/agent';
import { addDays } from 'shared-api/contracts';
import { endSync, startSync, storeBatch } from '../../../practices/agents/sync-service.js';
import type { Db } from '../../../platform/database/tables.js';

type Batch = Extract<FromAgent, { type: 'batch' }>['content'];
export type Appointment = Extract<Batch, { entity: 'appointments' }>['rows'][number];
type Schedule = Extract<Batch, { entity: 'schedules' }>['rows'][number];

export const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(items.length, 1)];

const utcDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** True for the days around an appointment, in any zone. */
export const touches = (
  { provider_id: id, starts_at: starts, ends_at: ends }: Appointment,
  provider: number,
  date: string,
): boolean => id === provider && date >= addDays(utcDay(starts), -1) && date <= addDays(utcDay(ends), 1);

export class PracticeSoftware {
  active = [1, 2, 3];
  readonly appointments = new Map<number, Appointment>();
  readonly schedules = new Map<number, Schedule>();
  #made = 0;

  constructor(
    readonly db: Db,
    readonly practiceId: number,
  ) {}

  addAppointment(date: string, provider: number, at: number): Appointment {
    this.#made += 1;
    const starts = Date.parse(`${date}T00:00:00Z`) / 1000 + (at % 24) * 3600;
    const status_id = [150, -106, 7][at % 3] ?? null;
    const status = at % 3 === 2 ? ('scheduled' as const) : ('completed' as const);
    const own = { appointment_id: this.#made, provider_id: pick(this.active, provider) ?? 1, clinic_num: 0 };
    const row = { ...own, starts_at: starts, ends_at: starts + 1800 * (1 + (at % 5)), status, status_id };
    this.appointments.set(row.appointment_id, row);
    return row;
  }

  async sync(now: Date, mode: 'full' | 'changes', changed: readonly Appointment[] = []): Promise<void> {
    this.#made += 1;
    const id = `sync-${this.#made}`;
    const { practiceId } = this;
    const providers = this.active.map((one) => ({ provider_id: one, first_name: 'Sam', last_name: `No. ${one}` }));
    const full: Batch[] = [
      { entity: 'providers', rows: providers },
      { entity: 'appointments', rows: [...this.appointments.values()] },
      { entity: 'schedules', rows: [...this.schedules.values()] },
    ];
    const batches: Batch[] = mode === 'full' ? full : [{ entity: 'appointments', rows: [...changed] }];
    await startSync(this.db, practiceId, { type: 'sync_begin', sync_id: id, mode, command_id: null }, now);
    for (const [index, content] of batches.entries()) {
      const batch = { type: 'batch', sync_id: id, number: index + 1, content } as const;
      // The agent resends unacknowledged messages.
      for (let sent = 0; sent < 1 + (this.#made % 2); sent += 1) await storeBatch(this.db, practiceId, batch, now);
    }
    await endSync(this.db, practiceId, { type: 'sync_end', sync_id: id, batches: batches.length }, now);
  }
}
