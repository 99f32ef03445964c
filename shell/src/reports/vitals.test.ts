import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LoadableModule } from 'shared-api/contracts';
import type { MetricType } from 'web-vitals';
import type { ModuleView } from '../module-host/module-host';
import { createStore } from 'zustand/vanilla';
import type { Reports } from './reports';
import { trackShownModule, VITALS_DELAY_MS, watchVitals } from './vitals';

const hours = { name: 'mf-hours', version: '1.0.0', overridden: false } as LoadableModule;
const billing = { name: 'mf-billing', version: '2.0.0', overridden: false } as LoadableModule;
const shell = { name: 'shell', version: '3.1.0', overridden: false };

/** A module host whose view the test sets. */
function aModuleHost() {
  const view = createStore<ModuleView | null>(() => null);
  return {
    view,
    show(module: LoadableModule | null, phase: 'loading' | 'running' = 'running') {
      view.setState(module && { visit: 1, module, state: { phase }, failures: 0 }, true);
    },
  };
}

const metric = (name: string, value: number, entries: object[] = [], id = name): MetricType =>
  ({ name, value, entries, id }) as unknown as MetricType;

describe('watchVitals', () => {
  let vital: jest.Mock<Reports['vital']>;
  let host: ReturnType<typeof aModuleHost>;
  let tell: (metric: MetricType) => void;
  const load = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    vital = jest.fn();
    host = aModuleHost();
    const listen = (listener: (metric: MetricType) => void): void => {
      tell = listener;
    };
    const library = { onCLS: listen, onFCP: listen, onINP: listen, onLCP: listen, onTTFB: listen };
    load.mockImplementation(() => Promise.resolve(library));
    watchVitals({ vital } as unknown as Reports, trackShownModule(host, shell), load as never);
  });
  afterEach(() => void jest.useRealTimers());

  const begun = (): Promise<void> => jest.advanceTimersByTimeAsync(VITALS_DELAY_MS);

  it('loads the library only some time after the first screen', async () => {
    await jest.advanceTimersByTimeAsync(VITALS_DELAY_MS - 1);
    expect(load).not.toHaveBeenCalled();
    await begun();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('attributes a vital to the module that ran at the time, or to the shell before any', async () => {
    const at = (milliseconds: number): number => start + milliseconds;
    const start = performance.now();
    await jest.advanceTimersByTimeAsync(200);
    host.show(hours, 'loading');
    await jest.advanceTimersByTimeAsync(300);
    host.show(hours);
    await begun();
    host.show(billing);
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

  it('attributes layout shifts to the module of the worst shift, or to the current one', async () => {
    host.show(hours);
    const first = performance.now();
    await begun();
    host.show(billing);
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

  it('reports each vital once per page', async () => {
    await begun();
    tell(metric('CLS', 0.01));
    tell(metric('CLS', 0.02));
    expect(vital).toHaveBeenCalledTimes(1);
  });
});
