import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LoadableModule } from 'shared-api/contracts';
import type { MetricType } from 'web-vitals';
import type { FrameView } from '../frame/module-frame';
import type { Reports } from './reports';
import { rememberShown, VITALS_AFTER_MS, watchVitals } from './vitals';

const hours = { name: 'mf-hours', version: '1.0.0', overridden: false } as LoadableModule;
const billing = { name: 'mf-billing', version: '2.0.0', overridden: false } as LoadableModule;
const shell = { name: 'shell', version: '3.1.0', overridden: false };

/** A module frame as far as it is looked at here. */
function aFrame() {
  let view: FrameView | null = null;
  let heard = (): void => undefined;
  return {
    subscribe(listener: () => void) {
      heard = listener;
      return () => undefined;
    },
    getView: () => view,
    show(module: LoadableModule | null, phase: 'loading' | 'running' = 'running') {
      view = module && { visit: 1, module, state: { phase }, failures: 0 };
      heard();
    },
  };
}

const metric = (name: string, value: number, entries: object[] = [], id = name): MetricType =>
  ({ name, value, entries, id }) as unknown as MetricType;

describe('web vitals', () => {
  let vital: jest.Mock<Reports['vital']>;
  let frame: ReturnType<typeof aFrame>;
  let tell: (metric: MetricType) => void;
  const load = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    vital = jest.fn();
    frame = aFrame();
    const listen = (told: (metric: MetricType) => void): void => {
      tell = told;
    };
    const library = { onCLS: listen, onFCP: listen, onINP: listen, onLCP: listen, onTTFB: listen };
    load.mockImplementation(() => Promise.resolve(library));
    watchVitals({ vital } as unknown as Reports, rememberShown(frame, shell), load as never);
  });
  afterEach(() => void jest.useRealTimers());

  const begun = (): Promise<void> => jest.advanceTimersByTimeAsync(VITALS_AFTER_MS);

  it('are not loaded before the first screen has had its time', async () => {
    await jest.advanceTimersByTimeAsync(VITALS_AFTER_MS - 1);
    expect(load).not.toHaveBeenCalled();
    await begun();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('belong to the module that was running when they happened, and to the shell before', async () => {
    const at = (milliseconds: number): number => start + milliseconds;
    const start = performance.now();
    await jest.advanceTimersByTimeAsync(200);
    frame.show(hours, 'loading');
    await jest.advanceTimersByTimeAsync(300);
    frame.show(hours);
    await begun();
    frame.show(billing);
    tell(metric('TTFB', 30, [{ startTime: at(0) }]));
    tell(metric('FCP', 250, [{ startTime: at(250) }]));
    tell(metric('LCP', 600, [{ startTime: at(600) }]));
    tell(metric('INP', 40, [{ startTime: at(2600) }]));
    expect(vital.mock.calls).toEqual([
      [shell, 'TTFB', 30],
      [shell, 'FCP', 250],
      [hours, 'LCP', 600],
      [billing, 'INP', 40],
    ]);
  });

  it('of a shifting layout belong to the module of the worst shift, and of a steady one to the present module', async () => {
    frame.show(hours);
    const first = performance.now();
    await begun();
    frame.show(billing);
    const second = performance.now();
    tell(
      metric(
        'CLS',
        0.3,
        [
          { startTime: second, value: 0.1 },
          { startTime: first, value: 0.2 },
        ],
        'a',
      ),
    );
    tell(metric('CLS', 0, [], 'b'));
    expect(vital.mock.calls.map(([{ name }]) => name)).toEqual(['mf-hours', 'mf-billing']);
  });

  it('count once in a page, however often it is hidden', async () => {
    await begun();
    tell(metric('CLS', 0.01));
    tell(metric('CLS', 0.02));
    expect(vital).toHaveBeenCalledTimes(1);
  });
});
