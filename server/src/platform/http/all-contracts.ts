/** All calls that this server has. */
import * as contracts from 'shared-api/contracts';
import type { Call } from 'shared-api/contracts';

/** Whether a module of contracts exports this as a call. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

const calls = new Map((Object.values(contracts) as unknown[]).filter(isCall).map((call) => [call.name, call]));

/** By operation id. Complete once the routes are registered: a contract may be a file of its own next to the common ones. */
export const allContracts: ReadonlyMap<string, Call> = calls;

/** Adds the contract of a route. */
export function addContract(contract: Call): void {
  calls.set(contract.name, contract);
}

/** True for a call, by method and path, that this server answers, e.g. `GET /api/:practice/members/`. */
export function isServed(methodAndPath: string): boolean {
  return [...calls.values()].some(({ method, path }) => `${method} ${path}` === methodAndPath);
}
