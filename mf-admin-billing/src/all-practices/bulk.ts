/** Bulk changes: what they are called, and what became of them. Pure. */
import type { Notification } from 'shared-api';
import type { BulkAction, BulkJob, BulkResult, BulkType } from 'shared-api/contracts';
import { words } from './messages';

/** What a bulk change does, and whether it is for insider practices without a selection. */
export interface Deed {
  action: BulkAction;
  type: BulkType;
  forInsiders: boolean;
}

export interface Tally {
  changed: number;
  unchanged: number;
  failed: number;
}

export function tallyOf(results: readonly Pick<BulkResult, 'status'>[]): Tally {
  const count = (status: BulkResult['status']): number => results.filter((result) => result.status === status).length;
  return { changed: count('changed'), unchanged: count('unchanged'), failed: count('failed') };
}

/** The toast of a bulk change that has ended (specification: internal administration, 8). */
export function toastOf(deed: Deed, { changed, unchanged, failed }: Tally): Notification {
  const total = changed + unchanged + failed;
  if (failed === 0) return { severity: 'success', message: words.toasts.done(deed) };
  if (failed === total) return { severity: 'error', message: words.toasts.failed(deed) };
  return { severity: 'warning', message: words.toasts.partly(deed, failed, total) };
}

/** Failed ones first, then by number, as jobs answer them. */
export function inOrder(results: readonly BulkResult[]): BulkResult[] {
  const rank = ({ status }: BulkResult): number => (status === 'failed' ? 0 : 1);
  return [...results].sort((a, b) => rank(a) - rank(b) || a.practice_id - b.practice_id);
}

/** The results once some practices were tried again. */
export function afterRetry(before: readonly BulkResult[], again: readonly BulkResult[]): BulkResult[] {
  const next = new Map(again.map((result) => [result.practice_id, result]));
  return inOrder(before.map((result) => next.get(result.practice_id) ?? result));
}

/** Whether the state of a job changes by itself. */
export function isLive(state: BulkJob['state']): boolean {
  return state === 'waiting' || state === 'running' || state === 'stopping';
}

export const deedOf = ({ action, type, for_insiders }: BulkJob): Deed => ({ action, type, forInsiders: for_insiders });
