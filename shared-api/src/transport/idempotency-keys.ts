/**
 * Keys for `idempotent` calls without an explicit key. While the outcome of a change is unknown, sending the same
 * change again uses the same key. After the server has responded, the next click is a new change.
 */
import { type ApiError, isUnknownOutcome } from './api-error.js';

/** Keys of changes whose outcome is unknown, by call and body. */
const openKeys = new Map<string, string>();

export interface ChangeKey {
  key: string;
  /** Records the outcome of the call. */
  settle(error: ApiError | undefined): void;
}

/** @param change the call with its full content */
export function keyOfChange(change: string): ChangeKey {
  const key = openKeys.get(change) ?? crypto.randomUUID();
  openKeys.set(change, key);
  return {
    key,
    settle(error) {
      const isUnknown = error !== undefined && isUnknownOutcome(error);
      if (!isUnknown && openKeys.get(change) === key) openKeys.delete(change);
    },
  };
}
