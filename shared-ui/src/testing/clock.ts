import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const { setTimeout: realTimeout } = globalThis;

let stopped = false;

/** The clock of the page stands still from here on, while answers go on coming through the real network stack. */
export function stopClock(): void {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  stopped = true;
}

/** What is due now is done first: the store outlives a test, and a timer of it that is lost would never be set again. */
export function startClock(): void {
  if (stopped) act(() => jest.advanceTimersByTime(1));
  stopped = false;
  jest.useRealTimers();
}

/** With the clock standing still: until something holds. What never comes ends with the test's own patience. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await act(() => new Promise((resolve) => realTimeout(resolve, 5)));
}
