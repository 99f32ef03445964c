/** All calls that this server has. */
import * as contracts from 'shared-api/contracts';
import type { Call } from 'shared-api/contracts';

/** True for an export of a contract file that is a call. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

const calls = new Map((Object.values(contracts) as unknown[]).filter(isCall).map((call) => [call.name, call]));

/**
 * By operation id. Complete once the routes are registered, because a contract may have its own file next to the common
 * ones.
 */
export const allContracts: ReadonlyMap<string, Call> = calls;

/** Adds the contract of a route. */
export function addContract(contract: Call): void {
  calls.set(contract.name, contract);
}

/** True for a call, by method and path, that this server has, e.g. `GET /api/:practice/members/`. */
export function isServed(methodAndPath: string): boolean {
  return [...calls.values()].some(({ method, path }) => `${method} ${path}` === methodAndPath);
}
