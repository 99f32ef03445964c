/** Clinics, settings and roles of the named practices. They show every state of the settings. */
import { recordSyncFailed, recordSynced } from '../practices/agents/sync-days.js';
import { type MemberRole, type PracticeSettingsChange, addDays, rightsOfRole } from 'shared-api/contracts';
import { type Actor, type AuditContext, systemActor } from '../platform/audit/actor.js';
import type { Db } from '../platform/database/tables.js';
import type { AgentServices, AgentVersions } from '../practices/agents/agents-tables.js';
import { setRole } from '../access/members/members-service.js';
import { personByEmail } from '../access/people/people-service.js';
import { emailOverrideOptions, smsOverrideOptions } from '../practices/settings/settings-options.js';
import { saveSettings } from '../practices/settings/settings-service.js';

/** The locations of Bright Smiles. The first is the practice itself, the third is practice 4. */
const clinics = [
  ['Bright Smiles Main Street', '410 Main Street', 'Suite 200', 'Springfield', '62701'],
  ['Bright Smiles West', '1875 Wabash Avenue', '', 'Springfield', '62704'],
  ['Bright Smiles North', '92 Sangamon Road', '', 'Sherman', '62684'],
  ['Bright Smiles Lake', '7 Harbor View', 'Building B', 'Chatham', '62629'],
] as const;

