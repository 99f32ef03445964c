/** Calls of the console by the names of their contracts. */
import { SLOW_CALL_MS } from 'shared-api/contracts';
import { everyCall } from '../http/every-call.js';

/** Name → method and path, e.g. `GET /api/:practice/provider-hours/`. */
export const knownCalls: ReadonlyMap<string, string> = new Map(
  [...everyCall].map(([name, { method, path }]) => [name, `${method} ${path}`]),
);

/** True for a call that was answered with a fault of the server, or not at all. */
export function callFailed(status: number): boolean {
  return status === 0 || status >= 500;
}

/** True for a call worth keeping. */
export function isSlowOrFailed({ status, duration_ms }: { status: number; duration_ms: number }): boolean {
  return callFailed(status) || duration_ms > SLOW_CALL_MS;
}
