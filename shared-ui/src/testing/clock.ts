import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const { setTimeout: realTimeout } = globalThis;

let stopped = false;

/** Stops the page's clock. Responses still arrive through the real network stack. */
export function stopClock(): void {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  stopped = true;
}

/**
 * Restarts the clock. Runs due timers first, because the store outlives a test and would never restart a lost timer.
 */
export function startClock(): void {
  if (stopped) act(() => jest.advanceTimersByTime(1));
  stopped = false;
  jest.useRealTimers();
}

/** Waits until a condition holds while the clock is stopped. Ends with the test's timeout. */
export async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await act(() => new Promise((resolve) => realTimeout(resolve, 5)));
}
