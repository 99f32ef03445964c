import { expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useAttempt } from './use-attempt';

const attemptOf = () => renderHook(() => useAttempt<{ due: number }>()).result.current;

it('keeps the key and the first content of a choice until the outcome is known', () => {
  const attempt = attemptOf();
  const first = attempt.begin(['core', 'pm_1'], { due: 19_900 });
  const second = attempt.begin(['core', 'pm_1'], { due: 21_000 });
  expect(second).toEqual(first);
  expect(second.sent).toEqual({ due: 19_900 });
});

it('starts another attempt for another choice, and after the outcome is known', () => {
  const attempt = attemptOf();
  const { key } = attempt.begin(['core', 'pm_1'], { due: 1 });
  const other = attempt.begin(['core', 'pm_2'], { due: 1 });
  attempt.end();
  const again = attempt.begin(['core', 'pm_2'], { due: 2 });
  expect(new Set([key, other.key, again.key]).size).toBe(3);
  expect(again.sent).toEqual({ due: 2 });
});