export async function addClinics(db: Db): Promise<void> {
  const rows = clinics.map(([description, address, address2, city, zip], index) => ({
    practice_id: 1,
    clinic_num: index + 1,
    description,
    address,
    address2,
    city,
    state: 'IL',
    zip,
  }));
  await db
    .insertInto('pms_clinics')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const ticked = (options: typeof emailOverrideOptions, ids: readonly string[]) =>
  options.filter(({ name }) => !/^all /i.test(name)).map((option) => ({ ...option, checked: ids.includes(option.id) }));

/** Settings of each named practice that differ from the defaults. @param today `YYYY-MM-DD` */
function changesOf(today: string): Record<number, PracticeSettingsChange> {
  return {
    1: {
      baseline_date: addDays(today, -365),
      send_task_emails: true,
      pms_update_interval: 30,
      has_phone_call_monitoring: true,
      market_iq_max_phone_numbers: 5,
      snapshot_active: true,
      snapshot_expiration_date: addDays(today, 90),
      use_clinics: true,
      clinicnum: 1,
      additional_data: { use_treatment_coordinator_from_pms: true },
      emailOptOutOverrideOptions: ticked(emailOverrideOptions, ['appointment_reminders', 'billing']),
    },
    2: {
      sync_update_channel: 'beta',
      account_expiration_date: addDays(today, 20),
      pms_update_interval: 120,
      additional_data: { dentrix_completed_appointment_status_ids: '-106,150,151', dentrix_age_insurance_ar: false },
      smsOptOutOverrideOptions: smsOverrideOptions.map((option) => ({ ...option, checked: true })),
    },
    3: {
      is_pediatric: true,
      ph_call_notification_source: 'websocket',
      autofill_missing_referral_sources: false,
      snapshot_expiration_date: addDays(today, -12),
      sync_update_channel: 'alpha',
      additional_data: { eaglesoft_detailed_ledger_activity: true, insurance_writeoff_date: 'transaction_date' },
    },
    4: { use_clinics: true },
    5: { active: false, account_expiration_date: addDays(today, -30) },
    6: {
      pms_update_interval: 240,
      additional_data: {
        dentrix_completed_appointment_status_ids: '-106, 150, 13',
        use_pms_provider_schedule_for_utilization: false,
        dentrix_use_production_entry_date: true,
      },
    },
  };
}

const setUpBy: Actor = systemActor('Practice setup');

/** @param today the day that the dates in the settings are relative to, `YYYY-MM-DD` */
export async function saveDemoSettings(db: Db, today: string, { now }: AuditContext): Promise<void> {
  const rights = { administrator: true, communicationOverrides: true };
  for (const [practice, change] of Object.entries(changesOf(today))) {
    const save = { practiceId: Number(practice), change, onVersion: undefined, rights };
    await saveSettings(db, save, { actor: setUpBy, now });
  }
}

const roles: readonly [email: string, practice: number, role: MemberRole][] = [
  ['owner@bright-smiles.example', 1, 'owner'],
  ['owner@bright-smiles.example', 4, 'owner'],
  ['manager@bright-smiles.example', 1, 'manager'],
];

/** The first versions of the demo had no owners for practices 2 and 3. */
const laterRoles: typeof roles = [
  ['owner@lakeside.example', 2, 'owner'],
  ['owner@harbor.example', 3, 'owner'],
];

async function giveEach(db: Db, newRoles: typeof roles, audit: AuditContext): Promise<void> {
  for (const [email, practiceId, role] of newRoles) {
    await setRole(db, { person: await personByEmail(db, email), practiceId }, { role }, audit);
  }
}

export const giveRoles = (db: Db, audit: AuditContext): Promise<void> => giveEach(db, roles, audit);
export const giveLaterRoles = (db: Db, audit: AuditContext): Promise<void> => giveEach(db, laterRoles, audit);

/** An owner gave the front desk of practice 2 the right to spend. The other staff have their role's rights. */
export async function giveBillingRight(db: Db, { now }: AuditContext): Promise<void> {
  const [owner, staff] = await Promise.all([
    personByEmail(db, 'owner@lakeside.example'),
    personByEmail(db, 'staff@lakeside.example'),
  ]);
  const audit = { actor: { kind: 'person', id: owner.id, name: owner.name }, now } as const;
  await setRole(db, { person: staff, practiceId: 2 }, { rights: [...rightsOfRole.staff, 'billing'] }, audit);
}

const HOUR_MS = 3_600_000;

const versions: AgentVersions = {
  database_version: '4.8.2',
  phone_version: '2.1.0',
  service_updater_version: '1.3.5',
  server_control_panel_updater_version: '1.1.0',
  update_channel: 'alpha',
};
const services: AgentServices = {
  database_service_status: 'stopped',
  phone_service_status: 'running',
  pms_update_blocked: false,
  last_update_status: 'The update was interrupted: the PMS server was shut down',
};

/** The age of each practice's data. The agent of practice 3 was last seen nine days ago. */
export async function addSyncHistory(db: Db, { now }: AuditContext): Promise<void> {
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
  const synced: [practice: number, hours: number][] = [
    [1, 2],
    [2, 70],
    [3, 9 * 24],
    [4, 5],
    [6, 26],
  ];
  for (const [practiceId, hours] of synced) {
    await db
      .updateTable('pms_units')
      .set({ last_synced_at: ago(hours) })
      .where('practice_id', '=', practiceId)
      .execute();
  }
  for (const [practiceId, hours] of synced) {
    for (let past = hours; past < 13 * 24; past += 24) await recordSynced(db, practiceId, ago(past));
  }
  const reason = services.last_update_status;
  await recordSyncFailed(db, { practiceId: 3, kind: 'sync_now', reason: `${reason}.` }, ago(9 * 24 - 1));
  await recordSyncFailed(db, { practiceId: 1, kind: 'sync_now', reason: 'The database was locked.' }, ago(4 * 24 + 3));
  const left = ago(9 * 24 - 1);
  await db
    .insertInto('agent_connections')
    .values({
      practice_id: 3,
      connection_id: '00000000-0000-4000-8000-000000000003',
      joined_at: ago(31 * 24),
      heard_at: left,
      left_at: left,
      ip: '203.0.113.40',
      user_agent: 'pms-agent/4.8',
      versions: JSON.stringify(versions),
      services: JSON.stringify(services),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('agent_commands')
    .values({
      practice_id: 3,
      id: '00000000-0000-4000-8000-000000000103',
      kind: 'sync_now',
      state: 'timed_out',
      requested_at: ago(48),
      requested_by: 'Hannah Cole',
      heard_at: ago(48),
      finished_at: ago(47.75),
      message: 'No agent fetched it within 15 minutes.',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
