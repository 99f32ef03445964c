import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { STAYS_AFTER_MS, watchDeparture } from './departure';

describe('watchDeparture', () => {
  const report = jest.fn();
  const fire = (type: string, over: object = {}): void => {
    window.dispatchEvent(Object.assign(new Event(type), over));
  };
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    // Ends the test's remaining watches.
    fire('pageshow', { persisted: true });
    jest.useRealTimers();
    Object.defineProperty(document, 'prerendering', { value: false, configurable: true });
  });

  it('reports immediately on a page that stays', () => {
    watchDeparture()(report);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('reports nothing that happened while leaving the page', () => {
    const ifStaying = watchDeparture();
    fire('beforeunload');
    ifStaying(report);
    fire('pagehide');
    ifStaying(report);
    jest.advanceTimersByTime(STAYS_AFTER_MS);
    expect(report).not.toHaveBeenCalled();
  });

  it('reports later if the page stays after all', () => {
    const ifStaying = watchDeparture();
    fire('beforeunload');
    ifStaying(report);
    expect(report).not.toHaveBeenCalled();
    jest.advanceTimersByTime(STAYS_AFTER_MS);
    expect(report).toHaveBeenCalledTimes(1);
    ifStaying(report);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('reports again after Back restores the page, but not what was dropped', () => {
    const given = jest.fn();
    const ifStaying = watchDeparture();
    fire('beforeunload');
    ifStaying(given);
    fire('pagehide', { persisted: true });
    fire('pageshow', { persisted: true });
    ifStaying(report);
    jest.advanceTimersByTime(STAYS_AFTER_MS);
    expect(given).not.toHaveBeenCalled();
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('waits until the person opens a prerendered page', () => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    const ifStaying = watchDeparture();
    ifStaying(report);
    expect(report).not.toHaveBeenCalled();
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(report).toHaveBeenCalledTimes(1);
  });
});
