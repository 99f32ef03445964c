/** Reads values from bodies. Attribute names are case-insensitive (RFC 7643, section 2.1). */
import { isPlainText } from '../../platform/database/plain-text.js';
import { badRequest } from './scim-error.js';

export type ScimObject = Record<string, unknown>;

const MAX_TEXT = 320;
/** More operations than a client sends at once. */
const MAX_VALUES = 1000;

export const isObject = (value: unknown): value is ScimObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object with its names in lowercase. @throws ScimError when it isn't an object, or has a name twice */
export function lowerCased(value: unknown, label: string): ScimObject {
  if (!isObject(value)) throw badRequest('invalidSyntax', `${label} must be an object.`);
  const entries = Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner] as const);
  const read = new Map(entries);
  if (read.size !== entries.length) throw badRequest('invalidSyntax', `${label} has a name twice.`);
  return Object.fromEntries(read);
}

/** The text, trimmed. Null when it is unassigned. @throws ScimError `invalidValue` */
export function textOrNull(value: unknown, label: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw badRequest('invalidValue', `${label} must be a string.`);
  const text = value.trim();
  if (!isPlainText(text)) throw badRequest('invalidValue', `${label} must not have control characters.`);
  if (text.length > MAX_TEXT) throw badRequest('invalidValue', `${label} is longer than ${MAX_TEXT} characters.`);
  return text === '' ? null : text;
}

/** Entra ID sends `"False"` instead of `false`. @throws ScimError `invalidValue` */
export function booleanValue(value: unknown, label: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  throw badRequest('invalidValue', `${label} must be true or false.`);
}

/** @throws ScimError `invalidValue` */
export function listValue(value: unknown, label: string): unknown[] {
  if (!Array.isArray(value)) throw badRequest('invalidValue', `${label} must be a list.`);
  if (value.length > MAX_VALUES) throw badRequest('invalidValue', `${label} has more than ${MAX_VALUES} entries.`);
  return value;
}

/** @throws ScimError `invalidSyntax` when the body doesn't name the schema */
export function bodyOf(body: unknown, schema: string): ScimObject {
  const read = lowerCased(body, 'The body');
  const { schemas } = read;
  const named = Array.isArray(schemas) ? schemas.map((name) => String(name).toLowerCase()) : [];
  if (!named.includes(schema.toLowerCase())) {
    throw badRequest('invalidSyntax', `schemas must be a list with ${schema}.`);
  }
  return read;
}
