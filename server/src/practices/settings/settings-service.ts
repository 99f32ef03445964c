import {
  type Conflict,
  type PracticeSettings,
  type PracticeSettingsChange,
  settingsLabels,
  settingsPathAt,
} from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import { readCustomersAndSubscriptions, stripeSettingsOf } from '../../billing/subscriptions/views/stripe-settings.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { settingsFingerprint } from './settings-fingerprint.js';
import { requestRecomputation } from '../pms/request-recomputation.js';
import { recordSourceChange } from './schedule-sources.js';
import { AppError, invalid, notFound, stale } from '../../platform/errors/app-error.js';
import { createPmsUnit } from '../pms/pms-units.js';
import { recordZoneChange } from '../directory/time-zones.js';
import type { Payments } from '../../billing/stripe/stripe-client.js';
import { assertCustomer } from './billing-customer.js';
import {
  type FieldErrors,
  findFieldErrors,
  forbiddenFields,
  masterOnlyErrors,
  mergeSettings,
} from './settings-change.js';
import {
  type SettingsRecord,
  type StoredSettings,
  changedFields,
  datedFields,
  fieldsOf,
  startKeyOf,
} from './settings-record.js';
import {
  findSettings,
  listClinics,
  listConnectedPractices,
  lockSettings,
  writeSettings,
} from './settings-repository.js';
import { type SettingsRights, isVisible, toSettings } from './settings-view.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** @throws AppError `not_found` */
export async function storedSettings(db: Db, practiceId: number): Promise<StoredSettings> {
  const stored = await findSettings(db, practiceId);
  if (!stored) throw notFound('This practice doesn’t exist.');
  return stored;
}

export interface ReadSettings {
  practiceId: number;
  rights: SettingsRights;
  /** The result includes changes after this version. Undefined: none. */
  since?: number | undefined;
  /** True to include the provider's data about the practice's customer. */
  billing: boolean;
}

/**
 * The settings that the person may see. Administrator data is read in parallel, so that their page takes no longer.
 *
 * @throws AppError `not_found`
 */
export async function readSettings(
  db: Db,
  { practiceId, rights, since, billing: withBilling }: ReadSettings,
): Promise<{ version: number; settings: PracticeSettings }> {
  const { administrator } = rights;
  const [stored, clinics, connected, customers] = await Promise.all([
    storedSettings(db, practiceId),
    administrator ? listClinics(db, practiceId) : [],
    administrator ? listConnectedPractices(db, practiceId) : [],
    administrator && withBilling ? readCustomersAndSubscriptions(db, practiceId) : undefined,
  ]);
  const billing = customers && stripeSettingsOf(customers, stored.record.stripe_customer_id);
  const group = administrator ? { clinics, connected, billing } : undefined;
  const changes = since === undefined ? {} : { changes: changesSince(stored, since, rights) };
  return { version: stored.version, settings: { ...toSettings(stored, rights, group), ...changes } };
}

export interface SaveSettings {
  practiceId: number;
  change: PracticeSettingsChange;
  /** The version that the change is based on. Undefined accepts any version. */
  onVersion: number | undefined;
  rights: SettingsRights;
}

/** The fields that changed after a version and that the person may see, each with the person who changed it. */
function changesSince(stored: StoredSettings, since: number, rights: SettingsRights): NonNullable<Conflict['changes']> {
  return Object.entries(stored.changes)
    .filter(([field, { version }]) => version > since && isVisible(field, rights))
    .map(([field, { by, at }]) => ({ field, changed_by: by, changed_at: at }))
    .sort((left, right) => left.field.localeCompare(right.field, 'en-US'));
}

function assertFresh(stored: StoredSettings, onVersion: number, rights: SettingsRights): void {
  if (onVersion === stored.version) return;
  const changes = changesSince(stored, onVersion, rights);
  const who = stored.changed_by ?? 'Someone';
  throw stale(`${who} changed these settings while you were editing. Nothing was saved.`, {
    changed_by: who,
    changed_at: epochSeconds(stored.changed_at ?? new Date(0)),
    changes,
  });
}

