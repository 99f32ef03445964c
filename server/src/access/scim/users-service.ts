/** People as SCIM users. The audit log records every change. */
import { methodsOf, resetSecondFactors } from '../accounts/second-factors-service.js';
import { recordAccountAudit } from '../accounts/account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction, isUniqueViolation } from '../../platform/database/transaction.js';
import { deactivatePerson, reactivatePerson } from '../people/deactivation.js';
import type { ProofWays } from '../people/proven-address.js';
import { findPersonByEmail, flagNames, lockPerson, updatePerson } from '../people/people-repository.js';
import { addPerson, setFlags } from '../people/people-service.js';
import { unlinkIdentities } from '../people/unlink-identities.js';
import { parseFilter } from './filter.js';
import { patchOperations } from './patch-operations.js';
import { groupNames, type ScimDocument, USER_SCHEMA } from './scim-documents.js';
import { exists, resourceNotFound } from './scim-error.js';
import {
  findDeletion,
  findUser,
  isPersonId,
  listUsers,
  type ScimUserRow,
  storeDeletion,
  storeUser,
  userFilters,
} from './scim-repository.js';
import { patchUser, readUser, type ScimPerson } from './user-input.js';

export interface ScimContext {
  db: Db;
  /** How people can sign in here, and prove their address. */
  ways: ProofWays;
  audit: AuditContext;
  /** The service's URL without a trailing slash. */
  base: string;
}

export function toUser(row: ScimUserRow, base: string): ScimDocument {
  const parts = {
    ...(row.given_name !== null && { givenName: row.given_name }),
    ...(row.family_name !== null && { familyName: row.family_name }),
  };
  const groups = flagNames
    .filter((name) => row[name])
    .map((name) => ({ value: name, display: groupNames[name], $ref: `${base}/Groups/${name}` }));
  return {
    schemas: [USER_SCHEMA],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.email,
    displayName: row.name,
    name: { formatted: row.name, ...parts },
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.deactivated_at === null,
    ...(groups.length > 0 && { groups }),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: (row.changed_at ?? row.created_at).toISOString(),
      location: `${base}/Users/${row.id}`,
    },
  };
}

/** @throws ScimError 404 */
async function userRow(db: Db, id: string): Promise<ScimUserRow> {
  const row = isPersonId(id) ? await findUser(db, id) : undefined;
  if (!row) throw resourceNotFound('This user doesn’t exist.');
  return row;
}

export async function readUserById({ db, base }: ScimContext, id: string): Promise<ScimDocument> {
  return toUser(await userRow(db, id), base);
}

/** @throws ScimError `invalidFilter` */
export async function findUsers(
  { db, base }: ScimContext,
  { filter, startIndex, count }: { filter: string | undefined; startIndex: number; count: number },
): Promise<{ resources: ScimDocument[]; total: number }> {
  const comparisons = filter === undefined ? [] : parseFilter(filter, userFilters);
  const { rows, total } = await listUsers(db, { comparisons, offset: startIndex - 1, limit: count });
  return { resources: rows.map((row) => toUser(row, base)), total };
}

const storedOf = (row: ScimUserRow): ScimPerson => ({
  userName: row.email,
  name: row.name,
  givenName: row.given_name,
  familyName: row.family_name,
  externalId: row.external_id,
  active: row.deactivated_at === null,
});

const columnsOf = ({ givenName, familyName, externalId }: ScimPerson) => ({
  external_id: externalId,
  given_name: givenName,
  family_name: familyName,
});

const auditedOf = (person: ScimPerson): Record<string, string | null> => ({
  name: person.name,
  email: person.userName,
  ...columnsOf(person),
});

