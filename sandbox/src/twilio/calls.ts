/** The input of a request, and lists with pages. */
import { invalidParameter, missingParameter, notFound, unknownParameter } from './errors.js';
import type { Account, Store } from './store.js';

export const API = '/2010-04-01';

export interface CallContext {
  store: Store;
  /** The account of the request's credentials. */
  caller: Account;
  /** Path of the request, without its query. */
  path: string;
  /** Parameters of the path. */
  sids: Readonly<Record<string, string>>;
  params: Parameters;
}

export interface TwilioCall {
  method: 'GET' | 'POST';
  /** Path below the version of the API, including `.json`, because other formats are not supported. */
  url: string;
  /** True if the request creates something, so that the status is 201. */
  creates?: boolean;
  /** @throws TwilioError */
  handler: (context: CallContext) => object;
}

/** Parameters of a request, in Twilio's spelling (`FriendlyName`). */
export class Parameters {
  constructor(private readonly given: Readonly<Record<string, unknown>>) {}
  /** @throws TwilioError 20001 with the name of the first unknown parameter */
  only(...known: string[]): void {
    for (const name of Object.keys(this.given)) if (!known.includes(name)) throw unknownParameter(name);
  }
  text(name: string): string | undefined {
    const value = this.given[name];
    if (value !== undefined && typeof value !== 'string') throw invalidParameter(name, JSON.stringify(value));
    return value;
  }
  /** @throws TwilioError 20001 if it is absent or empty */
  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw missingParameter(name);
    return value;
  }
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const match = values.find((one) => one === value);
    if (match === undefined) throw invalidParameter(name, value);
    return match;
  }
  whole(name: string, otherwise: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    if (!/^\d{1,9}$/.test(value)) throw invalidParameter(name, value);
    return Number(value);
  }
}

/** The caller's account or one of its sub-accounts. @throws TwilioError 20404 */
export function accountOf({ store, caller, path, sids }: CallContext): Account {
  const account = store.accounts.get(sids['account'] ?? '');
  if (!account || (account.sid !== caller.sid && account.owner_account_sid !== caller.sid)) throw notFound(path);
  return account;
}

/** The date format of the 2010 API. */
export const rfc2822 = (milliseconds: number): string => new Date(milliseconds).toUTCString().replace('GMT', '+0000');

const paging = ['PageSize', 'Page', 'PageToken'] as const;

/**
 * One page of a list, newest first. https://www.twilio.com/docs/usage/twilios-response#pagination
 * @param filters names of the filter parameters, which stay in the URLs of the pages
 */
export function pageOf<Item extends { sid: string; created: number }>(
  { path, params }: CallContext,
  key: string,
  filters: readonly string[],
  items: readonly Item[],
  shown: (item: Item) => object,
): object {
  params.only(...paging, ...filters);
  const size = params.whole('PageSize', 50);
  if (size < 1 || size > 1000) throw invalidParameter('PageSize', String(size));
  const page = params.whole('Page', 0);
  const sorted = [...items].sort((a, b) => b.created - a.created || a.sid.localeCompare(b.sid));
  const start = page * size;
  const here = sorted.slice(start, start + size);
  const uri = (of: number, token?: string): string => {
    const filterPairs = filters.flatMap((name) => {
      const value = params.text(name);
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    const query: [string, string][] = [...filterPairs, ['PageSize', String(size)], ['Page', String(of)]];
    return `${path}?${new URLSearchParams(token === undefined ? query : [...query, ['PageToken', token]]).toString()}`;
  };
  return {
    first_page_uri: uri(0),
    end: Math.max(start + here.length - 1, 0),
    previous_page_uri: page === 0 ? null : uri(page - 1, `PB${here[0]?.sid ?? ''}`),
    [key]: here.map(shown),
    uri: uri(page),
    page_size: size,
    start,
    next_page_uri: start + size < sorted.length ? uri(page + 1, `PA${here.at(-1)?.sid ?? ''}`) : null,
    page,
  };
}
