import type { PracticeSettings, PracticeSettingsChange } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { readStripeSettings } from '../billing/views/stripe-settings.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { settingsFingerprint } from '../hours-worked/computing.js';
import { requestRecomputation } from '../hours-worked/recomputation.js';
import { Refusal, invalid, notFound, stale } from '../http/refusal.js';
import { createPmsUnit } from '../pms/pms-units.js';
import { type Faults, faultsOf, forbiddenFields, masterOnlyFault, merged } from './settings-change.js';
import { type SettingsRecord, type StoredSettings, changedFields, fieldsOf } from './settings-record.js';
import {
  findSettings,
  listClinics,
  listConnectedPractices,
  lockSettings,
  writeSettings,
} from './settings-repository.js';
import { type SettingsRights, isVisible, settingsFor } from './settings-view.js';

/** @throws Refusal `not_found` */
export async function storedSettings(db: Db, practice: number): Promise<StoredSettings> {
  const stored = await findSettings(db, practice);
  if (!stored) throw notFound('There is no such practice.');
  return stored;
}

/**
 * The settings as the person may see them.
 *
 * @throws Refusal `not_found`
 */
export async function readSettings(
  db: Db,
  practice: number,
  rights: SettingsRights,
): Promise<{ version: number; settings: PracticeSettings }> {
  const stored = await storedSettings(db, practice);
  if (!rights.administrator) return { version: stored.version, settings: settingsFor(stored, rights, undefined) };
  const [clinics, connected, billing] = await Promise.all([
    listClinics(db, practice),
    listConnectedPractices(db, practice, stored.record.parent_practice_id),
    readStripeSettings(db, practice, stored.record.stripe_customer_id),
  ]);
  return { version: stored.version, settings: settingsFor(stored, rights, { clinics, connected, billing }) };
}

export interface SaveSettings {
  practice: number;
  change: PracticeSettingsChange;
  /** Version that the change was made on; undefined accepts any. */
  onVersion: number | undefined;
  rights: SettingsRights;
}

const seconds = (date: Date | null): number => Math.floor((date?.getTime() ?? 0) / 1000);

function refuseStale(stored: StoredSettings, onVersion: number, rights: SettingsRights): never {
  const changes = Object.entries(stored.changes)
    .filter(([field, { version }]) => version > onVersion && isVisible(field, rights))
    .map(([field, { by, at }]) => ({ field, changed_by: by, changed_at: at }))
    .sort((left, right) => left.field.localeCompare(right.field, 'en-US'));
  const who = stored.changed_by ?? 'Somebody';
  throw stale(`${who} has changed these settings meanwhile. Nothing was saved.`, {
    changed_by: who,
    changed_at: seconds(stored.changed_at),
    changes,
  });
}

function refuseForbidden(fields: Faults): void {
  const [first, ...others] = Object.entries(fields);
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new Refusal(403, 'forbidden', `${first[0]}: ${first[1]}${more}`, { fields });
}

function refuseFaults(fields: Faults): void {
  const [first, ...others] = Object.entries(fields);
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw invalid(`${first[0]}: ${first[1]}${more}`, fields);
}

/** Most practices one above the other; a longer chain is a circle that an older version let through. */
const DEEPEST_GROUP = 20;

/** What is wrong with the parent: it must exist, and its own parents must not come round to the practice. */
async function parentFault(transaction: Db, practice: number, parent: number | null): Promise<Faults> {
  let at = parent;
  for (let depth = 0; at !== null && depth < DEEPEST_GROUP; depth += 1) {
    if (at === practice) {
      const fault = depth === 0 ? 'A practice cannot be its own parent' : 'That practice is a clinic of this one';
      return { parent_practice_id: fault };
    }
    // Held until the end, so that two practices cannot become each other's parents at the same moment.
    await lockSettings(transaction, at);
    const row = await transaction
      .selectFrom('practices')
      .select('parent_practice_id')
      .where('id', '=', at)
      .executeTakeFirst();
    if (!row) return { parent_practice_id: 'There is no such practice' };
    at = row.parent_practice_id;
  }
  return {};
}

const only = (fields: readonly string[], record: SettingsRecord): Record<string, unknown> => {
  const values = fieldsOf(record);
  return Object.fromEntries(fields.map((field) => [field, values.get(field)]));
};

/**
 * Merges what was sent into the settings, all of it or nothing. A save that changes nothing keeps the version and leaves
 * no entry in the audit log.
 *
 * @returns the version after the save
 * @throws Refusal `not_found`, `stale_version` with who changed which field, `forbidden` and `invalid` with fields
 */
export async function saveSettings(
  db: Db,
  { practice, change, onVersion, rights }: SaveSettings,
  { actor, now }: Doing,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction, practice);
    const stored = await storedSettings(transaction, practice);
    if (onVersion !== undefined && onVersion !== stored.version) refuseStale(stored, onVersion, rights);

    const faults: Faults = {};
    const next = merged(stored.record, change, faults);
    const changed = changedFields(stored.record, next);
    refuseForbidden(forbiddenFields(changed, rights));
    Object.assign(faults, faultsOf(changed, next), masterOnlyFault(stored.record, next));
    if (changed.includes('parent_practice_id')) {
      Object.assign(faults, await parentFault(transaction, practice, next.parent_practice_id));
    }
    refuseFaults(faults);
    if (changed.length === 0) return stored.version;

    const version = stored.version + 1;
    const changes = Object.fromEntries(
      changed.map((field) => [field, { version, by: actor.name, at: seconds(now) }] as const),
    );
    await writeSettings(transaction, {
      ...stored,
      record: next,
      version,
      changed_by: actor.name,
      changed_at: now,
      changes: { ...stored.changes, ...changes },
    });
    if (settingsFingerprint(stored.record) !== settingsFingerprint(next)) {
      await requestRecomputation(transaction, practice, now);
    }
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'settings.save',
      entity: 'practice_settings',
      entityId: String(practice),
      before: only(changed, stored.record),
      after: only(changed, next),
    });
    return version;
  });
}

/**
 * Makes the unit that holds what is synced from the PMS.
 *
 * @returns false when it was there
 */
export async function createTables(db: Db, practice: number, { actor, now }: Doing): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const made = await createPmsUnit(transaction, practice, now);
    if (made) {
      await recordAudit(transaction, {
        practice,
        actor,
        at: now,
        action: 'pms_unit.create',
        entity: 'pms_unit',
        entityId: String(practice),
      });
    }
    return made;
  });
}
