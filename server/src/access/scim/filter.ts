/**
 * Filters of lists (RFC 7644, section 3.4.2.2): comparisons with `eq`, joined by `and`. Provisioning clients need no
 * more.
 */
import { parseInnerJson } from '../../platform/http/readable-input.js';
import { badRequest } from './scim-error.js';

export interface Comparison {
  /** The attribute in lower case, without the URN of its schema. */
  attribute: string;
  value: string | boolean;
}

const comparison = /\s*([a-z][\w.:-]*)\s+([a-z]{2})\s+("(?:[^"\\]|\\.)*"|true|false)(?:\s+(and)\s+|\s*$)/iy;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

const notSupported = () =>
  badRequest('invalidFilter', 'Only comparisons with eq are supported, joined by and, e.g. userName eq "a@b.example".');

function valueOf(text: string): string | boolean {
  if (!text.startsWith('"')) return text.toLowerCase() === 'true';
  try {
    return String(parseInnerJson(text));
  } catch {
    throw notSupported();
  }
}

/**
 * @param supported attributes in lower case
 * @throws ScimError `invalidFilter`
 */
export function parseFilter(filter: string, supported: readonly string[]): Comparison[] {
  const comparisons: Comparison[] = [];
  comparison.lastIndex = 0;
  for (let more = true; more;) {
    const [, attribute = '', operator = '', value = '', and] = comparison.exec(filter) ?? [];
    const name = attribute.toLowerCase().replace(coreSchema, '');
    if (operator.toLowerCase() !== 'eq') throw notSupported();
    if (!supported.includes(name)) {
      throw badRequest('invalidFilter', `“${attribute}” can’t be filtered by. Use one of: ${supported.join(', ')}.`);
    }
    comparisons.push({ attribute: name, value: valueOf(value) });
    more = and !== undefined;
  }
  return comparisons;
}
