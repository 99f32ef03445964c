import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { watchIdle } from './idle';

const MINUTE_MS = 60_000;

describe('watchIdle', () => {
  let secondsLeft: number | null | undefined;
  const keepAlive = jest.fn();
  const onEnded = jest.fn();
  let stop: () => void;
  const minutes = (count: number) => jest.advanceTimersByTimeAsync(count * MINUTE_MS);
  const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));

  beforeEach(() => {
    jest.useFakeTimers();
    jest.clearAllMocks();
    secondsLeft = null;
    stop = watchIdle({ readSecondsLeft: () => Promise.resolve(secondsLeft), keepAlive, onEnded });
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  it('covers the page soon after 10 minutes of inactivity', async () => {
    await minutes(9.9);
    expect(onEnded).not.toHaveBeenCalled();
    await minutes(0.2);
    expect(onEnded).toHaveBeenCalledTimes(1);
    expect(keepAlive).not.toHaveBeenCalled();
  });

  it('keeps the session alive while the person types, once a minute', async () => {
    for (let pressed = 0; pressed < 30; pressed += 1) {
      press();
      await minutes(0.1);
    }
    expect(keepAlive.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(keepAlive.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('keeps waiting while another tab keeps the session alive', async () => {
    secondsLeft = 120;
    await minutes(11);
    expect(onEnded).not.toHaveBeenCalled();
    secondsLeft = null;
    await minutes(2.1);
    expect(onEnded).toHaveBeenCalledTimes(1);
  });

  it('asks again when the server doesn’t respond', async () => {
    secondsLeft = undefined;
    await minutes(10.1);
    expect(onEnded).not.toHaveBeenCalled();
    secondsLeft = null;
    await minutes(1.1);
    expect(onEnded).toHaveBeenCalledTimes(1);
  });

  it('asks immediately when the page becomes visible, e.g. after the computer slept', async () => {
    await minutes(3);
    document.dispatchEvent(new Event('visibilitychange'));
    await minutes(0);
    expect(onEnded).toHaveBeenCalledTimes(1);
  });

  it('does nothing after it is stopped', async () => {
    stop();
    press();
    await minutes(30);
    expect([keepAlive.mock.calls, onEnded.mock.calls]).toEqual([[], []]);
  });
});
