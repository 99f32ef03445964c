import { describe, expect, it } from '@jest/globals';
import type { BulkAction, BulkResult, BulkType } from 'shared-api/contracts';
import { mergeRetryResults, failedFirst, isInProgress, countResults, resultToast } from './bulk';

const result = (practice_id: number, status: BulkResult['status']): BulkResult => ({
  practice_id,
  practice: '',
  status,
});

describe('toastOf', () => {
  it.each<[BulkAction, BulkType, boolean, string, string]>([
    ['add', 'bundle', false, 'Successfully added bundles', 'Failed to add bundles'],
    ['remove', 'bundle', false, 'Successfully removed bundles', 'Failed to remove bundles'],
    ['add', 'feature', false, 'Successfully added features', 'Failed to add features'],
    ['remove', 'feature', false, 'Successfully removed features', 'Failed to remove features'],
    ['add', 'feature_flag', false, 'Successfully added feature flag', 'Failed to add feature flag'],
    ['remove', 'feature_flag', false, 'Successfully removed feature flag', 'Failed to remove feature flag'],
    [
      'add',
      'bundle',
      true,
      'Successfully added bundles for insider practices',
      'Failed to add bundles for insider practices',
    ],
    [
      'remove',
      'feature_flag',
      true,
      'Successfully removed feature flag for insider practices',
      'Failed to remove feature flag for insider practices',
    ],
  ])('builds the toast of %s %s, for insiders: %s', (action, type, forInsiders, done, failed) => {
    const operation = { action, type, forInsiders };
    expect(resultToast(operation, { changed: 2, unchanged: 1, failed: 0 })).toEqual({
      severity: 'success',
      message: done,
    });
    expect(resultToast(operation, { changed: 0, unchanged: 0, failed: 3 })).toEqual({
      severity: 'error',
      message: failed,
    });
    expect(resultToast(operation, { changed: 1, unchanged: 1, failed: 1 })).toEqual({
      severity: 'warning',
      message: `${failed} (1 of 3 practices)`,
    });
  });
});

describe('bulk results', () => {
  const results = [result(3, 'changed'), result(9, 'failed'), result(1, 'unchanged'), result(2, 'failed')];

  it('counts results by outcome', () => {
    expect(countResults(results)).toEqual({ changed: 1, unchanged: 1, failed: 2 });
  });

  it('sorts failed results first, then by number', () => {
    expect(failedFirst(results).map(({ practice_id }) => practice_id)).toEqual([2, 9, 1, 3]);
  });

  it('merges the results of a retry', () => {
    expect(mergeRetryResults(results, [result(9, 'changed'), result(2, 'failed')])).toEqual([
      result(2, 'failed'),
      result(1, 'unchanged'),
      result(3, 'changed'),
      result(9, 'changed'),
    ]);
  });
});

it.each([
  ['waiting', true],
  ['running', true],
  ['stopping', true],
  ['stopped', false],
  ['done', false],
  ['failed', false],
] as const)('detects whether a %s job is live: %s', (state, live) => expect(isInProgress(state)).toBe(live));
