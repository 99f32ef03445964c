/** The path and the query of a request to a service, as sent. Pure functions. */
import { AppError } from '../../platform/errors/app-error.js';

const MAX_LENGTH = 4000;

const wrongPath = (): AppError => new AppError(400, 'malformed_address', 'The address isn’t valid.');

/** A path segment that every server reads the same way: nothing in it moves up, splits or ends it after decoding. */
function isPlainStep(step: string): boolean {
  let text;
  try {
    text = decodeURIComponent(step);
  } catch {
    return false;
  }
  return text !== '' && text !== '.' && text !== '..' && !/[/\\\p{Cc}]/u.test(text);
}

export interface ServicePath {
  /** Relative to the service's base URL, without a leading slash, still encoded. */
  path: string;
  /** With its question mark; empty without one. */
  search: string;
}

/**
 * @param url of the request, `/api/modules/{module}/…`, as it arrived
 * @throws AppError `malformed_address`
 */
export function servicePathOf(url: string): ServicePath {
  const [, path = '', search = ''] = /^\/api\/modules\/[^/?]+\/([^?]*)(\?.*)?$/.exec(url) ?? [];
  const steps = path.split('/');
  // A trailing slash is part of the path.
  if (steps.length > 1 && steps.at(-1) === '') steps.pop();
  if (url.length > MAX_LENGTH || !/^[\w\-.~!$&'()*+,;=:@%/]+$/.test(path) || !steps.every(isPlainStep))
    throw wrongPath();
  return { path, search };
}