/** Stores the changes and records them. */
async function storeChanges(
  transaction: Db,
  id: string,
  { former, next }: { former: ScimPerson; next: ScimPerson },
  { ways, audit }: ScimContext,
): Promise<void> {
  const [was, is] = [auditedOf(former), auditedOf(next)];
  const changed = Object.keys(is).filter((key) => was[key] !== is[key]);
  if (changed.length > 0) {
    if (former.userName !== next.userName && (await findPersonByEmail(transaction, next.userName))) throw exists();
    const only = (side: typeof is) => Object.fromEntries(changed.map((key) => [key, side[key]]));
    await updatePerson(transaction, id, { name: next.name, email: next.userName });
    await recordAccountAudit(transaction, 'person.update', id, audit, { before: only(was), after: only(is) });
  }
  if (!next.active) await deactivatePerson(transaction, { id }, ways, audit);
  else if (!former.active) await reactivatePerson(transaction, { id }, audit);
  const isSame = changed.length === 0 && former.active === next.active;
  if (!isSame) await storeUser(transaction, id, { ...columnsOf(next), deleted_at: null, changed_at: audit.now });
}

/** Two clients may add the same address concurrently. */
async function withUniqueAddress<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    throw isUniqueViolation(error) ? exists() : error;
  }
}

/**
 * Adds a person, who signs in through the identity provider. A person whose account a client deleted is restored.
 *
 * @throws ScimError
 */
export async function createUser(context: ScimContext, body: unknown): Promise<ScimDocument> {
  const { db, audit, base } = context;
  const next = readUser(body, undefined);
  return withUniqueAddress(db, async (transaction) => {
    const existing = await findPersonByEmail(transaction, next.userName);
    const stored = { ...columnsOf(next), deleted_at: null, changed_at: audit.now };
    if (existing) {
      if ((await findDeletion(transaction, existing.id)) === undefined) throw exists();
      await storeUser(transaction, existing.id, stored);
      const former = { ...next, name: existing.name, active: existing.deactivated_at === null };
      await storeChanges(transaction, existing.id, { former, next }, context);
      return toUser(await userRow(transaction, existing.id), base);
    }
    const added = await addPerson(transaction, { email: next.userName, name: next.name }, audit);
    await storeUser(transaction, added.id, stored);
    if (!next.active) await deactivatePerson(transaction, added, context.ways, audit);
    return toUser(await userRow(transaction, added.id), base);
  });
}

async function changeUser(
  context: ScimContext,
  id: string,
  change: (former: ScimPerson) => ScimPerson,
): Promise<ScimDocument> {
  return withUniqueAddress(context.db, async (transaction) => {
    if (!isPersonId(id)) throw resourceNotFound('This user doesn’t exist.');
    // Of two concurrent changes, the second sees the first.
    await lockPerson(transaction, id);
    const former = storedOf(await userRow(transaction, id));
    await storeChanges(transaction, id, { former, next: change(former) }, context);
    return toUser(await userRow(transaction, id), context.base);
  });
}

export function replaceUser(context: ScimContext, id: string, body: unknown): Promise<ScimDocument> {
  return changeUser(context, id, (former) => readUser(body, former));
}

export function updateUser(context: ScimContext, id: string, body: unknown): Promise<ScimDocument> {
  const operations = patchOperations(body);
  return changeUser(context, id, (former) => patchUser(former, operations, id));
}

/**
 * Deactivates a person for good: they lose flags, password, second factors and the link to the identity provider, so
 * that a later owner of the address gets none of them. Their memberships stay for a client that adds them again,
 * usually under a new subject.
 *
 * @throws ScimError 404 @throws AppError `last_super_admin`
 */
export async function deleteUser({ db, ways, audit }: ScimContext, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await userRow(transaction, id);
    await deactivatePerson(transaction, { id }, ways, audit, { deleted: true });
    const person = await lockPerson(transaction, id);
    if (!person) throw resourceNotFound('This user doesn’t exist.');
    await setFlags(transaction, person, Object.fromEntries(flagNames.map((name) => [name, false])), audit);
    if ((await methodsOf(transaction, id)).length > 0) await resetSecondFactors(transaction, person, audit);
    await updatePerson(transaction, id, { password_hash: null });
    await unlinkIdentities(transaction, { id }, audit);
    await storeDeletion(transaction, id, audit.now);
  });
}
