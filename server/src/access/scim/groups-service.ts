/** The console's flags as SCIM groups: members of a group have its flag. */
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { assertOtherAdmin } from '../people/deactivation.js';
import { type FlagName, flagNames, lockPerson } from '../people/people-repository.js';
import { setFlags } from '../people/people-service.js';
import { parseFilter } from './filter.js';
import { type PatchOperation, patchOperations } from './patch-operations.js';
import { GROUP_SCHEMA, groupNames, type ScimDocument } from './scim-documents.js';
import { badRequest, resourceNotFound } from './scim-error.js';
import { findUser, isPersonId, listGroupMembers } from './scim-repository.js';
import { bodyOf, isObject, listValue, lowerCased } from './scim-values.js';
import type { ScimContext } from './users-service.js';

const groupFilters = ['displayname', 'id'] as const;
/** Attributes that clients send without effect. */
const ignored = ['schemas', 'externalid', 'meta'];

/** @throws ScimError 404 */
function flagOf(id: string): FlagName {
  const flag = flagNames.find((name) => name === id);
  if (!flag) throw resourceNotFound('This group doesn’t exist.');
  return flag;
}

async function toGroup(db: Db, flag: FlagName, base: string): Promise<ScimDocument> {
  const members = await listGroupMembers(db, flag);
  return {
    schemas: [GROUP_SCHEMA],
    id: flag,
    displayName: groupNames[flag],
    members: members.map(({ id, name }) => ({ value: id, display: name, type: 'User', $ref: `${base}/Users/${id}` })),
    meta: { resourceType: 'Group', location: `${base}/Groups/${flag}` },
  };
}

export function readGroup({ db, base }: ScimContext, id: string): Promise<ScimDocument> {
  return toGroup(db, flagOf(id), base);
}

/** @throws ScimError `invalidFilter` */
export async function findGroups(
  { db, base }: ScimContext,
  { filter, startIndex, count }: { filter: string | undefined; startIndex: number; count: number },
): Promise<{ resources: ScimDocument[]; total: number }> {
  const comparisons = filter === undefined ? [] : parseFilter(filter, groupFilters);
  const flags = flagNames.filter((flag) =>
    comparisons.every(({ attribute, value }) =>
      attribute === 'id' ? flag === value : groupNames[flag].toLowerCase() === String(value).toLowerCase(),
    ),
  );
  const shown = flags.slice(startIndex - 1, startIndex - 1 + count);
  return { resources: await Promise.all(shown.map((flag) => toGroup(db, flag, base))), total: flags.length };
}

/** Ids of people in a list of members. @throws ScimError `invalidValue` */
function memberIds(value: unknown): string[] {
  const list = isObject(value) ? [value] : listValue(value, 'members');
  return list.map((member) => {
    const { value: id } = lowerCased(member, 'A member');
    if (!isPersonId(id)) throw badRequest('invalidValue', 'The value of a member must be the id of a user.');
    return id.toLowerCase();
  });
}

/** The members after an operation. @throws ScimError */
function patched(members: ReadonlySet<string>, { op, filter, subAttribute, value }: PatchOperation): Set<string> {
  if (subAttribute !== undefined) throw badRequest('invalidPath', 'Members are added and removed as a whole.');
  if (filter !== undefined) {
    if (op !== 'remove') throw badRequest('invalidPath', 'Members are added without a filter.');
    const ids = parseFilter(filter, ['value']).map(({ value: id }) => String(id).toLowerCase());
    const [id] = ids;
    return new Set([...members].filter((member) => ids.length !== 1 || member !== id));
  }
  if (op === 'replace') return new Set(memberIds(value));
  if (op === 'add') return new Set([...members, ...memberIds(value)]);
  // Entra ID names the members to remove in the value.
  if (value === undefined || value === null) return new Set();
  const removed = memberIds(value);
  return new Set([...members].filter((member) => !removed.includes(member)));
}

/** The name and the id may be sent unchanged. @throws ScimError `mutability` or `invalidPath` */
function checkOther({ op, attribute, value }: PatchOperation, flag: FlagName): void {
  const isSame =
    op !== 'remove' &&
    ((attribute === 'id' && value === flag) ||
      (attribute === 'displayname' && String(value).toLowerCase() === groupNames[flag].toLowerCase()));
  if (isSame || ignored.includes(attribute)) return;
  if (attribute === 'id' || attribute === 'displayname') {
    throw badRequest('mutability', 'The groups of the console have fixed names.');
  }
  throw badRequest('invalidPath', `“${attribute.slice(0, 100)}” is no attribute of a group.`);
}

async function setFlag(context: ScimContext, transaction: Db, personId: string, flag: FlagName, value: boolean) {
  if (!value && flag === 'super_admin') await assertOtherAdmin(transaction, personId, context.ways);
  const person = await lockPerson(transaction, personId);
  const isUser = person && (await findUser(transaction, personId));
  if (!isUser) throw badRequest('invalidValue', 'A member is no user of this console.');
  await setFlags(transaction, person, { [flag]: value }, context.audit, context.ways);
}

async function changeMembers(
  context: ScimContext,
  flag: FlagName,
  change: (members: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<ScimDocument> {
  return inTransaction(context.db, async (transaction) => {
    const former = new Set((await listGroupMembers(transaction, flag)).map(({ id }) => id));
    const next = change(former);
    // In a fixed order, so that concurrent changes don't deadlock. Additions first, so that a removed super admin isn't
    // the last one.
    const added = [...next].filter((id) => !former.has(id)).sort();
    const removed = [...former].filter((id) => !next.has(id)).sort();
    for (const id of added) await setFlag(context, transaction, id, flag, true);
    for (const id of removed) await setFlag(context, transaction, id, flag, false);
    return toGroup(transaction, flag, context.base);
  });
}

export async function updateGroup(context: ScimContext, id: string, body: unknown): Promise<ScimDocument> {
  const flag = flagOf(id);
  const operations = patchOperations(body);
  return changeMembers(context, flag, (former) => {
    let members = former;
    for (const operation of operations) {
      if (operation.attribute === 'members') members = patched(members, operation);
      else checkOther(operation, flag);
    }
    return members;
  });
}

export async function replaceGroup(context: ScimContext, id: string, body: unknown): Promise<ScimDocument> {
  const flag = flagOf(id);
  const { members = [], ...others } = bodyOf(body, GROUP_SCHEMA);
  for (const [attribute, value] of Object.entries(others)) {
    checkOther({ op: 'replace', attribute, value, filter: undefined, subAttribute: undefined }, flag);
  }
  const ids = new Set(memberIds(members ?? []));
  return changeMembers(context, flag, () => ids);
}
