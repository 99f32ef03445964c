/** Results of bulk changes. Pure. */
import type { Notification } from 'shared-api';
import type { BulkAction, BulkJob, BulkResult, BulkType } from 'shared-api/contracts';
import { messages } from './messages';

/** A bulk change, and whether it applies to all insider practices without a selection. */
export interface BulkOperation {
  action: BulkAction;
  type: BulkType;
  forInsiders: boolean;
}

export interface ResultCounts {
  changed: number;
  unchanged: number;
  failed: number;
}

export function countResults(results: readonly Pick<BulkResult, 'status'>[]): ResultCounts {
  const count = (status: BulkResult['status']): number => results.filter((result) => result.status === status).length;
  return { changed: count('changed'), unchanged: count('unchanged'), failed: count('failed') };
}

/** The toast after a bulk change (specification: internal administration, 8). */
export function resultToast(operation: BulkOperation, { changed, unchanged, failed }: ResultCounts): Notification {
  const total = changed + unchanged + failed;
  if (failed === 0) return { severity: 'success', message: messages.toasts.done(operation) };
  if (failed === total) return { severity: 'error', message: messages.toasts.failed(operation) };
  return { severity: 'warning', message: messages.toasts.partly(operation, failed, total) };
}

/** Sorts failures first, then by practice id, as jobs return them. */
export function failedFirst(results: readonly BulkResult[]): BulkResult[] {
  const rank = ({ status }: BulkResult): number => (status === 'failed' ? 0 : 1);
  return [...results].sort((a, b) => rank(a) - rank(b) || a.practice_id - b.practice_id);
}

/** Merges the results of a retry into the earlier results. */
export function mergeRetryResults(before: readonly BulkResult[], again: readonly BulkResult[]): BulkResult[] {
  const next = new Map(again.map((result) => [result.practice_id, result]));
  return failedFirst(before.map((result) => next.get(result.practice_id) ?? result));
}

/** Whether a job can still change its state without a command. */
export function isInProgress(state: BulkJob['state']): boolean {
  return state === 'waiting' || state === 'running' || state === 'stopping';
}

export const operationOf = ({ action, type, for_insiders }: BulkJob): BulkOperation => ({
  action,
  type,
  forInsiders: for_insiders,
});
