import { describe, expect, it } from '@jest/globals';
import type { BulkAction, BulkResult, BulkType } from 'shared-api/contracts';
import { afterRetry, inOrder, isLive, tallyOf, toastOf } from './bulk';

const result = (practice_id: number, status: BulkResult['status']): BulkResult => ({
  practice_id,
  practice: '',
  status,
});

describe('the toast', () => {
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
  ])('of %s %s, insiders %s', (action, type, forInsiders, done, failed) => {
    const deed = { action, type, forInsiders };
    expect(toastOf(deed, { changed: 2, unchanged: 1, failed: 0 })).toEqual({ severity: 'success', message: done });
    expect(toastOf(deed, { changed: 0, unchanged: 0, failed: 3 })).toEqual({ severity: 'error', message: failed });
    expect(toastOf(deed, { changed: 1, unchanged: 1, failed: 1 })).toEqual({
      severity: 'warning',
      message: `${failed} (1 of 3 practices)`,
    });
  });
});

describe('results', () => {
  const results = [result(3, 'changed'), result(9, 'failed'), result(1, 'unchanged'), result(2, 'failed')];

  it('are counted by outcome', () => {
    expect(tallyOf(results)).toEqual({ changed: 1, unchanged: 1, failed: 2 });
  });

  it('have the failed ones first, then go by number', () => {
    expect(inOrder(results).map(({ practice_id }) => practice_id)).toEqual([2, 9, 1, 3]);
  });

  it('take over what became of those that were tried again', () => {
    expect(afterRetry(results, [result(9, 'changed'), result(2, 'failed')])).toEqual([
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
] as const)('a job that is %s changes by itself: %s', (state, live) => expect(isLive(state)).toBe(live));
