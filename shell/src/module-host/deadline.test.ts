import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startDeadline, withDeadline } from './deadline';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('startDeadline', () => {
  it('fires after its time', () => {
    const late = jest.fn();
    startDeadline(2000, late);
    jest.advanceTimersByTime(1999);
    expect(late).not.toHaveBeenCalled();
    jest.advanceTimersByTime(60_000);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('counts a frozen page as one tick', () => {
    // A browser runs an overdue timer once, no matter how long the page was frozen.
    const callbacks: (() => void)[] = [];
    jest.spyOn(globalThis, 'setInterval').mockImplementation(((callback: () => void) => {
      callbacks.push(callback);
      return 1;
    }) as typeof setInterval);
    const late = jest.fn();
    startDeadline(500, late);
    jest.setSystemTime(Date.now() + 60_000);
    callbacks[0]?.();
    expect(late).not.toHaveBeenCalled();
    callbacks[0]?.();
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('restarts when code arrives, but not for a call’s response', async () => {
    let arrive: (initiatorType: string) => void = () => undefined;
    class Observer {
      constructor(notify: (list: { getEntries: () => object[] }) => void) {
        arrive = (initiatorType) => notify({ getEntries: () => [{ initiatorType }] });
      }
      observe(): void {}
    }
    Object.assign(globalThis, { PerformanceObserver: Observer });
    jest.resetModules();
    const { startDeadline: start } = await import('./deadline');
    const late = jest.fn();
    start(2000, late);
    jest.advanceTimersByTime(1500);
    arrive('script');
    jest.advanceTimersByTime(1500);
    arrive('fetch');
    expect(late).not.toHaveBeenCalled();
    jest.advanceTimersByTime(500);
    expect(late).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(globalThis, 'PerformanceObserver');
  });

  it('doesn’t fire after cancellation', () => {
    const late = jest.fn();
    startDeadline(500, late)();
    jest.advanceTimersByTime(1000);
    expect(late).not.toHaveBeenCalled();
  });
});

describe('withDeadline', () => {
  const never = new Promise<never>(() => undefined);
  const late = (): Error => new Error('late');

  it('settles like the work', async () => {
    await expect(withDeadline(500, Promise.resolve('done'), late)).resolves.toBe('done');
    await expect(withDeadline(500, Promise.reject(new Error('broken')), late)).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects after the time or when aborted', async () => {
    const waiting = withDeadline(500, never, late).catch((error: unknown) => error);
    jest.advanceTimersByTime(500);
    await expect(waiting).resolves.toEqual(new Error('late'));

    const stopped = new AbortController();
    const aborted = withDeadline(500, never, late, stopped.signal).catch((error: unknown) => error);
    stopped.abort();
    await expect(aborted).resolves.toBe(stopped.signal.reason);
  });
});
