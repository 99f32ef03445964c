/** The practice for a generated year of data: its software, current day and saved changes. */
import { dayIn } from 'shared-api/contracts';
import { saveSchedule } from '../../schedules/schedules-service.js';
import { readWeeklyHours, saveWeeklyHours } from '../../schedules/weekly-hours-service.js';
import { findPractice } from '../../../access/practice-records/practice-lookups.js';
import { saveSettings } from '../../../practices/settings/settings-service.js';
import { type TestServer, testAudit } from '../../../testing/test-server.js';
import { type Appointment, PracticeSoftware } from './practice-software.js';

const rights = { administrator: true, communicationOverrides: true } as const;

export class YearPractice {
  now = new Date('2026-01-05T18:00:00Z');
  readonly software: PracticeSoftware;
  /** The day of the last complete sync. */
  lastSynced = '';

  constructor(
    readonly server: TestServer,
    readonly practiceId: number,
  ) {
    this.software = new PracticeSoftware(server.db, practiceId);
  }

  get db() {
    return this.server.db;
  }

  get audit() {
    return testAudit(this.now);
  }

  async today(): Promise<string> {
    return dayIn((await findPractice(this.db, this.practiceId))?.time_zone ?? '', this.now);
  }

  async sync(mode: 'full' | 'changes', changed: readonly Appointment[] = []): Promise<void> {
    await this.software.sync(this.now, mode, changed);
    this.lastSynced = await this.today();
  }

  async saveWeek(hour: number, owners: readonly number[], validFrom?: string): Promise<void> {
    const { practiceId } = this;
    const date = validFrom ?? (await this.today());
    const { records } = await readWeeklyHours(this.db, practiceId, { date, now: this.now });
    const changed = records.map((record) => {
      if (!owners.includes(record.provider_id)) return record;
      const times = Object.fromEntries(
        ['mon', 'tue', 'wed', 'thu', 'fri'].flatMap((day) => [
          [`${day}_beg`, `${hour}:00 AM`],
          [`${day}_end`, '6:00 PM'],
        ]),
      );
      return { ...record, ...times, 'same-as-office-hours': false };
    });
    const save = { practiceId, records: changed, onVersion: undefined };
    if (validFrom === undefined) await saveWeeklyHours(this.db, save, this.audit);
    else await saveSchedule(this.db, { ...save, validFrom }, this.audit);
  }

  async saveSettings(change: Parameters<typeof saveSettings>[1]['change']): Promise<void> {
    const save = { practiceId: this.practiceId, change, onVersion: undefined, rights };
    await saveSettings(this.db, save as Parameters<typeof saveSettings>[1], this.audit);
  }
}
