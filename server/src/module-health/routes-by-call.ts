/** Routes of the console's calls, by operation id. */
import { SLOW_CALL_MS } from 'shared-api/contracts';
import { allContracts } from '../http/all-contracts.js';

/** Operation id → method and path, e.g. `GET /api/:practice/provider-hours/`. */
export const routesByCall: ReadonlyMap<string, string> = new Map(
  [...allContracts].map(([name, { method, path }]) => [name, `${method} ${path}`]),
);

/** True for a call with a server error or without a response. */
export function isFailedCall(status: number): boolean {
  return status === 0 || status >= 500;
}

/** True for a call that is recorded. */
export function isSlowOrFailed({ status, duration_ms }: { status: number; duration_ms: number }): boolean {
  return isFailedCall(status) || duration_ms > SLOW_CALL_MS;
}
