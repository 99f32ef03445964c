/** A person as clients send them. */
import { isEmailAddress, MAX_PERSON_NAME_LENGTH, personNameProblem } from 'shared-api/contracts/accounts';
import { normalizeEmail } from '../people/people-repository.js';
import type { PatchOperation } from './patch-operations.js';
import { USER_SCHEMA } from './scim-documents.js';
import { badRequest } from './scim-error.js';
import { booleanValue, bodyOf, isObject, lowerCased, type ScimObject, textOrNull } from './scim-values.js';

/** A person as stored. */
export interface ScimPerson {
  userName: string;
  /** The name that the console shows. */
  name: string;
  givenName: string | null;
  familyName: string | null;
  externalId: string | null;
  active: boolean;
}

/** Standard attributes that the console doesn't store. Clients send them without effect. */
const ignoredTexts = [
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'password',
];
const ignoredLists = [
  'emails',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
];
/** Read-only: by the standard, they are ignored in a whole resource and refused in a patch. */
const readOnly = ['id', 'meta', 'schemas', 'groups'];
const stored = ['username', 'displayname', 'name', 'externalid', 'active'];
const nameParts = ['formatted', 'givenname', 'familyname', 'middlename', 'honorificprefix', 'honorificsuffix'];

/** @throws ScimError `invalidValue` */
function shownName(name: string): string {
  const problem = personNameProblem(name);
  if (problem !== undefined) throw badRequest('invalidValue', `displayName: ${problem}.`);
  return name;
}

/** @throws ScimError `invalidValue` */
function userNameValue(value: unknown): string {
  const text = normalizeEmail(textOrNull(value, 'userName') ?? '');
  if (!isEmailAddress(text)) {
    throw badRequest('invalidValue', 'userName must be the email address with which the person signs in.');
  }
  return text;
}

/** @throws ScimError `invalidValue` */
function checkIgnored(attribute: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (ignoredTexts.includes(attribute)) textOrNull(value, attribute);
  else if (!Array.isArray(value) || !value.every((one) => isObject(one) || typeof one === 'string')) {
    throw badRequest('invalidValue', `${attribute} must be a list of objects.`);
  }
}

/** @throws ScimError for an attribute that is neither in the standard nor in a named extension */
function checkNames(read: ScimObject): void {
  const named = (read['schemas'] as unknown[]).map((name) => String(name).toLowerCase());
  for (const [name, value] of Object.entries(read)) {
    if (stored.includes(name) || readOnly.includes(name)) continue;
    if (ignoredTexts.includes(name) || ignoredLists.includes(name)) checkIgnored(name, value);
    else if (!name.startsWith('urn:') || !named.includes(name)) {
      throw badRequest('invalidSyntax', `“${name.slice(0, 100)}” is no attribute of a user.`);
    } else if (value !== null && !isObject(value)) {
      throw badRequest('invalidValue', `${name.slice(0, 100)} must be an object.`);
    }
  }
}

interface Names {
  formatted: string | null;
  givenName: string | null;
  familyName: string | null;
}

/** @throws ScimError */
function namesOf(value: unknown): Partial<Names> {
  if (value === null) return { formatted: null, givenName: null, familyName: null };
  if (!isObject(value)) throw badRequest('invalidValue', 'name must be an object.');
  const read = lowerCased(value, 'name');
  const unknown = Object.keys(read).find((part) => !nameParts.includes(part));
  if (unknown !== undefined) throw badRequest('invalidSyntax', `name has no part “${unknown.slice(0, 100)}”.`);
  for (const part of nameParts) textOrNull(read[part], `name.${part}`);
  return {
    ...('formatted' in read && { formatted: textOrNull(read['formatted'], 'name.formatted') }),
    ...('givenname' in read && { givenName: textOrNull(read['givenname'], 'name.givenName') }),
    ...('familyname' in read && { familyName: textOrNull(read['familyname'], 'name.familyName') }),
  };
}

const joined = ({ givenName, familyName }: Pick<Names, 'givenName' | 'familyName'>): string | null =>
  [givenName, familyName].filter((part) => part !== null).join(' ') || null;

