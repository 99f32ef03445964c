/** Shared by all endpoints of the Stripe sandbox: routes, handlers, lists with cursors, expansion. */
import type { EventSink } from './events.js';
import { invalidRequest, noSuch } from './errors.js';
import type { Reader } from './params.js';
import type { Store } from './store.js';

export interface CallContext {
  store: Store;
  events: EventSink;
  /** The sandbox's origin, for URLs in responses. */
  origin: string;
  /** True for requests from browsers, which use a publishable key. */
  fromBrowser: boolean;
  /** True inside a preview. */
  isPreview?: boolean;
}

export interface CallInput {
  /** The parameters of the path. */
  path: Record<string, string>;
  params: Reader;
}

export type Handler = (input: CallInput, context: CallContext) => object;

export interface StripeCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id` */
  path: string;
  /** True if browsers may also call it, with a publishable key and the object's client secret. */
  browser?: boolean;
  handler: Handler;
}

const MAX_PER_PAGE = 100;
const PER_PAGE = 10;

/**
 * One page of a list: by cursor, newest first.
 *
 * @param all the unfiltered list, because a cursor stays valid when its object no longer matches the filter
 */
export function page<Item extends { id: string }>(
  items: readonly Item[],
  url: string,
  params: Reader,
  all: readonly Item[] = items,
): object {
  const limit = params.integer('limit') ?? PER_PAGE;
  if (limit < 1 || limit > MAX_PER_PAGE) {
    throw invalidRequest(`Invalid integer: limit must be between 1 and ${MAX_PER_PAGE}`, { param: 'limit' });
  }
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  if (after && before) {
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.', {
      param: 'ending_before',
    });
  }
  /** The number of items before the cursor that match the filter, and whether the cursor is in the list. */
  const findPosition = (id: string, param: string): { at: number; isListed: boolean } => {
    const at = items.findIndex((item) => item.id === id);
    if (at !== -1) return { at, isListed: true };
    const position = all.findIndex((item) => item.id === id);
    if (position === -1) throw noSuch('object', id, param);
    const earlier = new Set(all.slice(0, position).map((item) => item.id));
    return { at: items.filter((item) => earlier.has(item.id)).length, isListed: false };
  };
  if (before) {
    const end = findPosition(before, 'ending_before').at;
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: items.slice(start, end) };
  }
  const cursor = after ? findPosition(after, 'starting_after') : undefined;
  const start = cursor ? cursor.at + (cursor.isListed ? 1 : 0) : 0;
  return { object: 'list', url, has_more: items.length > start + limit, data: items.slice(start, start + limit) };
}
