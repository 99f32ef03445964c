/** Reads parameters of Stripe requests: form-encoded, nested with brackets. */
import qs from 'qs';
import { invalidParameter, missing } from './errors.js';

export type Params = Record<string, unknown>;

export function readForm(text: string): Params {
  return qs.parse(text, { depth: 12, parameterLimit: 5000, arrayLimit: 500, allowEmptyArrays: true }) as Params;
}

/**
 * Readers of single parameters. An empty value unsets a field and reads as null. A missing parameter reads as undefined. A
 * reader records which parameters were read, so that a request with others can be rejected.
 */
export interface Reader {
  /** Whether the parameter was sent, even empty. This does not count as reading it. */
  has(name: string): boolean;
  /** The path of a parameter, for messages: `items[0][price]`. */
  at(name: string): string;
  /** Names of the sent parameters. */
  names(): string[];
  /** @param max the number of characters that are allowed */
  text(name: string, max?: number): string | null | undefined;
  /** @throws StripeError if it is absent or empty */
  needed(name: string): string;
  integer(name: string): number | null | undefined;
  /** An integer from 0 to `max`. */
  count(name: string, max?: number): number | null | undefined;
  flag(name: string): boolean | undefined;
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined;
  /** Keys set to an empty text are removed. */
  metadata(before?: Record<string, string>): Record<string, string>;
  object(name: string): Reader | undefined;
  list(name: string): Reader[] | undefined;
  texts(name: string): string[];
  /** A filter for an exact time, or for `gt`, `gte`, `lt` and `lte`; undefined if absent. */
  range(name: string): ((value: number) => boolean) | undefined;
  /** Path of the first unread parameter, also inside objects and lists. */
  unread(): string | undefined;
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_TEXT = 5000;
const MAX_KEYS = 50;
const MAX_KEY = 40;
const MAX_VALUE = 500;

/** https://docs.stripe.com/metadata#data */
function assertMetadata(entries: readonly (readonly [string, unknown])[], param: string): void {
  if (entries.length > MAX_KEYS) {
    throw invalidParameter(`Metadata can have up to ${MAX_KEYS} keys, but you passed in ${entries.length}.`, { param });
  }
  for (const [key, value] of entries) {
    if (key.length > MAX_KEY) {
      const message = `Metadata keys can have up to ${MAX_KEY} characters, but you passed in a key that is ${key.length} characters.`;
      throw invalidParameter(message, { param });
    }
    const { length } = String(value);
    if (length > MAX_VALUE) {
      const message = `Metadata values can have up to ${MAX_VALUE} characters, but you passed in a value that is ${length} characters.`;
      throw invalidParameter(message, { param: `${param}[${key}]` });
    }
  }
}

/** @param within path of the object that contains the parameters, for messages */
export function reader(raw: Params, within = ''): Reader {
  const path = (name: string): string => (within === '' ? name : `${within}[${name}]`);
  const looked = new Set<string>();
  const inner = new Map<string, Reader[]>();
  const valueOf = (name: string): unknown => {
    looked.add(name);
    return raw[name];
  };
  const readers = (name: string, make: () => Reader[]): Reader[] => {
    const itemReaders = inner.get(name) ?? make();
    inner.set(name, itemReaders);
    return itemReaders;
  };
  const object = (name: string): Reader | undefined => {
    const value = valueOf(name);
    if (value === undefined || value === '') return undefined;
    if (!isObject(value)) throw invalidParameter('Invalid object', { param: path(name) });
    return readers(name, () => [reader(value, path(name))])[0];
  };
  const integer = (name: string): number | null | undefined => {
    const value = text(name);
    if (value === undefined || value === null) return value;
    if (!/^-?\d+$/.test(value)) throw invalidParameter(`Invalid integer: ${value}`, { param: path(name) });
    return Number(value);
  };
  const count = (name: string, max = Infinity): number | null | undefined => {
    const value = integer(name);
    if (typeof value !== 'number' || (value >= 0 && value <= max)) return value;
    const message = value < 0 ? 'Invalid non-negative integer' : `Invalid integer: ${value}; must be at most ${max}`;
    throw invalidParameter(message, { param: path(name), code: 'parameter_invalid_integer' });
  };
  const text = (name: string, max = MAX_TEXT): string | null | undefined => {
    const value = valueOf(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string')
      throw invalidParameter(`Invalid string: ${JSON.stringify(value)}`, { param: path(name) });
    if (value.length > max) {
      throw invalidParameter(
        `Invalid string: ${value.slice(0, 9)}...${value.slice(-9)}; must be at most ${max} characters`,
        {
          param: path(name),
        },
      );
    }
    return value === '' ? null : value;
  };
  return {
    has: (name) => raw[name] !== undefined,
    at: path,
    names: () => Object.keys(raw),
    text,
    needed(name) {
      const value = text(name);
      if (value === undefined || value === null) throw missing(path(name));
      return value;
    },
    integer,
    count,
    flag(name) {
      const value = text(name);
      if (value === undefined || value === null) return undefined;
      if (value !== 'true' && value !== 'false')
        throw invalidParameter(`Invalid boolean: ${value}`, { param: path(name) });
      return value === 'true';
    },
    oneOf(name, values) {
      const value = text(name);
      if (value === undefined || value === null) return undefined;
      const match = values.find((known) => known === value);
      if (match === undefined) {
        throw invalidParameter(`Invalid ${path(name)}: must be one of ${values.join(', ')}`, { param: path(name) });
      }
      return match;
    },
    metadata(before = {}) {
      const given = valueOf('metadata');
      if (given === undefined) return before;
      if (!isObject(given)) return {};
      const after = { ...before, ...given };
      const entries = Object.entries(after).filter(([, value]) => value !== '');
      assertMetadata(entries, path('metadata'));
      return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
    },
    object,
    list(name) {
      const value = valueOf(name);
      if (value === undefined || value === '') return undefined;
      const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : undefined;
      if (!items) throw invalidParameter(`Invalid array`, { param: path(name) });
      return readers(name, () =>
        items.map((item, index) => reader(isObject(item) ? item : {}, `${path(name)}[${index}]`)),
      );
    },
    texts(name) {
      const value = valueOf(name);
      if (value === undefined || value === '') return [];
      const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [value];
      return items.map(String);
    },
    range(name) {
      if (raw[name] === undefined) return undefined;
      if (!isObject(raw[name])) {
        const at = integer(name);
        return (value) => value === at;
      }
      const bounds = object(name);
      const bound = (key: string): number | undefined => bounds?.integer(key) ?? undefined;
      const [gt = -Infinity, gte = -Infinity] = [bound('gt'), bound('gte')];
      const [lt = Infinity, lte = Infinity] = [bound('lt'), bound('lte')];
      return (value) => value > gt && value >= gte && value < lt && value <= lte;
    },
    unread() {
      const left = Object.keys(raw).find((name) => !looked.has(name));
      if (left !== undefined) return path(left);
      return [...inner.values()].flat().reduce<string | undefined>((found, one) => found ?? one.unread(), undefined);
    },
  };
}