/**
 * A whole user, as POST and PUT send it.
 *
 * @param former what is stored. Undefined for a new person
 * @throws ScimError `invalidSyntax` or `invalidValue`
 */
export function readUser(body: unknown, former: Pick<ScimPerson, 'name' | 'active'> | undefined): ScimPerson {
  const read = bodyOf(body, USER_SCHEMA);
  checkNames(read);
  const userName = userNameValue(read['username']);
  const { formatted = null, givenName = null, familyName = null } = namesOf(read['name'] ?? null);
  const active = read['active'] ?? null;
  return {
    userName,
    name: shownName(
      textOrNull(read['displayname'], 'displayName') ??
        formatted ??
        joined({ givenName, familyName }) ??
        former?.name ??
        userName.slice(0, MAX_PERSON_NAME_LENGTH),
    ),
    givenName,
    familyName,
    externalId: textOrNull(read['externalid'], 'externalId'),
    active: active === null ? (former?.active ?? true) : booleanValue(active, 'active'),
  };
}

const fixed = (label: string) => badRequest('mutability', `${label} can’t be changed or removed.`);

/** Ids may be sent unchanged: Okta sends the whole object. */
function checkReadOnly({ attribute, value }: PatchOperation, id: string): void {
  if (attribute === 'schemas' || (attribute === 'id' && value === id)) return;
  throw fixed(attribute);
}

/** The name parts that an operation changes. @throws ScimError `invalidPath` */
function patchedNames({ op, subAttribute, value }: PatchOperation): Partial<Names> {
  if (subAttribute === undefined) return namesOf(op === 'remove' ? null : value);
  if (!nameParts.includes(subAttribute)) throw badRequest('invalidPath', `name has no part “${subAttribute}”.`);
  return namesOf({ [subAttribute]: op === 'remove' ? null : value });
}

/**
 * @param id of the user
 * @throws ScimError `invalidPath`, `invalidValue`, `mutability` or `noTarget`
 */
export function patchUser(former: ScimPerson, operations: readonly PatchOperation[], id: string): ScimPerson {
  const next = { ...former };
  let names: Partial<Names> = {};
  let displayName: string | null | undefined;
  for (const operation of operations) {
    const { op, attribute, filter, subAttribute, value } = operation;
    if (filter !== undefined && !ignoredLists.includes(attribute)) {
      throw badRequest('invalidPath', `${attribute} is no list that could be filtered.`);
    }
    if (attribute !== 'name' && stored.includes(attribute) && subAttribute !== undefined) {
      throw badRequest('invalidPath', `${attribute} has no parts.`);
    }
    switch (attribute) {
      case 'active':
        if (op === 'remove') throw fixed('active');
        next.active = booleanValue(value, 'active');
        break;
      case 'username':
        if (op === 'remove') throw fixed('userName');
        next.userName = userNameValue(value);
        break;
      case 'externalid':
        next.externalId = op === 'remove' ? null : textOrNull(value, 'externalId');
        break;
      case 'displayname':
        displayName = op === 'remove' ? null : textOrNull(value, 'displayName');
        break;
      case 'name':
        names = { ...names, ...patchedNames(operation) };
        break;
      default:
        if (readOnly.includes(attribute)) checkReadOnly(operation, id);
        else if (ignoredTexts.includes(attribute)) checkIgnored(attribute, value);
        else if (!ignoredLists.includes(attribute) && !attribute.startsWith('urn:')) {
          throw badRequest('invalidPath', `“${attribute.slice(0, 100)}” is no attribute of a user.`);
        }
    }
  }
  next.givenName = names.givenName === undefined ? next.givenName : names.givenName;
  next.familyName = names.familyName === undefined ? next.familyName : names.familyName;
  const hasParts = names.givenName !== undefined || names.familyName !== undefined;
  next.name = shownName(
    displayName ?? names.formatted ?? (hasParts || displayName === null ? joined(next) : null) ?? former.name,
  );
  return next;
}
