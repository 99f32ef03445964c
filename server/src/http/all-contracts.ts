/** All calls of the contracts. */
import * as contracts from 'shared-api/contracts';
import type { Call } from 'shared-api/contracts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

/** By operation id. */
export const allContracts: ReadonlyMap<string, Call> = new Map(
  (Object.values(contracts) as unknown[]).filter(isCall).map((call) => [call.name, call]),
);

/** Every call as method and path, e.g. `GET /api/:practice/members/`. */
export const servedCalls: ReadonlySet<string> = new Set(
  [...allContracts.values()].map(({ method, path }) => `${method} ${path}`),
);
