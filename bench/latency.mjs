// @ts-check
/** Requests of signed-in people and their durations. */
import { randomUUID } from 'node:crypto';
import { startConsole } from 'tools/console-process';
import { repositoryPath } from '../tools/steps.mjs';

/** One person makes the calls of hundreds here. Blocks of tokens have the size that the usual limits give. */
export const measuredLimits = { RATE_LIMITS: 'person:1000000,practice:1000000,searches:1000000' };

/** A console without pages, for measuring requests. @param {Parameters<typeof startConsole>[0]} options */
export const startCallsOnly = ({ environment, ...options } = {}) =>
  startConsole({
    ...options,
    environment: {
      ...measuredLimits,
      LOCAL_MODULES: '',
      SHELL_DIR: repositoryPath('server/src/testing/shell'),
      ...environment,
    },
  });

/** @param {string} url @param {string} email @returns {Promise<string>} the cookie of a new session */
export async function signIn(url, email) {
  const answer = await fetch(`${url}/api/session/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'practice-console' }),
  });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/**
 * @typedef {object} Answer
 * @property {any} body
 * @property {string | null} etag
 */

/**
 * @param {string} url
 * @param {string} [cookie]
 * @returns {(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>} sends a request: a POST if
 *   there is a body
 */
export function callsOf(url, cookie) {
  return async (path, body, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        ...headers,
      },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return { body: JSON.parse(text), etag: answer.headers.get('etag') };
  };
}

/** @template Result @param {() => Promise<Result>} work @returns {Promise<number>} milliseconds */
export async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** @param {readonly number[]} values @param {number} share 0.95 for p95 */
export function percentile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {readonly number[]} values */
export const summaryOf = (values) => ({
  count: values.length,
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
  max: percentile(values, 1),
});
