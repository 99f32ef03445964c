import {
  type Conflict,
  type PracticeSettings,
  type PracticeSettingsChange,
  settingsLabels,
  settingsPathAt,
} from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { readStripeSettings } from '../billing/views/stripe-settings.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { settingsFingerprint } from '../hours-worked/computing.js';
import { requestRecomputation } from '../hours-worked/recomputation.js';
import { Refusal, invalid, notFound, stale } from '../http/refusal.js';
import { createPmsUnit } from '../pms/pms-units.js';
import type { Payments } from '../stripe/stripe-client.js';
import { assertCustomer } from './billing-customer.js';
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

export interface ReadSettings {
  practice: number;
  rights: SettingsRights;
  /** Version after which changes are named; undefined names none. */
  since?: number | undefined;
  /** True where what is known of the practice's customer is asked for. */
  billing: boolean;
}

/**
 * The settings as the person may see them. What administrators get besides is read at the same time, so that their page
 * waits no longer than anybody else's.
 *
 * @throws Refusal `not_found`
 */
export async function readSettings(
  db: Db,
  { practice, rights, since, billing: withBilling }: ReadSettings,
): Promise<{ version: number; settings: PracticeSettings }> {
  const { administrator } = rights;
  const [stored, clinics, connected] = await Promise.all([
    storedSettings(db, practice),
    administrator ? listClinics(db, practice) : [],
    administrator ? listConnectedPractices(db, practice) : [],
  ]);
  const billing =
    withBilling && administrator ? readStripeSettings(db, practice, stored.record.stripe_customer_id) : undefined;
  const group = administrator ? { clinics, connected, billing: await billing } : undefined;
  const changes = since === undefined ? {} : { changes: changesSince(stored, since, rights) };
  return { version: stored.version, settings: { ...settingsFor(stored, rights, group), ...changes } };
}

export interface SaveSettings {
  practice: number;
  change: PracticeSettingsChange;
  /** Version that the change was made on; undefined accepts any. */
  onVersion: number | undefined;
  rights: SettingsRights;
  /** The payment provider, which knows customers; undefined where none is configured. */
  payments?: Payments | undefined;
}

const seconds = (date: Date | null): number => Math.floor((date?.getTime() ?? 0) / 1000);

/** Who changed which field after a version, of those that the person may see. */
function changesSince(stored: StoredSettings, since: number, rights: SettingsRights): NonNullable<Conflict['changes']> {
  return Object.entries(stored.changes)
    .filter(([field, { version }]) => version > since && isVisible(field, rights))
    .map(([field, { by, at }]) => ({ field, changed_by: by, changed_at: at }))
    .sort((left, right) => left.field.localeCompare(right.field, 'en-US'));
}

function assertFresh(stored: StoredSettings, onVersion: number, rights: SettingsRights): void {
  if (onVersion === stored.version) return;
  const changes = changesSince(stored, onVersion, rights);
  const who = stored.changed_by ?? 'Somebody';
  throw stale(`${who} has changed these settings meanwhile. Nothing was saved.`, {
    changed_by: who,
    changed_at: seconds(stored.changed_at),
    changes,
  });
}

/** What is wrong, by the labels that the page shows. */
function sentenceOf(fields: Faults): string {
  const [first, ...others] = Object.entries(fields);
  const path = settingsPathAt(first?.[0] ?? '');
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${path ? `${settingsLabels[path]}: ` : ''}${first?.[1] ?? ''}${more}`;
}

function assertAllowed(fields: Faults): void {
  if (Object.keys(fields).length > 0) throw new Refusal(403, 'forbidden', sentenceOf(fields), { fields });
}

function assertFaultless(fields: Faults): void {
  if (Object.keys(fields).length > 0) throw invalid(sentenceOf(fields), fields);
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
  { practice, change, onVersion, rights, payments }: SaveSettings,
  { actor, now }: Doing,
): Promise<number> {
  // Asked before the transaction, which must not wait for somebody else's server.
  const customer = payments && rights.administrator ? change.stripe_customer_id : undefined;
  if (payments && customer) {
    const { record } = await storedSettings(db, practice);
    if (record.stripe_customer_id !== customer) await assertCustomer(payments, customer);
  }
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction, practice);
    const stored = await storedSettings(transaction, practice);
    if (onVersion !== undefined) assertFresh(stored, onVersion, rights);

    const faults: Faults = {};
    const next = merged(stored.record, change, faults);
    const changed = changedFields(stored.record, next);
    assertAllowed(forbiddenFields(changed, rights));
    Object.assign(faults, faultsOf(changed, next), masterOnlyFault(stored.record, next));
    if (changed.includes('parent_practice_id')) {
      Object.assign(faults, await parentFault(transaction, practice, next.parent_practice_id));
    }
    assertFaultless(faults);
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
