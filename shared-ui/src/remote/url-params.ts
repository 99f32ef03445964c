/** URL parameters of a page: filters, sort order, page number. Pure. */
import { isDate } from 'shared-api/contracts';

/** One parameter. Missing and invalid text becomes the default, which isn't written to the URL. */
export interface UrlParam<Value> {
  /** The name in the URL. */
  name: string;
  parse: (text: string | null) => Value;
  /** Returns null for the default. */
  format: (value: Value) => string | null;
}

/** Trimmed text; empty by default. */
export function textParam(name: string, maxLength = 200): UrlParam<string> {
  return {
    name,
    parse: (text) => (text ?? '').trim().slice(0, maxLength),
    format: (value) => value.trim() || null,
  };
}

/** Optional text, such as an id; null by default. */
export function optionalParam(name: string): UrlParam<string | null> {
  return { name, parse: (text) => text, format: (value) => value };
}

/** @param on the URL value that means true */
export function flagParam(name: string, on = 'true'): UrlParam<boolean> {
  return { name, parse: (text) => text === on, format: (value) => (value ? on : null) };
}

/** One of several values. */
export function choiceParam<Value extends string | number>(
  name: string,
  values: readonly Value[],
  fallback: NoInfer<Value>,
): UrlParam<Value> {
  return {
    name,
    parse: (text) => values.find((value) => String(value) === text) ?? fallback,
    format: (value) => (value === fallback ? null : String(value)),
  };
}

/** A page of a list. Counts from 1. */
export function pageParam(name: string): UrlParam<number> {
  return {
    name,
    parse: (text) => {
      const page = Number(text ?? 1);
      return Number.isSafeInteger(page) && page >= 1 ? page : 1;
    },
    format: (page) => (page === 1 ? null : String(page)),
  };
}

/** A day, `YYYY-MM-DD`; null by default. */
export function dateParam(name: string): UrlParam<string | null> {
  return { name, parse: (text) => (text !== null && isDate(text) ? text : null), format: (value) => value };
}

export interface UrlParams<Values extends object> {
  /** @param search the query string, with or without its question mark */
  parse: (search: string) => Values;
  /** The query string with these values and all other parameters. It starts with `?` or is empty. */
  write: (search: string, values: Values) => string;
  /** The values with `page` reset, if there is one. */
  firstPage: Partial<Values>;
}

/**
 * @param prefix prefix of every name, for parameters of one part of a page
 * @example urlParams<ListParams>({ search: textParam('search'), page: pageParam('page') })
 */
export function urlParams<Values extends object>(
  params: { [Key in keyof Values]-?: UrlParam<Values[Key]> },
  prefix = '',
): UrlParams<Values> {
  const keys = Object.keys(params) as (keyof Values)[];
  return {
    parse(search) {
      const query = new URLSearchParams(search);
      const values = keys.map((key) => [key, params[key].parse(query.get(prefix + params[key].name))] as const);
      return Object.fromEntries(values) as Values;
    },
    write(search, values) {
      const query = new URLSearchParams(search);
      for (const key of keys) {
        const { name, format } = params[key];
        const text = format(values[key]);
        if (text === null) query.delete(prefix + name);
        else query.set(prefix + name, text);
      }
      const text = query.toString();
      return text === '' ? '' : `?${text}`;
    },
    firstPage: ('page' in params ? { page: 1 } : {}) as Partial<Values>,
  };
}
