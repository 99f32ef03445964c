// @ts-check
/** A person who retries a change, under the same idempotency key, until the console acknowledges it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** The same as the proxy's server timeout in `deploy/haproxy.cfg`. */
const ANSWERED_WITHIN_MS = 90_000;
const RETRY_AFTER_MS = 500;
/** A change that nobody acknowledges for this long fails the run. */
const ACKNOWLEDGED_WITHIN_MS = 240_000;

/**
 * @typedef {object} Client
 * @property {(path: string) => Promise<any>} read
 * @property {(path: string, body: unknown) => Promise<any>} change repeats until the change is acknowledged
 * @property {string[]} faults answers that nobody should get: neither an acknowledgment nor a request to try again later
 */

/**
 * True if the request should be retried: the database can't be reached, or an earlier attempt still holds its lease.
 * @param {number} status @param {any} body
 */
const asksToRepeat = (status, body) => status === 503 || (status === 409 && body?.code === 'already_running');

/**
 * @param {string} url
 * @param {{ method: string, path: string, cookie?: string, key?: string, body?: unknown }} request
 */
async function send(url, { method, path, cookie, key, body }) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      connection: 'close',
      ...(cookie !== undefined && { cookie }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  });
  return { status: response.status, body: JSON.parse(await response.text()), cookies: response.headers.getSetCookie() };
}

/**
 * @param {string} url
 * @param {string} email
 * @returns {Promise<Client>}
 */
export async function signIn(url, email) {
  const credentials = { email, password: 'practice-console' };
  const signedIn = await send(url, { method: 'POST', path: '/api/session/', body: credentials });
  if (signedIn.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(signedIn.body)}`);
  const cookie = signedIn.cookies.map((one) => one.split(';')[0]).join('; ');
  /** @type {string[]} */
  const faults = [];

  /** @param {{ method: string, path: string, key?: string, body?: unknown }} request */
  const untilAnswered = async (request) => {
    for (const end = Date.now() + ACKNOWLEDGED_WITHIN_MS; Date.now() < end;) {
      const answer = await send(url, { ...request, cookie }).catch((/** @type {Error} */ error) => {
        if (error.name === 'TimeoutError') faults.push(`${request.path}: no answer in ${ANSWERED_WITHIN_MS / 1000} s`);
        return undefined;
      });
      if (answer && answer.status < 300) return answer.body;
      if (answer && !asksToRepeat(answer.status, answer.body)) {
        faults.push(`${request.method} ${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        if (answer.status < 500) break;
      }
      await pause(RETRY_AFTER_MS);
    }
    throw new Error(`${request.method} ${request.path} was not acknowledged. ${faults.join('\n')}`);
  };

  return {
    faults,
    read: (path) => untilAnswered({ method: 'GET', path }),
    change: (path, body) => untilAnswered({ method: 'POST', path, key: randomUUID(), body }),
  };
}