/** An error sentence with the field labels that the page shows. */
function sentenceOf(fields: FieldErrors): string {
  const [first, ...others] = Object.entries(fields);
  const path = settingsPathAt(first?.[0] ?? '');
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${path ? `${settingsLabels[path]}: ` : ''}${first?.[1] ?? ''}${more}`;
}

function assertAllowed(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw new AppError(403, 'forbidden', sentenceOf(fields), { fields });
}

function assertFaultless(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw invalid(sentenceOf(fields), fields);
}

/** Maximum length of a chain of parent practices. A longer chain is a cycle that an older version allowed. */
const DEEPEST_GROUP = 20;

/** Errors of the parent: it must exist, and the practice must not be among its ancestors. */
async function parentFault(transaction: Db, practiceId: number, parent: number | null): Promise<FieldErrors> {
  let at = parent;
  for (let depth = 0; at !== null && depth < DEEPEST_GROUP; depth += 1) {
    if (at === practiceId) {
      const fault = depth === 0 ? 'A practice can’t be its own parent' : 'That practice is a clinic of this one';
      return { parent_practice_id: fault };
    }
    // Locked until the transaction ends, so that two practices can't become each other's parents concurrently.
    await lockSettings(transaction, at);
    const row = await transaction
      .selectFrom('practices')
      .select('parent_practice_id')
      .where('id', '=', at)
      .executeTakeFirst();
    if (!row) return { parent_practice_id: 'This practice doesn’t exist' };
    at = row.parent_practice_id;
  }
  return {};
}

const only = (fields: readonly string[], record: SettingsRecord): Record<string, unknown> => {
  const values = fieldsOf(record);
  return Object.fromEntries(fields.map((field) => [field, values.get(field)]));
};

/**
 * Stores the former values of settings that apply from a date. @returns the first days of new values, for the audit log
 */
async function recordDatedChanges(
  transaction: Db,
  practiceId: number,
  { before, after }: Record<'before' | 'after', SettingsRecord>,
  now: Date,
): Promise<Record<string, string>> {
  const changed = changedFields(before, after);
  const [zone, source] = datedFields;
  const starts = {
    [zone]: changed.includes(zone)
      ? await recordZoneChange(transaction, practiceId, { before: before.time_zone, after: after.time_zone }, now)
      : null,
    [source]: changed.includes(source)
      ? await recordSourceChange(
          transaction,
          practiceId,
          { before: before.additional_data.use_pms_provider_schedule_for_utilization, zone: after.time_zone },
          now,
        )
      : null,
  };
  return Object.fromEntries(
    Object.entries(starts).flatMap(([field, start]) => (start === null ? [] : [[startKeyOf(field), start]])),
  );
}

/**
 * Checks a new billing customer of a practice. Call it before `saveSettings`, whose transaction must not wait for the
 * provider.
 *
 * @returns false if the provider needn't be called
 * @throws AppError as `assertCustomer`
 */
export async function checkNewCustomer(
  db: Db,
  payments: Payments,
  practiceId: number,
  customerId: PracticeSettingsChange['stripe_customer_id'],
): Promise<boolean> {
  if (!customerId) return false;
  const { record } = await storedSettings(db, practiceId);
  if (record.stripe_customer_id === customerId) return false;
  await assertCustomer(payments, customerId);
  return true;
}

/**
 * Merges the sent fields into the settings, all of them or none. A save that changes nothing keeps the version and
 * leaves no entry in the audit log.
 *
 * @returns the version after the save
 * @throws AppError `not_found`, `stale_version` with who changed which field, `forbidden` and `invalid` with fields
 */
export async function saveSettings(
  db: Db,
  { practiceId, change, onVersion, rights }: SaveSettings,
  { actor, now }: AuditContext,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction, practiceId);
    const stored = await storedSettings(transaction, practiceId);
    if (onVersion !== undefined) assertFresh(stored, onVersion, rights);

    const fieldErrors: FieldErrors = {};
    const next = mergeSettings(stored.record, change, fieldErrors);
    const changed = changedFields(stored.record, next);
    assertAllowed(forbiddenFields(changed, rights));
    Object.assign(fieldErrors, findFieldErrors(changed, next), masterOnlyErrors(stored.record, next));
    if (changed.includes('parent_practice_id')) {
      Object.assign(fieldErrors, await parentFault(transaction, practiceId, next.parent_practice_id));
    }
    assertFaultless(fieldErrors);
    if (changed.length === 0) return stored.version;

    const starts = await recordDatedChanges(transaction, practiceId, { before: stored.record, after: next }, now);
    const version = stored.version + 1;
    const changes = Object.fromEntries(
      changed.map((field) => [field, { version, by: actor.name, at: epochSeconds(now) }] as const),
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
      await requestRecomputation(transaction, practiceId, now);
    }
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'settings.save',
      entity: 'practice_settings',
      entityId: String(practiceId),
      before: only(changed, stored.record),
      after: { ...only(changed, next), ...starts },
    });
    return version;
  });
}

/**
 * Creates the unit that holds the practice's synced PMS data.
 *
 * @returns false when it already existed
 */
export async function createTables(db: Db, practiceId: number, { actor, now }: AuditContext): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const created = await createPmsUnit(transaction, practiceId, now);
    if (created) {
      await recordAudit(transaction, {
        practiceId,
        actor,
        at: now,
        action: 'pms_unit.create',
        entity: 'pms_unit',
        entityId: String(practiceId),
      });
    }
    return created;
  });
}
