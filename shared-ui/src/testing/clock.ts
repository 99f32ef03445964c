import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const { setTimeout: realTimeout } = globalThis;

let stopped = false;

/** Stops the clock of the page, while answers still arrive through the real network stack. */
export function stopClock(): void {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  stopped = true;
}

/** Runs due timers first: the store outlives a test, and would never restart a lost timer. */
export function startClock(): void {
  if (stopped) act(() => jest.advanceTimersByTime(1));
  stopped = false;
  jest.useRealTimers();
}

/** With the clock stopped: waits until a condition holds. Ends with the test's timeout. */
export async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await act(() => new Promise((resolve) => realTimeout(resolve, 5)));
}
