import { expect, it } from '@jest/globals';
import { canaryEvaluator } from './evaluate-canary.js';

it('runs one evaluation of a module at a time, and waiting calls share the next one', async () => {
  const begun: string[] = [];
  let finish: (() => void)[] = [];
  const evaluate = canaryEvaluator((module) => {
    begun.push(module);
    return new Promise((resolve) => finish.push(resolve));
  });
  const first = evaluate('mf-a');
  const second = evaluate('mf-a');
  const third = evaluate('mf-a');
  const other = evaluate('mf-b');
  expect(begun).toEqual(['mf-a', 'mf-b']);
  const [finishFirst, finishOther] = finish;
  finish = [];
  finishFirst?.();
  await first;
  await new Promise(setImmediate);
  expect(begun).toEqual(['mf-a', 'mf-b', 'mf-a']);
  finish[0]?.();
  finishOther?.();
  await Promise.all([second, third, other]);
  void evaluate('mf-a');
  expect(begun).toEqual(['mf-a', 'mf-b', 'mf-a', 'mf-a']);
});

it('rejects the call whose evaluation fails, and runs the next one', async () => {
  let evaluations = 0;
  const evaluate = canaryEvaluator(() => {
    evaluations += 1;
    return evaluations === 1 ? Promise.reject(new Error('no database')) : Promise.resolve();
  });
  const [first, second] = [evaluate('mf-a'), evaluate('mf-a')];
  await expect(first).rejects.toThrow('no database');
  await expect(second).resolves.toBeUndefined();
  expect(evaluations).toBe(2);
});
