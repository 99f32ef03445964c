/** Operations of PATCH (RFC 7644, section 3.5.2), in the forms that Entra ID and Okta send. */
import { PATCH_SCHEMA } from './scim-documents.js';
import { badRequest } from './scim-error.js';
import { bodyOf, isObject, listValue, lowerCased } from './scim-values.js';

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  /** The attribute in lower case, without the URN of its schema. */
  attribute: string;
  /** The filter of a list's values, as the text between the brackets. */
  filter: string | undefined;
  subAttribute: string | undefined;
  value: unknown;
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const extension = /^urn:ietf:params:scim:schemas:extension:[\w.:-]+$/i;
const attributePath = /^([a-z][\w$-]*)(?:\[([^[\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i;

/** @throws ScimError `invalidPath` */
function parsePath(path: unknown): Pick<PatchOperation, 'attribute' | 'filter' | 'subAttribute'> {
  if (typeof path !== 'string') throw badRequest('invalidPath', 'A path must be a string.');
  // The path of an extension, which isn't stored.
  if (extension.test(path)) return { attribute: path.toLowerCase(), filter: undefined, subAttribute: undefined };
  const [, attribute, filter, subAttribute] = attributePath.exec(path.replace(coreSchema, '')) ?? [];
  if (attribute === undefined) throw badRequest('invalidPath', `The path ${path.slice(0, 100)} can’t be read.`);
  return { attribute: attribute.toLowerCase(), filter, subAttribute: subAttribute?.toLowerCase() };
}

function operationsOf(operation: unknown): PatchOperation[] {
  const read = lowerCased(operation, 'An operation');
  // Entra ID writes `Replace`.
  const op = typeof read['op'] === 'string' ? read['op'].toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw badRequest('invalidSyntax', 'op must be add, replace or remove.');
  }
  const { path, value } = read;
  if (op !== 'remove' && value === undefined) throw badRequest('invalidValue', `${op} needs a value.`);
  if (path !== undefined && path !== null && path !== '') return [{ op, ...parsePath(path), value }];
  if (op === 'remove') throw badRequest('noTarget', 'remove needs a path.');
  if (!isObject(value)) throw badRequest('invalidValue', `${op} without a path needs an object.`);
  return Object.entries(value).map(([name, inner]) => ({ op, ...parsePath(name), value: inner }));
}

/** @throws ScimError `invalidSyntax`, `invalidPath`, `invalidValue` or `noTarget` */
export function patchOperations(body: unknown): PatchOperation[] {
  const { operations } = bodyOf(body, PATCH_SCHEMA);
  if (!Array.isArray(operations) || operations.length === 0) {
    throw badRequest('invalidSyntax', 'Operations must be a list with at least one operation.');
  }
  return listValue(operations, 'Operations').flatMap(operationsOf);
}
