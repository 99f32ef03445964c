/** Routes of the console's calls, by operation id. */
import { SLOW_CALL_MS } from 'shared-api/contracts';
import { allContracts } from '../../platform/http/all-contracts.js';

/** Method and path of a call by its operation id, e.g. `GET /api/:practice/provider-hours/`; undefined for an unknown one. */
export function routeOfCall(name: string): string | undefined {
  const call = allContracts.get(name);
  return call && `${call.method} ${call.path}`;
}

/** True for a call with a server error or without a response. */
export function isFailedCall(status: number): boolean {
  return status === 0 || status >= 500;
}

/** True for a call that is recorded. */
export function isSlowOrFailed({ status, duration_ms }: { status: number; duration_ms: number }): boolean {
  return isFailedCall(status) || duration_ms > SLOW_CALL_MS;
}
