import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ContributionContext, ContributionModule } from 'shared-api';
import { CONTRIBUTION_DEADLINE_MS, type ContributionAnswer, type LoadableModule } from 'shared-api/contracts';
import { LOAD_DEADLINE_MS } from '../module-host/mount';
import { type ContributionResult, type ContributionRunner, createContributionRunner } from './contribution-runner';
import type { Placement } from './placements';

const recalls: LoadableModule = {
  name: 'mf-recalls',
  title: 'Recalls',
  version: '1.0.0',
  audience: 'clinic',
  entry: '/modules/mf-recalls/1.0.0/remoteEntry.js',
  files: {},
  preload: [],
  shared: [],
  routes: [],
  overridden: false,
};

const placement: Placement = {
  key: 'mf-recalls/due',
  module: recalls,
  contribution: { slot: 'overview.card', name: 'due', title: 'Due recalls', scope: 'console', order: 1, size: 'wide' },
  practice: null,
};

const never = (): Promise<never> => new Promise(() => undefined);
const answering = (contribute: () => unknown): ContributionModule =>
  ({ contribute: contribute as unknown }) as ContributionModule;

describe('ContributionRunner', () => {
  let load: jest.Mock<(module: LoadableModule, name: string, attempt: number) => Promise<ContributionModule>>;
  let latest: jest.Mock<(module: LoadableModule) => Promise<LoadableModule>>;
  let ended: ContributionResult[];
  let signals: AbortSignal[];
  let runner: ContributionRunner;
  let stop: AbortController;

  const run = (): Promise<ContributionAnswer<'overview.card'>> =>
    runner.run({ placement, slot: 'overview.card', signal: stop.signal });
  /** The fault and the message of a request that fails. */
  const failure = async (running = run()): Promise<[fault: unknown, message: string]> => {
    const error = await running.then(
      () => undefined,
      (reason: unknown) => reason as { fault: unknown; message: string },
    );
    return [error?.fault, error?.message ?? ''];
  };

  beforeEach(() => {
    jest.useFakeTimers();
    load = jest.fn();
    latest = jest.fn((one) => Promise.resolve(one));
    ended = [];
    signals = [];
    stop = new AbortController();
    runner = createContributionRunner({
      load,
      latest,
      contextFor: (_placement, signal) => {
        signals.push(signal);
        return { signal } as ContributionContext;
      },
      ended: (result) => ended.push(result),
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('resolves to the checked answer, and loads the code once', async () => {
    load.mockResolvedValue(answering(() => Promise.resolve({ lead: 'All done', unknown: 1 })));
    expect(await run()).toEqual({ attention: [], blocks: [], lead: 'All done' });
    await run();
    expect(load).toHaveBeenCalledTimes(1);
    expect(ended.map(({ outcome, contribution }) => [outcome, contribution])).toEqual([
      ['running', 'due'],
      ['running', 'due'],
    ]);
  });

  it('reports code that does not load, and loads it anew from the registry', async () => {
    load.mockRejectedValueOnce(new Error('404')).mockResolvedValue(answering(() => Promise.resolve({})));
    expect((await failure())[0]).toBe('load-failed');
    latest.mockResolvedValue({ ...recalls, version: '1.0.1' });
    await run();
    expect(load.mock.calls.map(([{ version }, name, attempt]) => [version, name, attempt])).toEqual([
      ['1.0.0', 'due', 1],
      ['1.0.1', 'due', 2],
    ]);
    expect(ended.map(({ module: of, outcome }) => [of.version, outcome])).toEqual([
      ['1.0.0', 'load-failed'],
      ['1.0.1', 'running'],
    ]);
  });

  it('gives up on code that hangs', async () => {
    load.mockImplementation(never);
    const failing = failure();
    await jest.advanceTimersByTimeAsync(LOAD_DEADLINE_MS);
    expect((await failing)[0]).toBe('load-timeout');
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('reports a contribution that %s', async (_what, contribute) => {
    load.mockResolvedValue(answering(contribute));
    expect((await failure())[0]).toBe('start-failed');
    expect(ended).toMatchObject([{ outcome: 'start-failed', error: { message: 'broken' } }]);
  });

  it('gives up on a contribution that hangs, and aborts its calls', async () => {
    load.mockResolvedValue(answering(never));
    const failing = failure();
    await jest.advanceTimersByTimeAsync(CONTRIBUTION_DEADLINE_MS);
    expect((await failing)[0]).toBe('start-timeout');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  const line = { parts: [{ text: 'One' }] };
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['what another slot accepts', [{ id: 'a', title: 'A', path: '/settings/1/a' }]],
    ['more blocks than fit', { blocks: Array.from({ length: 5 }, () => ({ kind: 'lines', lines: [line] })) }],
    ['more lines than fit', { blocks: [{ kind: 'lines', lines: Array.from({ length: 9 }, () => line) }] }],
    ['a text without end', { lead: 'x'.repeat(301) }],
    ['a block of a later contract', { blocks: [{ kind: 'map', points: [] }] }],
    ['a link to another site', { link: { label: 'More', path: 'https://elsewhere.example/' } }],
    ['a script as a link', { link: { label: 'More', path: 'javascript:alert(1)' } }],
  ])('refuses %s', async (_what, answer) => {
    load.mockResolvedValue(answering(() => Promise.resolve(answer)));
    expect((await failure())[0]).toBe('bad-answer');
    expect(ended.map(({ outcome }) => outcome)).toEqual(['start-failed']);
  });

  it('shows the message of a failed call, and does not count it against the module', async () => {
    const error = { status: 503, code: 'provider_down', message: 'The payment provider isn’t responding.' };
    load.mockResolvedValue(answering(() => Promise.reject(error)));
    expect(await failure()).toEqual(['call-failed', error.message]);
    expect(ended.map(({ outcome }) => outcome)).toEqual(['running']);
  });

  it('reports nothing after the slot is gone', async () => {
    load.mockResolvedValue(answering(never));
    const failing = run().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1);
    stop.abort();
    expect(await failing).toBe(stop.signal.reason);
    expect(ended).toEqual([]);
    expect(signals[0]?.aborted).toBe(true);
  });
});
